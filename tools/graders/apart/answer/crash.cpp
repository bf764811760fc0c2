#include "crash.hpp"

#include <signal.h>
#include <ucontext.h>

extern "C" const char __executable_start, etext;  // the linker's

namespace lockstep::apart {

namespace {

bool is_overflow_of_the_stack([[maybe_unused]] int signal, [[maybe_unused]] const siginfo_t* info,
                              [[maybe_unused]] const ucontext_t* context) {
#ifdef __x86_64__
  const auto stack = static_cast<std::uint64_t>(context->uc_mcontext.gregs[REG_RSP]);
  const auto fault = reinterpret_cast<std::uint64_t>(info->si_addr);
  constexpr std::uint64_t near = 1 << 16;
  return signal == SIGSEGV && fault + near > stack && fault < stack + near;
#else
  return false;
#endif
}

void on_crash(int signal, siginfo_t* info, void* context) {
  crash_facts facts{};
  facts.signal = signal;
  facts.why = signal == SIGFPE && info->si_code == FPE_INTDIV ? crash_reason::division_by_zero
              : is_overflow_of_the_stack(signal, info, static_cast<ucontext_t*>(context))
                  ? crash_reason::stack_overflow
                  : crash_reason::other;
  if (info->si_code > 0) facts.address = reinterpret_cast<std::uint64_t>(info->si_addr);
  facts.frames = frames_here();
#ifdef __x86_64__
  const auto at = reinterpret_cast<const char*>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  if (at >= &__executable_start && at < &etext) {
    for (std::uint32_t i = most_frames - 1; i > 0; --i)
      facts.frames.offsets[i] = facts.frames.offsets[i - 1];
    facts.frames.offsets[0] = static_cast<std::uint32_t>(at - &__executable_start);
    if (facts.frames.count < most_frames) ++facts.frames.count;
  }
#endif
  send_crash(facts);
  ::signal(signal, SIG_DFL);
  if (info->si_code <= 0) raise(signal);  // otherwise the instruction does it again
}

}  // namespace

void catch_crashes() {
  static char stack[1 << 16];
  const stack_t own{stack, 0, sizeof stack};
  sigaltstack(&own, nullptr);
  struct sigaction ours {};
  ours.sa_sigaction = on_crash;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int one : {SIGFPE, SIGILL, SIGBUS, SIGABRT, SIGSEGV}) sigaction(one, &ours, nullptr);
  (void)frames_here();  // loads what it needs
}

}  // namespace lockstep::apart
