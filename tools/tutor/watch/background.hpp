// Work in a process of its own, so that keys, saves and a new size of the window are noticed while
// it goes on, and so that it can be given up.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace lockstep::tutor::watch {

class background {
 public:
  using say = std::function<void(const std::string&)>;

  // Calls `work` in the other process; what it says arrives here, message by message.
  explicit background(const std::function<void(const say&)>& work);
  // Ends the work, and whatever it started.
  ~background();
  background(const background&) = delete;
  background& operator=(const background&) = delete;

  // Becomes readable when there are messages, or the work is over.
  int descriptor() const { return messages_; }
  // Those that have arrived since the last call.
  std::vector<std::string> read();
  bool over() const { return messages_ < 0; }
  // What it wrote to standard error, and why it ended early, if it did; for when it is over.
  std::string complaints();

 private:
  pid_t process_ = -1;
  int messages_ = -1, errors_ = -1;
  std::string rest_;
};

}  // namespace lockstep::tutor::watch
