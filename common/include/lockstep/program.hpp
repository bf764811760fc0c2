// The frame of a chapter's program: options, a device or advice, and an exit code that says what
// happened (docs/interfaces.md, section 4).
#pragma once

#include <lockstep/check.hpp>
#include <lockstep/device.hpp>
#include <lockstep/options.hpp>

#include <exception>
#include <iostream>

namespace lockstep {

enum exit_code { passed = 0, crashed = 2, wrong_result = 3, set_up_missing = 5, wrong_usage = 64 };

// int main(int argc, char** argv) { return lockstep::run_program(argc, argv, usage, body); }
// where `int body(lockstep::options&)` returns an exit code.
template <typename Body>
int run_program(int argc, char** argv, const char* usage, Body body) {
  try {
    options given(argc, argv);
    if (given.asks_for_help()) {
      std::cout << usage;
      return passed;
    }
    if (const auto problem = missing_device()) {
      std::cerr << *problem << '\n';
      return set_up_missing;
    }
    return body(given);
  } catch (const usage_error& error) {
    std::cerr << error.what() << "\n\n" << usage;
    return wrong_usage;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return crashed;
  }
}

}  // namespace lockstep
