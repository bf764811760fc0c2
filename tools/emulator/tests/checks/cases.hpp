// Tiny kernels, each with one bug or with none, and what the checks must say of it.
//
//   check_cases [OPEN]          every case; exit status 1 if a finding is missing or one too many
//   check_cases --case NAME     one case, for a look at the report or for another tool
//   check_cases --list          names and what is expected
//   check_cases --list-for-gpu  the same of those that a GPU can run to their end
//
// OPEN is a file that lists the cases which the checks do not judge rightly yet (open.txt).
//
// A case is a host function that launches its kernels. CASE names it and what must be found: kinds
// of findings, each with its space where it has one, and "(warning)" behind a warning, sorted and
// with commas between them ("race shared, warp_race shared (warning)"); or "clean". A GPU hangs in
// a CASE_FOR_EMULATOR, or what it does there is not defined well enough to try.
#pragma once

#include <lockstep/buffer.hpp>
#include <lockstep/check.hpp>

#include <string>
#include <vector>

namespace check_cases {

struct check_case {
  std::string name, expected;
  bool for_gpu;
  void (*run)();
  std::string says = {};  // stands in the message of a finding; "\n": at its end
};

std::vector<check_case>& all();

struct enter {
  enter(const char* name, const char* expected, bool for_gpu, void (*run)(),
        const std::string& says = {}) {
    all().push_back({name, expected, for_gpu, run, says});
  }
};

// Device memory of `count` values that are all the same.
template <class T>
lockstep::device_buffer<T> filled(unsigned count, T value) {
  return lockstep::device_buffer<T>(std::vector<T>(count, value));
}
inline lockstep::device_buffer<int> ints(unsigned count, int value = 0) {
  return filled<int>(count, value);
}

// Device memory with the values 0, 1, 2, ...
inline lockstep::device_buffer<int> numbers(unsigned count) {
  std::vector<int> values(count);
  for (unsigned i = 0; i < count; ++i) values[i] = static_cast<int>(i);
  return lockstep::device_buffer<int>(values);
}

// For parameters of templates: `sum<with, without>` is a kernel with its first part and without its
// second.
constexpr bool with = true, without = false;

// Waits, and forgets an error: it may be what the case is about.
inline void finish() {
  cudaDeviceSynchronize();
  cudaGetLastError();
}

}  // namespace check_cases

#define LOCKSTEP_CASE(id, expected, for_gpu)                                    \
  static void run_##id();                                                       \
  static const check_cases::enter enter_##id(#id, expected, for_gpu, run_##id); \
  static void run_##id()
// `says`: what must stand in the message of a finding; with "\n" behind it, at its end.
#define CASE_THAT_SAYS(id, expected, says)                                          \
  static void run_##id();                                                           \
  static const check_cases::enter enter_##id(#id, expected, false, run_##id, says); \
  static void run_##id()
#define CASE(id, expected) LOCKSTEP_CASE(id, expected, true)
#define CASE_FOR_EMULATOR(id, expected) LOCKSTEP_CASE(id, expected, false)
