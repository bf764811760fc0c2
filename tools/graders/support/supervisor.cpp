// Without the tutor nobody would notice that the code under test ended the process with exit code
// 0, or never ended, and nobody would have turned the back end's checks on. So the process that a
// person or Meson starts forks in `.preinit_array`, where no code of an answer has run yet. The
// child executes the same program with the variables that it needs; the parent never runs anything
// but this file, and turns what it sees into an exit code (docs/interfaces.md, section 2).
//
// The C++ library is not initialised here: system calls and plain memory only.
#include "supervisor.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "session.hpp"

namespace lockstep::grader {

namespace {

constexpr int crashed = 2, timed_out = 4, setup_missing = 5;
constexpr long usual_time_limit = 11;  // s, the tutor's
constexpr std::size_t nonce_bytes = 16, nonce_length = 2 * nonce_bytes;

const char* value_of(const char* name, char* const* environment) {
  const std::size_t length = std::strlen(name);
  for (; *environment != nullptr; ++environment) {
    if (std::strncmp(*environment, name, length) == 0 && (*environment)[length] == '=')
      return *environment + length + 1;
  }
  return nullptr;
}

// A debugger wants to see the program that it has started.
bool is_traced() {
  char text[4096] = {};
  const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  constexpr const char* field = "TracerPid:\t";
  const char* at = length > 0 ? std::strstr(text, field) : nullptr;
  return at != nullptr && at[std::strlen(field)] != '0';
}

long milliseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "The grader cannot be started: %s: %s\n", what, std::strerror(errno));
  _exit(setup_missing);
}

// The program again, with what it needs to grade. A variable that the caller has set stays.
[[noreturn]] void execute_grader(char** argv, char** environment, long limit, int verdict,
                                 const char* nonce) {
  constexpr std::size_t most_added = 6;
  static char added[most_added][64];
  std::size_t count = 0, entries = 0;
  while (environment[entries] != nullptr) ++entries;
  auto** all = static_cast<char**>(std::calloc(entries + most_added + 1, sizeof(char*)));
  if (all == nullptr) give_up("memory");
  std::snprintf(added[count++], sizeof added[0], "LOCKSTEP_VERDICT_FD=%d", verdict);
  std::snprintf(added[count++], sizeof added[0], "LOCKSTEP_NONCE=%s", nonce);
  if (value_of("LOCKSTEP_CHECKS", environment) == nullptr)
    std::snprintf(added[count++], sizeof added[0], "LOCKSTEP_CHECKS=all");
  // Graders copy what an answer should have written, and look whether it has.
  if (value_of("LOCKSTEP_HOST_COPIES", environment) == nullptr)
    std::snprintf(added[count++], sizeof added[0], "LOCKSTEP_HOST_COPIES=0");
  if (value_of("LOCKSTEP_KEEP_GOING", environment) == nullptr)
    std::snprintf(added[count++], sizeof added[0], "LOCKSTEP_KEEP_GOING=1");
  if (value_of("LOCKSTEP_TIMEOUT", environment) == nullptr)
    std::snprintf(added[count++], sizeof added[0], "LOCKSTEP_TIMEOUT=%ld.%ld", limit * 7 / 10,
                  limit * 7 % 10);
  for (std::size_t i = 0; i < count; ++i) all[i] = added[i];
  for (; *environment != nullptr; ++environment) {
    if (std::strncmp(*environment, "LOCKSTEP_NONCE=", 15) != 0) all[count++] = *environment;
  }
  execve("/proc/self/exe", argv, all);
  give_up("/proc/self/exe");
}

// What the grader says at its end: `nonce`, and a letter.
struct last_word {
  char text[nonce_length + 2] = {};
  std::size_t length = 0;
};

// Reads until the grader has closed the pipe, which it does at the latest when it ends. False: it
// still runs.
bool listen(int pipe, last_word& said, long deadline) {
  for (;;) {
    const long left = deadline - milliseconds_now();
    if (left <= 0) return false;
    pollfd from{pipe, POLLIN, 0};
    if (poll(&from, 1, static_cast<int>(left)) <= 0) continue;
    const ssize_t count = read(pipe, said.text + said.length, sizeof said.text - said.length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;  // its end, or more than a grader says
    said.length += static_cast<std::size_t>(count);
  }
}

bool has_ended(pid_t child, int& status, long deadline) {
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (milliseconds_now() >= deadline) return false;
    poll(nullptr, 0, 1);
  }
  return true;
}

[[noreturn]] void wait_for(pid_t child, int pipe, const char* nonce, long limit) {
  const long deadline = milliseconds_now() + 1000 * limit;
  last_word said;
  int status = 0;
  if (!listen(pipe, said, deadline) || !has_ended(child, status, deadline)) {
    kill(child, SIGKILL);
    std::fprintf(stderr, "The grader was ended: it still ran after %ld s.\n", limit);
    _exit(timed_out);
  }
  if (WIFSIGNALED(status)) {
    std::fprintf(stderr, "The grader crashed: %s\n", strsignal(WTERMSIG(status)));
    _exit(crashed);
  }
  if (WEXITSTATUS(status) != 0) _exit(WEXITSTATUS(status));
  const bool own =
      said.length == nonce_length + 1 && std::memcmp(said.text, nonce, nonce_length) == 0;
  const auto what = static_cast<conclusion>(said.text[nonce_length]);
  if (own && (what == conclusion::passed || what == conclusion::nothing_graded)) _exit(0);
  std::fprintf(stderr, "The program ended itself before the grader was done.\n");
  _exit(crashed);
}

}  // namespace

void supervise(int argc, char** argv, char** environment) {
  if (value_of("LOCKSTEP_RESULT_FD", environment) != nullptr) return;  // the tutor does it
  if (value_of("LOCKSTEP_VERDICT_FD", environment) != nullptr) return;
  if (value_of("LOCKSTEP_SEPARATE_PROCESS", environment) != nullptr) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // it ends with the grader that has started it
    return;
  }
  if (argc == 0 || is_traced()) return;

  long limit = usual_time_limit;
  if (const char* wanted = value_of("LOCKSTEP_TIME_LIMIT", environment); wanted != nullptr) {
    char* end = nullptr;
    limit = std::strtol(wanted, &end, 10);
    if (end == wanted || *end != '\0' || limit < 1 || limit > 1'000'000) {
      std::fprintf(stderr, "LOCKSTEP_TIME_LIMIT is not a number of seconds: %s\n", wanted);
      _exit(64);
    }
  }
  unsigned char random[nonce_bytes];
  char nonce[nonce_length + 1];
  if (getrandom(random, sizeof random, 0) != sizeof random) give_up("getrandom");
  for (std::size_t i = 0; i < nonce_bytes; ++i) std::snprintf(nonce + 2 * i, 3, "%02x", random[i]);

  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) give_up("pipe2");
  const pid_t supervisor = getpid();
  const pid_t child = fork();
  if (child < 0) give_up("fork");
  if (child > 0) {
    close(ends[1]);
    wait_for(child, ends[0], nonce, limit);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(crashed);  // it ended in the meantime
  fcntl(ends[1], F_SETFD, 0);
  execute_grader(argv, environment, limit, ends[1], nonce);
}

void notify_supervisor(conclusion what) {
  const session& state = current_session();
  if (state.verdict_descriptor < 0) return;
  const std::string text = state.nonce + static_cast<char>(what);
  while (write(state.verdict_descriptor, text.data(), text.size()) < 0 && errno == EINTR) {
  }
}

}  // namespace lockstep::grader
