#include "causes.hpp"

#include <lockstep/observe.hpp>

#include <cstring>
#include <vector>

#include "diagnosis/writes.hpp"
#include "findings.hpp"
#include "session.hpp"

namespace lockstep::grader {

namespace {

using diagnosis::explanation;

bool is(const lockstep_finding& found, std::initializer_list<const char*> kinds) {
  for (const char* kind : kinds)
    if (std::strcmp(found.kind, kind) == 0) return true;
  return false;
}

bool is_error(const lockstep_finding& found) { return std::strcmp(found.severity, "error") == 0; }

// "block_sums" of "kernel block_sums is not launched: ...".
std::string kernel_in(const std::string& message) {
  const auto begin = message.find(' ') + 1;
  return message.substr(begin, message.find(' ', begin) - begin);
}

// "cudaMemcpyHostToDevice cudaMemcpy" of "cudaMemcpy with cudaMemcpyHostToDevice: ...".
std::string names_of_call(const std::string& message) {
  const std::string call = message.substr(0, message.find_first_of(" :"));
  const auto end = message.find(':');
  const auto begin = message.rfind(" cuda", end);
  if (call.rfind("cuda", 0) != 0) return {};
  if (begin == std::string::npos || end == std::string::npos) return call;
  return message.substr(begin + 1, end - begin - 1) + " " + call;
}

explanation from(const lockstep_finding& found) {
  explanation why{found.message, {found.file, found.line}};
  const bool lacks_threads = std::strstr(found.message, "which is no thread") != nullptr;
  if (lacks_threads) why.launch_of = kernel_in(found.message);
  if (is(found, {"api_error"})) why.name = names_of_call(found.message);
  if (!is(found, {"launch_error"})) return why;
  // The promise stands at the kernel itself.
  const bool breaks_a_promise = why.cause.find("__launch_bounds__") != std::string::npos;
  (breaks_a_promise ? why.name : why.launch_of) = kernel_in(found.message);
  why.of_subscript = why.cause.find("has no blocks") != std::string::npos;
  return why;
}

bool passes(const std::function<void()>& trial) {
  try {
    trial();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

// Whether the trial would succeed if the threads of a block went on side by side, one access at a
// time: then nothing but their order is wrong.
bool succeeds_in_step(const std::function<void()>& trial) {
  static const auto set_order =
      lockstep::detail::runtime_function<decltype(lockstep_set_order)>("lockstep_set_order");
  if (set_order == nullptr || set_order("in_step") != 0) return false;
  const bool succeeds = passes(trial);
  set_order(nullptr);
  return succeeds;
}

}  // namespace

bool explaining() { return current_session().explaining; }

explanation explain(const std::function<void()>& trial) {
  if (!has_checks()) return {};
  if (const auto missed = current_session().missed) return diagnosis::explain(*missed, trial);
  if (std::strcmp(current_session().test_case->m_test_suite, "properties") == 0) return {};
  const std::vector<lockstep_finding> found = findings();
  // What ends or spoils a launch as a whole explains whatever comes after it.
  for (const lockstep_finding& one : found) {
    if (!is_error(one)) continue;
    if (is(one, {"uninitialized_read"}) && std::strcmp(one.space, "shared") == 0)
      return diagnosis::left_out_by_stores(from(one), trial);
    if (is(one, {"launch_error", "barrier_divergence", "barrier_mismatch", "warp_mask",
                 "uninitialized_read", "api_error", "out_of_bounds", "lost_child_launch"}))
      return from(one);
  }
  for (const lockstep_finding& one : found) {
    if (is_error(one) && is(one, {"race", "warp_race", "scope"}) && succeeds_in_step(trial))
      return from(one);
  }
  return diagnosis::explain(trial);
}

}  // namespace lockstep::grader
