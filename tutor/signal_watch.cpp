#include "signal_watch.hpp"

#include <sys/signalfd.h>

namespace lockstep::tutor {

signal_watch::signal_watch(std::initializer_list<int> signals) {
  sigset_t watched;
  sigemptyset(&watched);
  for (int signal : signals) sigaddset(&watched, signal);
  sigprocmask(SIG_BLOCK, &watched, &before_);
  source_ = descriptor(signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
}

int signal_watch::read() const {
  signalfd_siginfo info{};
  return ::read(number(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
}

}  // namespace lockstep::tutor
