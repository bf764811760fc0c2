// What a check found: one cause, with the place and, where there are two sides, the other one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/protocol/dimensions.hpp"
#include "lockstep/protocol/finding_kind.hpp"
#include "lockstep/protocol/memory_space.hpp"
#include "lockstep/protocol/named_values.hpp"

namespace lockstep::protocol {

// A line of the program's own source.
struct source_place {
  std::string file;
  std::uint32_t line = 0;

  bool operator==(const source_place&) const = default;
};

struct access {
  dimensions block{}, thread{};
  recorded<access_kind> kind;
  std::string file;  // the user's own line; empty if not known
  std::uint32_t line = 0;
  std::uint32_t column = 0;   // of the statement, from 1; 0: not known
  std::string header;         // the code lies here, inlined at the user's line; empty: it does not
  std::uint32_t in_line = 0;  // of the header
  std::string kernel = {};    // of the other side, if that is another launch; empty: the same
  std::string call = {};      // the host asked for it by this call; empty: a kernel's thread
  // Of a call of the host: the function that it stands in, if its line is not known; the lines
  // through which the program came there, the innermost first.
  std::string function = {};
  std::vector<source_place> callers = {};
  // The addresses that all this is found out from, in the process that made the call. Not recorded.
  std::vector<std::uintptr_t> return_addresses = {};

  bool operator==(const access&) const = default;
};

// What a launch asks for that its kernel cannot do right with.
enum class launch_part { none, arguments, grid, block };

template <>
struct names_of<launch_part> {
  static constexpr named_value<launch_part> all[] = {{launch_part::arguments, "arguments"},
                                                     {launch_part::grid, "grid"},
                                                     {launch_part::block, "block"}};
};

// A launch of a kernel: its <<<grid, block>>>.
struct launch_shape {
  dimensions grid{1, 1, 1}, block{1, 1, 1};
  source_place from = {};                    // line 0: not known
  launch_part to_blame = launch_part::none;  // rather than the kernel

  bool operator==(const launch_shape&) const = default;
};

struct finding {
  recorded<finding_kind> kind;
  finding_severity severity = finding_severity::error;
  recorded<memory_space> space;
  std::string kernel;  // demangled; empty for host calls
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
  bool went_on = false;  // it would have, but the kernel went on, to show what else is wrong
  // Lanes exchange values by volatile and count on running in step, an idiom of many kernels.
  bool in_step = false;
  // Other kernels in which it was met at the same lines: instances of a template, or kernels that
  // call one device function.
  std::vector<std::string> also_in = {};
  std::string array = {};  // in shared memory, that the message names; or empty

  bool is_warning() const { return severity == finding_severity::warning; }
  bool operator==(const finding&) const = default;
};

// Of a race: its two threads are of different blocks.
inline bool crosses_blocks(const finding& found) {
  const bool of_threads = found.other && found.where.call.empty() && found.other->call.empty();
  return of_threads && (found.where.block != found.other->block || !found.other->kernel.empty());
}

}  // namespace lockstep::protocol
