#include "cudart/fault_handler.hpp"

#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <string_view>

#include "cudart/streams/stream_order.hpp"

namespace lockstep::cudart {
namespace {

// Text in a fixed buffer: a signal handler must not allocate.
class message {
 public:
  message& operator<<(std::string_view text) {
    for (const char letter : text)
      if (length_ < sizeof text_) text_[length_++] = letter;
    return *this;
  }
  message& number(std::uint64_t value, unsigned base) {
    char digits[20];
    std::size_t first = sizeof digits;
    do digits[--first] = "0123456789abcdef"[value % base];
    while ((value /= base) != 0);
    return *this << std::string_view(digits + first, sizeof digits - first);
  }
  void write_to(int descriptor) const {
    [[maybe_unused]] const auto written = write(descriptor, text_, length_);
  }

 private:
  char text_[512];
  std::size_t length_ = 0;
};

const memory::address_space* device_memory = nullptr;
std::atomic<crash_handler> before_crash{nullptr};

void explain(std::uint64_t address) {
  const memory::address_space& memory = *device_memory;
  if (!memory.is_device_range(address)) return;
  message text;
  text << "lockstep: error: the host read or wrote device memory at 0x";
  text.number(address, 16);
  const memory::allocation* near = memory.nearest_without_waiting(address);
  if (near != nullptr && (near->contains(address, 1) || near->freed)) {
    text << (near->freed ? " (freed; it was an allocation of " : " (an allocation of ");
    text.number(near->size, 10) << " bytes";
    if (near->name.empty())
      text << ")";
    else
      text << ", variable " << near->name << ")";
  }
  text << ". Device memory can be used in kernels only: copy it with cudaMemcpy first.\n";
  text.write_to(STDERR_FILENO);
}

// By the error code of a page fault (Intel SDM, volume 3, "Interrupt 14").
bool was_writing([[maybe_unused]] const void* context) {
#ifdef __x86_64__
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  return false;
#endif
}

// Returning from here runs the faulting instruction again: if nothing was fixed, with the default
// action, so that the process ends as it would have and a core file shows the right place.
void on_fault(int signal, siginfo_t* info, void* context) {
  const bool by_access = info->si_code > 0;
  if (by_access &&
      host_may_go_on(reinterpret_cast<std::uint64_t>(info->si_addr), was_writing(context)))
    return;
  if (const crash_handler tell = before_crash) tell(signal, info, context);
  ::signal(signal, SIG_DFL);
  if (by_access)
    explain(reinterpret_cast<std::uint64_t>(info->si_addr));
  else
    raise(signal);
}

}  // namespace

void install_fault_handler(const memory::address_space& memory) {
  device_memory = &memory;
  struct sigaction current {};
  if (sigaction(SIGSEGV, nullptr, &current) != 0) return;
  if ((current.sa_flags & SA_SIGINFO) != 0 || current.sa_handler != SIG_DFL) return;
  struct sigaction ours {};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;  // where there is a stack for it
  sigaction(SIGSEGV, &ours, nullptr);
}

void call_before_crash(crash_handler handler) { before_crash = handler; }

void explain_fault(std::uint64_t address) {
  if (device_memory != nullptr) explain(address);
}

bool handles_faults() {
  struct sigaction current {};
  return sigaction(SIGSEGV, nullptr, &current) == 0 && (current.sa_flags & SA_SIGINFO) != 0 &&
         current.sa_sigaction == on_fault;
}

}  // namespace lockstep::cudart
