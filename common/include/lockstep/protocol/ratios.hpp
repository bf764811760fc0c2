// Ratios of a launch's counters, under the names of docs/interfaces.md and with Nsight Compute's
// definitions. A value that does not exist (no branch, no store) is empty, never 0 or 100.
#pragma once

#include <lockstep/protocol/counters.hpp>

#include <cstdint>
#include <optional>

namespace lockstep {

namespace detail {
inline std::optional<double> ratio(double numerator, double denominator) {
  if (denominator == 0) return std::nullopt;
  return numerator / denominator;
}
}  // namespace detail

// PTX instructions, averaged over the warps launched.
inline std::optional<double> instructions_per_warp(const counters& c) {
  return detail::ratio(double(c.warp_instructions), double(c.warps));
}

// Per cent of branch targets reached by all active lanes together.
inline std::optional<double> branch_efficiency(const counters& c) {
  return detail::ratio(100.0 * double(c.branch_targets - c.divergent_branch_targets),
                       double(c.branch_targets));
}

// Lanes that take part in an instruction, on average: 32 at best.
inline std::optional<double> active_lanes_per_instruction(const counters& c) {
  return detail::ratio(double(c.thread_instructions), double(c.warp_instructions));
}

// Per cent of the bytes moved that were asked for; what several lanes of a warp want counts once. A
// sector has 32 bytes.
inline std::optional<double> global_load_efficiency(const counters& c) {
  return detail::ratio(100.0 * double(c.global_load_data_bytes),
                       32.0 * double(c.global_load_sectors));
}
inline std::optional<double> global_store_efficiency(const counters& c) {
  return detail::ratio(100.0 * double(c.global_store_data_bytes),
                       32.0 * double(c.global_store_sectors));
}

// A request is one instruction of one warp; 32 lanes that read 32 neighbouring ints need 4 sectors.
inline std::optional<double> sectors_per_load_request(const counters& c) {
  return detail::ratio(double(c.global_load_sectors), double(c.global_load_requests));
}
inline std::optional<double> sectors_per_store_request(const counters& c) {
  return detail::ratio(double(c.global_store_sectors), double(c.global_store_requests));
}

// Extra passes over shared memory because lanes wanted different words of one bank.
inline std::uint64_t shared_conflicts(const counters& c) {
  return c.shared_load_conflicts + c.shared_store_conflicts;
}

// The ratios that a record of a launch has, by their names there.
struct derived_value {
  const char* name;
  std::optional<double> (*of)(const counters&);
};
inline constexpr derived_value derived_values[] = {
    {"branch_efficiency", branch_efficiency},
    {"instructions_per_warp", instructions_per_warp},
    {"active_lanes_per_instruction", active_lanes_per_instruction},
    {"global_load_efficiency", global_load_efficiency},
    {"global_store_efficiency", global_store_efficiency},
};

}  // namespace lockstep
