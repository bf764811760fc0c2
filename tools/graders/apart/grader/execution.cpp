#include "execution.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "../messages.hpp"

namespace lockstep::apart {

namespace {

// Also root's: with its capabilities it could look into any process.
void give_up_capabilities() {
  for (int one = 0; one <= 63; ++one) prctl(PR_CAPBSET_DROP, one);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  constexpr int root_is_nobody_special = 1 | 2;  // SECBIT_NOROOT, and locked
  prctl(PR_SET_SECUREBITS, root_is_nobody_special);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  syscall(SYS_capset, &header, none);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// In the program that is executed next.
void keep_no_descriptors_from(int first) {
  constexpr unsigned on_execution = 4;  // CLOSE_RANGE_CLOEXEC, from Linux 5.11 on
  if (syscall(SYS_close_range, first, ~0u, on_execution) == 0) return;
  constexpr int usual = 1024;
  for (int one = first; one < usual; ++one) fcntl(one, F_SETFD, FD_CLOEXEC);
}

}  // namespace

void execute_answer(int program, pid_t grader, int end, int memory, bool is_body) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != grader) _exit(2);
  give_up_capabilities();
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  // What a process of a grader's prints is its result (lockstep/grader/separate_process.hpp).
  if (is_body) dup2(STDERR_FILENO, STDOUT_FILENO);
  constexpr int high = 100;
  const int own_end = fcntl(end, F_DUPFD, high), own_memory = fcntl(memory, F_DUPFD, high);
  const int own_program = fcntl(program, F_DUPFD_CLOEXEC, high);
  dup2(own_end, channel);
  dup2(own_memory, shared_memory);
  keep_no_descriptors_from(shared_memory + 1);
  const char* const path = std::getenv("LD_LIBRARY_PATH");
  static char library_path[4096];
  if (path != nullptr) std::snprintf(library_path, sizeof library_path, "LD_LIBRARY_PATH=%s", path);
  char* const words[] = {const_cast<char*>("answer"), nullptr};
  char* const environment[] = {path != nullptr ? library_path : nullptr, nullptr};
  syscall(SYS_execveat, own_program, "", words, environment, AT_EMPTY_PATH);
  _exit(2);
}

}  // namespace lockstep::apart
