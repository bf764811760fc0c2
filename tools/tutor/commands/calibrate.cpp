// Measures the constants of a GPU that a model of its time needs.
#include <fmt/format.h>

#include "commands/clocked_backend.hpp"
#include "commands/commands.hpp"
#include "language/language.hpp"
#include "programs/build.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace lockstep::tutor::commands {
namespace {

constexpr const char* program = "tools/calibrate/calibrate";

// Three of comments, and the names of the columns.
constexpr std::size_t lines_of_heading = 4;

}  // namespace

int calibrate(const context& all, const calibrate_options& how) {
  const backend on = clocked_backend(all, tr("calibrate needs a GPU, which the emulator is not. "
                                             "Results of an H200: docs/data/h200_clock.csv."));
  build_or_throw(all.paths, {program});
  command what;
  what.arguments = {(all.paths.build / program).string()};
  what.environment = on.environment();
  if (!how.csv.empty()) what.arguments.emplace_back("--csv");
  if (!how.only.empty()) what.arguments.insert(what.arguments.end(), {"--only", how.only});
  // A file is written only when all of it is known.
  const bool to_file = !how.csv.empty() && how.csv != "-";
  what.keep_output = to_file;
  const process_end end = tutor::run(what);
  if (end.kind == process_end::how::signalled) {
    fmt::print(stderr, "{}", tr("lockstep: calibrate crashed: {}\n", signal_name(end.code)));
    return static_cast<int>(exit_code::crashed);
  }
  if (!to_file || !end.succeeded()) return end.code;
  const std::string problem = write_file(how.csv, end.output);
  if (!problem.empty())
    throw setup_missing(tr("cannot write {}: {}", how.csv, problem),
                        "--csv - prints the constants.");
  fmt::print(stderr, "{} in {}\n",
             count_of(lines_of(end.output).size() - lines_of_heading, "constant"), how.csv);
  return end.code;
}

}  // namespace lockstep::tutor::commands
