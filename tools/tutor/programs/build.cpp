#include "programs/build.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <regex>

#include "language/language.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "processes/process.hpp"
#include "support/disk.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "terminal/terminal.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

using protocol::phrase;

constexpr std::size_t excerpt_lines = 30;
constexpr const char* disk_is_full = "the disk is full";
constexpr std::size_t longest_line = 2000;  // bytes: std::regex recurses for each of them

// Without the rest of lines that are longer than anybody reads.
std::string with_shorter_lines(std::string_view output) {
  std::string text;
  for (const auto& line : lines_of(output)) text += line.substr(0, longest_line) + "\n";
  return text;
}

bool from_build_tool(const std::string& line) {
  static const std::regex progress(R"(^\[\d+/\d+\].*)");
  return line.starts_with("FAILED: ") || line.starts_with("ninja: ") ||
         std::regex_match(line, progress);
}

// The compiler runs in the build directory and names files as seen from there. In a line of its own
// they are named as everywhere else: as seen from the checkout.
std::string with_shown_names(std::string line, const checkout_paths& paths) {
  const std::string seen = paths.root.lexically_relative(paths.build).string() + "/exercises/";
  for (auto at = line.find(seen); at != std::string::npos; at = line.find(seen, at + 1)) {
    if (at == 0 || line[at - 1] != '/') line.replace(at, seen.size(), "exercises/");
  }
  return line;
}

// nvcc's linker and assembler name functions as machine code does, in files that are gone.
std::string with_readable_name(const std::string& line) {
  static const std::regex of_device_code(
      R"(^((?:nvlink|ptxas) (?:error|fatal)\s*:.*?)'(\w+)'(?: in '.*'$)?(.*)$)");
  std::smatch match;
  if (!std::regex_match(line, match, of_device_code)) return line;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(match[2].str().c_str(), nullptr, nullptr, &status), std::free);
  return match[1].str() + "`" + (status == 0 ? name.get() : match[2].str()) + "'" + match[3].str();
}

// nvcc's, g++'s and clang's ways to say where an error is, and the linker's.
bool read_error(const std::string& line, const checkout_paths& paths, diagnostic& error) {
  static const std::regex nvcc(
      R"(^(.+?)\((\d+)\): (?:catastrophic )?[Ee]rror(?: #[\w-]+)?: (.*)$)");
  static const std::regex host(
      R"(^(.+?):(\d+):(?:\d+:)? (?:fatal |internal compiler )?[Ee]rror: (.*)$)");
  static const std::regex assembler(R"(^ptxas .*(?:error|fatal)\s*: (.*)$)");
  static const std::regex device_linker(R"(^nvlink (?:error|fatal)\s*: (.*)$)");
  // By a signal that no lack of memory causes.
  static const std::regex crash(R"(^nvcc error\s*: '[^']*' died due to signal (?:4|6|7|8|11)\b.*)");
  static const std::regex linker_at_a_line(R"(^(.+\.cu):(\d+): ([Uu]ndefined reference to .*)$)");
  static const std::regex missing(R"(^(?:.*/)?\S+\.cpp:\S* undefined reference to .(.*).$)");
  static const std::regex linker(
      R"(^.*((?:[Uu]ndefined reference to|[Mm]ultiple definition of) .*)$)");
  std::smatch match;
  if (std::regex_match(line, match, nvcc) || std::regex_match(line, match, host)) {
    error = {paths.shown(match[1].str()), static_cast<unsigned>(std::stoul(match[2])), match[3]};
    return true;
  }
  if (std::regex_match(line, match, assembler)) {
    error = {{}, 0, "ptxas: " + match[1].str()};
    return true;
  }
  if (std::regex_match(line, match, linker_at_a_line)) {
    error = {paths.shown(match[1].str()), static_cast<unsigned>(std::stoul(match[2])), match[3]};
    return true;
  }
  // The grader's own source is C++. nvcc makes C++ of an answer, too.
  if (line.find(".cudafe1.cpp") == std::string::npos && std::regex_match(line, match, missing)) {
    const std::string name = match[1];
    error = {{},
             0,
             phrase("stub-part-missing", "the {} `{}` of the stub is missing",
                    name.find('(') == std::string::npos ? "constant" : "function", name)};
    return true;
  }
  if (std::regex_match(line, match, linker)) {
    error = {{}, 0, match[1]};
    return true;
  }
  // Code reaches static variables by displacements of 32 bits, and each variable of the device has
  // one of its size on the host.
  if (line.find("relocation truncated to fit") != line.npos) {
    error = {{},
             0,
             phrase("variables-too-large",
                    "its variables do not fit into the 2 GB that a program has for static and "
                    "__device__ variables; allocate large arrays with cudaMalloc")};
    return true;
  }
  if (std::regex_match(line, match, crash)) {
    error = {{}, 0, phrase("compiler-crashed", "the compiler crashed on this file")};
    return true;
  }
  if (std::regex_match(line, match, device_linker)) {
    error = {{}, 0, "nvlink: " + match[1].str()};
    return true;
  }
  return false;
}

