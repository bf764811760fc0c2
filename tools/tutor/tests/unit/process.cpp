// Isolation: whatever a program does, the tutor gets its end, and nothing of it stays.
#include "processes/process.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>

#include "course/paths.hpp"
#include "processes/signal_watch.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

using namespace lockstep::tutor;
using how = process_end::how;

namespace {

command in_sandbox(const std::string& script) {
  command what;
  what.arguments = {"/bin/sh", "-c", script};
  what.limits = resource_limits{};
  what.limits->wall_time = std::chrono::seconds(5);
  return what;
}

bool alive(int pid) { return kill(pid, 0) == 0; }

}  // namespace

TEST_CASE("the exit code and the output of a program") {
  const auto end = run(in_sandbox("echo out; echo err >&2; exit 3"));
  CHECK(end.kind == how::exited);
  CHECK(end.code == 3);
  CHECK(end.output == "out\nerr\n");
}

TEST_CASE("a signal that comes twice is read once, and the second ends nothing") {
  signal_watch outer;  // or else a defect would end all tests
  {
    signal_watch signals;
    raise(SIGINT);
    CHECK(signals.read() == SIGINT);
    raise(SIGINT);
  }
  CHECK(outer.read() == 0);
}

TEST_CASE("a signal that nobody has read still ends what it would have ended") {
  signal_watch outer;
  {
    signal_watch signals;
    raise(SIGINT);
  }
  CHECK(outer.read() == SIGINT);
}

TEST_CASE("a signal is told from an exit code") {
  const auto end = run(in_sandbox("kill -SEGV $$"));
  CHECK(end.kind == how::signalled);
  CHECK(end.code == SIGSEGV);
}

TEST_CASE("a program that never ends is ended") {
  auto what = in_sandbox("sleep 100");
  what.limits->wall_time = std::chrono::milliseconds(100);
  const auto end = run(what);
  CHECK(end.kind == how::timed_out);
  CHECK(end.seconds < 3);
}

TEST_CASE("a flood of output is ended") {
  auto what = in_sandbox("yes");
  what.limits->output_bytes = 100'000;
  CHECK(run(what).kind == how::flooded);
}

TEST_CASE("a program's work counts, and that of what it has waited for") {
  const std::string busy = "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done";
  CHECK(run(in_sandbox("sh -c '" + busy + "'; :")).work > 0.01);
  CHECK(run(in_sandbox("sleep 0.3")).work < 0.1);
}

TEST_CASE("the work of a descendant counts that nobody has waited for") {
  const std::string busy = "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done";
  const std::string until_done = "while [ ! -e $f ]; do sleep 0.02; done; rm $f";
  CHECK(run(in_sandbox("f=$(mktemp -u); (setsid sh -c '" + busy + "; touch '$f &); " + until_done))
            .work > 0.01);
}

TEST_CASE("there is no input") { CHECK(run(in_sandbox("cat")).succeeded()); }

TEST_CASE("results come through a channel of their own") {
  auto what = in_sandbox("echo noise; echo record >&$LOCKSTEP_RESULT_FD");
  what.result_channel = true;
  const auto end = run(what);
  CHECK(end.results == "record\n");
  CHECK(end.output == "noise\n");
}

TEST_CASE("what a program leaves running is ended with it") {
  // QEMU's emulation of user programs does not know this call.
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return;
  const auto end =
      run(in_sandbox("setsid sleep 100 & sleep 0.1; echo $!; setsid sleep 100 & exit 0"));
  CHECK(end.succeeded());
  CHECK(end.seconds < 3);
  CHECK_FALSE(alive(std::stoi(end.output)));
}

TEST_CASE("a temporary folder whose owner was killed goes when another program makes one") {
  const temporary_folder place;
  const auto in_a_process = [&](const std::function<void()>& work) {
    const pid_t child = fork();
    if (child == 0) {
      work();
      _exit(0);
    }
    waitpid(child, nullptr, 0);
  };
  const auto count = [&] {
    return std::distance(std::filesystem::directory_iterator(place.path()), {});
  };
  const auto make_old = [&] {
    for (const auto& one : std::filesystem::directory_iterator(place.path()))
      last_write_time(one.path(), one.last_write_time() - std::chrono::hours(1));
  };
  const temporary_folder in_use(place.path());
  in_a_process([&] { new temporary_folder(place.path()); });
  CHECK(count() == 2);
  make_old();
  remove_abandoned_folders(place.path());
  CHECK(count() == 1);
}

