#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <ctime>

#include "course/paths.hpp"
#include "language/language.hpp"
#include "support/failure.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

constexpr std::string_view temporary_prefix = "lockstep-t-";

// The lock of a folder that its owner holds until it ends, however it ends. -1: it has another.
int lock_of(const fs::path& folder) {
  const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  close(file);
  return -1;
}

// A folder of this user's that is old enough to have had its lock taken, and has none.
bool is_abandoned(const fs::path& folder) {
  struct stat facts {};
  constexpr std::time_t settled = 60;
  if (lstat(folder.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode) || facts.st_uid != geteuid() ||
      facts.st_mtime > std::time(nullptr) - settled)
    return false;
  const int lock = lock_of(folder);
  if (lock >= 0) close(lock);
  return lock >= 0;
}

}  // namespace

void remove_abandoned_folders(const fs::path& in) {
  std::error_code error;
  for (fs::directory_iterator at(in, error), end; !error && at != end; at.increment(error)) {
    if (!at->path().filename().string().starts_with(temporary_prefix)) continue;
    std::error_code ignored;
    if (is_abandoned(at->path())) fs::remove_all(at->path(), ignored);
  }
}

temporary_folder::temporary_folder() : temporary_folder(folder_for_temporary_files()) {}

temporary_folder::temporary_folder(const fs::path& in) {
  static const bool swept = (remove_abandoned_folders(in), true);
  (void)swept;
  std::error_code error;
  std::string name = (in / (std::string(temporary_prefix) + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr) {
    throw setup_missing(
        tr("cannot make a temporary folder in {}", in.string()),
        in == fs::temp_directory_path(error)
            ? tr("Free some space there, or set TMPDIR to a folder that you can write to.")
            : tr("Free some space there, or make it writable."));
  }
  path_ = name;
  lock_ = lock_of(path_);
}

temporary_folder::~temporary_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace lockstep::tutor
