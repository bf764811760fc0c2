// A program that starts itself again: what happens in a fresh process, and what ends with it, shows
// only in one. A first call of the runtime is first once; a fault of a kernel is for good.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace lockstep {

struct process_result {
  int exit_code = 0;   // if it ended by itself
  int signal = 0;      // if a signal ended it, else 0
  std::string output;  // what it printed
};

using environment_changes = std::vector<std::pair<std::string, std::string>>;

// The executable of this process. The path and not /proc/self/exe, which is another one in a child.
inline std::string own_executable() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length < 0) throw std::system_error(errno, std::generic_category(), "/proc/self/exe");
  return std::string(path, static_cast<std::size_t>(length));
}

// Runs this program anew with `arguments`, in this process's environment with `changes`, and waits
// for its end. Its standard output is collected; its standard error is this one's.
inline process_result run_again(const std::vector<std::string>& arguments,
                                const environment_changes& changes = {}) {
  std::string path = own_executable();
  std::vector<std::string> words{path};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    for (const auto& [name, value] : changes) setenv(name.c_str(), value.c_str(), 1);
    execv(path.c_str(), pointers.data());
    _exit(127);
  }

  close(ends[1]);
  process_result result;
  char text[4096];
  for (;;) {
    const ssize_t count = read(ends[0], text, sizeof text);
    if (count > 0) result.output.append(text, static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) break;
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return result;
}

}  // namespace lockstep
