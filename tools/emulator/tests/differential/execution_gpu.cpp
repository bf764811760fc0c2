#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>

#include "execution.hpp"

namespace differential {

int optimisation_level = 3;

namespace {

// What the compiler knows of a recursive function's stack is one frame.
constexpr std::size_t stack_bytes = 16384;

void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

std::size_t output_bytes(const generated_kernel& kernel) {
  return std::size_t{kernel.blocks} * kernel.threads * bytes_per_thread + totals_bytes;
}

// Device memory that stays: many processes share the GPU, and each call that waits for it takes a
// turn of all of them.
std::byte* buffer(std::size_t bytes) {
  static std::byte* address = nullptr;
  static std::size_t size = 0;
  if (size < bytes) {
    if (address == nullptr)
      check(cudaDeviceSetLimit(cudaLimitStackSize, stack_bytes), "cudaDeviceSetLimit");
    cudaFree(address);
    check(cudaMalloc(&address, bytes), "cudaMalloc");
    size = bytes;
  }
  return address;
}

class library {
 public:
  library(const std::vector<generated_kernel>& kernels, int level) {
    if (kernels.empty()) return;
    const std::string ptx = module_of(kernels);
    cudaJitOption options[] = {cudaJitOptimizationLevel};
    void* values[] = {reinterpret_cast<void*>(static_cast<std::uintptr_t>(level))};
    check(cudaLibraryLoadData(&handle_, ptx.c_str(), options, values, 1, nullptr, nullptr, 0),
          "cudaLibraryLoadData");
  }
  ~library() {
    if (handle_ != nullptr) cudaLibraryUnload(handle_);
  }
  library(const library&) = delete;
  library& operator=(const library&) = delete;

  cudaKernel_t kernel(const std::string& name) const {
    cudaKernel_t found = nullptr;
    check(cudaLibraryGetKernel(&found, handle_, name.c_str()), name.c_str());
    return found;
  }

 private:
  cudaLibrary_t handle_ = nullptr;
};

}  // namespace

std::vector<output> outputs_of(const std::vector<generated_kernel>& kernels,
                               const std::vector<run_input>& inputs) {
  std::size_t bytes = inputs.size() * input_bytes;
  for (const generated_kernel& kernel : kernels) bytes += inputs.size() * output_bytes(kernel);
  std::byte* const device = buffer(bytes);
  // By whether they are unoptimised.
  std::vector<generated_kernel> by_level[2];
  for (const generated_kernel& kernel : kernels) by_level[kernel.unoptimised].push_back(kernel);
  const library modules[] = {{by_level[0], optimisation_level}, {by_level[1], 0}};

  check(cudaMemsetAsync(device, 0, bytes), "cudaMemsetAsync");
  for (std::size_t i = 0; i < inputs.size(); ++i)
    check(cudaMemcpyAsync(device + i * input_bytes, inputs[i].words.data(), input_bytes,
                          cudaMemcpyHostToDevice),
          "cudaMemcpyAsync");
  std::byte* next = device + inputs.size() * input_bytes;
  for (const generated_kernel& kernel : kernels) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      std::byte *in = device + i * input_bytes, *out = next,
                *totals = next + output_bytes(kernel) - totals_bytes;
      std::uint32_t salt = inputs[i].salt;
      void* arguments[] = {&in, &out, &totals, &salt};
      check(cudaLaunchKernel(
                reinterpret_cast<const void*>(modules[kernel.unoptimised].kernel(kernel.name)),
                dim3(kernel.blocks), dim3(kernel.threads), arguments, 0, nullptr),
            "cudaLaunchKernel");
      next += output_bytes(kernel);
    }
  }

  std::vector<std::uint32_t> words((bytes - inputs.size() * input_bytes) / 4);
  check(cudaMemcpy(words.data(), device + inputs.size() * input_bytes, words.size() * 4,
                   cudaMemcpyDeviceToHost),
        "a kernel");
  std::vector<output> results;
  auto from = words.begin();
  for (const generated_kernel& kernel : kernels) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const auto to = from + static_cast<std::ptrdiff_t>(output_bytes(kernel) / 4);
      results.emplace_back(from, to);
      from = to;
    }
  }
  return results;
}

}  // namespace differential
