#include "lockstep/protocol/device_libraries.hpp"

#include <algorithm>
#include <iterator>

#include "lockstep/protocol/phrase.hpp"

namespace lockstep::protocol {
namespace {

struct product {
  std::string_view stem, name;
};

// A stem stands for all libraries whose names begin with it: libnpp is libnppc, libnppig, ...
constexpr product products[] = {
    {"libcublas", "cuBLAS"},     {"libnvblas", "cuBLAS"},     {"libcudnn", "cuDNN"},
    {"libcufft", "cuFFT"},       {"libcurand", "cuRAND"},     {"libcusolver", "cuSOLVER"},
    {"libcusparse", "cuSPARSE"}, {"libcutensor", "cuTENSOR"}, {"libnccl", "NCCL"},
    {"libnpp", "NPP"},           {"libnvjpeg", "nvJPEG"},     {"libnvshmem", "NVSHMEM"},
    {"libcupti", "CUPTI"},
};

}  // namespace

std::optional<std::string_view> device_library(std::string_view file_name) {
  if (file_name.find(".so") == std::string_view::npos) return std::nullopt;
  const auto* found = std::find_if(std::begin(products), std::end(products), [&](const product& p) {
    return file_name.substr(0, p.stem.size()) == p.stem;
  });
  if (found == std::end(products)) return std::nullopt;
  return found->name;
}

std::string needs_gpu(std::string_view product, std::string_view file_name) {
  const std::string name(product);
  return product == file_name
             ? phrase("library-needs-gpu",
                      "{} has its own CUDA runtime inside, so its kernels need a GPU", name)
             : phrase("file-needs-gpu",
                      "{} ({}) has its own CUDA runtime inside, so its kernels need a GPU", name,
                      std::string(file_name));
}

}  // namespace lockstep::protocol
