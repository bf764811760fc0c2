#include "watch/saved_file.hpp"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace lockstep::tutor::watch {

bool saved_file::state::operator==(const state& other) const {
  return exists == other.exists && device == other.device && number == other.number &&
         size == other.size && written.tv_sec == other.written.tv_sec &&
         written.tv_nsec == other.written.tv_nsec;
}

saved_file::saved_file(std::filesystem::path file)
    : file_(std::move(file)), notices_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)), last_(look()) {
  listen();
}

saved_file::~saved_file() {
  if (notices_ >= 0) close(notices_);
}

// The folder, not the file: many editors write another file and give it the name. Asked again each
// time, as the folder may be another one by now; the kernel knows one that it watches already.
void saved_file::listen() {
  if (notices_ < 0) return;
  inotify_add_watch(notices_, file_.parent_path().c_str(),
                    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE |
                        IN_DELETE_SELF | IN_MOVE_SELF);
}

saved_file::state saved_file::look() const {
  struct stat facts {};
  if (stat(file_.c_str(), &facts) != 0) return {};
  return {true, facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtim};
}

// Notices only wake us up; what is true is what the file says.
bool saved_file::changed() {
  std::array<char, 4096> ignored{};
  while (notices_ >= 0 && read(notices_, ignored.data(), ignored.size()) > 0) {
  }
  listen();
  return std::exchange(last_, look()) != last_;
}

}  // namespace lockstep::tutor::watch
