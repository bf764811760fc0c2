// Ctrl-C and its kin as data.
#pragma once

#include <signal.h>

#include <initializer_list>

#include "processes/descriptor.hpp"

namespace lockstep::tutor {

// While this lives, these signals end nothing, but can be polled for and read here. What was
// ignored before stays so, as under nohup; but a SIGINT that somebody sends to this process is
// meant for it, also where a shell has started it in the background, out of the terminal's reach.
//
// One may live inside another, as of a program that runs within a longer piece of work: the inner
// one reads the signals, and those that nobody has read then are the outer one's.
class signal_watch {
 public:
  explicit signal_watch(std::initializer_list<int> signals = {SIGINT, SIGTERM, SIGHUP});
  // Once one was read, more of the same end nothing either: timeout(1) sends each twice, to the
  // program and to its process group.
  ~signal_watch();
  signal_watch(const signal_watch&) = delete;
  signal_watch& operator=(const signal_watch&) = delete;

  // That before the outermost of these, which programs are started with.
  const sigset_t& mask_before() const;
  int number() const { return source_.number(); }
  // The next signal; 0 if there is none.
  int read();
  // The one that was read last is a key's: the terminal has sent it to all programs in its
  // foreground.
  bool came_from_terminal() const { return from_terminal_; }
  // A shell has started this process in the background, and so what it starts itself.
  bool keys_are_ignored() const { return keys_are_ignored_; }

 private:
  sigset_t before_{};
  bool any_read_ = false, from_terminal_ = false, keys_are_ignored_ = false;
  descriptor source_;
  const signal_watch* outer_ = nullptr;
};

// While this lives no signal is delivered, nor ever to a thread that is started meanwhile.
class signals_held {
 public:
  signals_held();
  ~signals_held() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  signals_held(const signals_held&) = delete;
  signals_held& operator=(const signals_held&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace lockstep::tutor
