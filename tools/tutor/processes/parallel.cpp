#include "processes/parallel.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "language/language.hpp"
#include "processes/process.hpp"
#include "processes/signal_watch.hpp"
#include "support/failure.hpp"

namespace lockstep::tutor {
namespace {

// Every message is an index and a length, then as many bytes. Before it there is one that says that
// the work has begun.
struct message {
  std::uint32_t index = 0, length = 0;
};
constexpr std::uint32_t has_begun = 0xFFFFFFFF;  // in place of a length

struct worker {
  pid_t process = -1;
  int results = -1;
  std::string received;
  std::optional<std::uint32_t> at_work = {};  // on which
};

void make_pipe(int (&ends)[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw setup_missing(tr("no pipe: {}", std::strerror(errno)), "Too many files may be open.");
}

void send(int to, const void* bytes, std::size_t size) {
  const char* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t count = write(to, at, size);
    if (count < 0 && errno != EINTR) _exit(1);  // nobody waits for results any more
    if (count <= 0) continue;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
}

// Takes indices from the common pipe until it is empty.
[[noreturn]] void serve(int indices, int results,
                        const std::function<std::string(std::size_t)>& work) {
  std::uint32_t index = 0;
  while (read(indices, &index, sizeof index) == sizeof index) {
    try {
      const message begun{index, has_begun};
      send(results, &begun, sizeof begun);
      const std::string text = work(index);
      const message head{index, static_cast<std::uint32_t>(text.size())};
      send(results, &head, sizeof head);
      send(results, text.data(), text.size());
    } catch (const interrupted&) {
      _exit(0);  // whoever waits knows
    } catch (const std::exception& problem) {
      std::fprintf(stderr, "lockstep: %s\n", problem.what());
      _exit(1);
    }
  }
  _exit(0);
}

void deliver(worker& from, std::size_t& delivered,
             const std::function<void(std::size_t, const std::string&)>& on_result) {
  message head;
  while (from.received.size() >= sizeof head) {
    std::memcpy(&head, from.received.data(), sizeof head);
    if (head.length == has_begun) {
      from.at_work = head.index;
      from.received.erase(0, sizeof head);
      continue;
    }
    if (from.received.size() < sizeof head + head.length) return;
    const std::string text = from.received.substr(sizeof head, head.length);
    from.received.erase(0, sizeof head + head.length);
    from.at_work.reset();
    ++delivered;
    on_result(head.index, text);
  }
}

}  // namespace

unsigned cores() { return std::max(1u, std::thread::hardware_concurrency()); }

void in_processes(std::size_t count, unsigned jobs,
                  const std::function<std::string(std::size_t)>& work,
                  const std::function<void(std::size_t, const std::string&)>& on_result,
                  const std::function<void(std::size_t, int)>& on_death) {
  jobs = static_cast<unsigned>(std::min<std::size_t>(jobs == 0 ? cores() : jobs, count));
  std::fflush(nullptr);  // or every process would write it once more
  signal_watch signals{SIGINT, SIGTERM, SIGHUP, SIGPIPE};
  int ended_by = 0;
  int indices[2];
  make_pipe(indices);
  std::vector<worker> workers(jobs);
  std::size_t handed_out = 0, delivered = 0, open = 0;
  const auto start = [&](worker& one) {
    int results[2];
    make_pipe(results);
    one.process = fork();
    if (one.process < 0)
      throw setup_missing("no new process can be started", "Try --jobs with a smaller number.");
    if (one.process == 0) {
      if (handed_out < count || count == 0) close(indices[1]);
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      sigprocmask(SIG_SETMASK, &signals.mask_before(), nullptr);
      serve(indices[0], results[1], work);
    }
    close(results[1]);
    one.results = results[0];
    one.received.clear();
    one.at_work.reset();
    ++open;
  };
  for (auto& one : workers) start(one);

  // Fewer bytes than a pipe holds at a time: whoever reads makes room.
  fcntl(indices[1], F_SETFL, O_NONBLOCK);
  while (open > 0) {
    while (handed_out < count) {
      const auto index = static_cast<std::uint32_t>(handed_out);
      if (write(indices[1], &index, sizeof index) != sizeof index) break;
      if (++handed_out == count) close(indices[1]);
    }
    std::vector<pollfd> from;
    for (const auto& one : workers) from.push_back({one.results, POLLIN, 0});
    from.push_back({signals.number(), POLLIN, 0});
    if (poll(from.data(), from.size(), 100) < 0) continue;
    // SIGPIPE: all workers are gone, which their results' ends say too.
    if (const int signal = signals.read(); signal != 0 && signal != SIGPIPE) {
      ended_by = signal;
      if (handed_out < count) close(indices[1]);
      handed_out = count;
      for (const auto& one : workers)
        if (one.results >= 0) kill(one.process, SIGTERM);
    }
    for (std::size_t i = 0; i < workers.size(); ++i) {
      if (workers[i].results < 0 || from[i].revents == 0) continue;
      char bytes[4096];
      const ssize_t size = read(workers[i].results, bytes, sizeof bytes);
      if (size > 0) workers[i].received.append(bytes, static_cast<std::size_t>(size));
      deliver(workers[i], delivered, on_result);
      if (size != 0) continue;
      close(std::exchange(workers[i].results, -1));
      --open;
      int status = 0;
      waitpid(workers[i].process, &status, 0);
      if (!WIFSIGNALED(status) || !workers[i].at_work || !on_death || ended_by != 0) continue;
      ++delivered;
      on_death(*workers[i].at_work, WTERMSIG(status));
      start(workers[i]);
    }
  }
  close(indices[0]);
  if (ended_by != 0) throw interrupted(ended_by);
  if (delivered < count)
    throw setup_missing(tr("{} of {} were not done", count - delivered, count),
                        "A process ended early; its output is above.");
}

}  // namespace lockstep::tutor
