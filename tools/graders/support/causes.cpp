#include "causes.hpp"

#include <lockstep/grader/trials.hpp>
#include <lockstep/observe.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "diagnosis/named_memory.hpp"
#include "diagnosis/words.hpp"
#include "diagnosis/writes.hpp"
#include "findings.hpp"
#include "session.hpp"

namespace lockstep::grader {

namespace {

using diagnosis::explanation;
using diagnosis::of_grid;

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

// The launch in the answer that a finding is to be shown at; empty: it is not the launch's doing.
std::string blamed_part_of_launch(const lockstep_finding& found) {
  const bool lacks_threads =
      std::strstr(found.message, "which does not exist: the block") != nullptr;
  return lacks_threads ? "block" : found.launch_to_blame;
}

void blame_launch(const lockstep_finding& found, explanation& why) {
  const std::string part = blamed_part_of_launch(found);
  const bool is_known = found.launch_line != 0 && !diagnosis::is_of_grader(found.launch_file);
  // Where the line is not known, the kernel may be launched in one line only.
  const bool may_be_looked_for = *found.launch_to_blame == '\0';
  if (part.empty() || (!is_known && !may_be_looked_for)) return;
  why.launch_of = kernel_in(found.message);
  why.place = {};
  if (is_known) why.place = {found.launch_file, found.launch_line};
  if (*found.launch_to_blame != '\0')
    why.occurrence = part == "grid" ? of_grid : part == "block" ? diagnosis::of_block : 0;
}

// Of a launch that was refused: the promise stands at the kernel itself; a grid is wrong where it
// gets its value.
void blame_refused_launch(const lockstep_finding& found, explanation& why) {
  const bool breaks_a_promise = why.cause.find("__launch_bounds__") != std::string::npos;
  const bool has_no_blocks = why.cause.find("has no blocks") != std::string::npos;
  if (breaks_a_promise)
    why.name = kernel_in(found.message);
  else if (has_no_blocks || !why.place.known())
    why.launch_of = kernel_in(found.message);
  if (has_no_blocks) why.occurrence = of_grid;
}

// "kernel scale reads result[0], which has never been written", if the graders have a name for that
// address, which the message has in its own way.
std::string with_name_of_buffer(const lockstep_finding& found) {
  const std::string message = found.message;
  const auto at = message.find("0x");
  if (!is(found, {"uninitialized_read"}) || std::strcmp(found.space, "global") != 0 ||
      at == std::string::npos || message.rfind("kernel ", 0) != 0)
    return message;
  const std::uint64_t address = std::strtoull(message.c_str() + at, nullptr, 16);
  for (const diagnosis::named_buffer& one : diagnosis::buffers_of_trial())
    if (one.made_in_trial == current_session().trial && one.contains(address))
      return phrase("of-kernel-does", "kernel {} {}", kernel_in(message),
                    phrase("unwritten-global", "reads {}, which has never been written",
                           diagnosis::elements_in_words(one.name, {one.element_of(address)})));
  return message;
}

explanation from(const lockstep_finding& found) {
  explanation why{found.message, {found.file, found.line}};
  if (diagnosis::is_of_grader(why.place.file)) why.place = {};
  const bool has_line = why.place.known();
  blame_launch(found, why);
  if (is(found, {"api_error"}) && !has_line) why.name = names_of_call(found.message);
  if (is(found, {"launch_error"})) blame_refused_launch(found, why);
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

explanation explain_by_findings(const std::function<void()>& trial, bool losses_count) {
  const std::vector<lockstep_finding> found = findings();
  name_findings();
  // What ends or spoils a launch as a whole explains whatever comes after it.
  for (const lockstep_finding& one : found) {
    if (!is_error(one)) continue;
    if (is(one, {"uninitialized_read"}) && std::strcmp(one.space, "shared") == 0)
      return diagnosis::left_out_by_stores(from(one), trial);
    if (is(one, {"launch_error", "barrier_divergence", "barrier_mismatch", "warp_mask",
                 "uninitialized_read", "api_error", "out_of_bounds"}) ||
        (losses_count && is(one, {"lost_child_launch"}))) {
      explanation why = from(one);
      why.cause = current_session().named_findings[one.message];
      return why;
    }
  }
  // What threads of several warps need keeps lanes of one apart, too.
  for (const auto& kinds : {std::initializer_list<const char*>{"race", "scope"}, {"warp_race"}}) {
    for (const lockstep_finding& one : found) {
      if (is_error(one) && is(one, kinds) && succeeds_in_step(trial)) return from(one);
    }
  }
  return {};
}

// Without barriers of a warp the compiler may load what lanes are about to store: then no order of
// the lanes gives the right result, and a store that nothing reads is what comes of the race.
explanation or_race_of_lanes(explanation why, const std::vector<lockstep_finding>& found) {
  for (const lockstep_finding& one : found)
    if (is_error(one) && is(one, {"warp_race"}) && one.line == why.place.line &&
        one.file == why.place.file)
      return from(one);
  return why;
}

}  // namespace

void name_findings() {
  for (const lockstep_finding& found : findings())
    current_session().named_findings.try_emplace(found.message, with_name_of_buffer(found));
}

bool explaining() { return current_session().explaining; }

bool a_case_has_failed() {
  const session& state = current_session();
  return state.supposing ? state.supposition_fails : state.failed_cases > 0;
}
bool experimenting() { return current_session().experimenting; }

bool is_about_properties() {
  return std::strcmp(current_session().test_case->m_test_suite, "properties") == 0;
}

void note_wrong_launches(launch_plan required) { current_session().wrong_launches = required; }

explanation explain(const std::function<void()>& trial) {
  if (!has_checks()) return {};
  const session& state = current_session();
  if (state.missed || is_about_properties()) {
    // The launches, if the grader has said which it expected.
    if (state.wrong_launches)
      if (auto why = diagnosis::explain_launches(trial, *state.wrong_launches)) return why;
    if (!state.missed) return {};
    const diagnosis::missed_bound missed = *state.missed;  // the trial may miss it anew
    return diagnosis::explain(missed, trial);
  }
  if (auto why = explain_by_findings(trial, true)) return why;
  const std::vector<lockstep_finding> found = findings();
  explanation why = diagnosis::explain(trial);
  return why.may_be_a_race ? or_race_of_lanes(std::move(why), found) : why;
}

std::string cause_of_failure(const std::function<void()>& code) {
  if (!has_checks()) return {};
  // With the numbers that it had when its process began.
  const std::function<void()> trial = [&] {
    current_session().drawn = {};
    code();
  };
  explanation why = explain_by_findings(trial, false);
  if (!why && cudaDeviceSynchronize() == cudaSuccess) why = diagnosis::explain(trial);
  if (!why) return {};
  std::string text = why.place.file + "\n" + std::to_string(why.place.line) + "\n" + why.launch_of +
                     "\n" + why.kernels_in + "\n" + why.cause;
  for (const std::string& line : why.evidence) text += "\n" + line;
  return text;
}

void note_cause(const std::string& cause) {
  std::istringstream lines(cause);
  explanation why;
  std::string number;
  std::getline(lines, why.place.file);
  std::getline(lines, number);
  why.place.line = number.empty() ? 0 : static_cast<unsigned>(std::stoul(number));
  std::getline(lines, why.launch_of);
  std::getline(lines, why.kernels_in);
  std::getline(lines, why.cause);
  for (std::string line; std::getline(lines, line);) why.evidence.push_back(line);
  diagnosis::cause_from_elsewhere() = std::move(why);
}

}  // namespace lockstep::grader
