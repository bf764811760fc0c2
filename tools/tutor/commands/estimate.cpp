// How long the kernels of a program would take on a GPU, as the emulator's model says.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <regex>

#include "commands/commands.hpp"
#include "commands/profile_gpu.hpp"
#include "language/language.hpp"
#include "profile/estimate_text.hpp"
#include "profile/export.hpp"
#include "programs/program.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::commands {
namespace {

std::string about_the_model(bool warm, const palette& colours) {
  return colours.dim(
             tr("A model, not a measurement: it runs the instructions of a few blocks on a "
                "simulated GPU,\nwith {}. The launch itself is included. Differences under 10 % "
                "are too close to call.",
                warm ? tr("L2 full of the kernel's inputs") : tr("cold caches"))) +
         "\n";
}

}  // namespace

int estimate(const context& all, const estimate_options& how,
             const std::vector<std::string>& command_line) {
  const std::regex filter = kernel_filter(how.kernel);
  if (all.run.backend == "gpu") {
    // What a GPU measures, and the model's answer beside it.
    profile_options beside;
    beside.kernel = how.kernel;
    beside.time = true;
    return profile_on_gpu(all, beside,
                          find_metrics("gpu__time_duration,achieved_occupancy,gld_requests"),
                          command_line);
  }
  const backend on =
      observing_backend(all.run, all.paths, "estimates", tr("Nsight Systems (nsys)"));
  command what = program_command(all.run, all.paths, command_line, on);
  what.environment.emplace_back("LOCKSTEP_COUNTERS", "1");
  what.environment.emplace_back("LOCKSTEP_CLOCK", how.warm ? "warm" : "1");
  what.output_to_error = all.json;
  observed run = observe_run(std::move(what));
  auto launches = parse_launches(run.seen);
  std::erase_if(launches, [&](const auto& one) { return !std::regex_search(one.kernel, filter); });
  if (all.json)
    fmt::print("{}\n", profile_json(run.seen, filter, false).dump(2));
  else if (launches.empty())
    fmt::print("{}", tr("{} launched no kernel{}.\n", command_line[0],
                        run.seen.launches.empty() ? "" : tr(" whose name matches {}", how.kernel)));
  else
    fmt::print("{}\n{}", estimates_text(grouped_by_shape(launches), all.colours),
               about_the_model(how.warm, all.colours));
  std::fflush(stdout);
  print_findings(run.seen, all.paths);
  if (run.interrupted_by != 0) throw interrupted(run.interrupted_by);
  if (!run.end.succeeded())
    fmt::print(stderr, "{}", tr("lockstep: the program {}\n", in_language(end_in_words(run.end))));
  return code_for_program(run.end);
}

}  // namespace lockstep::tutor::commands