// Why nothing could be compiled at all; empty if something could.
std::string set_up_problem(std::string_view output, std::string& advice) {
  static const std::regex no_compiler(R"((\S*nvcc): (?:command )?(?:not found|No such file).*)");
  static const std::regex unknown_target(R"(ninja: error: unknown target '([^']*)')");
  const std::string text(output);
  std::smatch match;
  if (std::regex_search(text, match, no_compiler)) {
    advice = "Install the CUDA 13 toolkit; ./lockstep doctor shows what was found.";
    return phrase("nvcc-not-found", "nvcc is not found (the build calls {})", match[1].str());
  }
  if (std::regex_search(text, match, unknown_target)) {
    advice =
        "It may have been configured before this was added, or without nvcc: run ./lockstep, which "
        "configures it again.";
    return phrase("build-does-not-know", "the build directory has no target {}", match[1].str());
  }
  if (tells_of_full_disk(text)) {
    advice = "Free some space and try again.";
    return phrase("disk-full", disk_is_full);
  }
  if (text.find("Permission denied") != std::string::npos &&
      text.find("ninja: error:") != std::string::npos) {
    advice = "Take ownership of it, or set LOCKSTEP_BUILD to a folder of your own.";
    return phrase("build-not-writable", "the build directory cannot be written");
  }
  return {};
}

void require_build_directory(const checkout_paths& paths) {
  if (!fs::exists(paths.build / "build.ninja")) {
    throw setup_missing(
        tr("there is no configured build directory {}", paths.build.string()),
        tr("Start through ./lockstep, which creates it, or: meson setup {}", paths.build.string()));
  }
  if (access(paths.build.c_str(), W_OK | X_OK) != 0) {
    throw setup_missing(tr("the build directory {} cannot be written", paths.build.string()),
                        "Take ownership of it, or set LOCKSTEP_BUILD to a folder of your own.");
  }
}

