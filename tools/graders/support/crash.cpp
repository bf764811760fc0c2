#include "crash.hpp"

#include <lockstep/observe.hpp>

#include <cuda_runtime.h>
#include <execinfo.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

#include "session.hpp"

extern "C" const char __executable_start, etext;  // the linker's

namespace lockstep::grader {

namespace {

constexpr std::array fatal_signals{SIGFPE, SIGILL, SIGBUS, SIGABRT};

std::uint64_t offset_of(const void* address) {
  const auto at = reinterpret_cast<std::uint64_t>(address);
  const auto begin = reinterpret_cast<std::uint64_t>(&__executable_start);
  return at > begin && at < reinterpret_cast<std::uint64_t>(&etext) ? at - begin : 0;
}

bool is_overflow_of_the_stack([[maybe_unused]] int signal, [[maybe_unused]] const siginfo_t* info,
                              [[maybe_unused]] const void* context) {
#ifdef __x86_64__
  const auto stack = static_cast<std::uint64_t>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
  const auto fault = reinterpret_cast<std::uint64_t>(info->si_addr);
  constexpr std::uint64_t near = 1 << 16;
  return signal == SIGSEGV && fault + near > stack && fault < stack + near;
#else
  return false;
#endif
}

// Only after a division: that happens in code of the answer, and not while the runtime has a lock.
const char* error_that_nobody_fetched(int signal) {
  if (signal != SIGFPE) return "";
  const cudaError_t error = cudaPeekAtLastError();
  return error == cudaSuccess ? "" : cudaGetErrorName(error);
}

// One line, made without the heap, which may be damaged. The first frames are the handler's and the
// signal's; whoever reads the line looks for those in the answer's file.
void write_crash(int signal, const siginfo_t* info, const void* context) {
  constexpr int most = 32;
  static void* frames[most];
  static char line[1024];
  const int count = backtrace(frames, most);
  const char* why = signal == SIGFPE && info->si_code == FPE_INTDIV   ? "division_by_zero"
                    : is_overflow_of_the_stack(signal, info, context) ? "stack_overflow"
                                                                      : "";
  int length = std::snprintf(line, sizeof line,
                             "{\"type\":\"crash\",\"why\":\"%s\",\"error\":\"%s\",\"frames\":[",
                             why, error_that_nobody_fetched(signal));
  bool first = true;
#ifdef __x86_64__
  const auto at = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP];
  if (const std::uint64_t offset = offset_of(reinterpret_cast<const void*>(at)); offset != 0) {
    length += std::snprintf(line + length, sizeof line - static_cast<std::size_t>(length), "%llu",
                            static_cast<unsigned long long>(offset));
    first = false;
  }
#endif
  for (int i = 0; i < count && length < static_cast<int>(sizeof line) - 32; ++i) {
    const std::uint64_t offset = offset_of(frames[i]);
    if (offset == 0) continue;
    length += std::snprintf(line + length, sizeof line - static_cast<std::size_t>(length), "%s%llu",
                            first ? "" : ",", static_cast<unsigned long long>(offset));
    first = false;
  }
  length += std::snprintf(line + length, sizeof line - static_cast<std::size_t>(length), "]}\n");
  [[maybe_unused]] const auto written =
      write(current_session().result_descriptor, line, static_cast<std::size_t>(length));
}

void on_crash(int signal, siginfo_t* info, void* context) {
  write_crash(signal, info, context);
  ::signal(signal, SIG_DFL);
  if (info->si_code <= 0) raise(signal);  // otherwise the instruction does it again
}

}  // namespace

void record_crash_of_answer(int signal, const char* why, const std::uint32_t* frames,
                            std::size_t count) {
  if (!has_tutor()) return;
  std::string line = std::string("{\"type\":\"crash\",\"why\":\"") + why + "\",\"error\":\"" +
                     error_that_nobody_fetched(signal) + "\",\"frames\":[";
  for (std::size_t i = 0; i < count; ++i) line += (i == 0 ? "" : ",") + std::to_string(frames[i]);
  line += "]}\n";
  [[maybe_unused]] const auto written =
      write(current_session().result_descriptor, line.data(), line.size());
}

void record_crashes() {
  if (!has_tutor()) return;
  void* frame = nullptr;
  backtrace(&frame, 1);  // loads what it needs
  static char stack[1 << 16];
  const stack_t own{stack, 0, sizeof stack};
  sigaltstack(&own, nullptr);
  struct sigaction ours {};
  ours.sa_sigaction = on_crash;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int one : fatal_signals) sigaction(one, &ours, nullptr);
  // A back end with memory that faults on purpose has a handler of its own.
  const auto tell =
      lockstep::detail::runtime_function<decltype(lockstep_before_crash)>("lockstep_before_crash");
  if (tell != nullptr)
    tell([](int signal, const void* info, const void* context) {
      write_crash(signal, static_cast<const siginfo_t*>(info), context);
    });
  else
    sigaction(SIGSEGV, &ours, nullptr);
}

}  // namespace lockstep::grader
