// What ends a command early: a message, what to do about it, and the exit code.
#pragma once

#include <stdexcept>
#include <string>

#include "support/exit_code.hpp"

namespace lockstep::tutor {

struct [[nodiscard]] failure : std::runtime_error {
  failure(exit_code code, const std::string& message, std::string advice = {})
      : std::runtime_error(message), code(code), advice(std::move(advice)) {}
  exit_code code;
  std::string advice;  // may have several lines, may be empty
};

inline failure setup_missing(const std::string& message, std::string advice) {
  return {exit_code::setup_missing, message, std::move(advice)};
}

inline failure wrong_usage(const std::string& message, std::string advice) {
  return {exit_code::usage, message, std::move(advice)};
}

}  // namespace lockstep::tutor
