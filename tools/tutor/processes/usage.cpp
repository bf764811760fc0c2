#include "processes/usage.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

struct tree {
  std::vector<fs::path> processes;  // in /proc
  std::size_t tasks = 0;
};

tree descendants() {
  tree found;
  std::vector<fs::path> open{"/proc/self"};
  while (!open.empty()) {
    const fs::path process = open.back();
    open.pop_back();
    std::error_code error;
    std::size_t threads = 0;
    for (fs::directory_iterator at(process / "task", error), end; !error && at != end;
         at.increment(error)) {
      ++threads;
      std::ifstream list(at->path() / "children");
      for (std::string child; list >> child;) open.push_back("/proc/" + child);
    }
    if (process == "/proc/self") continue;
    found.tasks += threads;
    found.processes.push_back(process);
  }
  return found;
}

// The sum of two fields in kB: "RssAnon:   1234 kB".
std::uint64_t bytes_in(const fs::path& file, const char* one, const char* other) {
  std::uint64_t sum = 0;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(one) || line.starts_with(other))
      sum += 1024 * std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10);
  }
  return sum;
}

std::uint64_t bytes_of(const struct stat& facts) {
  return 512 * static_cast<std::uint64_t>(facts.st_blocks);
}

// Files that are open and have no name, in memory or (any more) on a disk; each once.
struct unnamed_files {
  std::uint64_t in_memory = 0, on_disk = 0;
};

unnamed_files files_of(const tree& of) {
  unnamed_files sum;
  std::set<std::pair<dev_t, ino_t>> seen;
  for (const auto& process : of.processes) {
    std::error_code error;
    for (fs::directory_iterator at(process / "fd", error), end; !error && at != end;
         at.increment(error)) {
      struct stat facts {};
      const std::string to = fs::read_symlink(at->path(), error).string();
      const bool in_memory = to.starts_with("/memfd:");
      if ((!in_memory && !to.ends_with(" (deleted)")) || stat(at->path().c_str(), &facts) != 0)
        continue;
      if (seen.emplace(facts.st_dev, facts.st_ino).second)
        (in_memory ? sum.in_memory : sum.on_disk) += bytes_of(facts);
    }
  }
  return sum;
}

}  // namespace

usage usage_of_descendants(std::uint64_t enough) {
  const tree all = descendants();
  usage taken;
  taken.tasks = all.tasks;
  for (const auto& one : all.processes)
    taken.bytes += bytes_in(one / "status", "RssAnon:", "RssShmem:");
  if (taken.bytes > enough) {
    taken.bytes = 0;
    for (const auto& one : all.processes)
      taken.bytes += bytes_in(one / "smaps_rollup", "Pss_Anon:", "Pss_Shmem:");
  }
  const unnamed_files files = files_of(all);
  taken.bytes = std::max(taken.bytes, files.in_memory);
  taken.removed = files.on_disk;
  return taken;
}

std::uint64_t bytes_on_disk(const fs::path& folder) {
  std::uint64_t sum = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    struct stat facts {};
    if (lstat(at->path().c_str(), &facts) == 0) sum += bytes_of(facts);
  }
  return sum;
}

}  // namespace lockstep::tutor
