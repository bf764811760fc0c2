#include "processes/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "language/language.hpp"
#include "processes/control_group.hpp"
#include "processes/descriptor.hpp"
#include "processes/limits.hpp"
#include "processes/signal_watch.hpp"
#include "processes/usage.hpp"
#include "support/failure.hpp"

namespace lockstep::tutor {
namespace {

using clock = std::chrono::steady_clock;

constexpr int result_descriptor = 3;

struct pipe_ends {
  descriptor read, write;
};

pipe_ends make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw setup_missing(tr("cannot make a pipe: {}", std::strerror(errno)),
                        "Close some programs and try again.");
  }
  // Numbers below ten are where the child wants its own descriptors.
  pipe_ends result;
  result.read = descriptor(fcntl(ends[0], F_DUPFD_CLOEXEC, 10));
  result.write = descriptor(fcntl(ends[1], F_DUPFD_CLOEXEC, 10));
  ::close(ends[0]);
  ::close(ends[1]);
  return result;
}

void apply(const environment_changes& changes) {
  for (const auto& [name, value] : changes) {
    if (value) {
      setenv(name.c_str(), value->c_str(), 1);
    } else {
      unsetenv(name.c_str());
    }
  }
}

bool is_kept(std::string_view name) {
  for (const std::string_view one :
       {"PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "LD_LIBRARY_PATH"}) {
    if (name == one) return true;
  }
  for (const std::string_view one : {"LC_", "CUDA_", "NVCC_", "LOCKSTEP_"}) {
    if (name.starts_with(one)) return true;
  }
  return false;
}

void clear_environment() {
  std::vector<std::pair<std::string, std::string>> kept;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto end = text.find('=');
    if (end != std::string_view::npos && is_kept(text.substr(0, end)))
      kept.emplace_back(text.substr(0, end), text.substr(end + 1));
  }
  clearenv();
  for (const auto& [name, value] : kept) setenv(name.c_str(), value.c_str(), 1);
}

void execute(const command& what) {
  std::vector<char*> arguments;
  for (const auto& argument : what.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
}

// Ends a child that could not become the program; the parent reads errno from `report`.
[[noreturn]] void give_up(int report) {
  const int error = errno;
  [[maybe_unused]] const auto written = write(report, &error, sizeof error);
  _exit(127);
}

struct child_descriptors {
  int output, results, report;
};

// Between fork and exec. The tutor has one thread, so ordinary calls are safe here.
[[noreturn]] void become(const command& what, const child_descriptors& to,
                         const sigset_t& signal_mask, std::uint64_t task_limit,
                         const control_group* group, pid_t parent) {
  if (what.limits) {
    setsid();
    // If the tutor is killed, nothing that it limits goes on without it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
  } else if (what.ends_with_us) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(127);
  }
  if (what.limits || what.no_input) {
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) give_up(to.report);
  }
  if (what.capture || what.limits) {
    if (dup2(to.output, STDOUT_FILENO) < 0 || dup2(to.output, STDERR_FILENO) < 0) {
      give_up(to.report);
    }
  } else if (what.keep_output) {
    if (dup2(to.output, STDOUT_FILENO) < 0) give_up(to.report);
    const int nowhere = what.drop_errors ? open("/dev/null", O_WRONLY) : STDERR_FILENO;
    if (nowhere < 0 || dup2(nowhere, STDERR_FILENO) < 0) give_up(to.report);
  } else if (what.output_to_error && dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    give_up(to.report);
  }
  if (what.bare_environment) clear_environment();
  if (what.result_channel) {
    if (dup2(to.results, result_descriptor) < 0) give_up(to.report);
    setenv("LOCKSTEP_RESULT_FD", std::to_string(result_descriptor).c_str(), 1);
  }
  if (!what.folder.empty() && chdir(what.folder.c_str()) != 0) give_up(to.report);
  apply(what.environment);
  sigprocmask(SIG_SETMASK, &signal_mask, nullptr);
  if (group != nullptr && !group->join()) give_up(to.report);
  if (what.limits) apply_limits(*what.limits, task_limit);
  execute(what);
  give_up(to.report);
}

