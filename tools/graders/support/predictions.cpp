#include <lockstep/grader/predictions.hpp>
#include <lockstep/grader/trials.hpp>
#include <lockstep/number.hpp>

#include "session.hpp"

namespace lockstep::grader {

namespace {

// Empty if the prediction is right.
std::string judge(const question& asked) {
  if (!asked.predicted.answered()) return "not answered yet";
  const double measured = asked.measured();
  if (agrees(measured, asked.predicted.value(), asked.allowed)) return {};
  std::string text =
      "predicted " + number(asked.predicted.value()) + ", measured " + number(measured);
  if (asked.allowed.absolute > 0)
    text += " (" + number(asked.allowed.absolute) + " off is allowed)";
  if (asked.allowed.relative > 0)
    text += " (" + number(100 * asked.allowed.relative) + " % off is allowed)";
  return text;
}

}  // namespace

void for_every_prediction(const std::vector<question>& questions, const char* advice) {
  constexpr std::size_t most_named = 4;
  std::string first, others;
  std::size_t right = 0, left = 0;
  for (const question& asked : questions) {
    record_trial(asked.what);
    std::string problem;
    try {
      problem = judge(asked);
    } catch (const undecided& reason) {
      return leave_undecided(reason.what());
    }
    if (problem.empty()) {
      ++right;
    } else if (first.empty()) {
      first = asked.what + ": " + problem;
    } else if (++left <= most_named) {
      others += (others.empty() ? "" : "; ") + asked.what;
    }
  }
  if (first.empty()) return;
  std::string text = first + "\n  " + std::to_string(right) + " of " +
                     std::to_string(questions.size()) + " predictions are right";
  if (!others.empty()) text += "; still to do: " + others;
  if (left > most_named) text += "; ...";
  fail_case(with_advice(text, advice));
}

}  // namespace lockstep::grader
