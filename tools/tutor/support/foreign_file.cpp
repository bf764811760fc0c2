#include "support/foreign_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace lockstep::tutor {
namespace {

foreign_file read_ordinary(int descriptor, std::size_t most) {
  struct stat facts {};
  if (fstat(descriptor, &facts) != 0) return {{}, std::strerror(errno)};
  if (!S_ISREG(facts.st_mode)) return {{}, "it is not an ordinary file"};
  if (static_cast<std::uintmax_t>(facts.st_size) > most)
    return {{}, fmt::format("it has {} bytes; more than {} are not read", facts.st_size, most)};
  foreign_file read_so_far;
  std::array<char, 65536> buffer;
  while (read_so_far.content.size() < most) {
    const auto room = std::min(buffer.size(), most - read_so_far.content.size());
    const auto got = read(descriptor, buffer.data(), room);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {{}, std::strerror(errno)};
    if (got == 0) break;
    read_so_far.content.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return read_so_far;
}

}  // namespace

foreign_file read_foreign(const std::filesystem::path& file, std::size_t most) {
  const int descriptor =
      open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0)
    return {{}, errno == ELOOP ? "it is a link, which is not followed" : std::strerror(errno)};
  foreign_file result = read_ordinary(descriptor, most);
  close(descriptor);
  return result;
}

}  // namespace lockstep::tutor
