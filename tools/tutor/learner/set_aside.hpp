// The learner's files, out of git's way while it brings a new version of the course.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "context.hpp"

namespace lockstep::tutor {

// What is set aside is written to .lockstep/update first, all of it, so that a tutor which is
// killed meanwhile has lost nothing: the next one finds it there (put_back_after_a_kill).
class set_aside {
 public:
  // The stubs of `edited` are in place afterwards. Throws failure if a copy cannot be made; then
  // nothing has changed.
  set_aside(const context& all, const std::vector<const exercise*>& edited);
  // Puts them back, whatever has happened, but for what was saved in the meantime.
  ~set_aside();
  set_aside(const set_aside&) = delete;
  set_aside& operator=(const set_aside&) = delete;

  // New names of exercises by their names before.
  void rename(const std::map<std::string, std::string>& new_names);
  std::size_t size() const { return count_; }

 private:
  const context& all_;
  int lock_;
  std::size_t count_ = 0;
};

// If an update was killed, what it had set aside is put back, and told. Does nothing while an
// update is at work.
void put_back_after_a_kill(const context& all);

}  // namespace lockstep::tutor
