// Any program built by nvcc: run it on a back end.

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "commands/commands.hpp"
#include "language/language.hpp"
#include "programs/program.hpp"
#include "support/exit_code.hpp"
#include "support/foreign_file.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::commands {
int exec(const context& all, const std::vector<std::string>& command_line) {
  const backend on = wanted_backend(all.run, all.paths);
  command what = program_command(all.run, all.paths, command_line, on);
  // A report that the caller wants is the caller's; a GPU's runtime library writes none.
  if (on.name == "gpu" || std::getenv("LOCKSTEP_REPORT") != nullptr) replace_by(what);

  const temporary_folder folder;
  const auto file = folder.path() / "report";
  what.environment.emplace_back("LOCKSTEP_REPORT", file.string());
  process_end end;
  try {
    end = tutor::run(what);
  } catch (const interrupted& by) {
    std::fflush(stdout);
    fmt::print(stderr, "{}",
               tr("lockstep: stopped\n"
                  "  If a kernel never ended: ./lockstep exec --timeout 10 stops it, and shows "
                  "where each warp is.\n"));
    throw;
  }
  // The message was on standard error; a program that ignores the error must not seem to have
  // worked.
  const report seen = parse_report(read_foreign(file, largest_report).content);
  for (const auto& one : seen.refusals) {
    if (one.of_the_whole_program()) return static_cast<int>(exit_code::setup_missing);
  }
  for (const auto& one : seen.findings) {
    if (one.kind == protocol::finding_kind::timeout) return static_cast<int>(exit_code::timed_out);
  }
  if (end.kind == process_end::how::exited) return end.code;
  fmt::print(stderr, "{}", tr("lockstep: the program {}\n", in_language(end_in_words(end))));
  return 128 + end.code;
}

}  // namespace lockstep::tutor::commands
