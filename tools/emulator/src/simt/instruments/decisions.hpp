// Which condition in the user's source led threads where a finding is: worked out from the control
// flow once there is a finding, and only named where no other can have been it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/syntax.hpp"
#include "simt/state/misled_lanes.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// An instruction (an index into code::instructions) and the calls around it, the innermost first.
using call_chain = std::vector<std::uint32_t>;
call_chain chain_of(const step* at, const frame_ref& frame);

// The line's number, and the name of its file if that is not `seen_from`: "12", "12 of queue.h".
std::string line_name(const ptx::source_line& line, std::string_view seen_from);

struct condition {
  ptx::source_line line;
  std::uint32_t instruction = 0;  // the branch
  bool is_return = false;         // the other way leads out of the kernel at once, by `return`
};

// Where threads of a block that come to an instruction part from those that never do.
std::optional<condition> parting_before(const running_launch& launch, const call_chain& at);
// Where threads that come to one instruction part from those that come to the other.
std::optional<condition> parting_between(const running_launch& launch, const call_chain& one,
                                         const call_chain& other);

// The nearest of the user's branches that decides whether an instruction of its function runs.
std::optional<ptx::source_line> condition_before(const running_launch& launch,
                                                 std::uint32_t instruction);

// The nearest of the user's branches around both of two instructions, or around calls of the
// functions in which they stand, that only some threads of a block take. 0: there is none.
struct branches_around {
  std::optional<ptx::source_line> parts_in;   // one whose ways meet again,
  std::optional<ptx::source_line> leaves_in;  // and one whose other way leads out of the function
};
branches_around branches_around_both(const running_launch& launch, std::uint32_t one,
                                     std::uint32_t other);

// A condition that compares with a number that the launch passes.
struct limit {
  ptx::source_line line;
  std::uint64_t value = 0;
};

struct guards {
  // Of the conditions that look at what the address of the access is made of: the nearest first,
  // each line once.
  std::vector<ptx::source_line> lines;
  bool are_none = false;  // the access is made whatever the values are
  // Of these conditions, the nearest first; only of those in the kernel itself.
  std::vector<limit> limits;
  std::vector<std::uint64_t> passed;  // the numbers that the launch passes to the kernel
  // "%ctaid.x": the one number of thread or block that the address is made of, beside what the
  // launch passes; empty: it is made of more.
  std::string_view index_from;
};
guards guards_of(const running_launch& launch, const call_chain& access);

// What depends on the value that an instruction reads. Values that are stored are not followed.
value_reach reach_of(const running_launch& launch, std::uint32_t instruction);

}  // namespace lockstep::simt