// Appends what is there to `text`; closes the descriptor at its end.
std::string_view drain(descriptor& from, std::string& text) {
  std::array<char, 65536> buffer;
  const auto got = read(from.number(), buffer.data(), buffer.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return {};
  if (got <= 0) {
    from.close();
    return {};
  }
  text.append(buffer.data(), static_cast<std::size_t>(got));
  return std::string_view(text).substr(text.size() - static_cast<std::size_t>(got));
}

void make_non_blocking(const descriptor& d) {
  if (d.open()) fcntl(d.number(), F_SETFL, fcntl(d.number(), F_GETFL) | O_NONBLOCK);
}

class supervisor {
 public:
  supervisor(const command& what, pid_t child, descriptor output, descriptor results,
             const control_group* group)
      : what_(what),
        child_(child),
        output_(std::move(output)),
        results_(std::move(results)),
        group_(group) {
    make_non_blocking(output_);
    make_non_blocking(results_);
  }

  process_end wait(signal_watch& signals) {
    while (!reaped()) {
      look(signals);
      if (stop_ == process_end::how::exited) stop_ = reason_to_stop();
      if (stop_ != process_end::how::exited) end_it();
    }
    // A grandchild may still hold the pipes: what is in them now is all that counts.
    if (what_.limits) end_.work += end_descendants(child_);
    if (group_ != nullptr && group_->ran_out_of_memory()) stop_ = process_end::how::out_of_memory;
    while (output_.open() && !take_output().empty()) continue;
    while (results_.open() && !drain(results_, end_.results).empty()) continue;
    end_.seconds = seconds();
    if (stop_ != process_end::how::exited) end_.kind = stop_;
    return std::move(end_);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(clock::now() - start_).count(); }

  void kill_all() const { kill(what_.limits ? -child_ : child_, SIGKILL); }

  // What is not limited is asked first, so that it can end what it has started.
  void end_it() {
    if (!what_.limits && !asked_to_end_) {
      asked_to_end_ = clock::now();
      kill(child_, SIGTERM);
    } else if (what_.limits || clock::now() - *asked_to_end_ > std::chrono::seconds(2)) {
      kill_all();
    }
  }

  bool reaped() {
    int status = 0;
    rusage used{};
    if (wait4(child_, &status, WNOHANG, &used) != child_) return false;
    end_.work = work_of(used);
    end_.kind = WIFSIGNALED(status) ? process_end::how::signalled : process_end::how::exited;
    end_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return true;
  }

  std::string_view take_output() {
    const auto chunk = drain(output_, end_.output);
    if (what_.on_output && !chunk.empty()) what_.on_output(chunk);
    return chunk;
  }

  // Waits a moment for output, results or a signal.
  void look(signal_watch& signals) {
    std::array<pollfd, 4> watched{
        pollfd{signals.number(), POLLIN, 0}, pollfd{output_.number(), POLLIN, 0},
        pollfd{results_.number(), POLLIN, 0}, pollfd{end_of_child_.number(), POLLIN, 0}};
    // Short, so that the end of a program whose descendants hold its pipes is seen soon, even by a
    // kernel before 5.3.
    poll(watched.data(), watched.size(), 10);
    if (const int signal = watched[0].revents != 0 ? signals.read() : 0; signal != 0)
      interrupt(signal, signals);
    if (watched[1].revents != 0) take_output();
    if (watched[2].revents != 0) drain(results_, end_.results);
  }

  // Passes a request to end on, unless the program has it already, and waits until it has ended.
  // Who asks again later will not wait.
  [[noreturn]] void interrupt(int signal, signal_watch& signals) {
    const auto asked = clock::now();
    if (what_.limits) {
      kill_all();
    } else if (!signals.came_from_terminal()) {
      // What ignores keys, as the tutor does, ignores SIGINT from whomever.
      kill(child_, signal == SIGINT && signals.keys_are_ignored() ? SIGTERM : signal);
    }
    while (!reaped()) {
      std::array<pollfd, 2> watched{pollfd{output_.number(), POLLIN, 0},
                                    pollfd{signals.number(), POLLIN, 0}};
      poll(watched.data(), watched.size(), 10);
      if (watched[0].revents != 0) take_output();  // what does not find a reader may not end
      if (signals.read() != 0 && clock::now() - asked > std::chrono::seconds(1)) kill_all();
    }
    if (what_.limits) end_descendants(child_);
    while (output_.open() && !take_output().empty()) continue;  // what it had written until then
    throw interrupted(signal);
  }

  process_end::how reason_to_stop() {
    using how = process_end::how;
    if (what_.limits) {
      const auto& limits = *what_.limits;
      if (end_.output.size() + end_.results.size() > limits.output_bytes) return how::flooded;
      if (limits.wall_time.count() > 0 && clock::now() - start_ > limits.wall_time) {
        return how::timed_out;
      }
      if (clock::now() >= next_look_) {
        next_look_ = clock::now() + std::chrono::milliseconds(50);
        if (const auto reason = excess(limits); reason != how::exited) return reason;
      }
    }
    if (what_.should_stop && clock::now() >= next_question_) {
      next_question_ = clock::now() + std::chrono::milliseconds(100);
      if (what_.should_stop()) return how::stopped;
    }
    return how::exited;
  }

  // What it takes of the machine. With a control group the kernel limits all but the disk.
  process_end::how excess(const resource_limits& limits) const {
    using how = process_end::how;
    const std::uint64_t most = limits.data_bytes > 0 ? limits.data_bytes : ~std::uint64_t{0};
    const usage taken = usage_of_descendants(most);
    if (group_ == nullptr && taken.bytes > most) return how::out_of_memory;
    if (group_ == nullptr && taken.tasks > limits.extra_tasks) return how::too_many_tasks;
    if (limits.written_folder.empty()) return how::exited;
    const bool is_full = bytes_on_disk(limits.written_folder) + taken.removed > limits.disk_bytes;
    return is_full ? how::flooded : how::exited;
  }

  const command& what_;
  pid_t child_;
  descriptor end_of_child_{static_cast<int>(syscall(SYS_pidfd_open, child_, 0))};
  descriptor output_, results_;
  process_end end_;
  process_end::how stop_ = process_end::how::exited;
  clock::time_point start_ = clock::now(), next_question_ = start_, next_look_ = start_;
  std::optional<clock::time_point> asked_to_end_;
  const control_group* group_;  // none: the supervisor looks itself
};

[[noreturn]] void refuse_to_start(const command& what, int error) {
  throw setup_missing(tr("cannot start {}: {}", what.arguments[0], std::strerror(error)),
                      error == ENOENT
                          ? tr("Is it installed? ./lockstep doctor looks for what is missing.")
                          : tr("Check the file's permissions."));
}

}  // namespace

