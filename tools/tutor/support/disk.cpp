#include "support/disk.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace lockstep::tutor {

// Tried, not asked for: with quotas there is less room than the disk tells of.
std::string no_room_in(const std::filesystem::path& folder, std::uint64_t bytes) {
  std::string name = (folder / ".room-XXXXXX").string();
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return std::strerror(errno);
  const int problem = posix_fallocate(file, 0, static_cast<off_t>(bytes));
  close(file);
  unlink(name.c_str());
  return problem == ENOSPC || problem == EDQUOT ? std::strerror(problem) : std::string();
}

bool tells_of_full_disk(std::string_view message) {
  return message.find("No space left on device") != std::string_view::npos ||
         message.find("Disk quota exceeded") != std::string_view::npos;
}

}  // namespace lockstep::tutor
