// Experiment 1: the runtime initialises itself at the first call that needs it. Which call is that,
// and what does it cost? Each candidate is the first call of a process of its own.
#pragma once

#include <lockstep/lockstep.hpp>
#include <lockstep/recorded.hpp>

#include <cuda.h>
#include <dlfcn.h>

#include <iostream>
#include <string>
#include <vector>

#include "fresh_process.cuh"
#include "kernels.cuh"

namespace lockstep::first_call {

struct candidate {
  const char* name;
  cudaError_t (*call)();
};

inline cudaError_t launch_and_wait() {
  unsigned* out = nullptr;
  const cudaError_t allocated = cudaMalloc(&out, sizeof(unsigned));
  if (allocated != cudaSuccess) return allocated;
  write_index<<<1, 1>>>(out, 1);
  return cudaDeviceSynchronize();
}

inline const candidate candidates[] = {
    {"cudaRuntimeGetVersion",
     [] {
       int v;
       return cudaRuntimeGetVersion(&v);
     }},
    {"cudaGetDeviceCount",
     [] {
       int n;
       return cudaGetDeviceCount(&n);
     }},
    {"cudaGetDeviceProperties",
     [] {
       cudaDeviceProp p;
       return cudaGetDeviceProperties(&p, 0);
     }},
    {"cudaSetDevice(0)", [] { return cudaSetDevice(0); }},
    {"cudaInitDevice(0, 0, 0)", [] { return cudaInitDevice(0, 0, 0); }},
    {"cudaFree(0)", [] { return cudaFree(nullptr); }},
    {"cudaMalloc",
     [] {
       void* p;
       return cudaMalloc(&p, 4);
     }},
    {"cudaDeviceSynchronize", [] { return cudaDeviceSynchronize(); }},
    {"cudaMalloc, a kernel, wait", launch_and_wait},
};

// Whether device 0 has its primary context: asked of the driver, which NVIDIA's runtime library has
// loaded by the time that it matters. Empty where there is no driver to ask.
inline std::string context_exists() {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (driver == nullptr) return backend_name() == "gpu" ? "no" : "";
  const auto state = reinterpret_cast<decltype(cuDevicePrimaryCtxGetState)*>(
      dlsym(driver, "cuDevicePrimaryCtxGetState"));
  unsigned flags = 0;
  int active = 0;
  if (state == nullptr || state(0, &flags, &active) != CUDA_SUCCESS) return "no";
  return active != 0 ? "yes" : "no";
}

// In a fresh process: the candidate, then cudaFree(0), then a kernel, and a kernel again.
inline void answer(const std::string& question) {
  for (const candidate& c : candidates) {
    if (question != c.name) continue;
    const host_timer first;
    const cudaError_t code = c.call();
    const double first_ms = first.milliseconds();
    fresh_process::say(std::string(cudaGetErrorName(code)));
    fresh_process::say(first_ms);
    fresh_process::say(context_exists());
    for (cudaError_t (*next)() :
         {+[] { return cudaFree(nullptr); }, launch_and_wait, launch_and_wait}) {
      const host_timer clock;
      CUDA_CHECK(next());
      fresh_process::say(clock.milliseconds());
    }
  }
}

struct costs {
  std::string code, context;
  double first = 0, free = 0, kernel = 0, again = 0;  // ms
  bool right = false;
};

// Medians over `repeats` processes.
inline costs ask(const candidate& c, int repeats, const environment_changes& environment = {}) {
  std::vector<double> times[4];
  costs result;
  for (int i = 0; i < repeats; ++i) {
    const fresh_process::answer a = fresh_process::ask("first_call", c.name, environment);
    if (!a.complete() || a.words.size() != 6) return result;
    result.code = a.words[0];
    result.context = a.words[2];
    times[0].push_back(std::stod(a.words[1]));
    for (int k = 1; k < 4; ++k) times[k].push_back(std::stod(a.words[2 + k]));
  }
  result.first = median(times[0]);
  result.free = median(times[1]);
  result.kernel = median(times[2]);
  result.again = median(times[3]);
  result.right = result.code == "cudaSuccess";
  return result;
}

// Whose times the tables have, where the back end is no GPU: a line to print above them.
inline std::string whose_times() {
  const recorded_table measured("h200_01_first_call.csv");
  if (backend_name() == "gpu" || measured.values({}, "first_call").empty()) return "";
  return "   The contexts and the times: " + measured.source() + ".\n\n";
}

// What was recorded of a candidate; columns have the names of the file.
inline std::string recorded_context(const recorded_table& measured, const candidate& c) {
  const auto found = measured.values({{"first_call", c.name}}, "context_then");
  return found.empty() ? "-" : found.front();
}

// All candidates. Where the back end is no GPU, contexts and times are those that were recorded.
inline table candidates_table(int repeats, bool& all_right) {
  const bool times = backend_name() == "gpu";
  const recorded_table measured("h200_01_first_call.csv");
  table t({{"first call", "", align::left},
           {"answers", "", align::left},
           {"context then", "", align::left},
           {"it takes", "ms"},
           {"then cudaFree(0)", "ms"},
           {"then a kernel", "ms"},
           {"and again", "ms"}});
  for (const candidate& c : candidates) {
    const costs k = ask(c, repeats);
    all_right = all_right && k.right;
    std::vector<std::string> row{c.name, k.right ? k.code : "FAILED " + k.code};
    if (times) {
      row.push_back(k.context);
      for (const double ms : {k.first, k.free, k.kernel, k.again}) row.push_back(fixed(ms, 3));
    } else {
      row.push_back(recorded_context(measured, c));
      for (const char* what :
           {"it_takes_ms", "then_cudaFree_0_ms", "then_a_kernel_ms", "and_again_ms"})
        row.push_back(fixed(measured.find({{"first_call", c.name}}, what), 3));
    }
    t.add(row);
  }
  return t;
}

constexpr const char* predict_candidates =
    "   Predict: which of these calls takes long, and what is left for the calls after it?\n\n";

inline const char* why_candidates() {
  return "\n   Why: the first call of all starts the driver. The first that needs the device makes"
         "\n   its primary context, which all threads of the process then share; since CUDA 12.0"
         "\n   cudaSetDevice and cudaInitDevice do so on purpose. Machine code is loaded when a"
         "\n   kernel is first needed. The costs move; none of them disappears. So: initialise"
         "\n   where you choose to, and never time a first run.\n";
}

}  // namespace lockstep::first_call
