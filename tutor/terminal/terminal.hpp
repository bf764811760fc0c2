// Output for people: colours where a terminal shows them, and a line that tells how a build goes
// on.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tutor {

// Wraps text in colours if standard output is a terminal and NO_COLOR is not set.
struct palette {
  bool on = false;
  std::string bold(std::string_view text) const;
  std::string dim(std::string_view text) const;
  std::string good(std::string_view text) const;
  std::string bad(std::string_view text) const;
  std::string warn(std::string_view text) const;
};

palette palette_for(int descriptor);

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
