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
  std::string file;  // the user's own line; empty if not known
  std::uint32_t line = 0;
  std::uint32_t column = 0;   // of the statement, from 1; 0: not known
  std::string header;         // the code lies here, inlined at the user's line; empty: it does not
  std::uint32_t in_line = 0;  // of the header
  std::string kernel = {};    // of the other side, if that is another launch; empty: the same
  std::string call = {};      // the host asked for it by this call; empty: a kernel's thread
};

// A launch of a kernel: its <<<grid, block>>>.
struct launch_shape {
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
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
  std::uint64_t count = 1;             // how many accesses had this cause
  std::string message;                 // one line: what is wrong
  std::string advice;                  // one line: what to do; empty: what helps with the kind
  std::string why;                     // a sentence: why it is a bug; empty: what holds of the kind
  std::optional<launch_shape> launch;  // of the first time
  std::uint64_t launches = 1;          // of the host's, in which it was met
  bool stopped = false;                // it ended the kernel

  bool is_warning() const { return severity == "warning"; }
};

}  // namespace lockstep::checks