TEST_CASE("the environment and the folder are the ones asked for") {
  setenv("LOCKSTEP_TEST_GONE", "1", 1);
  const temporary_folder folder;
  auto what = in_sandbox("pwd; echo $LOCKSTEP_TEST_NEW; echo ${LOCKSTEP_TEST_GONE-unset}");
  what.environment = {{"LOCKSTEP_TEST_NEW", "new"}, {"LOCKSTEP_TEST_GONE", std::nullopt}};
  what.folder = folder.path();
  CHECK(run(what).output == folder.path().string() + "\nnew\nunset\n");
}

TEST_CASE("the limits hold") {
  CHECK(run(in_sandbox("ulimit -c")).output == "0\n");
  auto what = in_sandbox("head -c 3000000 /dev/zero >big; echo $?");
  const temporary_folder folder;
  what.folder = folder.path();
  what.limits->file_bytes = 1 << 20;
  CHECK(run(what).output != "0\n");
  CHECK(std::filesystem::file_size(folder.path() / "big") <= 1 << 20);
}

TEST_CASE("a caller can stop a program") {
  auto what = in_sandbox("sleep 100");
  what.should_stop = [] { return true; };
  CHECK(run(what).kind == how::stopped);
}

TEST_CASE("a program without limits that a caller stops can end what it has started") {
  command what;
  what.arguments = {"sh", "-c", "trap 'echo ended; exit 1' TERM; echo ready; while :; do :; done"};
  what.capture = true;
  bool is_ready = false;
  what.on_output = [&](std::string_view) { is_ready = true; };
  what.should_stop = [&] { return is_ready; };
  const process_end end = run(what);
  CHECK(end.kind == how::stopped);
  CHECK(end.output == "ready\nended\n");
}

TEST_CASE("a request to end the tutor ends the program and is passed on") {
  const auto start = std::chrono::steady_clock::now();
  CHECK_THROWS_AS((void)run(in_sandbox("kill -TERM $PPID; sleep 100")), interrupted);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(3));
}

TEST_CASE("an interrupt by kill is passed on, as the terminal has not sent it") {
  command what;
  what.arguments = {"sh", "-c",
                    "trap 'echo interrupted; exit 1' INT; kill -INT $PPID; while :; do :; done"};
  what.capture = true;
  std::string said;
  what.on_output = [&](std::string_view chunk) { said += chunk; };
  CHECK_THROWS_AS((void)run(what), interrupted);
  CHECK(said == "interrupted\n");
}

TEST_CASE("what a program still says when it is asked to end finds a reader") {
  command what;  // says more than a pipe holds
  what.arguments = {
      "sh", "-c",
      "trap 'head -c 1000000 /dev/zero; exit 1' TERM; kill -TERM $PPID; while :; do :; done"};
  what.capture = true;
  std::size_t said = 0;
  what.on_output = [&](std::string_view chunk) { said += chunk.size(); };
  CHECK_THROWS_AS((void)run(what), interrupted);
  CHECK(said == 1000000);
}

TEST_CASE("a program that runs within a longer piece of work is interrupted all the same") {
  signal_watch longer;
  command what;
  what.arguments = {"sh", "-c", "kill -INT $$; sleep 100"};  // it starts with signals unblocked
  CHECK(run(what).code == SIGINT);
  what.arguments = {"sh", "-c", "kill -TERM $PPID; sleep 100"};
  CHECK_THROWS_AS((void)run(what), interrupted);
  CHECK(longer.read() == 0);
  raise(SIGINT);
  CHECK(longer.read() == SIGINT);
}

TEST_CASE("a program can be interrupted where a shell has started the tutor in the background") {
  signal(SIGINT, SIG_IGN);
  command what;
  what.arguments = {"sh", "-c", "kill -INT $PPID; exec sleep 100"};
  const auto start = std::chrono::steady_clock::now();
  CHECK_THROWS_AS((void)run(what), interrupted);
  signal(SIGINT, SIG_DFL);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(3));
}

TEST_CASE("what nohup lets be ignored stays so") {
  signal(SIGHUP, SIG_IGN);
  CHECK(run(in_sandbox("kill -HUP $PPID; echo still here")).output == "still here\n");
  signal(SIGHUP, SIG_DFL);
}

TEST_CASE("a program that does not exist is a failure in words") {
  command what;
  what.arguments = {"/no/such/program"};
  CHECK_THROWS_WITH_AS((void)run(what), "cannot start /no/such/program: No such file or directory",
                       failure);
}
