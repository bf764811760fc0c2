// What a process that tries alternatives may not do, which confined.sh starts.
#include <doctest/doctest.h>
#include <lockstep/grader/separate_process.hpp>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>
#include <vector>

using namespace lockstep::grader;

namespace {

bool makes_a_process() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, nullptr, 0);
  return child > 0;
}

const separate_process makes_another("makes another", [](const std::vector<std::string>& words) {
  if (words != std::vector<std::string>{"one", "two"}) return 3;
  return makes_a_process() ? 2 : 7;
});
const separate_process never_ends("never ends", [](const std::vector<std::string>&) {
  for (;;) pause();
  return 0;
});

}  // namespace

TEST_SUITE("confined") {
  TEST_CASE("it makes no process, no socket and no file, and signals no other" * doctest::skip()) {
    CHECK_FALSE(makes_a_process());
    CHECK(errno == EPERM);
    CHECK(socket(AF_UNIX, SOCK_STREAM, 0) < 0);
    CHECK(errno == EPERM);
    CHECK(open("confined", O_WRONLY | O_CREAT, 0600) < 0);
    CHECK(errno == EPERM);
    CHECK(kill(getppid(), 0) < 0);
    CHECK(errno == EPERM);
  }
  TEST_CASE("a process of the grader's own is started for it, and confined" * doctest::skip()) {
    CHECK(makes_another.run({"one", "two"}).exit_code == 7);
    const ending end = never_ends.run({}, std::chrono::milliseconds(300));
    CHECK(end.timed_out);
    CHECK(end.signal == SIGKILL);
    CHECK(makes_another.run({"one", "two"}).exit_code == 7);
  }
}
