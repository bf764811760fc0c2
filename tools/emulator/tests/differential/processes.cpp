#include "processes.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>

namespace differential {

namespace {

constexpr unsigned seconds_at_most = 20;

// What a process has still to do; its parent sees it too.
struct part {
  std::uint64_t next = 0, end = 0;
  std::uint64_t single_until = 0;  // before this seed kernel by kernel

  unsigned batch(unsigned together) const {
    if (next < single_until) return 1;
    return static_cast<unsigned>(std::min<std::uint64_t>(together, end - next));
  }
};

part* shared_parts(unsigned count) {
  void* memory = mmap(nullptr, count * sizeof(part), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error(std::string("mmap: ") + std::strerror(errno));
  return static_cast<part*>(memory);
}

[[noreturn]] void process_main(part& mine, unsigned together,
                               const std::function<void(std::uint64_t, unsigned)>& work) {
  try {
    while (mine.next < mine.end) {
      const unsigned kernels = mine.batch(together);
      alarm(seconds_at_most);
      work(mine.next, kernels);
      std::fflush(stdout);  // before the parent may think that it is done
      mine.next += kernels;
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "from kernel %llu: %s\n", static_cast<unsigned long long>(mine.next),
                 e.what());
    _exit(1);  // without the destructors of a library in which something went wrong
  }
  _exit(0);
}

}  // namespace

std::uint64_t run_in_processes(std::uint64_t first, std::uint64_t count, unsigned processes,
                               unsigned together,
                               const std::function<void(std::uint64_t, unsigned)>& work) {
  part* const parts = shared_parts(processes);
  std::map<pid_t, unsigned> running;
  const auto start = [&](unsigned i) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
    if (child == 0) process_main(parts[i], together, work);
    running[child] = i;
  };
  for (unsigned i = 0; i < processes; ++i) {
    parts[i].next = first + count * i / processes;
    parts[i].end = first + count * (i + 1) / processes;
    if (parts[i].next < parts[i].end) start(i);
  }
  std::uint64_t lost = 0;
  while (!running.empty()) {
    int status = 0;
    const pid_t child = waitpid(-1, &status, 0);
    const auto found = running.find(child);
    if (found == running.end()) continue;
    const unsigned i = found->second;
    running.erase(found);
    part& p = parts[i];
    if (p.next >= p.end) continue;
    const unsigned kernels = p.batch(together);
    if (kernels > 1) {
      p.single_until = p.next + kernels;
    } else {
      std::fprintf(stderr, "kernel %llu is lost: ", static_cast<unsigned long long>(p.next));
      if (WIFSIGNALED(status))
        std::fprintf(stderr, "%s\n", strsignal(WTERMSIG(status)));
      else
        std::fprintf(stderr, "exit status %d\n", WEXITSTATUS(status));
      ++lost;
      ++p.next;
    }
    if (p.next < p.end) start(i);
  }
  munmap(parts, processes * sizeof(part));
  return lost;
}

}  // namespace differential
