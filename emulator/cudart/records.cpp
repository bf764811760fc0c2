#include "cudart/records.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "cudart/environment.hpp"

namespace lockstep::cudart {
namespace {

int report_descriptor() {
  static const int descriptor = [] {
    const std::string& path = settings().report;
    if (path.empty()) return -1;
    const int opened = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (opened < 0)
      std::fprintf(stderr, "lockstep: LOCKSTEP_REPORT=%s cannot be written: %m\n", path.c_str());
    return opened;
  }();
  return descriptor;
}

}  // namespace

void write_record(std::string_view type, std::string_view members) {
  const int descriptor = report_descriptor();
  if (descriptor < 0) return;
  std::string line = "{\"type\":\"" + std::string(type) + "\"";
  if (members.size() > 2)
    line.append(",").append(members.substr(1));
  else
    line += "}";
  line += '\n';
  // A short write (a full disk) leaves a torn last line, which readers skip.
  const ssize_t written = write(descriptor, line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size())) return;
  static std::once_flag told;
  std::call_once(told, [&] {
    std::fprintf(stderr, "lockstep: records are missing from LOCKSTEP_REPORT=%s: %s\n",
                 settings().report.c_str(), std::strerror(written < 0 ? errno : ENOSPC));
  });
}

void refuse(std::string_view reason, std::string_view message, std::string_view kernel) {
  static std::mutex mutex;
  static auto& told = *new std::set<std::string, std::less<>>;
  {
    const std::scoped_lock lock(mutex);
    if (!told.emplace(message).second) return;
  }
  if (!settings().quiet) {
    std::fprintf(stderr, "lockstep: error: %.*s\n", static_cast<int>(message.size()),
                 message.data());
  }
  const nlohmann::ordered_json members = {
      {"message", message}, {"reason", reason}, {"kernel", kernel}};
  write_record("refusal", members.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace lockstep::cudart
