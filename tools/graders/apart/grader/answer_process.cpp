// Serves the answer's process, and ends as it does. Everything that comes from there is checked
// here or in what is called from here.
#include "answer_process.hpp"

#include <lockstep/protocol/other_program_abi.h>
#include <lockstep/grader/trials.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "../../support/crash.hpp"
#include "../../support/separate_process.hpp"
#include "execution.hpp"
#include "runtime_calls.hpp"
#include "shared_memory.hpp"
#include "traffic.hpp"

namespace lockstep::apart {

namespace {

// What an answer has thrown that is no std::exception.
struct exception_of_answer {};

// Of a function of the runtime.
std::string name_in(incoming& message) {
  const std::string name = message.text();
  const auto belongs = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c));
  };
  if (name.empty() || name.size() > 100 || !std::all_of(name.begin(), name.end(), belongs))
    throw broken();
  return name;
}

template <typename Function>
Function* runtime_function(const char* name) {
  return lockstep::detail::runtime_function<Function>(name);
}

// Nobody but the kernel looks into this process from outside: not by ptrace, and not in /proc.
[[gnu::constructor(101)]] void close_this_process() { prctl(PR_SET_DUMPABLE, 0); }

}  // namespace

answer_process& answer_process::get() {
  static answer_process& only = *new answer_process;
  return only;
}

