// What an answer brings to the host, by copies or by kernels that store in memory which the host
// can read. The counters of kernels do not say it. The functions of the runtime that copy, or make
// such memory, are defined here, in front of those of the library, which they call; others that
// copy are refused in answers (tools/tutor/grading/allowed_functions.cpp). So this header belongs
// into one source file of a program.
#pragma once

#include <lockstep/grader/counts.hpp>
#include <lockstep/grader/requirements.hpp>
#include <lockstep/grader/run.hpp>
#include <lockstep/protocol/host_work.hpp>

#include <cuda_runtime.h>

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <functional>

namespace lockstep::grader {

struct traffic {
  std::size_t copied_to_host = 0;    // bytes
  std::size_t pieces_of_memory = 0;  // of the host's that kernels can reach, ever made
};

inline traffic& traffic_of_answer() {
  static traffic all;
  return all;
}

inline bool is_on_host(const void* memory) {
  cudaPointerAttributes of{};
  if (cudaPointerGetAttributes(&of, memory) != cudaSuccess) return false;
  return of.type != cudaMemoryTypeDevice;  // managed memory is on both sides
}

// The function of that name in the library; null if it has none.
template <typename Result, typename... Parameters>
auto in_library(const char* name, Result (*)(Parameters...)) {
  return reinterpret_cast<Result (*)(Parameters...)>(dlsym(RTLD_NEXT, name));
}

// `bytes` are what the call copies to `to`.
template <typename... Parameters>
cudaError_t counted_copy(const char* name, std::size_t bytes, void* to, Parameters... parameters) {
  const auto library =
      in_library(name, static_cast<cudaError_t (*)(void*, Parameters...)>(nullptr));
  if (library == nullptr) return cudaErrorSharedObjectSymbolNotFound;
  const cudaError_t code = library(to, parameters...);
  if (code == cudaSuccess && is_on_host(to)) traffic_of_answer().copied_to_host += bytes;
  return code;
}

template <typename... Parameters>
cudaError_t noted_memory(const char* name, Parameters... parameters) {
  const auto library = in_library(name, static_cast<cudaError_t (*)(Parameters...)>(nullptr));
  if (library == nullptr) return cudaErrorSharedObjectSymbolNotFound;
  ++traffic_of_answer().pieces_of_memory;
  return library(parameters...);
}

// A sum of the elements on the host, beside one on the GPU that nobody uses, needs them all there:
// by copies, or by a kernel that stores them where the host reads. Of an answer that has memory of
// the second kind, whatever its kernels store may lie there. `most` and `elements` are bytes: of
// what the host needs, and of all elements.
inline void require_few_bytes_copied(double most, double elements,
                                     const std::function<void()>& code,
                                     const std::function<void()>& require_right) {
  std::size_t copied = 0;
  const counters counted = measure(
      [&] {
        const std::size_t before = traffic_of_answer().copied_to_host;
        code();
        copied = traffic_of_answer().copied_to_host - before;
      },
      require_right);
  constexpr double bytes_of_an_atomic = 4 * 32;
  const double stored =
      traffic_of_answer().pieces_of_memory == 0
          ? 0
          : double(counted.global_store_bytes) + bytes_of_an_atomic * double(counted.atomics);
  require_at_most(protocol::elements_for_the_host, std::max(elements / 2, 2 * most),
                  std::max(double(copied), stored));
  require_at_most("bytes copied to the host", most, double(copied));
  require_at_most("bytes that kernels may have stored in the host's memory", 2 * most, stored);
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
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                 std::size_t offset, cudaMemcpyKind kind) {
  return lockstep::grader::counted_copy(__func__, bytes, to, symbol, bytes, offset, kind);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return lockstep::grader::counted_copy(__func__, bytes, to, symbol, bytes, offset, kind, stream);
}
cudaError_t cudaMallocManaged(void** memory, std::size_t bytes, unsigned flags) {
  return lockstep::grader::noted_memory(__func__, memory, bytes, flags);
}
cudaError_t cudaMallocHost(void** memory, std::size_t bytes) {
  return lockstep::grader::noted_memory(__func__, memory, bytes);
}
cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned flags) {
  return lockstep::grader::noted_memory(__func__, memory, bytes, flags);
}
cudaError_t cudaHostRegister(void* memory, std::size_t bytes, unsigned flags) {
  return lockstep::grader::noted_memory(__func__, memory, bytes, flags);
}
// What nvcc calls for a __managed__ variable, before main begins.
extern "C" void __cudaRegisterManagedVar(void** binary, void** host, char* device, const char* name,
                                         int external, std::size_t bytes, int constant,
                                         int global) {
  const auto library = lockstep::grader::in_library(__func__, &__cudaRegisterManagedVar);
  ++lockstep::grader::traffic_of_answer().pieces_of_memory;
  if (library != nullptr) library(binary, host, device, name, external, bytes, constant, global);
}
