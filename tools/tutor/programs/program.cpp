#include "programs/program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/language.hpp"
#include "lockstep/protocol/finding_text.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "programs/compile.hpp"
#include "programs/elf.hpp"
#include "programs/libraries.hpp"
#include "support/disk.hpp"
#include "support/failure.hpp"
#include "support/foreign_file.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

fs::path find_program(const std::string& name) {
  // As a shell does, except that a file in this folder needs no "./".
  if (name.find('/') != std::string::npos || fs::exists(name)) return fs::absolute(name);
  const auto found = find_on_path(name);
  return found.empty() ? fs::path(name) : found;
}

}  // namespace

command program_command(const run_options& options, const checkout_paths& paths,
                        const std::vector<std::string>& command_line, const backend& on) {
  command what;
  what.environment = on.environment();
  if (on.name != "gpu") {
    const environment_changes how = attendance(options);
    what.environment.insert(what.environment.end(), how.begin(), how.end());
  }
  if (!is_source(command_line[0])) {
    if (!options.nvcc.empty()) {
      throw wrong_usage(tr("--nvcc is for source files, and {} is not one", command_line[0]),
                        "Its flags were given when it was compiled.");
    }
    what.arguments = command_line;
    what.arguments[0] = find_program(command_line[0]).string();
  } else {
    const auto last = std::find(command_line.begin(), command_line.end(), "--");
    const fs::path program =
        compiled_program(paths, on, {command_line.begin(), last}, options.nvcc);
    what.arguments = {program.string()};
    if (last != command_line.end())
      what.arguments.insert(what.arguments.end(), last + 1, command_line.end());
  }
  require_runnable(what.arguments[0]);
  if (on.is_emulator() && !options.anyway) require_emulated_libraries(what);
  return what;
}

backend wanted_backend(const run_options& options, const checkout_paths& paths) {
  backend on = choose_backend(options.backend, paths);
  apply(options, on);
  return on;
}

backend observing_backend(const run_options& options, const checkout_paths& paths,
                          const std::string& purpose, const std::string& tool) {
  if (options.backend == "gpu") {
    throw setup_missing(tr("a GPU cannot show {}", purpose),
                        tr("Use --backend emulator here, or {} on the GPU.", tool));
  }
  if (options.backend != "auto") return wanted_backend(options, paths);
  backend on = emulator_backend(paths);
  apply(options, on);
  return on;
}

observed observe_run(command what) {
  const temporary_folder folder;
  const auto file = folder.path() / "report";
  what.environment.emplace_back("LOCKSTEP_REPORT", file.string());
  what.environment.emplace_back("LOCKSTEP_QUIET", "1");
  observed result;
  try {
    result.end = tutor::run(what);
  } catch (const interrupted& by) {
    result.interrupted_by = by.signal;
  }
  result.seen = parse_report(read_foreign(file, largest_report).content);
  if (result.interrupted_by == 0) require_room_to_record();
  for (const auto& one : result.seen.refusals) {
    // A call that it does not get leaves a program running; a kernel that does not run spoils what
    // is observed.
    const bool copes =
        one.reason == protocol::refusal_reason::unsupported_call && result.end.succeeded();
    if (!copes) throw setup_missing(one.message, {});
    fmt::print(stderr, "{}", tr("lockstep: note: {}\n", in_language(one.message)));
  }
  if (!result.seen.started && result.interrupted_by == 0) {
    throw setup_missing(
        tr("{} never used the CUDA runtime library", what.arguments[0]),
        "Check that it is the right program: it must be linked with nvcc -cudart shared.");
  }
  return result;
}

void require_room_to_record() {
  const fs::path folder = folder_for_temporary_files();
  const std::string reason = no_room_in(folder, room_to_record);
  if (reason.empty()) return;
  throw setup_missing(
      tr("what the run shows cannot be stored: no space left in {}: {}", folder.string(), reason),
      "Free some space there, or set TMPDIR to a folder on another disk.");
}

fs::path find_source(const std::string& name, const checkout_paths& paths) {
  // Compilers name files relative to where they ran, which for the course's own programs is the
  // build folder.
  for (const fs::path& candidate : {fs::path(name), (paths.build / name).lexically_normal()}) {
    std::error_code error;
    if (fs::is_regular_file(candidate, error)) return candidate;
  }
  return {};
}

void name_sources(protocol::finding& found, const checkout_paths& paths) {
  const auto name_file = [&](std::string& file) {
    const auto source = find_source(file, paths);
    if (source.empty()) return;
    const fs::path whole = fs::absolute(source).lexically_normal();
    const fs::path here = whole.lexically_relative(fs::current_path());
    file = (here.empty() || *here.begin() == ".." ? whole : here).string();
  };
  const auto name = [&](protocol::access& access) {
    name_file(access.file);
    for (protocol::source_place& caller : access.callers) name_file(caller.file);
  };
  name(found.where);
  if (found.other) name(*found.other);
  if (found.launch) name_file(found.launch->from.file);
}

std::regex kernel_filter(const std::string& pattern) {
  try {
    return std::regex(pattern);
  } catch (const std::regex_error&) {
    throw wrong_usage(tr("--kernel: {} is not a regular expression", pattern),
                      "Part of a kernel's name will do: --kernel reduce");
  }
}

void print_findings(const report& seen, const checkout_paths& paths) {
  for (auto found : seen.findings) {
    name_sources(found, paths);
    fmt::print(stderr, "{}\n", in_language(protocol::text(found)));
  }
}

std::string end_in_words(const process_end& end) {
  return end.kind == process_end::how::exited
             ? protocol::phrase("ended-with-code", "ended with code {}", end.code)
             : "crashed: " + signal_name(end.code);
}

int code_for_program(const process_end& end) {
  return static_cast<int>(end.succeeded() ? exit_code::passed : exit_code::crashed);
}

}  // namespace lockstep::tutor
