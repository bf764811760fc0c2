// A verdict on predictions says whether they are right, never what was measured: that would be the
// answer, ready to be copied. Of a number it says on which side it lies. Of a choice (yes or no, or
// a code in place of a number) even "wrong" would be the answer, so choices are judged together,
// all those of one topic, and only when each question of the topic has an answer.
#include <lockstep/grader/predictions.hpp>
#include <lockstep/grader/trials.hpp>
#include <lockstep/number.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "session.hpp"

namespace lockstep::grader {

namespace {

enum class prediction_state { right, unanswered, wrong_number, wrong_choice };

// Yes, no, or a code, for which negative numbers are used.
bool may_be_choice(double value) { return value == 1 || value <= 0; }

bool is_wrong_choice(double predicted, double measured) {
  return predicted < 0 || measured < 0 || (may_be_choice(predicted) && may_be_choice(measured));
}

std::string side_of(const question& asked, double measured) {
  const double predicted = asked.predicted.value();
  const std::string value = number(predicted);
  std::string text =
      predicted < measured ? phrase("predicted-too-low", "predicted {}, which is too low", value)
      : predicted > measured
          ? phrase("predicted-too-high", "predicted {}, which is too high", value)
          : phrase("predicted-no-number", "predicted {}, which is not a number", value);
  const std::string absolute = number(asked.allowed.absolute),
                    relative = number(100 * asked.allowed.relative);
  if (asked.allowed.absolute > 0 && asked.allowed.relative > 0)
    text += " " + phrase("both-off-allowed", "(an error of {} plus {} % is accepted)", absolute,
                         relative);
  else if (asked.allowed.absolute > 0)
    text += " " + phrase("off-allowed", "(an error of {} is accepted)", absolute);
  else if (asked.allowed.relative > 0)
    text += " " + phrase("percent-off-allowed", "(an error of {} % is accepted)", relative);
  return text;
}

struct judged_question {
  std::string what;
  prediction_state state;
  std::string side;  // of a wrong number
};

judged_question judge(const question& asked) {
  if (!asked.predicted.answered()) return {asked.what, prediction_state::unanswered, {}};
  const double measured = asked.measured();
  if (agrees(measured, asked.predicted.value(), asked.allowed))
    return {asked.what, prediction_state::right, {}};
  if (is_wrong_choice(asked.predicted.value(), measured))
    return {asked.what, prediction_state::wrong_choice, {}};
  return {asked.what, prediction_state::wrong_number, side_of(asked, measured)};
}

// "by_count" of "by_count: unrolled"; empty if the question has no topic.
std::string topic_of(const std::string& what) {
  const auto end = what.rfind(": ");
  return end == std::string::npos ? std::string() : what.substr(0, end);
}

struct topic_summary {
  std::size_t questions = 0;
  bool complete = true, wrong_choice = false, reported = false;
};

std::map<std::string, topic_summary> summarise(const std::vector<judged_question>& all) {
  std::map<std::string, topic_summary> topics;
  for (const judged_question& one : all) {
    topic_summary& topic = topics[topic_of(one.what)];
    ++topic.questions;
    if (one.state == prediction_state::unanswered) topic.complete = false;
    if (one.state == prediction_state::wrong_choice) topic.wrong_choice = true;
  }
  return topics;
}

struct prediction_problem {
  std::string what, text;
  bool is_answered = true;
  bool is_of_several = false;  // questions of this topic
};

struct prediction_verdict {
  std::vector<prediction_problem> problems;
  // Of questions whose topic has no wrong choice: with the others, a learner could try all choices.
  std::size_t right = 0, counted = 0;
};

prediction_verdict sum_up(const std::vector<judged_question>& all) {
  prediction_verdict verdict;
  auto topics = summarise(all);
  for (const judged_question& one : all) {
    topic_summary& topic = topics[topic_of(one.what)];
    if (!topic.wrong_choice) ++verdict.counted;
    switch (one.state) {
      case prediction_state::right:
        if (!topic.wrong_choice) ++verdict.right;
        break;
      case prediction_state::unanswered:
        verdict.problems.push_back({one.what, phrase("not-answered", "not answered yet"), false});
        break;
      case prediction_state::wrong_number:
        verdict.problems.push_back({one.what, one.side});
        break;
      case prediction_state::wrong_choice:
        if (!topic.complete || std::exchange(topic.reported, true)) break;
        verdict.problems.push_back(
            {topic_of(one.what),
             topic.questions == 1
                 ? phrase("not-right", "not right")
                 : phrase("not-all-right", "not all of the {} answers are right", topic.questions),
             true, topic.questions > 1});
        break;
    }
  }
  return verdict;
}

std::string named(const prediction_problem& problem) {
  return problem.what.empty() ? problem.text : problem.what + ": " + problem.text;
}

// What is open besides the first problem, and what is wrong.
std::string other_problems(const std::vector<prediction_problem>& all) {
  constexpr std::size_t most_named = 4;
  if (all.size() < 2) return {};
  const auto is_open = [](const prediction_problem& one) { return !one.is_answered; };
  const bool has_open = std::any_of(all.begin() + 1, all.end(), is_open);
  const bool has_wrong = !std::all_of(all.begin() + 1, all.end(), is_open);
  std::string text = !has_wrong  ? phrase("still-to-do", "still to do:")
                     : !has_open ? phrase("also-wrong", "also wrong:")
                                 : phrase("also-wrong-or-open", "also wrong, or still to do:");
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (i > most_named) return text + "; ...";
    text += (i == 1 ? " " : "; ") + (all[i].what.empty() ? all[i].text : all[i].what);
  }
  return text;
}

std::string prediction_report(const prediction_verdict& verdict, std::size_t questions) {
  std::string right;
  if (verdict.counted == questions)
    right = phrase("predictions-right", "{} of {} predictions are right", verdict.right, questions);
  else if (verdict.counted > 1 && verdict.right == verdict.counted)
    right = phrase("others-right", "the other {} predictions are right", verdict.right);
  else if (verdict.counted > 0)
    right = phrase("other-predictions-right", "{} of the other {} predictions are right",
                   verdict.right, verdict.counted);
  const std::string others = other_problems(verdict.problems);
  std::string text = named(verdict.problems.front());
  if (!right.empty() || !others.empty())
    text += "\n  " + right + (right.empty() || others.empty() ? "" : "; ") + others;
  return text;
}

// What may stand in the answer where a question is answered: "idle_lanes idle two_ifs
// two_ifs_predicted" of "two_ifs: idle lanes".
std::string names_in_answer(const std::string& what) {
  const std::string topic = topic_of(what);
  std::string names = topic.empty() ? what : what.substr(topic.size() + 2);
  const auto word = names.find(' ');
  const std::string first = word == std::string::npos ? std::string() : " " + names.substr(0, word);
  std::replace(names.begin(), names.end(), ' ', '_');
  names += first;
  if (const std::string& whole = topic.empty() ? what : topic; whole.find(' ') == std::string::npos)
    names += " " + whole + " " + whole + "_predicted";
  return names;
}

// "block_writes two_tails", of "child writes".
std::string names_of_topic(const std::vector<judged_question>& all, const std::string& topic) {
  std::string names;
  for (const judged_question& one : all)
    if (topic_of(one.what) == topic) {
      std::string name = one.what.substr(topic.empty() ? 0 : topic.size() + 2);
      std::replace(name.begin(), name.end(), ' ', '_');
      names += (names.empty() ? "" : " ") + name;
    }
  return names;
}

}  // namespace

void for_every_prediction(const std::vector<question>& questions, const char* advice) {
  auto& predicting = current_session().predicting;
  if (predicting && !predicting->launches().empty()) {
    current_session().cause.name = names_in_answer(questions.front().what);
    return fail_case(with_advice(
        phrase("prediction-launches", "a kernel is launched to compute what should be predicted"),
        advice));
  }
  predicting.reset();
  std::vector<judged_question> all;
  for (const question& asked : questions) {
    record_trial(asked.what);
    try {
      all.push_back(judge(asked));
    } catch (const undecided& reason) {
      return leave_undecided(reason.what());
    }
  }
  const prediction_verdict verdict = sum_up(all);
  if (verdict.problems.empty()) return;
  const prediction_problem& first = verdict.problems.front();
  current_session().cause.name = names_in_answer(first.what);
  if (first.is_of_several) current_session().cause.name += " " + names_of_topic(all, first.what);
  // Of several, where all of them are; of one, a comment counts if the code has no such name.
  current_session().cause.seen_from = first.is_of_several ? "answers" : "comment";
  fail_case(with_advice(prediction_report(verdict, questions.size()), advice));
}

}  // namespace lockstep::grader
