// Experiment 4: cudaDeviceReset destroys the primary context, and everything that lives in it. What
// is left of what a program holds? Each thing is tried in a process of its own, for some end it.
#pragma once

#include <lockstep/lockstep.hpp>

#include <iostream>
#include <string>

#include "fresh_process.cuh"
#include "kernels.cuh"

namespace lockstep::reset {

__device__ int initially_7 = 7;
__global__ void set_to_42(int* also) {
  initially_7 = 42;
  *also = 42;
}

// What a program holds before the reset.
struct resources {
  int* memory = nullptr;
  int* host = nullptr;  // page-locked
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
};

inline resources make_resources() {
  resources t;
  CUDA_CHECK(cudaMalloc(&t.memory, sizeof(int)));
  CUDA_CHECK(cudaMallocHost(&t.host, sizeof(int)));
  CUDA_CHECK(cudaStreamCreate(&t.stream));
  CUDA_CHECK(cudaEventCreate(&t.event));
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  set_to_42<<<1, 1, 0, t.stream>>>(t.memory);
  CUDA_CHECK(cudaEventRecord(t.event, t.stream));
  CUDA_CHECK_LAUNCH();
  return t;
}

inline std::string kind_of(const void* pointer) {
  cudaPointerAttributes attributes{};
  const cudaError_t code = cudaPointerGetAttributes(&attributes, pointer);
  if (code != cudaSuccess) return cudaGetErrorName(code);
  switch (attributes.type) {
    case cudaMemoryTypeDevice:
      return "device memory";
    case cudaMemoryTypeHost:
      return "page-locked host memory";
    case cudaMemoryTypeManaged:
      return "managed memory";
    default:
      return "unknown to the runtime";
  }
}

struct trial {
  const char* name;
  bool is_a_mistake;                    // after a reset: a use of what is gone
  std::string (*result)(resources& t);  // called once before a reset, or once after it
};

inline const trial trials[] = {
    {"what is the pointer to device memory?", false,
     [](resources& t) { return kind_of(t.memory); }},
    {"what is the pointer to page-locked memory?", false,
     [](resources& t) { return kind_of(t.host); }},
    {"what is in a __device__ variable?", false,
     [](resources&) {
       int value = 0;
       const cudaError_t code = cudaMemcpyFromSymbol(&value, initially_7, sizeof value);
       return code == cudaSuccess ? std::to_string(value) : cudaGetErrorName(code);
     }},
    {"the limit of the device's heap, MiB", false,
     [](resources&) {
       std::size_t bytes = 0;
       CUDA_CHECK(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
       return std::to_string(bytes >> 20);
     }},
    {"a kernel, with new memory", false,
     [](resources&) {
       device_buffer<int> fresh_memory(1);
       set_to_42<<<1, 1>>>(fresh_memory.data());
       CUDA_CHECK_LAUNCH();
       return std::string(fresh_memory.download().at(0) == 42 ? "right" : "WRONG");
     }},
    {"cudaMemcpy from the memory", true,
     [](resources& t) {
       int value = 0;
       return std::string(
           cudaGetErrorName(cudaMemcpy(&value, t.memory, sizeof value, cudaMemcpyDeviceToHost)));
     }},
    {"cudaFree of the memory", true,
     [](resources& t) { return std::string(cudaGetErrorName(cudaFree(t.memory))); }},
    {"cudaStreamSynchronize", true,
     [](resources& t) { return std::string(cudaGetErrorName(cudaStreamSynchronize(t.stream))); }},
    {"cudaEventQuery", true,
     [](resources& t) { return std::string(cudaGetErrorName(cudaEventQuery(t.event))); }},
    {"a kernel that writes to the memory", true,
     [](resources& t) {
       set_to_42<<<1, 1>>>(t.memory);
       return std::string(cudaGetErrorName(cudaDeviceSynchronize()));
     }},
};

// In a fresh process: "before" or "after", then the number of a trial.
inline void answer(const std::string& question) {
  const trial& t = trials[std::stoul(question.substr(question.find(' ')))];
  resources held = make_resources();
  if (question[0] == 'a') CUDA_CHECK(cudaDeviceReset());
  fresh_process::say(t.result(held));
}

inline std::string ask(std::size_t trial, bool after) {
  const fresh_process::answer a = fresh_process::ask(
      "reset", (after ? "after " : "before ") + std::to_string(trial), {{"LOCKSTEP_QUIET", "1"}});
  if (a.signal != 0) return "the process is killed by signal " + std::to_string(a.signal);
  return a.complete() ? a.words[0] : "the process ends with code " + std::to_string(a.exit_code);
}

}  // namespace lockstep::reset
