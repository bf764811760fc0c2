// What a back end writes to LOCKSTEP_REPORT, one JSON object a line (docs/interfaces.md, section
// 1), in both directions. The records of findings, launches and traces have headers of their own.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/protocol/finding.hpp"

namespace lockstep::protocol {

// Why a back end cannot run something.
enum class refusal_reason : std::uint8_t {
  other,
  no_ptx,
  bad_image,
  no_kernel,
  unknown_device,
  unknown_schedule,
  instruction_set,
  unsupported_instruction,
  unsupported_call,
  too_large,  // a kernel that needs more of something than there is on a GPU
  out_of_memory,
  needs_gpu,  // a library that only works with one
};

template <>
struct names_of<refusal_reason> {
  static constexpr named_value<refusal_reason> all[] = {
      {refusal_reason::no_ptx, "no_ptx"},
      {refusal_reason::bad_image, "bad_image"},
      {refusal_reason::no_kernel, "no_kernel"},
      {refusal_reason::unknown_device, "unknown_device"},
      {refusal_reason::unknown_schedule, "unknown_schedule"},
      {refusal_reason::instruction_set, "instruction_set"},
      {refusal_reason::unsupported_instruction, "unsupported_instruction"},
      {refusal_reason::unsupported_call, "unsupported_call"},
      {refusal_reason::too_large, "too_large"},
      {refusal_reason::out_of_memory, "out_of_memory"},
      {refusal_reason::needs_gpu, "needs_gpu"}};
};

struct refusal {
  std::string message;
  recorded<refusal_reason> reason;
  std::string kernel;  // demangled; empty: of no kernel

  // Nothing of the program can run here. Of a single call or instruction, it may do without.
  bool of_the_whole_program() const {
    return reason != refusal_reason::unsupported_instruction &&
           reason != refusal_reason::unsupported_call && reason != refusal_reason::too_large;
  }
  bool operator==(const refusal&) const = default;
};

// Everything that a run's report says.
struct report {
  bool started = false;  // the back end was loaded
  std::string backend, device;
  std::vector<finding> findings;
  std::vector<refusal> refusals;
  std::map<std::string, std::uint64_t> kernels;  // by name: how often each was launched
  std::set<std::string> locking;                 // those of them with locks, flags or spins
  std::vector<std::string> launches;  // records, each a line: launch_record.hpp reads them
  std::vector<std::string> trace;     // records, each a line: trace_record.hpp reads them
};

// Lines that are no record, or one that is not known here, are skipped.
[[nodiscard]] report parse_report(std::string_view text);

// A line of a report, with its newline: `members` is a JSON object, before whose members comes the
// type of the record.
std::string record_line(std::string_view type, std::string_view members);

// The members of records as JSON objects on one line, without "type".
std::string start_members(std::string_view backend, std::string_view device);
std::string members_of(const refusal& refused);
// The estimate of an earlier launch of this number does not hold: why, as a clause.
std::string overlap_members(std::uint64_t launch, std::string_view why);
// Without "launches", the count that goes on growing. `locks`: its threads wait for others by a
// lock, a flag or a spin, or look at a counter, so that what is seen depends on their order.
std::string kernel_members(std::string_view kernel, bool locks);

}  // namespace lockstep::protocol
