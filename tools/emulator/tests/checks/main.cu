#include "cases.hpp"

#include <lockstep/observe.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <set>

namespace check_cases {
namespace {

constexpr unsigned seconds_per_case = 20;

// What the checks have found: kinds with their spaces, sorted.
std::string what_was_found() {
  std::set<std::string> kinds;
  const auto& checks = lockstep::detail::findings();
  for (std::uint64_t i = 0; i < checks.count(); ++i) {
    lockstep_finding f{};
    f.struct_size = sizeof f;
    if (checks.get(i, &f) != 0) continue;
    std::string kind = f.kind;
    if (f.space[0] != '\0') kind += std::string(" ") + f.space;
    if (f.severity == std::string("warning")) kind += " (warning)";
    kinds.insert(kind);
  }
  std::string text;
  for (const std::string& kind : kinds) text += (text.empty() ? "" : ", ") + kind;
  return text.empty() ? "clean" : text;
}

bool is_said(const std::string& text) {
  const auto& checks = lockstep::detail::findings();
  for (std::uint64_t i = 0; i < checks.count(); ++i) {
    lockstep_finding f{};
    f.struct_size = sizeof f;
    if (checks.get(i, &f) == 0 && (std::string(f.message) + "\n").find(text) != std::string::npos)
      return true;
  }
  return false;
}

std::string run_here(const check_case& c) {
  try {
    c.run();
    cudaDeviceSynchronize();
    const cudaError_t error = cudaGetLastError();
    const std::string found = what_was_found();
    if (found == c.expected && !is_said(c.says) && !c.says.empty())
      return found + ", but no message says: " + c.says;
    // What did not run has not been looked at.
    return found == "clean" && error != cudaSuccess ? found + ", but " + cudaGetErrorName(error)
                                                    : found;
  } catch (const std::exception& error) {
    return std::string("exception: ") + error.what();
  }
}

// In a process of its own, so that no case sees what another one left behind.
std::string run_apart(const check_case& c) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) return "no process";
  if (child == 0) {
    close(ends[0]);
    alarm(seconds_per_case);
    const std::string found = run_here(c);
    const bool told = write(ends[1], found.data(), found.size()) >= 0;
    _exit(told ? 0 : 1);
  }
  close(ends[1]);
  std::string found;
  char part[256];
  for (ssize_t n; (n = read(ends[0], part, sizeof part)) > 0;)
    found.append(part, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "hang" : "signal " + std::to_string(WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? found : "exit " + std::to_string(WEXITSTATUS(status));
}

// Lines "NAME: WHAT IS FOUND"; '#' begins a comment.
std::map<std::string, std::string> read_open(const char* file) {
  std::map<std::string, std::string> open;
  std::ifstream lines(file);
  if (!lines) std::fprintf(stderr, "check_cases: cannot read %s\n", file);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    if (!line.empty() && line[0] != '#' && colon != std::string::npos)
      open[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return open;
}

int list(bool for_gpu) {
  for (const check_case& c : all())
    if (c.for_gpu || !for_gpu) std::printf("%s: %s\n", c.name.c_str(), c.expected.c_str());
  return 0;
}

int run_one(const std::string& name) {
  for (const check_case& c : all()) {
    if (c.name != name) continue;
    try {
      c.run();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    finish();
    return 0;
  }
  std::fprintf(stderr, "check_cases: there is no case %s; --list names them\n", name.c_str());
  return 2;
}

int run_all(const char* open_file) {
  if (!lockstep::detail::findings().complete()) {
    std::fprintf(stderr, "check_cases: the runtime library checks nothing\n");
    return 2;
  }
  const auto open = open_file != nullptr ? read_open(open_file) : decltype(read_open("")){};
  unsigned wrong = 0, known = 0;
  for (const check_case& c : all()) {
    const std::string found = run_apart(c);
    const auto listed = open.find(c.name);
    if (found == c.expected && listed == open.end()) continue;
    if (found == c.expected) {
      ++wrong;
      std::printf("%s: right now: take it out of %s\n", c.name.c_str(), open_file);
    } else if (listed != open.end()) {
      ++known;
      if (found != listed->second)
        std::printf("%s: still wrong, but found %s\n", c.name.c_str(), found.c_str());
    } else {
      ++wrong;
      std::printf("%s: expected %s, found %s\n", c.name.c_str(), c.expected.c_str(), found.c_str());
    }
  }
  std::printf("%zu cases, %u wrong, %u known to be\n", all().size(), wrong, known);
  return wrong == 0 ? 0 : 1;
}

}  // namespace

std::vector<check_case>& all() {
  static std::vector<check_case> cases;
  return cases;
}

}  // namespace check_cases

int main(int count, char** arguments) {
  const std::string first = count > 1 ? arguments[1] : "";
  if (first == "--list" || first == "--list-for-gpu")
    return check_cases::list(first == "--list-for-gpu");
  if (first == "--case" && count > 2) return check_cases::run_one(arguments[2]);
  return check_cases::run_all(count > 1 ? arguments[1] : nullptr);
}
