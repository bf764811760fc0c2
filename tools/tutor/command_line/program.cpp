#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <system_error>

#include "command_line/command_line.hpp"
#include "editor/editor.hpp"
#include "language/language.hpp"
#include "learner/set_aside.hpp"
#include "processes/process.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

int report(const failure& what, bool json) {
  const int code = static_cast<int>(what.code);
  if (json) {
    fmt::print(
        "{}\n",
        nlohmann::ordered_json{{"error", what.what()}, {"advice", what.advice}, {"exit_code", code}}
            .dump(2));
    return code;
  }
  const palette colours = palette_for(2);
  fmt::print(stderr, "{} {}\n", colours.bad("lockstep:"), in_language(what.what()));
  for (const auto& line : lines_of(in_language(what.advice))) fmt::print(stderr, "  {}\n", line);
  return code;
}

// What was printed must have been taken: on a full disk it is lost, and nobody would know.
int with_output_written(int code) {
  const bool flushed = std::fflush(stdout) == 0;
  const int problem = errno;
  if (flushed && std::ferror(stdout) == 0) return code;
  const std::string why = flushed ? tr("the output cannot be written")
                                  : tr("the output cannot be written: {}", std::strerror(problem));
  fmt::print(stderr, "{} {}\n", palette_for(2).bad("lockstep:"), why);
  fmt::print(stderr, "  {}\n", tr("If the disk is full, make room and run the command again."));
  return static_cast<int>(exit_code::setup_missing);
}

context context_of(const request& wanted, offer what) {
  if (what == offer::workbench)
    return {installed_paths(), {}, wanted.run, wanted.json, /*watched=*/false, palette_for(1)};
  const checkout_paths paths = find_checkout();
  // What other programs read stays English.
  if (!wanted.json) choose_language(paths.root / "tools/language");
  refresh_compile_commands(paths);
  context all{paths,
              load_manifest(paths.root / "course.toml"),
              wanted.run,
              wanted.json,
              /*watched=*/false,
              palette_for(1)};
  put_back_after_a_kill(all);
  return all;
}

int run_command(int argc, char** argv, offer what) {
  bool json = false;
  try {
    if (what == offer::workbench) call_command("lockstep-run");
    std::string help;
    const request wanted = parse_command_line(argc, argv, help, what);
    if (!wanted.command) {
      fmt::print("{}", help);
      return 0;
    }
    json = wanted.json;
    return wanted.command(context_of(wanted, what));
  } catch (const failure& problem) {
    return report(problem, json);
  } catch (const interrupted& by) {
    return 128 + by.signal;
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0) return static_cast<int>(exit_code::setup_missing);  // told below
    return report(failure(exit_code::setup_missing, error.what(), ""), json);
  }
}

// A file must not get the number of a stream that was closed by whoever started the program. What
// is written to such an output fails, and is noticed; errors have nowhere to go.
void fill_closed_streams() {
  for (const int mode : {O_WRONLY, O_RDONLY, O_WRONLY}) {
    const int lowest = open("/dev/null", mode);
    if (lowest > STDERR_FILENO || lowest < 0) {
      if (lowest > STDERR_FILENO) close(lowest);
      return;
    }
  }
}

}  // namespace

int run_program(int argc, char** argv, offer what) {
  fill_closed_streams();
  try {
    return with_output_written(run_command(argc, argv, what));
  } catch (const std::system_error&) {
    return static_cast<int>(exit_code::setup_missing);  // standard error takes nothing
  }
}

}  // namespace lockstep::tutor