// Builds one after the other: two calls of the build tool in one directory get in each other's way.
class build_lock {
 public:
  explicit build_lock(const checkout_paths& paths)
      : file_(open((paths.build / ".lockstep-lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    while (file_ >= 0 && flock(file_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~build_lock() {
    if (file_ >= 0) close(file_);
  }
  build_lock(const build_lock&) = delete;
  build_lock& operator=(const build_lock&) = delete;

 private:
  int file_;  // -1: no locks here, as on some network file systems
};

// The compiler quotes a line as the preprocessor has left it: `__global__` is an attribute there.
// The marks below the line stay where they are.
std::string with_learners_words(std::string line) {
  static const std::regex attribute(
      R"(__attribute__\(\((global|device|host|shared|constant|managed)\)\))");
  const std::string fill(std::string_view("__attribute__(()) ").size() - 1 - 4, ' ');
  return std::regex_replace(line, attribute, "__$1__" + fill);
}

}  // namespace

void configure_for(const checkout_paths& paths, const std::vector<std::string>& targets) {
  require_build_directory(paths);
  const std::string known = content_of(paths.build / "build.ninja");
  const auto is_known = [&](const std::string& target) {
    return known.find("build " + target + ": ") != std::string::npos;
  };
  if (std::all_of(targets.begin(), targets.end(), is_known)) return;
  command meson;
  meson.arguments = {"meson", "setup", "--reconfigure", paths.build.string()};
  meson.folder = paths.root;
  meson.capture = true;
  const build_lock lock(paths);
  const process_end end = run(meson);
  if (end.succeeded()) return;
  const auto lines = lines_of(end.output);
  std::string problem = tr("the build cannot be configured");
  for (std::size_t i = lines.size() > 5 ? lines.size() - 5 : 0; i < lines.size(); ++i)
    problem += "\n  " + lines[i];
  throw setup_missing(problem, tr("meson setup --reconfigure {}", paths.build.string()));
}

build_result read_build_output(int code, std::string_view whole, const checkout_paths& paths) {
  build_result result;
  if (code == 0) return result;
  const std::string output = with_shorter_lines(whole);
  result.kind = build_result::outcome::broken;
  result.problem = set_up_problem(output, result.advice);

  bool learner_failed = false, other_failed = false, in_command = false;
  std::size_t left_out = 0;
  for (const auto& written : lines_of(output)) {
    const std::string line = with_readable_name(written);
    if (line.starts_with("FAILED: ")) {
      const bool grader = line.find("tools/graders/grade_") != std::string::npos ||
                          line.find("tools/graders/answer_") != std::string::npos;
      (grader ? learner_failed : other_failed) = true;
      in_command = true;  // the line after it is the command
      continue;
    }
    if (std::exchange(in_command, false) || from_build_tool(line)) continue;
    if (diagnostic error; read_error(line, paths, error)) result.errors.push_back(error);
    if (result.errors.empty()) continue;  // warnings before the first error
    if (result.excerpt.size() < excerpt_lines) {
      result.excerpt.push_back(with_learners_words(with_shown_names(line, paths)));
    } else {
      ++left_out;
    }
  }
  if (left_out > 0)
    result.excerpt.push_back(fmt::format("... and {}", count_of(left_out, "more line")));
  if (!result.problem.empty()) return result;
  if (learner_failed && !other_failed && !result.errors.empty()) {
    result.kind = build_result::outcome::does_not_compile;
    return result;
  }
  if (learner_failed && !other_failed) {
    // Only an error that is told counts against an answer.
    result.problem =
        phrase("compiler-failed", "the compiler failed, but reported no error in the answer");
    result.advice =
        "It may have run out of memory or disk space; ./lockstep doctor checks the disk.";
  } else {
    result.problem = phrase("course-does-not-build", "the course's own code does not build");
    result.advice = "See the messages above; if you changed nothing there, please report it.";
  }
  if (result.excerpt.empty()) result.excerpt = lines_of(output);
  return result;
}

bool tells_error_at_a_place(std::string_view output) {
  if (tells_of_full_disk(output)) return false;
  const auto errors = read_compiler_output(1, output, {}).errors;
  return std::any_of(errors.begin(), errors.end(),
                     [](const diagnostic& one) { return !one.file.empty(); });
}

void look_for_full_disk(build_result& result, const fs::path& temporary, const fs::path& target) {
  const bool reported = std::any_of(result.errors.begin(), result.errors.end(),
                                    [](const diagnostic& one) { return !one.file.empty(); });
  if (result.kind == build_result::outcome::built || (reported && result.problem != disk_is_full))
    return;
  for (const auto& folder : {temporary, target}) {
    const std::string reason = no_room_in(folder, room_to_compile);
    if (reason.empty()) continue;
    result.kind = build_result::outcome::broken;
    result.problem = phrase("no-room-to-compile", "nothing can be compiled: no room in {}: {}",
                            folder.string(), reason);
    result.advice = "Free some space there, or set " +
                    std::string(folder == temporary ? "TMPDIR" : "LOCKSTEP_BUILD") +
                    " to a folder on another disk.";
    return;
  }
}

build_result read_compiler_output(int code, std::string_view output, const checkout_paths& paths) {
  if (code == 0) return {};
  return read_build_output(code, "FAILED: tools/graders/grade_\n\n" + std::string(output), paths);
}

build_result does_not_compile(const std::string& why) {
  build_result result;
  result.kind = build_result::outcome::does_not_compile;
  result.errors.push_back({{}, 0, why});
  return result;
}

build_result compiler_too_slow(double seconds) {
  return does_not_compile(phrase("compiler-too-slow", "the compiler did not end within {} s",
                                 fmt::format("{:g}", seconds)));
}

build_result build(const checkout_paths& paths, const std::vector<std::string>& targets,
                   double most_seconds) {
  require_build_directory(paths);
  const fs::path temporary = folder_for_temporary_files();
  command ninja;
  ninja.arguments = {"ninja", "-C", paths.build.string()};
  ninja.arguments.insert(ninja.arguments.end(), targets.begin(), targets.end());
  ninja.capture = true;
  ninja.ends_with_us = true;
  const temporary_folder of_compilers;  // nvcc leaves its files there if it is interrupted
  ninja.environment = {{"TMPDIR", of_compilers.path().string()}};
  progress_line progress;
  ninja.on_output = [&](std::string_view chunk) { progress.show(chunk); };
  const build_lock lock(paths);
  const auto start = std::chrono::steady_clock::now();
  if (most_seconds > 0)
    ninja.should_stop = [start, most = std::chrono::duration<double>(most_seconds)] {
      return std::chrono::steady_clock::now() - start > most;
    };
  const process_end end = run(ninja);
  progress.clear();
  if (end.kind == process_end::how::stopped) return compiler_too_slow(most_seconds);
  build_result result = read_build_output(end.succeeded() ? 0 : 1, end.output, paths);
  result.seconds = end.seconds;
  result.output = end.output;
  look_for_full_disk(result, temporary, paths.build);
  return result;
}

std::vector<std::string> inputs_of(const checkout_paths& paths, const std::string& object) {
  command ninja;
  ninja.arguments = {"ninja", "-C", paths.build.string(), "--quiet", "-t", "deps", object};
  ninja.capture = true;
  std::vector<std::string> inputs;
  for (const auto& line : lines_of(run(ninja).output)) {
    if (line.starts_with("    ")) inputs.push_back(trimmed(line));
  }
  return inputs;
}

void build_or_throw(const checkout_paths& paths, const std::vector<std::string>& targets) {
  const build_result result = build(paths, targets);
  if (result.kind == build_result::outcome::built) return;
  std::string problem = result.problem;
  if (problem.empty()) problem = "it does not compile";
  for (const auto& line : result.excerpt) problem += "\n  " + line;
  const bool learner = result.kind == build_result::outcome::does_not_compile;
  throw failure(learner ? exit_code::does_not_compile : exit_code::setup_missing, problem,
                result.advice);
}

}  // namespace lockstep::tutor
