#include "commands/profile_gpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "language/language.hpp"
#include "profile/comparison_output.hpp"
#include "profile/ncu.hpp"
#include "programs/program.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::commands {
namespace {

// What a person is shown who asked for nothing by name.
constexpr const char* usual_metrics =
    "branch_efficiency,inst_per_warp,warp_execution_efficiency,gld_efficiency,gst_efficiency,"
    "gld_requests,gld_transactions,gst_requests,gst_transactions,shared_ld_bank_conflict,"
    "shared_st_bank_conflict,sm__maximum_warps_per_active_cycle_pct,launch__registers_per_thread,"
    "achieved_occupancy,dram_read_throughput,gpu__time_duration";

// The emulator's profile for a GPU of this name; empty if it has none.
std::string profile_of(std::string gpu) {
  std::erase_if(gpu, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  for (auto& c : gpu) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char* name :
       {"h200", "h100", "a100", "rtx4090", "rtx4070", "rtx3060", "gtx1650", "k20x", "c2050"}) {
    const auto at = gpu.find(name);
    if (at == std::string::npos) continue;
    // An RTX 4070 Ti is no RTX 4070.
    const std::string rest = gpu.substr(at + std::string_view(name).size());
    if (!rest.starts_with("ti") && !rest.starts_with("super")) return name;
  }
  return {};
}

std::vector<std::string> names_for_ncu(const std::vector<named_metric>& metrics) {
  std::vector<std::string> names;
  for (const auto& one : metrics) {
    const std::string name = one.for_ncu();
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  return names;
}

struct hardware_run {
  process_end end;
  std::string log;
};

hardware_run run_under_ncu(const std::filesystem::path& ncu, command what,
                           const std::vector<std::string>& names, const profile_options& how,
                           bool data) {
  const temporary_folder folder;
  const auto log = folder.path() / "ncu.csv";
  auto words = ncu_words(ncu, names, how.kernel, how.first, log);
  words.insert(words.end(), what.arguments.begin(), what.arguments.end());
  what.arguments = std::move(words);
  what.output_to_error = data;
  hardware_run result;
  result.end = tutor::run(what);
  result.log = content_of(log);
  return result;
}

void print_unknown(const std::vector<std::string>& names, const std::filesystem::path& ncu) {
  fmt::print(
      stderr, "{}",
      tr("lockstep: note: {} did not count {}: it does not know {}, or this GPU has no such "
         "counter (ncu --query-metrics)\n",
         ncu.string(), join(names, ", "), names.size() == 1 ? tr("that name") : tr("those names")));
}

// The same program on the emulator, without what it prints: that was seen already.
std::vector<host_launch> count_on_emulator(const context& all, command what, const std::string& gpu,
                                           bool time, std::string& profile) {
  backend on = emulator_backend(all.paths);
  apply(all.run, on);
  if (on.device.empty()) on.device = profile_of(gpu);
  what.environment = on.environment();
  what.environment.emplace_back("LOCKSTEP_COUNTERS", "1");
  if (time) what.environment.emplace_back("LOCKSTEP_CLOCK", "1");
  what.capture = true;
  const observed seen = observe_run(std::move(what));
  if (seen.interrupted_by != 0) throw interrupted(seen.interrupted_by);
  profile = seen.seen.device;
  if (!seen.end.succeeded())
    fmt::print(
        stderr, "{}",
        tr("lockstep: on the emulator the program {}\n", in_language(end_in_words(seen.end))));
  return launches_by_host(parse_launches(seen.seen));
}

}  // namespace

int profile_on_gpu(const context& all, const profile_options& how,
                   const std::vector<named_metric>& wanted,
                   const std::vector<std::string>& command_line) {
  if (how.by_line) {
    throw wrong_usage("--by-line counts on the emulator only",
                      "Omit --backend gpu. On a GPU: ncu --set source --page source --print-source "
                      "sass,cuda PROGRAM");
  }
  const std::regex filter(how.kernel);
  const bool data = all.json || how.csv;
  std::string why;
  const backend on = choose_backend("gpu", all.paths);
  const auto ncu = find_ncu(all.paths);
  const std::string gpu = find_gpu(why).value_or(tutor::gpu{"a GPU"}).name;
  const auto metrics = wanted.empty() ? find_metrics(usual_metrics) : wanted;
  const command what = program_command(all.run, all.paths, command_line, on);

  const auto names = names_for_ncu(metrics);
  const auto seen = run_under_ncu(ncu, what, names, how, data);
  auto hardware = parse_hardware(seen.log);
  if (hardware.empty()) {
    if (const auto reason = why_not_counted(seen.log + seen.end.output, gpu)) throw *reason;
  } else if (const auto unknown = not_counted(hardware, names); !unknown.empty()) {
    print_unknown(unknown, ncu);
  }
  std::erase_if(hardware,
                [&](const hardware_launch& one) { return !std::regex_search(one.kernel, filter); });

  counted_by who{gpu, ncu.string(), {}};
  std::vector<host_launch> emulated;
  try {
    emulated = count_on_emulator(all, what, gpu, how.time, who.profile);
    std::set<std::string> met;
    std::erase_if(emulated, [&](const host_launch& one) {
      const std::string& kernel = one.counts.kernel;
      return !std::regex_search(kernel, filter) || (how.first && !met.insert(kernel).second);
    });
  } catch (const failure& reason) {
    fmt::print(stderr, "{}",
               tr("lockstep: note: not counted by the emulator: {}\n", reason.what()));
  }
  const comparison both = compare(hardware, emulated, metrics);
  const bool nothing = hardware.empty() && !seen.end.succeeded();
  if (all.json) {
    fmt::print("{}\n", comparison_json(both, who).dump(2));
  } else if (how.csv) {
    fmt::print("{}", comparison_csv(both));
  } else if (nothing) {
    // What became of it is told below.
  } else if (hardware.empty() && emulated.empty()) {
    fmt::print("{}", tr("{} launched no kernel{}.\n", command_line[0],
                        how.kernel.empty() ? "" : tr(" whose name matches {}", how.kernel)));
  } else {
    fmt::print("{}", comparison_text(both, who, how.launches, all.colours));
  }
  std::fflush(stdout);
  if (!seen.end.succeeded()) {
    fmt::print(stderr, "{}",
               tr("lockstep: under ncu the program {}\n", in_language(end_in_words(seen.end))));
  }
  return code_for_program(seen.end);
}

}  // namespace lockstep::tutor::commands
