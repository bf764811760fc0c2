#include "processes/signal_watch.hpp"

#include <sys/signalfd.h>

namespace lockstep::tutor {
namespace {

bool is_ignored(int signal) {
  struct sigaction now {};
  sigaction(signal, nullptr, &now);
  return now.sa_handler == SIG_IGN;
}

thread_local const signal_watch* innermost = nullptr;

}  // namespace

signal_watch::signal_watch(std::initializer_list<int> signals) {
  sigset_t watched;
  sigemptyset(&watched);
  for (int signal : signals) {
    if (signal == SIGINT || !is_ignored(signal)) sigaddset(&watched, signal);
  }
  keys_are_ignored_ = is_ignored(SIGINT);
  sigprocmask(SIG_BLOCK, &watched, &before_);
  outer_ = innermost;
  innermost = this;
  source_ = descriptor(signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
}

signal_watch::~signal_watch() {
  while (any_read_ && read() != 0) continue;
  sigprocmask(SIG_SETMASK, &before_, nullptr);
  innermost = outer_;
}

const sigset_t& signal_watch::mask_before() const {
  return outer_ == nullptr ? before_ : outer_->mask_before();
}

int signal_watch::read() {
  signalfd_siginfo info{};
  while (::read(number(), &info, sizeof info) == sizeof info) {
    from_terminal_ = info.ssi_code == SI_KERNEL;
    if (from_terminal_ && keys_are_ignored_ && info.ssi_signo == SIGINT) continue;
    any_read_ = true;
    return static_cast<int>(info.ssi_signo);
  }
  return 0;
}

signals_held::signals_held() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before_);
}

}  // namespace lockstep::tutor
