// A filter of system calls (seccomp): what it does not allow fails with EPERM, in this process and
// in all that it starts. It needs an x86-64 processor.
#pragma once

#ifdef __x86_64__

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace lockstep::apart {

// What host code of an answer needs: memory, time, its own threads and signals, and to use the
// descriptors that it has.
constexpr std::uint32_t calls_of_answer[] = {
    // The channel, and output; not where its data are (lseek), which would tell more.
    SYS_read, SYS_write, SYS_writev, SYS_sendmsg, SYS_sendto, SYS_recvfrom, SYS_poll, SYS_close,
    SYS_ioctl,
    // Memory.
    SYS_mmap, SYS_mprotect, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk,
    // Time and randomness.
    SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday,
    SYS_time, SYS_times, SYS_getrusage, SYS_getrandom,
    // Itself.
    SYS_getpid, SYS_gettid, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
    SYS_pause, SYS_restart_syscall, SYS_exit, SYS_exit_group,
    // Threads.
    SYS_futex, SYS_sched_yield, SYS_sched_getaffinity, SYS_set_robust_list, SYS_rseq,
    SYS_set_tid_address};

class system_call_filter {
 public:
  // Of another architecture's calls, whose numbers mean something else, none is allowed.
  system_call_filter() {
    load(offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    give(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
  }

  template <std::size_t count>
  void allow(const std::uint32_t (&calls)[count]) {
    for (const std::uint32_t call : calls) {
      add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
      give(SECCOMP_RET_ALLOW);
    }
  }
  // Allows a call if a relation holds, or does not, for the lower half of an argument.
  void allow_if(std::uint32_t call, unsigned argument, std::uint16_t relation, std::uint32_t value,
                bool holds = true) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t));
    add(BPF_JMP | relation | BPF_K, value, holds ? 0 : 1, holds ? 1 : 0);
    give(SECCOMP_RET_ALLOW);
    give(SECCOMP_RET_ERRNO | EPERM);
  }
  // Threads of this process, and signals to it.
  void allow_own_threads() {
    allow_if(SYS_tgkill, 0, BPF_JEQ, static_cast<std::uint32_t>(getpid()));
    allow_if(SYS_clone, 0, BPF_JSET, CLONE_THREAD);
    // The C library then makes threads by clone, whose flags can be looked at.
    add(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
    give(SECCOMP_RET_ERRNO | ENOSYS);
  }

  // Refuses all else, from now on. False: the system has no such filters.
  bool install() {
    give(SECCOMP_RET_ERRNO | EPERM);
    const sock_fprog all{count_, steps_};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all) == 0;
  }

 private:
  void add(std::uint16_t code, std::uint32_t value, std::uint8_t if_true = 0,
           std::uint8_t if_false = 0) {
    steps_[count_++] = {code, if_true, if_false, value};
  }
  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  void give(std::uint32_t verdict) { add(BPF_RET | BPF_K, verdict); }

  sock_filter steps_[256] = {};
  std::uint16_t count_ = 0;
};

}  // namespace lockstep::apart

#endif
