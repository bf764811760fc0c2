// The process that an answer runs in, as its grader sees it.
#pragma once

#include <sys/types.h>

#include <string>

#include "../connection.hpp"
#include "../functions.hpp"
#include "../wire.hpp"

namespace lockstep::apart {

// Takes constants of the answer off a message: tools/graders/apart/grader/interface.cpp.
void take_constants(incoming& from);
// What a process of the grader's prints is its result, and so no affair of the answer's; unless
// this says that it is what the answer prints.
extern const bool answer_has_standard_output;
// The address that stands for a kernel of the interface here; null: it is none.
const void* kernel_of_interface(const std::string& mangled);

class answer_process {
 public:
  // Started by main, once.
  static answer_process& get();
  void start(const char* program);

  // Has a function of the answer run, and serves its calls of the runtime meanwhile. Throws
  // grader::wrong if it brings more bytes of device memory to the host than may be.
  incoming run(const outgoing& call, std::uint64_t most_to_host);

 private:
  incoming wait_for(kind wanted);
  void require_nothing_refused() const;
  void serve_hello(incoming& facts);
  void serve_call(incoming& call);
  void halt();
  [[noreturn]] void has_ended();
  [[noreturn]] void stop(const std::string& why);
  [[noreturn]] void end_as_it_has(int status);

  connection* channel_ = nullptr;
  pid_t process_ = 0;
  std::string program_;
  bool ends_itself_ = false;
  bool has_crashed_ = false;
  crash_facts crash_{};
  std::string refused_;  // a function of the runtime that is not forwarded; it stays refused
};

// What stands in for a function of the answer's.
template <typename Result, typename... Wire>
Result call(std::uint32_t function, std::uint64_t most_to_host, const Wire&... wire) {
  outgoing message;
  message.put(function);
  offers().clear();
  (put(message, wire), ...);
  incoming back = answer_process::get().run(message, most_to_host);
  if constexpr (std::is_void_v<Result>) {
    (take_back(back, wire), ...);
  } else {
    const auto result = back.get<Result>();
    (take_back(back, wire), ...);
    return result;
  }
}

}  // namespace lockstep::apart
