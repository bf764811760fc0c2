#include <lockstep/grader/trials.hpp>

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <string>
#include <utility>

#include "causes.hpp"
#include "diagnosis/suppositions.hpp"
#include "findings.hpp"
#include "session.hpp"

namespace lockstep::grader {

namespace {

// The values at which the answer was right and wrong.
struct tally {
  std::vector<unsigned> right, wrong;
  std::size_t count() const { return right.size() + wrong.size(); }
};

// "0, 1, 31 to 34".
std::string list_of(const std::vector<unsigned>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t last = i;
    while (last + 1 < values.size() && values[last + 1] == values[last] + 1) ++last;
    constexpr std::size_t few = 4;
    const bool is_run = last - i + 1 >= few;
    text +=
        (text.empty() ? "" : ", ") +
        (is_run ? phrase("range", "{} to {}", values[i], values[last]) : std::to_string(values[i]));
    i = is_run ? last + 1 : i + 1;
  }
  return text;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// A fault in a kernel stays: every later call fails with it, and only a new process helps.
bool device_is_lost() {
  (void)cudaGetLastError();
  return cudaDeviceSynchronize() != cudaSuccess;
}

// Bytes of the device's memory in use. 0 where other programs may use it, too.
std::size_t memory_in_use() {
  std::size_t free = 0, all = 0;
  if (!has_checks() || cudaMemGetInfo(&free, &all) != cudaSuccess) return 0;
  return all - free;
}

// After a trial that went right. What an answer keeps for its next call is allocated once, so a
// trial that has left something is tried again.
void look_for_leak(std::size_t before, const std::string& label,
                   const std::function<void()>& trial) {
  session& state = current_session();
  const std::size_t after = memory_in_use();
  if (after <= before || !state.leak.empty()) return;
  try {
    trial();
  } catch (const std::exception&) {
    return;
  }
  if (const std::size_t now = memory_in_use(); now > after)
    state.leak =
        phrase("leak", "{}: leak: {} bytes of device memory are never freed", label, now - after);
}

// The first trial that failed: its label, what was wrong, and why, if that is known.
struct failure {
  std::string label, problem;
  unsigned value = 0;
  diagnosis::explanation why;

  std::string text() const { return label + ": " + problem; }
};

bool succeeds(const std::function<void()>& trial) {
  bool without_exception = true;
  try {
    trial();
  } catch (const undecided&) {
    without_exception = !current_session().undecided_fails;
  } catch (const std::exception&) {
    without_exception = false;
  }
  // What the trial has left running must not go on under another supposition.
  const bool device_is_well = cudaDeviceSynchronize() == cudaSuccess;
  (void)cudaGetLastError();
  return without_exception && device_is_well;
}

// Under a supposition: all values, as far as they go right. The one at which the supposition before
// this one went wrong comes first: with most of them, the same goes wrong.
void suppose_all(const std::vector<unsigned>& values, const std::function<void(unsigned)>& trial) {
  if (values.empty()) return;
  session& state = current_session();
  static std::map<std::pair<const doctest::TestCaseData*, std::vector<unsigned>>, unsigned> last;
  unsigned& wrong_before =
      last.try_emplace({state.test_case, values}, values.front()).first->second;
  std::vector<unsigned> in_order = values;
  const auto there = std::find(in_order.begin(), in_order.end(), wrong_before);
  std::rotate(in_order.begin(), there, there + 1);
  for (const unsigned value : in_order) {
    if (state.supposition_fails) return;
    const bool takes_too_long = std::clock() > state.supposing_until;
    state.supposition_fails = takes_too_long || !succeeds([&] { trial(value); });
    if (state.supposition_fails && !takes_too_long) wrong_before = value;
  }
}

// What the trial itself says of the place.
diagnosis::explanation named_in(const std::exception& problem) {
  const auto* said = dynamic_cast<const wrong*>(&problem);
  if (said == nullptr || (said->name.empty() && said->line == 0)) return {};
  diagnosis::explanation why{first_line(problem.what()), {said->file, said->line}};
  why.name = said->name;
  why.occurrence = said->occurrence;
  return why;
}

// How much is explained: an input may be too small to show the place, so some more are tried, but a
// verdict should not have to wait.
class explanations {
 public:
  using clock = std::chrono::steady_clock;
  // The trial, which has failed, began at `begin`.
  bool may_go_on(clock::time_point begin) const {
    return count_ < 6 && spent_ < std::chrono::seconds(4) &&
           clock::now() - begin < std::chrono::milliseconds(1500);
  }
  void add(clock::time_point begin) {
    ++count_;
    spent_ += clock::now() - begin;
  }

