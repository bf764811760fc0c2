// What the answer's process may ask of the system: memory, time, its own threads and signals, and
// to use the descriptors that it has. No files, no other processes, no network. All else fails with
// EPERM. An answer needs no more, and this holds where there is no sandbox, too.
//
// It begins before the constructors of an answer: the tutor refuses answers with a .preinit_array.
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

#ifdef __x86_64__
namespace {

constexpr std::uint32_t allowed_calls[] = {
    // The channel, and output.
    SYS_read, SYS_write, SYS_writev, SYS_sendmsg, SYS_sendto, SYS_recvfrom, SYS_poll, SYS_close,
    SYS_fstat, SYS_newfstatat, SYS_lseek, SYS_ioctl,
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

constexpr std::size_t room = 128;

class program {
 public:
  void add(std::uint16_t code, std::uint32_t value, std::uint8_t if_true = 0,
           std::uint8_t if_false = 0) {
    steps_[count_++] = {code, if_true, if_false, value};
  }
  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  void give(std::uint32_t verdict) { add(BPF_RET | BPF_K, verdict); }
  // Allows a call if a condition holds for the lower half of its first argument.
  void allow_if(std::uint32_t call, std::uint16_t relation, std::uint32_t value) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load(offsetof(seccomp_data, args));
    add(BPF_JMP | relation | BPF_K, value, 0, 1);
    give(SECCOMP_RET_ALLOW);
    give(SECCOMP_RET_ERRNO | EPERM);
  }
  bool install() {
    const sock_fprog all{count_, steps_};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all) == 0;
  }

 private:
  sock_filter steps_[room] = {};
  std::uint16_t count_ = 0;
};

void confine(int, char**, char**) {
  program filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
  filter.give(SECCOMP_RET_KILL_PROCESS);
  filter.load(offsetof(seccomp_data, nr));
  for (const std::uint32_t call : allowed_calls) {
    filter.add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    filter.give(SECCOMP_RET_ALLOW);
  }
  filter.allow_if(SYS_tgkill, BPF_JEQ, static_cast<std::uint32_t>(getpid()));
  filter.allow_if(SYS_clone, BPF_JSET, CLONE_THREAD);
  // The C library then makes threads by clone, whose flags can be looked at.
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
  filter.give(SECCOMP_RET_ERRNO | ENOSYS);
  filter.give(SECCOMP_RET_ERRNO | EPERM);
  (void)filter.install();
}
[[gnu::section(".preinit_array"), gnu::used]] void (*const at_the_very_start)(int, char**,
                                                                              char**) = confine;

}  // namespace
#endif
