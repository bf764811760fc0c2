#include <lockstep/grader/counts.hpp>
#include <lockstep/grader/requirements.hpp>
#include <lockstep/grader/run.hpp>
#include <lockstep/grader/shares.hpp>
#include <lockstep/number.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

#include "session.hpp"

namespace lockstep::grader {

namespace {

std::string no_kernel() { return phrase("no-kernel-was-launched", "no kernel was launched"); }

double per_warp(std::uint64_t count, const counters& counted) {
  if (counted.warps == 0) throw wrong(no_kernel());
  return double(count) / double(counted.warps);
}

// Nsight Compute counts asynchronous copies by themselves, and not as loads.
constexpr const char* no_load = "no load from global memory (cp.async is not counted as one)";

double existing(const std::optional<double>& value, const char* what) {
  if (!value) throw wrong(phrase("nothing-of-it", "there was {}", phrase("", what)));
  return *value;
}

void require_share(double share, double measured, double reference, const std::string& what,
                   const std::string& name) {
  record_measurement(what, "at most", share * reference, measured);
  if (measured <= share * reference) return;
  const std::string bound = phrase(
      "at-most-share", "{} needs {}; at most {} times that is allowed ({})",
      protocol::note({"", name, {}}), number(reference), number(share), number(share * reference));
  current_session().missed = {what, diagnosis::missed_bound::relation::at_most, measured,
                              share * reference, bound};
  throw wrong(phrase("measured", "{}: {} measured, {}", protocol::note({"", what, {}}),
                     number(measured), bound));
}

// "block_sums" of "block_sums(int const*, int*, unsigned int)".
std::string short_name(const launch_record& launch) {
  const std::string name = launch.kernel;
  return name.substr(0, name.find('('));
}

std::string names(const launch_list& launches) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < launches.size() && i < most; ++i)
    text += (text.empty() ? "" : ", ") + short_name(launches[i]);
  return launches.size() > most ? text + ", ..." : text;
}

void with_names(const launch_list& launches, const std::function<void()>& requirement) {
  try {
    requirement();
  } catch (const wrong& problem) {
    throw wrong(problem.what() + (launches.empty() ? "" : " (" + names(launches) + ")"));
  }
}

}  // namespace

counters total(const launch_list& launches) {
  counters sum{};
  for (const launch_record& launch : launches) sum = sum + launch.counters;
  return sum;
}

launch_list of_kernel(const launch_list& launches, const std::string& name) {
  launch_list chosen;
  for (const launch_record& launch : launches) {
    // A template's name has its result type in front of it.
    const std::string full = " " + short_name(launch);
    if (full.find(" " + name) != std::string::npos) chosen.push_back(launch);
  }
  return chosen;
}

void require_no_divergence(const counters& counted) {
  require_divergent_branches_per_warp(0, counted);
}

void require_divergent_branches_per_warp(double most, const counters& counted) {
  require_at_most("divergent branches per warp", most,
                  per_warp(counted.divergent_branches, counted));
  require_few_partings(most, counted);
}

void require_no_bank_conflicts(const counters& counted) {
  require_at_most("bank conflicts of loads", 0, counted.shared_load_conflicts);
  require_at_most("bank conflicts of stores", 0, counted.shared_store_conflicts);
}

void require_sectors_per_load(double most, const counters& counted) {
  require_at_most("sectors per load request", most,
                  existing(sectors_per_load_request(counted), no_load));
  (void)all_counted(counted);
}

void require_sectors_per_store(double most, const counters& counted) {
  require_at_most("sectors per store request", most,
                  existing(sectors_per_store_request(counted), "no store to global memory"));
  (void)all_counted(counted);
}

void require_load_efficiency(double least_percent, const counters& counted) {
  require_at_least("per cent of the bytes loaded that were asked for", least_percent,
                   existing(global_load_efficiency(counted), no_load));
  (void)all_counted(counted);
}

void require_store_efficiency(double least_percent, const counters& counted) {
  require_at_least("per cent of the bytes stored that were asked for", least_percent,
                   existing(global_store_efficiency(counted), "no store to global memory"));
  (void)all_counted(counted);
}

void require_barriers_per_warp(double most, const counters& counted) {
  require_at_most("barriers per warp", most, per_warp(counted.barriers, counted));
}

void require_instructions_per_warp(double most, const counters& counted) {
  require_at_most("instructions per warp", most, per_warp(counted.warp_instructions, counted));
}

void require_active_lanes(double least, const counters& counted) {
  require_at_least("lanes that take part in an instruction, on average", least,
                   existing(active_lanes_per_instruction(counted), "no instruction"));
  require_few_partings(1, counted);
}

void require_instructions_relative(double share, const counters& counted, const counters& reference,
                                   const std::string& name_of_reference) {
  require_share(share, per_warp(counted.warp_instructions, counted),
                per_warp(reference.warp_instructions, reference), "instructions per warp",
                name_of_reference);
}

void require_all_instructions_relative(double share, const counters& counted,
                                       const counters& reference,
                                       const std::string& name_of_reference) {
  require_share(share, double(counted.warp_instructions), double(reference.warp_instructions),
                "instructions", name_of_reference);
}

void require_launches(unsigned exactly, const launch_list& launches) {
  with_names(launches, [&] { require_exactly("launches", exactly, double(launches.size())); });
}

void require_launches_at_most(unsigned most, const launch_list& launches) {
  with_names(launches, [&] { require_at_most("launches", most, double(launches.size())); });
}

void require_occupancy(double least_percent, const launch_list& launches) {
  if (launches.empty()) throw wrong(no_kernel());
  for (const launch_record& launch : launches) {
    try {
      require_at_least(phrase("", "theoretical occupancy of {} in per cent", short_name(launch)),
                       least_percent, 100 * launch.theoretical_occupancy);
    } catch (const wrong& problem) {
      const unsigned threads = launch.block[0] * launch.block[1] * launch.block[2];
      throw wrong(std::string(problem.what()) + "\n" +
                  phrase("block-uses",
                         "A block has {} threads and {} bytes of shared memory; a thread has {} "
                         "registers.",
                         threads, launch.shared_bytes, launch.registers));
    }
  }
}

void require_registers(unsigned most, const launch_list& launches) {
  for (const launch_record& launch : launches) {
    if (launch.registers == 0)
      throw undecided(phrase("registers-not-known",
                             "Not measured: the registers of {} are not known.",
                             short_name(launch)));
    require_at_most(phrase("", "registers per thread of {}", short_name(launch)), most,
                    launch.registers);
  }
}

}  // namespace lockstep::grader
