#include "processes/control_group.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

constexpr std::string_view group_prefix = "lockstep-";

// A control file takes a value at one write, and answers with an error at once.
bool put(const fs::path& file, const std::string& value) {
  const int to = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (to < 0) return false;
  const bool done = write(to, value.data(), value.size()) == static_cast<ssize_t>(value.size());
  close(to);
  return done;
}

std::vector<std::string> words_in(const fs::path& file) {
  std::vector<std::string> words;
  std::ifstream in(file);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool has(const std::vector<std::string>& words, const std::string& one) {
  return std::find(words.begin(), words.end(), one) != words.end();
}

struct place {
  fs::path top, own;  // where the hierarchy is mounted, and the tutor's own group in it
};

std::optional<place> find_place() {
  fs::path top, seen_from, own;
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    if (line.find(" - cgroup2 ") == std::string::npos) continue;
    std::istringstream words(line);
    std::string skipped;
    words >> skipped >> skipped >> skipped >> seen_from >> top;
    // The path's own quotes come from the file, where blanks are octal: such a mount is not used.
    break;
  }
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::")) own = line.substr(3);
  if (top.empty() || own.empty()) return {};
  const fs::path inside = own.lexically_relative(seen_from);
  if (inside.empty() || *inside.begin() == "..") return {};
  return place{top, (top / inside).lexically_normal()};
}

// Whether groups within this one can have limits, if need be from now on.
bool has_controllers(const fs::path& folder) {
  const fs::path file = folder / "cgroup.subtree_control";
  if (const auto now = words_in(file); has(now, "memory") && has(now, "pids")) return true;
  return put(file, "+memory +pids");
}

// A group with limits inside must have no processes of its own. Those of this session move to one
// below: whoever was given a group by systemd-run is alone in it.
void make_room(const fs::path& folder) {
  const fs::path below = folder / (std::string(group_prefix) + "tutor");
  std::error_code error;
  fs::create_directory(below, error);
  for (const auto& process : words_in(folder / "cgroup.procs")) {
    if (getsid(static_cast<pid_t>(std::atoi(process.c_str()))) == getsid(0))
      put(below / "cgroup.procs", process);
  }
  fs::remove(below, error);  // if nobody could move
}

// Where groups are made: beside the tutor's own, or else in it.
fs::path find_parent() {
  const auto here = find_place();
  if (!here) return {};
  const bool is_top = here->own == here->top || here->own == here->top / "";
  const fs::path beside = here->own.parent_path();
  if (!is_top && access(beside.c_str(), W_OK) == 0 && has_controllers(beside)) return beside;
  if (access(here->own.c_str(), W_OK) != 0) return {};
  if (has_controllers(here->own)) return here->own;
  if (is_top || !has(words_in(here->own / "cgroup.controllers"), "memory")) return {};
  make_room(here->own);
  return has_controllers(here->own) ? here->own : fs::path();
}

// Of tutors that were killed.
void remove_abandoned(const fs::path& parent) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    const std::string name = entry.path().filename().string();
    pid_t owner = 0;
    if (!name.starts_with(group_prefix)) continue;
    std::from_chars(name.data() + group_prefix.size(), name.data() + name.size(), owner);
    if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH) rmdir(entry.path().c_str());
  }
}

}  // namespace

std::unique_ptr<control_group> control_group::make(std::uint64_t data_bytes, unsigned tasks) {
  static const fs::path parent = find_parent();
  if (parent.empty()) return nullptr;
  remove_abandoned(parent);
  static unsigned count = 0;
  const fs::path folder = parent / fmt::format("{}{}-{}", group_prefix, getpid(), ++count);
  std::error_code error;
  if (!fs::create_directory(folder, error)) return nullptr;
  std::unique_ptr<control_group> made(new control_group(folder));
  if (!put(folder / "pids.max", std::to_string(tasks))) return nullptr;
  if (data_bytes == 0) return made;
  if (!put(folder / "memory.max", std::to_string(data_bytes))) return nullptr;
  put(folder / "memory.swap.max", "0");   // not there without swap
  put(folder / "memory.oom.group", "1");  // all of them, or what is left waits for what is gone
  return made;
}

control_group::~control_group() {
  // A file of kernels since 5.14; those before leave what has been ended already by its session.
  put(folder_ / "cgroup.kill", "1");
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (rmdir(folder_.c_str()) != 0 && errno == EBUSY &&
         std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

bool control_group::join() const { return put(folder_ / "cgroup.procs", "0"); }

bool control_group::ran_out_of_memory() const {
  const auto words = words_in(folder_ / "memory.events");
  for (std::size_t i = 0; i + 1 < words.size(); i += 2)
    if (words[i] == "oom_kill" && words[i + 1] != "0") return true;
  return false;
}

}  // namespace lockstep::tutor
