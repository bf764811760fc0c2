#include "cudart/observations/records.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>

#include "cudart/environment.hpp"

namespace lockstep::cudart {
namespace {

// The report, opened twice: what is appended comes behind all that others append, and only without
// O_APPEND can a number be changed in place.
struct report_file {
  int append = -1, in_place = -1;
  std::mutex mutex;  // the position behind a record is that of the descriptor
};

report_file& report() {
  static report_file& file = *new report_file;
  static std::once_flag opened;
  std::call_once(opened, [] {
    const std::string& path = settings().report;
    if (path.empty()) return;
    file.append = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (file.append < 0)
      std::fprintf(stderr, "lockstep: LOCKSTEP_REPORT=%s cannot be written: %m\n", path.c_str());
    else
      file.in_place = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  });
  return file;
}

// Returns where in the file the line begins; -1 if that is not known.
off_t append(std::string_view type, std::string_view members) {
  report_file& file = report();
  if (file.append < 0) return -1;
  const std::string line = protocol::record_line(type, members);
  // A short write (a full disk) leaves a torn last line, which readers skip.
  const std::scoped_lock lock(file.mutex);
  const ssize_t written = write(file.append, line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size())) {
    const off_t end = lseek(file.append, 0, SEEK_CUR);
    return end < written ? -1 : end - written;
  }
  static std::once_flag reported;
  std::call_once(reported, [&] {
    std::fprintf(stderr, "lockstep: records are missing from LOCKSTEP_REPORT=%s: %s\n",
                 settings().report.c_str(), std::strerror(written < 0 ? errno : ENOSPC));
  });
  return -1;
}

constexpr int count_width = 20;  // digits of 2^64

}  // namespace

void write_record(std::string_view type, std::string_view members) { append(type, members); }

counted_record::counted_record(
    std::string_view type, std::string_view members,
    std::initializer_list<std::pair<std::string_view, std::uint64_t>> counts) {
  std::string all(members.substr(0, members.size() - 1));
  std::vector<std::size_t> positions;
  for (const auto& [name, value] : counts) {
    all += fmt::format("{}\"{}\":", all.size() > 1 ? "," : "", name);
    positions.push_back(all.size());
    all += fmt::format("{:{}}", value, count_width);
  }
  const off_t begin = append(type, all + "}");
  if (begin < 0) return;
  // In place of the brace that opens the members stand the one of the record, its type and a comma.
  const std::size_t before = std::string_view("{\"type\":\"\",").size() - 1 + type.size();
  for (const std::size_t position : positions)
    offsets_.push_back(begin + static_cast<off_t>(before + position));
}

void counted_record::set(std::size_t which, std::uint64_t value) const {
  if (which >= offsets_.size() || report().in_place < 0) return;
  const std::string digits = fmt::format("{:{}}", value, count_width);
  // What fails here leaves the number as it was.
  [[maybe_unused]] const ssize_t written =
      pwrite(report().in_place, digits.data(), digits.size(), offsets_[which]);
}

void refuse(refusal_reason reason, std::string_view message, std::string_view kernel) {
  static std::mutex mutex;
  static auto& reported = *new std::set<std::string, std::less<>>;
  {
    const std::scoped_lock lock(mutex);
    if (!reported.emplace(message).second) return;
  }
  if (!settings().quiet) {
    std::fprintf(stderr, "lockstep: error: %.*s\n", static_cast<int>(message.size()),
                 message.data());
  }
  write_record("refusal",
               members_of(protocol::refusal{std::string(message), reason, std::string(kernel)}));
}

}  // namespace lockstep::cudart
