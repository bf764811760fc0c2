#include "bench/record_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::bench {

record_file::record_file(const fs::path& path, bool go_on) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  const int how = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (go_on ? 0 : O_TRUNC);
  file_ = open(path.c_str(), how, 0666);
  if (file_ < 0) {
    throw setup_missing(fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)),
                        "Name another file for the records: --keep FILE.");
  }
  if (!go_on) return;
  // A machine that lost power may have left half a line.
  const std::string before = content_of(path);
  const auto whole = before.rfind('\n') + 1;  // 0 if there is none
  if (whole < before.size() && ftruncate(file_, static_cast<off_t>(whole)) != 0) {
    throw setup_missing(fmt::format("cannot repair {}: {}", path.string(), std::strerror(errno)),
                        "Remove its last line, which is incomplete, by hand.");
  }
}

record_file::~record_file() { close(file_); }

std::string record_file::append(std::string_view line) {
  struct stat before {};
  fstat(file_, &before);
  const ssize_t written = write(file_, line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size())) return {};
  const std::string why = std::strerror(written < 0 ? errno : ENOSPC);
  if (written > 0 && ftruncate(file_, before.st_size) != 0) return why + ", half a line is left";
  return why;
}

}  // namespace lockstep::tutor::bench
