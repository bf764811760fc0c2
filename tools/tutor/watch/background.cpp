#include "watch/background.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "language/language.hpp"
#include "support/failure.hpp"

namespace lockstep::tutor::watch {
namespace {

constexpr char separator = '\0';  // texts for people have none

void write_all(int to, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(to, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) _exit(1);  // nobody listens any more
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

[[noreturn]] void serve(const std::function<void(const background::say&)>& work, int messages,
                        int errors) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // if the terminal takes the watch with it
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(errors < 0 ? nothing : errors, STDERR_FILENO);
  try {
    work([&](const std::string& text) { write_all(messages, text + separator); });
  } catch (const failure& problem) {
    fmt::print(stderr, "{}\n{}\n", problem.what(), problem.advice);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "{}\n", problem.what());
  }
  std::fflush(nullptr);
  _exit(0);
}

}  // namespace

background::background(const std::function<void(const say&)>& work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw setup_missing(tr("no pipe: {}", std::strerror(errno)), "Close some programs.");
  errors_ = memfd_create("errors", MFD_CLOEXEC);
  std::fflush(nullptr);
  process_ = fork();
  if (process_ < 0)
    throw setup_missing(tr("no new process: {}", std::strerror(errno)), "Close some programs.");
  if (process_ == 0) serve(work, ends[1], errors_);
  setpgid(process_, process_);  // here too: who is first does not matter
  close(ends[1]);
  messages_ = ends[0];
  fcntl(messages_, F_SETFL, O_NONBLOCK);
}

background::~background() {
  if (messages_ >= 0) close(messages_);
  if (errors_ >= 0) close(errors_);
  if (process_ < 0) return;
  // It ends what it started, which may have left its group; then there is force.
  kill(process_, SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (waitpid(process_, nullptr, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      kill(-process_, SIGKILL);
      waitpid(process_, nullptr, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  kill(-process_, SIGKILL);  // compilers that a build tool left behind
}

std::vector<std::string> background::read() {
  std::vector<std::string> arrived;
  if (over()) return arrived;
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t got = ::read(messages_, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) break;
    if (got <= 0) {
      close(messages_);
      messages_ = -1;
      break;
    }
    rest_.append(buffer.data(), static_cast<std::size_t>(got));
  }
  for (auto end = rest_.find(separator); end != std::string::npos; end = rest_.find(separator)) {
    arrived.push_back(rest_.substr(0, end));
    rest_.erase(0, end + 1);
  }
  return arrived;
}

std::string background::complaints() {
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t got;
       (got = pread(errors_, buffer.data(), buffer.size(), static_cast<off_t>(text.size()))) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(got));
  int status = 0;
  if (process_ >= 0 && waitpid(process_, &status, 0) == process_) {
    kill(-process_, SIGKILL);
    process_ = -1;
    if (WIFSIGNALED(status)) text += tr("It was ended by {}.\n", strsignal(WTERMSIG(status)));
  }
  return text;
}

}  // namespace lockstep::tutor::watch
