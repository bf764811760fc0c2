// A body runs in the grader's own executable, started again: a forked process would inherit the
// threads' locks and the state of the CUDA runtime, but neither the threads nor the device.
#include "separate_process.hpp"

#include <lockstep/grader/separate_process.hpp>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "lockstep/protocol/phrase.hpp"
#include "process_starter.hpp"
#include "session.hpp"

namespace lockstep::grader {

namespace {

constexpr std::size_t most_output = 1u << 20;
constexpr const char* variable = "LOCKSTEP_SEPARATE_PROCESS";  // names the body
// What stands before and behind each result: nobody else knows it.
constexpr const char* mark_variable = "LOCKSTEP_RESULT_MARK";
std::string own_mark;

std::map<std::string, separate_process::body>& bodies() {
  static std::map<std::string, separate_process::body> all;
  return all;
}

struct pipe_ends {
  int read = -1, write = -1;
  pipe_ends() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe2");
    read = ends[0];
    write = ends[1];
  }
  ~pipe_ends() {
    close(read);
    close_write();
  }
  pipe_ends(const pipe_ends&) = delete;
  pipe_ends& operator=(const pipe_ends&) = delete;
  void close_write() {
    if (write >= 0) close(write);
    write = -1;
  }
};

std::string fresh_mark() {
  unsigned char random[16];
  if (getrandom(random, sizeof random, 0) != sizeof random)
    throw std::system_error(errno, std::generic_category(), "getrandom");
  std::string mark = "\x1d";
  for (const unsigned char one : random) {
    mark += "0123456789abcdef"[one / 16];
    mark += "0123456789abcdef"[one % 16];
  }
  return mark;
}

// Takes what stands between pairs of marks out of `output`.
std::string take_results(std::string& output, const std::string& mark) {
  std::string results;
  for (auto begin = output.find(mark); begin != std::string::npos; begin = output.find(mark)) {
    const auto first = begin + mark.size();
    const auto end = output.find(mark, first);
    if (end == std::string::npos) break;
    results += output.substr(first, end - first);
    output.erase(begin, end + mark.size() - begin);
  }
  return results;
}

// This process's environment, with the seed given on and without the tutor's report: a finding in
// it would count as the grader's own. Of a run that is traced nobody judges the findings, and what
// the kernels do there is what one wants to see.
std::vector<std::string> environment_for(const std::string& name, const std::string& mark) {
  std::vector<std::string> all{variable + ("=" + name), mark_variable + ("=" + mark),
                               "LOCKSTEP_SEED=" + std::to_string(current_session().seed),
                               "LOCKSTEP_QUIET=1"};
  const bool is_traced = std::getenv("LOCKSTEP_TRACE") != nullptr;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string entry = *one;
    const std::string left = entry.substr(0, entry.find('='));
    if ((left != "LOCKSTEP_REPORT" || is_traced) && left != "LOCKSTEP_QUIET" &&
        left != "LOCKSTEP_SEED")
      all.push_back(entry);
  }
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// The grader's program, started again.
class part {
 public:
  part(const std::string& name, const std::string& mark, const std::vector<std::string>& arguments,
       int out, int err) {
    std::vector<std::string> words{"grader"}, environment = environment_for(name, mark);
    words.insert(words.end(), arguments.begin(), arguments.end());
    if (has_process_starter())
      started_.emplace(words, environment, out, err);
    else
      child_ = spawn(words, environment, out, err);
  }

  void end() {
    if (started_)
      started_->end();
    else
      kill(child_, SIGKILL);
  }

  int wait() {
    if (started_) return started_->wait();
    int status = 0;
    while (waitpid(child_, &status, 0) < 0) {
      if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
    }
    return status;
  }

 private:
  static pid_t spawn(std::vector<std::string>& words, std::vector<std::string>& environment,
                     int out, int err) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
    pid_t child = 0;
    const int problem = posix_spawn(&child, "/proc/self/exe", &files, nullptr,
                                    pointers_to(words).data(), pointers_to(environment).data());
    posix_spawn_file_actions_destroy(&files);
    if (problem != 0) throw std::system_error(problem, std::generic_category(), "posix_spawn");
    return child;
  }

  pid_t child_ = -1;
  std::optional<started_process> started_;  // where this process may start none
};

// Reads both pipes until their end, or until the time is over or too much came.
void collect(ending& seen, int out, int err, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::array<pollfd, 2> from{{{out, POLLIN, 0}, {err, POLLIN, 0}}};
  std::array<std::string*, 2> to{&seen.output, &seen.errors};
  while (from[0].fd >= 0 || from[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
      seen.timed_out = true;
      return;
    }
    if (poll(from.data(), from.size(), static_cast<int>(left.count())) <= 0) continue;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i].fd < 0 || from[i].revents == 0) continue;
      char text[4096];
      const ssize_t count = read(from[i].fd, text, sizeof text);
      if (count > 0) to[i]->append(text, static_cast<std::size_t>(count));
      if (count == 0) from[i].fd = -1;  // poll leaves it out
    }
    if (seen.output.size() + seen.errors.size() > most_output) {
      seen.flooded = true;
      return;
    }
  }
}

}  // namespace

separate_process::separate_process(const char* name, body code) : name_(name) {
  if (!bodies().emplace(name, code).second)
    throw std::logic_error(std::string("two bodies are called ") + name);
}

ending separate_process::run(const std::vector<std::string>& arguments,
                             std::chrono::milliseconds limit) const {
  pipe_ends out, err;
  const std::string mark = fresh_mark();
  part child(name_, mark, arguments, out.write, err.write);
  out.close_write();
  err.close_write();

  ending seen;
  collect(seen, out.read, err.read, limit);
  seen.results = take_results(seen.output, mark);
  if (seen.timed_out || seen.flooded) child.end();
  const int status = child.wait();
  if (WIFEXITED(status)) seen.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) seen.signal = WTERMSIG(status);
  return seen;
}

std::string ending::in_words() const {
  if (timed_out)
    return protocol::phrase("process-still-running", "still running when its time ran out");
  if (flooded)
    return protocol::phrase("process-still-printing", "still printing after 1 MiB of output");
  if (signal != 0)
    return protocol::phrase("process-ended-by", "ended by SIG{} ({})", sigabbrev_np(signal),
                            strsignal(signal));
  return protocol::phrase("process-exit-code", "exit code {}", exit_code);
}

void give_result(const std::string& text) {
  std::fflush(stdout);
  std::cout << own_mark << text << own_mark << std::flush;
}

bool is_part() { return std::getenv(variable) != nullptr; }

std::optional<int> run_as_part() {
  const char* name = std::getenv(variable);
  if (name == nullptr) return std::nullopt;
  const auto found = bodies().find(name);
  if (found == bodies().end())
    throw std::logic_error(std::string("no body of this grader is called ") + name);
  const char* const mark = std::getenv(mark_variable);
  if (mark != nullptr) own_mark = mark;
  unsetenv(mark_variable);
  return found->second(current_session().arguments);
}

}  // namespace lockstep::grader
