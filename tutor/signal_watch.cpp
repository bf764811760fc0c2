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

signal_watch::~signal_watch() {
  while (any_read_ && read() != 0) continue;
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

int signal_watch::read() {
  signalfd_siginfo info{};
  if (::read(number(), &info, sizeof info) != sizeof info) return 0;
  any_read_ = true;
  return static_cast<int>(info.ssi_signo);
}

signals_held::signals_held() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before_);
}

}  // namespace lockstep::tutor
