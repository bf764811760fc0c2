#include "cudart/launches/interruption.hpp"

#include <signal.h>

#include <cstdio>

#include "cudart/environment.hpp"

namespace lockstep::cudart {
namespace {

simt::attention& person() {
  static simt::attention& one = *new simt::attention;
  return one;
}

std::atomic<int> launches_that_run{0};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void end_by(int signal) {
  ::signal(signal, SIG_DFL);
  raise(signal);
}

// The second time nobody wants to wait any more.
void on_interrupt(int signal) {
  if (launches_that_run == 0 || person().interrupted.exchange(true)) end_by(signal);
}

// A program that deals with Ctrl-C itself, or ignores it, goes on doing so.
bool take_over() {
  person().tell = [](const std::string& text) {
    std::fprintf(stderr, "lockstep: %s\n", text.c_str());
  };
  struct sigaction current {};
  if (sigaction(SIGINT, nullptr, &current) != 0) return false;
  if ((current.sa_flags & SA_SIGINFO) != 0 || current.sa_handler != SIG_DFL) return false;
  struct sigaction ours {};
  ours.sa_handler = on_interrupt;
  ours.sa_flags = SA_RESTART;
  return sigaction(SIGINT, &ours, nullptr) == 0;
}

}  // namespace

const simt::attention* waiting_person() {
  if (!settings().interactive) return nullptr;
  static const bool is_ours = take_over();
  return is_ours ? &person() : nullptr;
}

bool launch_runs() { return launches_that_run != 0; }

interruptible::interruptible() { ++launches_that_run; }

interruptible::~interruptible() {
  if (--launches_that_run == 0 && person().interrupted) end_by(SIGINT);
}

}  // namespace lockstep::cudart
