#include "process_starter.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace lockstep::grader {

namespace {

constexpr std::size_t most_bytes = 1 << 16, most_words = 256;
constexpr int descriptors = 3;  // standard output and error, and the end of a pipe that controls

int channel = -1;
char* const* own_environment = nullptr;  // the C library does not know it so early

// Variables for a part of a grader (separate_process.cpp, alternatives.cpp, device_limits.cpp).
constexpr const char* known_variables[] = {
    "LOCKSTEP_SEPARATE_PROCESS=", "LOCKSTEP_RESULT_MARK=", "LOCKSTEP_SEED=", "LOCKSTEP_QUIET=",
    "LOCKSTEP_ALTERNATIVE=",      "LOCKSTEP_DEVICE="};

// What is the grader's own affair (session.cpp).
constexpr const char* own_variables[] = {
    "LOCKSTEP_NONCE=", "LOCKSTEP_RESULT_FD=", "LOCKSTEP_VERDICT_FD=", "LOCKSTEP_REPORT="};

template <std::size_t count>
bool is_one_of(const char* const (&names)[count], const char* entry) {
  for (const char* name : names)
    if (std::strncmp(entry, name, std::strlen(name)) == 0) return true;
  return false;
}
bool is_known(const char* entry) { return is_one_of(known_variables, entry); }

// The starter, in which the C++ library is not initialised: system calls and plain memory only.

struct request {
  char text[most_bytes + 1];
  std::size_t bytes = 0;
  int files[descriptors] = {-1, -1, -1};
};

bool receive(request& next) {
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof next.files)];
  iovec part{next.text, most_bytes};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  const ssize_t came = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
  if (came <= 0) return false;
  const cmsghdr* const with = CMSG_FIRSTHDR(&message);
  if (with == nullptr || with->cmsg_type != SCM_RIGHTS ||
      with->cmsg_len != CMSG_LEN(sizeof next.files))
    return false;
  std::memcpy(next.files, CMSG_DATA(with), sizeof next.files);
  next.bytes = static_cast<std::size_t>(came);
  next.text[next.bytes] = '\0';
  return true;
}

// Entries of the environment, an empty word, arguments.
pid_t spawn(request& from) {
  char* environment[2 * most_words + 1];
  char* arguments[most_words + 2];
  std::size_t entries = 0, words = 0;
  char* at = from.text;
  char* const end = from.text + from.bytes;
  for (; at < end && *at != '\0' && entries < most_words; at += std::strlen(at) + 1)
    if (is_known(at)) environment[entries++] = at;
  for (char* const* own = own_environment; *own != nullptr && entries < 2 * most_words; ++own)
    if (!is_known(*own) && !is_one_of(own_variables, *own)) environment[entries++] = *own;
  environment[entries] = nullptr;
  for (++at; at < end && words <= most_words; at += std::strlen(at) + 1) arguments[words++] = at;
  arguments[words] = nullptr;

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, from.files[0], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, from.files[1], STDERR_FILENO);
  pid_t child = -1;
  if (posix_spawn(&child, "/proc/self/exe", &files, nullptr, arguments, environment) != 0)
    child = -1;
  posix_spawn_file_actions_destroy(&files);
  return child;
}

int wait_for(pid_t child, int control) {
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    if (ended < 0 && errno != EINTR) return SIGKILL;
    pollfd end{control, 0, 0};  // hung up, if it is closed at the other side
    if (poll(&end, 1, 1) > 0) kill(child, SIGKILL);
  }
}

[[noreturn]] void serve() {
  static request next;
  while (receive(next)) {
    const pid_t child = spawn(next);
    close(next.files[0]);
    close(next.files[1]);
    const int status = child < 0 ? SIGKILL : wait_for(child, next.files[2]);
    close(next.files[2]);
    if (send(channel, &status, sizeof status, MSG_NOSIGNAL) != sizeof status) break;
  }
  _exit(0);
}

}  // namespace

void begin_process_starter(char* const* environment) {
  own_environment = environment;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) _exit(2);
  const pid_t grader = getpid();
  const pid_t starter = fork();
  if (starter < 0) _exit(2);
  channel = ends[starter == 0 ? 1 : 0];
  close(ends[starter == 0 ? 0 : 1]);
  if (starter > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != grader) _exit(2);
  serve();
}

bool has_process_starter() { return channel >= 0; }

started_process::started_process(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment, int out, int err) {
  std::string text;
  for (const std::string& entry : environment)
    if (is_known(entry.c_str())) text += entry + '\0';
  text += '\0';
  for (const std::string& word : arguments) text += word + '\0';
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  control_ = ends[0];
  const int files[descriptors] = {out, err, ends[1]};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof files)] = {};
  iovec part{text.data(), text.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  cmsghdr* const with = CMSG_FIRSTHDR(&message);
  with->cmsg_level = SOL_SOCKET;
  with->cmsg_type = SCM_RIGHTS;
  with->cmsg_len = CMSG_LEN(sizeof files);
  std::memcpy(CMSG_DATA(with), files, sizeof files);
  const ssize_t sent = text.size() > most_bytes ? -1 : sendmsg(channel, &message, MSG_NOSIGNAL);
  close(ends[1]);
  if (sent < 0) throw std::system_error(errno, std::generic_category(), "a separate process");
}

void started_process::end() {
  if (control_ >= 0) close(control_);
  control_ = -1;
}

int started_process::wait() {
  int status = SIGKILL;
  while (recv(channel, &status, sizeof status, 0) < 0 && errno == EINTR) {
  }
  end();
  return status;
}

}  // namespace lockstep::grader
