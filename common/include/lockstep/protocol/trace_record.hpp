// The records of a traced run: `trace_launch`, `trace_step` and `trace_end` of docs/interfaces.md,
// written by the back end and read by the tutor. Section 6 there describes the members.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lockstep/protocol/dimensions.hpp"
#include "lockstep/protocol/finding_kind.hpp"
#include "lockstep/protocol/memory_space.hpp"
#include "lockstep/protocol/trace_value.hpp"

namespace lockstep::protocol {

// The stream into which device code launches a grid.
enum class device_stream : std::uint8_t { null, per_thread, fire_and_forget, tail, named, other };

template <>
struct names_of<device_stream> {
  static constexpr named_value<device_stream> all[] = {
      {device_stream::null, "null"},
      {device_stream::per_thread, "per thread"},
      {device_stream::fire_and_forget, "fire and forget"},
      {device_stream::tail, "tail"},
      {device_stream::named, "named"}};
};

// Where and how device code launched a grid.
struct device_launch {
  std::uint64_t launch = 0;  // number of the launch whose kernel did
  dimensions block{}, thread{};
  recorded<device_stream> stream;
  std::string file;
  std::uint32_t line = 0;

  bool operator==(const device_launch&) const = default;
};

struct trace_launch {
  std::uint64_t launch = 0;  // number among all launches of the run, from 1
  std::uint64_t at = 0;      // position in the order of all trace records of the run
  std::string kernel;        // demangled
  dimensions grid{1, 1, 1}, block{1, 1, 1};
  bool traced = false;              // its warps' steps are recorded
  std::optional<device_launch> by;  // nothing: the host launched it
  dimensions cluster{};             // blocks of a cluster; zeros: they form none

  bool operator==(const trace_launch&) const = default;
};

// What an instruction does, as far as a trace tells it.
enum class step_kind : std::uint8_t {
  other,
  load,
  store,
  atomic,
  branch,
  exit,
  call,
  returns,
  barrier,  // of the block: lanes arrive
  leave,    // no instruction: lanes continue behind a barrier
  warp      // an operation of the warp: shuffles, votes, __syncwarp()
};

template <>
struct names_of<step_kind> {
  static constexpr named_value<step_kind> all[] = {
      {step_kind::other, "other"},     {step_kind::load, "load"},
      {step_kind::store, "store"},     {step_kind::atomic, "atomic"},
      {step_kind::branch, "branch"},   {step_kind::exit, "exit"},
      {step_kind::call, "call"},       {step_kind::returns, "return"},
      {step_kind::barrier, "barrier"}, {step_kind::leave, "leave"},
      {step_kind::warp, "warp"}};
};

// The accesses of one step's lanes to one memory space.
struct trace_access {
  recorded<memory_space> space;
  lane_mask lanes = 0;
  std::uint32_t bytes = 0;  // of each lane
  // By lane, nothing where there is no access: offsets in the allocation or the space.
  std::vector<std::optional<std::int64_t>> addresses;
  std::optional<std::uint64_t> allocation;  // its number
  std::optional<std::uint32_t> sectors;     // of 32 bytes; of global memory
  std::optional<std::uint32_t> conflicts;   // passes beyond those without bank conflicts; of shared
  recorded<value_type> type;                // of the values; none: they are not recorded
  std::uint32_t elements = 1;               // that each lane accesses
  // Bits, by lane and element, nothing where there is no access: what a load read, what a store
  // wrote, the operand of an atomic operation.
  std::vector<std::optional<std::uint64_t>> values;
  // What an atomic operation found there; empty if the program does not ask for it.
  std::vector<std::optional<std::uint64_t>> found;

  bool operator==(const trace_access&) const = default;
};

// Values that lanes of a warp exchange: by shuffles, or by a reduction of the warp.
struct trace_exchange {
  lane_mask lanes = 0;
  std::uint32_t by = 0;       // how far, with which lane or mask, as the shuffle's operand says
  recorded<value_type> type;  // of the values
  // Bits, by lane, nothing where there is no lane: what each gives, and what it gets.
  std::vector<std::optional<std::uint64_t>> gave, got;

  bool operator==(const trace_exchange&) const = default;
};

struct trace_step {
  std::uint64_t launch = 0;
  dimensions block{};
  std::uint32_t warp = 0;
  std::uint64_t step = 0;  // number in its warp, from 1
  std::uint64_t at = 0;    // as in trace_launch
  recorded<step_kind> kind;
  std::string op;  // "ld.global.u32"
  std::string file;
  std::uint32_t line = 0;
  lane_mask active = 0;
  lane_mask executing = 0;       // those whose guard holds; of a branch: those that take it
  std::string callee;            // of a call, if it is known
  std::vector<lane_mask> split;  // the parts into which the lanes diverge; or none
  std::vector<lane_mask> met;    // the parts that have reconverged; or none
  std::vector<trace_access> accesses;
  std::optional<trace_exchange> exchange;

  bool operator==(const trace_step&) const = default;
};

// An allocation that a traced launch was given, or accessed.
struct traced_array {
  struct parameter {
    std::uint32_t number = 0;  // of the kernel, from 0
    std::uint64_t offset = 0;  // where in the allocation it points
    bool operator==(const parameter&) const = default;
  };
  std::uint64_t allocation = 0;  // its number, as in trace_access
  std::uint64_t bytes = 0;
  std::string name;                   // of a variable; empty: it has none
  std::vector<parameter> parameters;  // that point into it

  bool operator==(const traced_array&) const = default;
};

// A variable of a traced kernel in shared memory.
struct shared_array {
  std::string name;
  std::uint64_t offset = 0, bytes = 0;

  bool operator==(const shared_array&) const = default;
};

struct trace_end {
  std::uint64_t launch = 0;
  std::uint64_t at = 0;                              // as in trace_launch
  std::optional<recorded<finding_kind>> stopped_by;  // nothing: it ran to its end
  std::uint64_t steps_left_out = 0;                  // of the warps that were traced
  std::vector<traced_array> arrays = {};             // by number
  std::vector<shared_array> shared = {};             // by offset

  bool operator==(const trace_end&) const = default;
};

// The name of a space in traces: that of a kernel's parameters is "parameter" here, "param" in
// findings.
std::string_view trace_name(const recorded<memory_space>& space);

// The members of a record as a JSON object on one line, without "type". Text that is not UTF-8 is
// replaced.
std::string members_of(const trace_launch& launch);
std::string members_of(const trace_step& step);
std::string members_of(const trace_end& end);

// The names of these records, as in "type".
inline constexpr const char* trace_launch_type = "trace_launch";
inline constexpr const char* trace_step_type = "trace_step";
inline constexpr const char* trace_end_type = "trace_end";

// A whole record, with its "type". Nothing if it is none of the three, or a step without the
// members that every step has.
using trace_record = std::variant<trace_launch, trace_step, trace_end>;
[[nodiscard]] std::optional<trace_record> parse_trace_record(std::string_view line);

// The objects of `lockstep trace --json`: what launched a grid (null: the host), and a step
// without the place of its warp.
nlohmann::ordered_json json_of(const std::optional<device_launch>& by);
nlohmann::ordered_json json_of(const trace_step& step);
nlohmann::ordered_json json_of(const traced_array& array);
nlohmann::ordered_json json_of(const shared_array& array);

}  // namespace lockstep::protocol
