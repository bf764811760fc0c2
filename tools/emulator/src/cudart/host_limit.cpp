// The problem: where a kernel has no end, the emulator notices; where the host's own loop has none,
// nobody would. A thread looks on. Every call that does something is progress, and so is a launch
// that runs; a query, a wait that is over at once, or no call at all is none.
#include "cudart/host_limit.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "cudart/api_call.hpp"
#include "cudart/environment.hpp"
#include "cudart/launches/interruption.hpp"
#include "cudart/observations/caller.hpp"
#include "cudart/observations/observations.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::cudart {

host_progress progress_of_host;

namespace {
bool is_limited = false;  // otherwise nothing is counted
}

void note_call(const char* name) {
  if (!is_limited) return;
  const std::string_view call(name);
  const bool only_asks = call.find("Query") != call.npos || call.find("Synchronize") != call.npos ||
                         call.find("Get") != call.npos || call.find("Peek") != call.npos;
  (only_asks ? progress_of_host.asked : progress_of_host.made)
      .fetch_add(1, std::memory_order_relaxed);
}

namespace {

using protocol::phrase;
using std::chrono::milliseconds;

constexpr milliseconds between_looks{50};

// -- Where the host's first thread stands

struct {
  std::vector<std::uintptr_t> addresses;
  const char* call = "";
  std::atomic<bool> is_known{false};
} first_thread;

// What the thread was waiting in must not end, as pause() does after a signal: it stays here while
// the report is written. But it may hold a lock that the report needs.
void on_question(int) {
  first_thread.call = call_in_progress::name();
  first_thread.addresses = return_addresses();
  first_thread.is_known = true;
  constexpr timespec patience{5, 0};
  nanosleep(&patience, nullptr);
}

// A signal that nobody else uses; 0 if there is none.
int free_signal() {
  for (int signal = SIGRTMAX - 1; signal > SIGRTMIN; --signal) {
    struct sigaction current {};
    if (sigaction(signal, nullptr, &current) == 0 && (current.sa_flags & SA_SIGINFO) == 0 &&
        current.sa_handler == SIG_DFL)
      return signal;
  }
  return 0;
}

// Its place stays unknown if it blocks all signals.
protocol::access place_of_host() {
  protocol::access host;
  host.call = "main";
  const int signal = free_signal();
  struct sigaction ours {};
  ours.sa_handler = on_question;
  ours.sa_flags = SA_RESTART;
  if (signal == 0 || sigaction(signal, &ours, nullptr) != 0 ||
      syscall(SYS_tgkill, getpid(), getpid(), signal) != 0)
    return host;
  for (int i = 0; i < 40 && !first_thread.is_known; ++i) std::this_thread::sleep_for(between_looks);
  if (!first_thread.is_known) return host;
  host.return_addresses = first_thread.addresses;
  if (*first_thread.call != '\0') host.call = first_thread.call;
  return host;
}

bool first_thread_sleeps() {
  std::ifstream status(fmt::format("/proc/self/task/{}/stat", getpid()));
  std::string text((std::istreambuf_iterator<char>(status)), {});
  const auto name_end = text.rfind(')');
  return name_end != text.npos && name_end + 2 < text.size() && text[name_end + 2] != 'R';
}

// -- The end

// `calls`: of queries and waits; 0: it makes none any more.
std::string what_it_does(std::uint64_t calls, bool sleeps) {
  const std::string seconds =
      fmt::format("{:g}", static_cast<double>(settings().host_timeout.count()) / 1000);
  if (calls != 0)
    return phrase(
        "host-asks",
        "the host has done nothing for {} s but poll or wait for the device, in {} calls, and "
        "was stopped",
        seconds, calls);
  return sleeps ? phrase("host-sleeps",
                         "the host has slept or waited for {} s without a call that does something "
                         "with the device, and was stopped",
                         seconds)
                : phrase("host-computes",
                         "the host's own code has run for {} s without a call that does something "
                         "with the device, and was stopped",
                         seconds);
}

[[noreturn]] void stop(std::uint64_t calls) {
  protocol::finding found;
  found.kind = protocol::finding_kind::timeout;
  const bool sleeps = first_thread_sleeps();
  found.where = place_of_host();
  found.message = what_it_does(calls, sleeps);
  found.why =
      phrase("why-host-timed-out",
             "Nothing was running on the device any more, so no kernel will end a loop on the "
             "host. --timeout SECONDS (LOCKSTEP_HOST_TIMEOUT) sets another limit, 0 none.");
  found.advice = calls != 0
                     ? phrase("look-at-what-is-asked",
                              "check the loop's condition: what does it wait for, and which call "
                              "would make that happen?")
                     : phrase("look-at-host-loop",
                              "check the condition of the loop or the wait: can it ever be met? If "
                              "the host really needs to compute for that long, raise the limit");
  if (ftrylockfile(stdout) == 0) {
    std::fflush(stdout);
    funlockfile(stdout);
  }
  found.stopped = true;
  report_finding(std::move(found));
  std::_Exit(4);  // what `lockstep exec` gives for a program whose time is up
}

// Counted in looks and not by the clock, so that a process that was stopped may go on. A call
// counts when it begins and when it ends.
[[noreturn]] void look_on() {
  const auto limit = std::max<std::int64_t>(settings().host_timeout / between_looks, 2);
  std::uint64_t made = ~std::uint64_t{0}, asked = 0, asked_by_half = 0;
  for (std::int64_t idle = 0;; ++idle) {
    const std::uint64_t now = progress_of_host.made;
    if (now != made || launch_runs()) {
      made = now;
      asked = progress_of_host.asked;
      idle = 0;
    }
    if (idle == limit / 2) asked_by_half = progress_of_host.asked;
    if (idle >= limit) {
      const std::uint64_t all = progress_of_host.asked;
      stop(all == asked_by_half ? 0 : (all - asked + 1) / 2);
    }
    std::this_thread::sleep_for(between_looks);
  }
}

// Signals are the program's.
void begin() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread(look_on).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void limit_host() {
  if (settings().host_timeout.count() == 0) return;
  is_limited = true;
  begin();
  pthread_atfork(nullptr, nullptr, begin);
}

}  // namespace lockstep::cudart
