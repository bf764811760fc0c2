// Ctrl-C and its kin as data.
#pragma once

#include <signal.h>

#include <initializer_list>

#include "descriptor.hpp"

namespace lockstep::tutor {

// While this lives, these signals end nothing, but can be polled for and read here.
class signal_watch {
 public:
  explicit signal_watch(std::initializer_list<int> signals = {SIGINT, SIGTERM, SIGHUP});
  ~signal_watch() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  signal_watch(const signal_watch&) = delete;
  signal_watch& operator=(const signal_watch&) = delete;

  const sigset_t& mask_before() const { return before_; }
  int number() const { return source_.number(); }
  // The next signal; 0 if there is none.
  int read() const;

 private:
  sigset_t before_{};
  descriptor source_;
};

}  // namespace lockstep::tutor
