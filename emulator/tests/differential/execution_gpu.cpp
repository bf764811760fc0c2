#include <cuda_runtime.h>

#include <stdexcept>

#include "execution.hpp"

namespace differential {

int optimisation_level = 3;

namespace {

void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

class buffer {
 public:
  explicit buffer(std::size_t bytes) {
    check(cudaMalloc(&address, bytes), "cudaMalloc");
    check(cudaMemset(address, 0, bytes), "cudaMemset");
  }
  ~buffer() { cudaFree(address); }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  void* address = nullptr;
};

}  // namespace

struct loaded_module::state {
  cudaLibrary_t library = nullptr;
};

loaded_module::loaded_module(const std::string& ptx) : state_(std::make_unique<state>()) {
  cudaJitOption options[] = {cudaJitOptimizationLevel};
  void* values[] = {reinterpret_cast<void*>(static_cast<std::uintptr_t>(optimisation_level))};
  check(cudaLibraryLoadData(&state_->library, ptx.c_str(), options, values, 1, nullptr, nullptr, 0),
        "cudaLibraryLoadData");
}

loaded_module::~loaded_module() { cudaLibraryUnload(state_->library); }

std::vector<std::uint32_t> loaded_module::run(const generated_kernel& kernel,
                                              const run_input& input) const {
  const std::size_t output_bytes = std::size_t{kernel.blocks} * kernel.threads * bytes_per_thread;
  cudaKernel_t function = nullptr;
  check(cudaLibraryGetKernel(&function, state_->library, kernel.name.c_str()),
        "cudaLibraryGetKernel");
  buffer in(input_bytes), out(output_bytes), totals(totals_bytes);
  check(cudaMemcpy(in.address, input.words.data(), input_bytes, cudaMemcpyHostToDevice),
        "cudaMemcpy");
  std::uint32_t salt = input.salt;
  void* arguments[] = {&in.address, &out.address, &totals.address, &salt};
  check(cudaLaunchKernel(reinterpret_cast<const void*>(function), dim3(kernel.blocks),
                         dim3(kernel.threads), arguments, 0, nullptr),
        "cudaLaunchKernel");
  std::vector<std::uint32_t> words((output_bytes + totals_bytes) / 4);
  check(cudaMemcpy(words.data(), out.address, output_bytes, cudaMemcpyDeviceToHost), "the kernel");
  check(cudaMemcpy(words.data() + output_bytes / 4, totals.address, totals_bytes,
                   cudaMemcpyDeviceToHost),
        "cudaMemcpy");
  return words;
}

}  // namespace differential
