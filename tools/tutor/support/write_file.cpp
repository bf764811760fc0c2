#include "support/write_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(descriptor, content.data(), content.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::string write_file(const fs::path& file, std::string_view content) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  // A device or a pipe is written to, not replaced.
  if (fs::exists(file, error) && !fs::is_regular_file(file, error) && !fs::is_directory(file)) {
    const int device = open(file.c_str(), O_WRONLY | O_CLOEXEC);
    const bool done = device >= 0 && write_all(device, content);
    const int problem = errno;
    if (device >= 0) close(device);
    return done ? std::string() : std::strerror(problem);
  }
  const std::string temporary = fmt::format("{}.{}", file.string(), getpid());
  const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return std::strerror(errno);
  // On the disk before it has the name: a machine that loses power has the old file or the new one.
  bool done = write_all(descriptor, content) && fsync(descriptor) == 0;
  int problem = errno;
  done = close(descriptor) == 0 && done;
  if (done && std::rename(temporary.c_str(), file.c_str()) == 0) return {};
  if (done) problem = errno;
  unlink(temporary.c_str());
  return std::strerror(problem);
}

}  // namespace lockstep::tutor
