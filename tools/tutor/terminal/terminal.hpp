// Output for people: colours where a terminal shows them, and a line that shows how a build
// progresses.
#pragma once

#include <string_view>

#include "lockstep/protocol/palette.hpp"

namespace lockstep::tutor {

using protocol::palette;
using protocol::palette_for;

// Shows the last line of a build tool's output on a terminal's standard error, each in place of the
// one before.
class progress_line {
 public:
  progress_line();
  ~progress_line() { clear(); }
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;
  void show(std::string_view chunk);
  void clear();

 private:
  bool on_, shown_ = false;
};

}  // namespace lockstep::tutor
