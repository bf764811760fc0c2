// Experiment 3: errors that a process survives, and errors that it does not. Each is really made,
// in a process of its own, which then tries to go on.
#pragma once

#include <lockstep/lockstep.hpp>

#include <cassert>
#include <chrono>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "fresh_process.cuh"
#include "kernels.cuh"

namespace lockstep::errors {

// Deliberate faults.
__global__ void store_to(int* where) { *where = 1; }
__global__ void assert_that(bool holds) { assert(holds); }
__global__ void stop_here() { __trap(); }

struct mistake {
  const char* name;
  const char* short_name;
  bool sticky;
  cudaError_t (*make)();  // returns what the call says; for a launch, cudaPeekAtLastError
};

inline cudaError_t launched() { return cudaPeekAtLastError(); }

inline const mistake mistakes[] = {
    {"cudaMalloc of 2^50 bytes", "2^50 bytes", false,
     [] {
       void* p = nullptr;
       return cudaMalloc(&p, std::size_t{1} << 50);
     }},
    {"cudaSetDevice(99)", "device 99", false, [] { return cudaSetDevice(99); }},
    {"a block of 2048 threads", "block of 2048", false,
     [] {
       write_index<<<1, 2048>>>(nullptr, 0);
       return launched();
     }},
    {"a grid of 0 blocks", "grid of 0", false,
     [] {
       write_index<<<0, 32>>>(nullptr, 0);
       return launched();
     }},
    {"1 MB of shared memory", "1 MB shared", false,
     [] {
       write_index<<<1, 32, 1 << 20>>>(nullptr, 0);
       return launched();
     }},
    {"a store to a null pointer", "null pointer", true,
     [] {
       store_to<<<1, 1>>>(nullptr);
       return launched();
     }},
    {"a misaligned store", "misaligned", true,
     [] {
       char* p = nullptr;
       if (const cudaError_t code = cudaMalloc(&p, 64); code != cudaSuccess) return code;
       store_to<<<1, 1>>>(reinterpret_cast<int*>(p + 1));
       return launched();
     }},
    {"assert(false)", "assert", true,
     [] {
       assert_that<<<1, 1>>>(false);
       return launched();
     }},
    {"__trap()", "trap", true,
     [] {
       stop_here<<<1, 1>>>();
       return launched();
     }},
};

// What is asked after a mistake, in this order.
inline const char* const questions[] = {
    "the call itself, or the launch",      // cudaPeekAtLastError after a launch
    "cudaDeviceSynchronize",               // an asynchronous fault turns up here
    "cudaGetLastError",                    // says it, and forgets it
    "cudaGetLastError again",              //
    "cudaMalloc",                          // a call that has nothing to do with the mistake
    "a good kernel, and its result",       //
    "cudaDeviceReset",                     //
    "then a good kernel, and its result",  //
    "the same a second later"              //
};
constexpr std::size_t question_count = sizeof questions / sizeof *questions;

// cudaErrorUnknown if the kernel ran and its result is wrong.
inline cudaError_t run_a_good_kernel() {
  (void)cudaGetLastError();  // what was remembered is not this kernel's
  unsigned* out = nullptr;
  cudaError_t code = cudaMalloc(&out, 100 * sizeof(unsigned));
  if (code != cudaSuccess) return code;
  write_index<<<4, 32>>>(out, 100);
  code = cudaPeekAtLastError();
  if (code != cudaSuccess) return code;
  std::vector<unsigned> result(100);
  code = cudaMemcpy(result.data(), out, 100 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  if (code != cudaSuccess) return code;
  for (unsigned i = 0; i < 100; ++i)
    if (result[i] != i) return cudaErrorUnknown;
  return cudaFree(out);
}

// In a fresh process.
inline void answer(const std::string& question) {
  for (const mistake& m : mistakes) {
    if (question != m.name) continue;
    fresh_process::say(static_cast<int>(m.make()));
    fresh_process::say(static_cast<int>(cudaDeviceSynchronize()));
    fresh_process::say(static_cast<int>(cudaGetLastError()));
    fresh_process::say(static_cast<int>(cudaGetLastError()));
    void* p = nullptr;
    fresh_process::say(static_cast<int>(cudaMalloc(&p, 4)));
    fresh_process::say(static_cast<int>(run_a_good_kernel()));
    fresh_process::say(static_cast<int>(cudaDeviceReset()));
    fresh_process::say(static_cast<int>(run_a_good_kernel()));
    // The driver may need a moment to recover.
    if (m.sticky && backend_name() == "gpu") std::this_thread::sleep_for(std::chrono::seconds(1));
    fresh_process::say(static_cast<int>(run_a_good_kernel()));
  }
}

// What the process heard, by question; empty if it did not get to the end.
inline std::vector<cudaError_t> provoke(const mistake& m) {
  // The finding of a check belongs into its report; here the error is the expected result.
  const fresh_process::answer a = fresh_process::ask("errors", m.name, {{"LOCKSTEP_QUIET", "1"}});
  std::vector<cudaError_t> codes;
  if (!a.complete() || a.words.size() != question_count) return codes;
  for (const std::string& word : a.words)
    codes.push_back(static_cast<cudaError_t>(std::stoi(word)));
  return codes;
}

// What the words mean: after the error has been fetched, a process goes on as before, or never.
inline bool behaves_as_expected(const mistake& m, const std::vector<cudaError_t>& codes) {
  if (codes.size() != question_count) return false;
  if (m.sticky) {
    return codes[0] == cudaSuccess && codes[1] != cudaSuccess && codes[2] == codes[1] &&
           codes[4] == codes[1] && codes[5] == codes[1];
  }
  return codes[0] != cudaSuccess && codes[1] == cudaSuccess && codes[2] == codes[0] &&
         codes[3] == cudaSuccess && codes[4] == cudaSuccess && codes[5] == cudaSuccess;
}

}  // namespace lockstep::errors
