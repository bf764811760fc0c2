// A terminal that is ours for a while: no echo, keys one by one, a screen of its own that leaves
// what was there before untouched.
#pragma once

#include <termios.h>

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::tutor::watch {

struct extent {
  std::size_t rows = 24, columns = 80;
};

class screen {
 public:
  // Whether standard input and output are a terminal that can do this.
  static bool possible();

  screen();
  ~screen();
  screen(const screen&) = delete;
  screen& operator=(const screen&) = delete;

  extent size() const;
  // The first size().rows lines, each at most size().columns wide.
  void show(const std::vector<std::string>& lines);

  // Gives the terminal back for a while, and takes it again.
  void leave();
  void enter();

 private:
  termios before_{};
  bool ours_ = false;
};

}  // namespace lockstep::tutor::watch
