// What the answer copies to the host, which the counters of kernels do not say. The
// functions of the runtime that copy are defined here, in front of those of the library, which they
// call. So this header belongs into one source file of a program.
#pragma once

#include <lockstep/grader/requirements.hpp>
#include <lockstep/grader/run.hpp>

#include <cuda_runtime.h>

#include <dlfcn.h>

#include <cstddef>
#include <functional>

namespace lockstep::grader {

inline std::size_t& bytes_copied_to_host() {
  static std::size_t bytes = 0;
  return bytes;
}

inline bool is_on_host(const void* memory) {
  cudaPointerAttributes of{};
  if (cudaPointerGetAttributes(&of, memory) != cudaSuccess) return false;
  return of.type != cudaMemoryTypeDevice;  // managed memory is on both sides
}

// Calls the function of that name in the library. `bytes` are what it copies to `to`.
template <typename... Parameters>
cudaError_t counted_copy(const char* name, std::size_t bytes, void* to, Parameters... parameters) {
  using function = cudaError_t (*)(void*, Parameters...);
  const auto library = reinterpret_cast<function>(dlsym(RTLD_NEXT, name));
  if (library == nullptr) return cudaErrorSharedObjectSymbolNotFound;
  const cudaError_t code = library(to, parameters...);
  if (code == cudaSuccess && is_on_host(to)) bytes_copied_to_host() += bytes;
  return code;
}

// A sum of the elements on the host, beside one on the GPU that nobody uses, needs them all there.
inline void require_few_bytes_copied(double most, const std::function<void()>& code) {
  std::size_t copied = 0;
  (void)measure([&] {
    const std::size_t before = bytes_copied_to_host();
    code();
    copied = bytes_copied_to_host() - before;
  });
  require_at_most("bytes copied to the host", most, double(copied));
}

}  // namespace lockstep::grader

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return lockstep::grader::counted_copy(__func__, bytes, to, from, bytes, kind);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return lockstep::grader::counted_copy(__func__, bytes, to, from, bytes, kind, stream);
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return lockstep::grader::counted_copy(__func__, width * height, to, to_pitch, from, from_pitch,
                                        width, height, kind);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return lockstep::grader::counted_copy(__func__, width * height, to, to_pitch, from, from_pitch,
                                        width, height, kind, stream);
}