process_end run(const command& what) {
  const bool captured = what.capture || what.keep_output || what.limits.has_value();
  pipe_ends output = captured ? make_pipe() : pipe_ends{};
  pipe_ends results = what.result_channel ? make_pipe() : pipe_ends{};
  pipe_ends report = make_pipe();
  const std::uint64_t task_limit = what.limits ? tasks_of_user() + what.limits->extra_tasks : 0;
  if (what.limits) prctl(PR_SET_CHILD_SUBREAPER, 1);
  const auto group = what.limits
                         ? control_group::make(what.limits->data_bytes, what.limits->extra_tasks)
                         : nullptr;

  signal_watch signals;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) refuse_to_start(what, errno);
  if (child == 0) {
    become(what, {output.write.number(), results.write.number(), report.write.number()},
           signals.mask_before(), task_limit, group.get(), parent);
  }
  output.write.close();
  results.write.close();
  report.write.close();

  int error = 0;
  if (read(report.read.number(), &error, sizeof error) == sizeof error) {
    waitpid(child, nullptr, 0);
    refuse_to_start(what, error);
  }
  return supervisor(what, child, std::move(output.read), std::move(results.read), group.get())
      .wait(signals);
}

void replace_by(const command& what) {
  apply(what.environment);
  execute(what);
  refuse_to_start(what, errno);
}

std::string signal_name(int signal) {
  const char* description = sigdescr_np(signal);
  const char* name = sigabbrev_np(signal);
  if (description == nullptr || name == nullptr) return "signal " + std::to_string(signal);
  return std::string(description) + " (SIG" + name + ")";
}

}  // namespace lockstep::tutor
