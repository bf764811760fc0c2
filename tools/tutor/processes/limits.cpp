#include "processes/limits.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

void limit(int resource, std::uint64_t soft, std::uint64_t hard) {
  rlimit now{};
  getrlimit(static_cast<__rlimit_resource>(resource), &now);
  const rlimit wanted{std::min<rlim_t>(soft, now.rlim_max), std::min<rlim_t>(hard, now.rlim_max)};
  setrlimit(static_cast<__rlimit_resource>(resource), &wanted);
}

bool is_process(const fs::path& entry) {
  const std::string name = entry.filename().string();
  return std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<pid_t> own_children() {
  std::vector<pid_t> children;
  std::error_code error;
  for (const auto& thread : fs::directory_iterator("/proc/self/task", error)) {
    std::ifstream list(thread.path() / "children");
    for (pid_t child; list >> child;) children.push_back(child);
  }
  return children;
}

}  // namespace

std::uint64_t tasks_of_user() {
  std::uint64_t tasks = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    struct stat facts {};
    if (!is_process(entry.path()) || stat(entry.path().c_str(), &facts) != 0) continue;
    if (facts.st_uid != getuid()) continue;
    // The link count of a process' task folder is 2 + its threads.
    if (stat((entry.path() / "task").c_str(), &facts) == 0) tasks += facts.st_nlink - 2;
  }
  return tasks;
}

void apply_limits(const resource_limits& limits, std::uint64_t task_limit) {
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes);
  limit(RLIMIT_NPROC, task_limit, task_limit);
  // Not RLIMIT_AS: the emulator reserves a large range of addresses that it never touches.
  if (limits.data_bytes > 0) limit(RLIMIT_DATA, limits.data_bytes, limits.data_bytes);
  if (limits.wall_time.count() > 0) {
    // A second line of defence, should the tutor itself be ended: all cores busy for the whole
    // time, and some.
    const auto seconds = static_cast<std::uint64_t>(limits.wall_time.count()) / 1000 + 2;
    const auto cores = std::max(1u, std::thread::hardware_concurrency());
    limit(RLIMIT_CPU, seconds * cores, seconds * cores + 1);
  }
}

double end_descendants(pid_t leader) {
  double work = 0;
  kill(-leader, SIGKILL);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (std::chrono::steady_clock::now() < deadline) {
    const auto children = own_children();
    if (children.empty()) break;
    for (pid_t child : children) kill(child, SIGKILL);
    for (pid_t child : children) {
      rusage used{};
      if (wait4(child, nullptr, 0, &used) == child) work += work_of(used);
    }
  }
  return work;
}

double work_of(const rusage& used) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::uint64_t default_data_bytes() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const std::uint64_t memory = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  constexpr std::uint64_t gibibyte = 1ull << 30;
  return std::clamp(memory / 2, 2 * gibibyte, 16 * gibibyte);
}

}  // namespace lockstep::tutor
