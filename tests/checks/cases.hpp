// Tiny kernels, each with one bug or with none, and what the checks must say of it.
//
//   check_cases                 every case; exit status 1 if a finding is missing or one too many
//   check_cases NAME            one case, for a look at the report or for another tool
//   check_cases --list          names and what is expected
//
// A case is a host function that launches its kernels. CASE names it and what must be found: kinds
// of findings, each with its space where it has one ("race shared"), or "clean".
#pragma once

#include <lockstep/check.hpp>
#include <lockstep/buffer.hpp>

#include <string>
#include <vector>

namespace check_cases {

struct check_case {
  std::string name, expected;
  void (*run)();
};

std::vector<check_case>& all();

struct enter {
  enter(const char* name, const char* expected, void (*run)()) { all().push_back({name, expected, run}); }
};

// Device memory of `count` ints, all of them `value`.
inline lockstep::device_buffer<int> ints(unsigned count, int value = 0) {
  lockstep::device_buffer<int> made(count);
  made.upload(std::vector<int>(count, value));
  return made;
}

// Waits, and forgets an error: it may be what the case is about.
inline void finish() {
  cudaDeviceSynchronize();
  cudaGetLastError();
}

}  // namespace check_cases

#define CASE(id, expected)                                              \
  static void run_##id();                                               \
  static const check_cases::enter enter_##id(#id, expected, run_##id);  \
  static void run_##id()
