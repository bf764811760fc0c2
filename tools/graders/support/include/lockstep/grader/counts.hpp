// What is often required of counters, in the words of the course. Each takes what `measure` or
// `measure_launches` gave, and ends the trial with a message if it is not so.
#pragma once

#include <lockstep/observe.hpp>
#include <lockstep/protocol/ratios.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lockstep::grader {

using launch_list = std::vector<launch_record>;

// As measure (run.hpp), launch by launch: kernel, grid, block, registers, occupancy, counters.
// Those that kernels make are among them.
[[nodiscard]] launch_list measure_launches(const std::function<void()>& code,
                                           const std::function<void()>& require_right);

[[nodiscard]] counters total(const launch_list& launches);
// Of the kernels whose name begins with `name`.
[[nodiscard]] launch_list of_kernel(const launch_list& launches, const std::string& name);

void require_no_divergence(const counters& counted);
void require_divergent_branches_per_warp(double most, const counters& counted);
void require_no_bank_conflicts(const counters& counted);
void require_sectors_per_load(double most, const counters& counted);
void require_sectors_per_store(double most, const counters& counted);
// Of the bytes in the sectors moved, per cent that were asked for: the same for accesses of any
// width, where sectors per request are 4 for lanes that take 4 bytes and 16 for lanes that take 16.
void require_load_efficiency(double least_percent, const counters& counted);
void require_store_efficiency(double least_percent, const counters& counted);
void require_barriers_per_warp(double most, const counters& counted);
void require_instructions_per_warp(double most, const counters& counted);
void require_active_lanes(double least, const counters& counted);

// At most `share` of the instructions per warp that `reference` needs: 0.25 is a quarter. Shares of
// all instructions if the two have different numbers of warps.
void require_instructions_relative(double share, const counters& counted, const counters& reference,
                                   const std::string& name_of_reference);
void require_all_instructions_relative(double share, const counters& counted,
                                       const counters& reference,
                                       const std::string& name_of_reference);

void require_launches(unsigned exactly, const launch_list& launches);
void require_launches_at_most(unsigned most, const launch_list& launches);

// Resident warps as per cent of the device's maximum, of every launch.
void require_occupancy(double least_percent, const launch_list& launches);
// Undecided where registers are not known: only machine code tells them.
void require_registers(unsigned most, const launch_list& launches);

}  // namespace lockstep::grader
