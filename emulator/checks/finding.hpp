// What a check found: one cause, with the place and, where there are two sides, the other one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace lockstep::checks {

struct access {
  std::array<std::uint32_t, 3> block{}, thread{};
  std::string kind;  // "read", "write", "atomic", "barrier", ...
  std::string file;  // empty if not known
  std::uint32_t line = 0;
};

// Kinds and severities as in the `check --json` format.
struct finding {
  std::string kind;                // "out_of_bounds", ...
  std::string severity = "error";  // "error" or "warning"
  std::string space;               // "global", "shared", "local", ""
  std::string kernel;              // demangled; empty for host calls
  access where;
  std::optional<access> other;
  std::uint64_t address = 0;
  std::uint64_t count = 1;  // how many accesses had this cause
  std::string message;      // one line: what is wrong
  std::string advice;       // one line: what to do
};

}  // namespace lockstep::checks