void answer_process::start(const char* program) {
  program_ = program;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  const int memory = make_shared_memory();
  // Opened here, where root's rights still count.
  const int executable = open(program, O_RDONLY | O_CLOEXEC);
  if (executable < 0) throw std::system_error(errno, std::generic_category(), program);
  const pid_t own = getpid();
  process_ = fork();
  if (process_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (process_ == 0)
    execute_answer(executable, own, ends[1], memory,
                   grader::is_part() && !answer_has_standard_output);
  for (const int one : {ends[1], executable}) close(one);
  channel_ = new connection(ends[0]);
  outgoing facts;
  facts.put(shared_memory_facts());
  channel_->send(kind::welcome, facts);
  incoming constants = wait_for(kind::ready);
  try {
    take_constants(constants);
  } catch (const broken& why) {
    stop(why.what());
  }
}

incoming answer_process::run(const outgoing& call, std::uint64_t most_to_host) {
  require_nothing_refused();
  traffic::get().begin(most_to_host);
  if (!channel_->send(kind::call, call)) has_ended();
  incoming result = wait_for(kind::returned);
  require_nothing_refused();
  traffic::get().require_few();
  return result;
}

// Its name stands in the answer, and is the cause, whatever else comes of it.
void answer_process::require_nothing_refused() const {
  if (refused_.empty()) return;
  const bool is_variable = refused_ == "__cudaRegisterManagedVar";
  const std::string name = is_variable ? "__managed__" : refused_;
  throw grader::wrong(
      protocol::phrase("not-forwarded", "the answer uses {}, which this exercise does not provide",
                       name),
      name);
}

incoming answer_process::wait_for(kind wanted) {
  try {
    for (;;) {
      auto next = channel_->receive();
      if (!next) has_ended();
      incoming& message = next->message;
      switch (next->what) {
        case kind::hello:
          serve_hello(message);
          break;
        case kind::runtime_call:
          serve_call(message);
          break;
        case kind::call_back: {
          const auto number = message.get<std::uint32_t>();
          if (number >= offers().size()) throw broken();
          offers()[number](message);
          channel_->send(kind::reply, {});
          break;
        }
        case kind::not_forwarded:
          if (refused_.empty()) refused_ = name_in(message);
          channel_->send(kind::reply, {});
          break;
        case kind::crashed:
          has_crashed_ = true;
          crash_ = message.get<crash_facts>();
          break;
        case kind::ends:
          ends_itself_ = true;
          break;
        case kind::threw:
          if (wanted != kind::returned) throw broken();
          require_nothing_refused();
          if (message.get<bool>()) throw std::runtime_error(message.text());
          throw exception_of_answer();
        default:
          if (next->what != wanted) throw broken();
          return std::move(message);
      }
    }
  } catch (const broken& why) {
    stop(why.what());
  }
}

void answer_process::serve_hello(incoming& facts) {
  const auto forwarding = facts.get<forwarding_facts>();
  const auto serve = runtime_function<decltype(lockstep_serve)>("lockstep_serve");
  if (serve == nullptr) return;
  lockstep_other_program program{};
  program.struct_size = sizeof program;
  program.file = program_.c_str();
  program.forwarding_begin = forwarding.begin;
  program.forwarding_end = forwarding.end;
  program.memory = reinterpret_cast<void*>(memory_begin);
  program.memory_bytes = shared_memory_facts().memory_bytes;
  serve(&program);
}

void answer_process::serve_call(incoming& call) {
  static const auto call_from =
      runtime_function<decltype(lockstep_call_from)>("lockstep_call_from");
  const auto which = call.get<call_id>();
  const auto count = call.get<std::uint32_t>();
  if (count > most_frames) throw broken();
  std::uint64_t from[most_frames + 1] = {};
  for (std::uint32_t i = 0; i < count; ++i) from[i] = call.get<std::uint32_t>();
  if (call_from != nullptr) call_from(from, count);
  outgoing reply;
  const bool stands_still = traffic::changes_shared_memory(which);
  if (stands_still) halt();
  traffic::get().begin_call(which);
  try {
    reply = make_call(which, call);
  } catch (const std::bad_alloc&) {
    stop("it asks for more memory than there is");
  }
  traffic::get().end_call(from, count);
  if (stands_still) kill(process_, SIGCONT);
  if (call_from != nullptr) call_from(nullptr, 0);
  channel_->send(kind::reply, reply);
}

// All threads of the answer's process have stopped.
void answer_process::halt() {
  int status = 0;
  kill(process_, SIGSTOP);
  while (waitpid(process_, &status, WUNTRACED) < 0)
    if (errno != EINTR) throw broken();
  if (!WIFSTOPPED(status)) end_as_it_has(status);
}

// The grader ends as the answer has: what sees a grader's end is to see the same as if both were
// one program.
void answer_process::has_ended() {
  int status = 0;
  for (int waited = 0; waitpid(process_, &status, WNOHANG) == 0; ++waited) {
    if (waited > 2000) stop("it has closed its channel and runs on");
    usleep(1000);
  }
  end_as_it_has(status);
}

void answer_process::end_as_it_has(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (has_crashed_) {
      const auto explain =
          runtime_function<decltype(lockstep_explain_fault)>("lockstep_explain_fault");
      if (crash_.signal == SIGSEGV && crash_.address != 0 && explain != nullptr)
        explain(crash_.address);
      const char* const why = crash_.why == crash_reason::division_by_zero ? "division_by_zero"
                              : crash_.why == crash_reason::stack_overflow ? "stack_overflow"
                                                                           : "";
      grader::record_crash_of_answer(signal, why, crash_.frames.offsets,
                                     std::min(crash_.frames.count, most_frames));
    }
    ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    raise(signal);
  }
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 2;
  if (ends_itself_) std::exit(code);
  _exit(code);
}

void answer_process::stop(const std::string& why) {
  kill(process_, SIGKILL);
  std::fprintf(stderr, "The answer's process was ended: %s.\n", why.c_str());
  _exit(1);
}

}  // namespace lockstep::apart

// Called by main.
extern "C" void lockstep_start_answer() {
  const char* const program = std::getenv("LOCKSTEP_ANSWER");
  if (program == nullptr) {
    std::fputs("LOCKSTEP_ANSWER does not say which program has the answer.\n", stderr);
    _exit(64);
  }
  lockstep::apart::answer_process::get().start(program);
}