 private:
  unsigned count_ = 0;
  clock::duration spent_{};
};

diagnosis::explanation experiment(const std::string& file, const failure& first,
                                  const std::vector<unsigned>& values,
                                  const std::function<void(unsigned)>& trial) {
  session& state = current_session();
  const auto right_again = [&](unsigned value) { return succeeds([&] { trial(value); }); };
  // Results are the first thing that properties are measured of.
  const auto all_right_again = [&] {
    return would_succeed("results") &&
           (!is_about_properties() || std::all_of(values.begin(), values.end(), right_again));
  };
  state.explaining = state.experimenting = true;
  state.supposing_until = std::clock() + 3 * CLOCKS_PER_SEC;  // also of what goes on too long
  diagnosis::explanation found = diagnosis::explain_by_supposing(
      file, {first.why.place, [&] { return right_again(first.value); }, all_right_again,
             [] { return would_succeed("properties"); }});
  state.explaining = state.experimenting = false;
  return found;
}

// A wrong value has been followed to where it was made; an experiment may show which line decides.
void experiment_with(failure& first, const std::vector<unsigned>& values,
                     const std::function<void(unsigned)>& trial) {
  // The first failure is the headline; others need no more than they have.
  if (first.why.kernels_in.empty() || !current_session().failed_suite.empty()) return;
  diagnosis::explanation found = experiment(first.why.kernels_in, first, values, trial);
  if (!found) return;
  found.evidence = std::move(first.why.evidence);
  if (first.why) found.evidence.insert(found.evidence.begin(), first.why.cause);
  first.why = std::move(found);
}

// The last one that has a file: a call of the host has none.
std::string file_of_last_finding() {
  std::string file;
  for (const lockstep_finding& found : findings())
    if (*found.file != '\0') file = found.file;
  return file;
}

// The tutor puts the place in front by itself.
std::string place_for_a_person(const diagnosis::source_place& place) {
  if (has_tutor() || !place.known()) return {};
  return place.file + ":" + std::to_string(place.line) + ": ";
}

// What a person reads: the cause, then everything else, indented below it.
std::string report(const char* name, const tally& values, const failure& first,
                   const char* advice) {
  const session& state = current_session();
  std::string text = first.text();
  if (first.why) {
    const bool is_all = first.why.cause == first.problem;
    text =
        place_for_a_person(first.why.place) +
        (first.why.has_place() ? first.why.cause
                               : phrase("for-input", "{} for {}", first.why.cause, first.label)) +
        "\n" + (is_all ? phrase("for", "for {}", first.label) : text);
    for (const std::string& line : first.why.evidence) text += "\n" + line;
  }
  if (values.count() > 1)
    text += "\n" + phrase("fails-for", "fails for {} = {}", name, list_of(values.wrong));
  if (!values.right.empty())
    text += "; " + phrase("passes-for", "passes for {}", list_of(values.right));
  if (state.device_lost)
    text += "\n" + phrase("device-unusable",
                          "No more were tried: the device is unusable after such a fault.");
  return with_advice(text, advice);
}

// What follows the first line.
std::string indented(std::string text) {
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + 1)) {
    if (text[end + 1] != ' ') text.insert(end + 1, "  ");
  }
  return text;
}

}  // namespace

std::string with_advice(std::string text, const char* advice) {
  const session& state = current_session();
  text += "\n" + std::string(advice);
  if (state.result_descriptor < 0) {  // otherwise the tutor says how
    text += "\n" +
            protocol::phrase("same-inputs", "The same inputs again: LOCKSTEP_SEED={}", state.seed);
  }
  protocol::note({"", advice, {}, indented(advice)});
  return indented(text);
}

void for_every(const char* name, const std::vector<unsigned>& values, const char* advice,
               const std::function<void(unsigned)>& code) {
  session& state = current_session();
  state.drawn.begin_trials(name);
  const draws here = state.drawn;
  const std::function<void(unsigned)> trial = [&](unsigned value) {
    state.drawn = here;
    state.drawn.begin_trial(value);
    code(value);
  };
  if (state.supposing) return suppose_all(values, trial);
  if (state.device_lost) {
    return leave_undecided(
        phrase("not-tried", "Not tried: the device was lost in an earlier test case."));
  }

  protocol::note({"", name, {}});
  tally tried;
  failure first;
  state.wrong_launches.reset();
  explanations explained;
  for (const unsigned value : values) {
    const std::string label = std::string(name) + " = " + std::to_string(value);
    const bool clean = findings().empty();
    record_trial(label);
    state.missed.reset();
    ++state.trial;
    const std::size_t in_use = memory_in_use();
    const auto begin = std::chrono::steady_clock::now();
    try {
      trial(value);
      look_for_leak(in_use, label, [&] { trial(value); });
      tried.right.push_back(value);
    } catch (const undecided& reason) {
      if (first.label.empty()) return leave_undecided(reason.what());
      break;
    } catch (const std::exception& problem) {
      tried.wrong.push_back(value);
      state.device_lost = device_is_lost();
      if (first.label.empty()) first = {label, problem.what(), value, named_in(problem)};
      // What has a name in the host's code is a cause.
      const bool says_why = !first.why.name.empty() || first.why.place.known();
      if (!state.device_lost && !says_why && explained.may_go_on(begin) && !first.why.has_place()) {
        state.explaining = true;
        if (auto why = explain([&] { trial(value); }); why.has_place() || !first.why) {
          first.why = std::move(why);
          if (first.why && value != first.value)
            first.why.evidence.insert(first.why.evidence.begin(),
                                      phrase("seen-for", "seen for {}:", label));
        }
        state.explaining = false;
        explained.add(begin);
      }
    }
    name_findings();
    if (clean && !findings().empty() && state.first_finding.empty()) state.first_finding = label;
    if (state.device_lost) break;
  }

  if (tried.wrong.empty()) return;
  if (state.device_lost && !findings().empty()) {
    state.cause = experiment(file_of_last_finding(), first, values, trial);
    return leave_undecided(phrase(
        "not-judged", "Not judged: the answer failed at {}. The suite `checks` shows the cause.",
        first_line(first.text())));
  }
  if (!state.device_lost) experiment_with(first, values, trial);
  state.cause = first.why;
  fail_case(report(name, tried, first, advice));
}

}  // namespace lockstep::grader
