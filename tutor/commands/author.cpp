// The promises an exercise makes: its stub fails, its solution passes, every wrong answer fails for
// its labelled reason.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "../failure.hpp"
#include "../grading.hpp"
#include "../text.hpp"
#include "../verdict_output.hpp"
#include "../wrong_answers.hpp"
#include "commands.hpp"

namespace lockstep::tutor::commands {
namespace {

using nlohmann::ordered_json;

struct finding_of_author {
  std::string exercise, answer;  // "stub", "solution" or "wrong LABEL"
  std::string problem;           // empty: as it should be
  std::string note;
};

// Built together first: one call of the build tool uses all cores. Failures show again, one by one.
void build_ahead(const context& all, const exercise& one, const std::vector<std::string>& labels) {
  std::vector<std::string> targets{"-k", "0", learners_answer(one).target, solution_of(one).target};
  for (const auto& label : labels) targets.push_back(wrong_answer(one, label).target);
  build(all.where, targets);
}

bool edited(const context& all, const std::string& file) {
  command git;
  git.arguments = {"git", "-C", all.where.root.string(), "diff", "--quiet", "HEAD", "--", file};
  git.capture = true;
  try {
    const process_end end = tutor::run(git);
    return end.kind == process_end::how::exited && end.code == 1;
  } catch (const failure&) {
    return false;  // no git: nothing to compare with
  }
}

finding_of_author check_stub(const context& all, const exercise& one, bool skip_edited) {
  const answer stub = learners_answer(one);
  if (skip_edited && edited(all, stub.source)) {
    return {one.name, "stub", {}, "edited here, so not judged as a stub"};
  }
  const verdict result = grade(all, one, stub);
  std::string problem;
  if (result.passed()) {
    problem = "it passes, but a stub must fail";
  } else if (result.code == exit_code::does_not_compile ||
             result.code == exit_code::setup_missing) {
    problem = "it must compile and fail its grader: " + result.headline;
  } else if (content_of(all.where.file(stub.source)).find("TODO") == std::string::npos) {
    problem = "it does not say TODO";
  }
  return {one.name, "stub", problem, result.headline};
}

finding_of_author check_solution(const context& all, const exercise& one) {
  const verdict result = grade(all, one, solution_of(one));
  return {one.name, "solution", result.passed() ? "" : "it does not pass: " + result.headline,
          result.headline};
}

finding_of_author check_wrong(const context& all, const exercise& one, const std::string& label) {
  const answer wrong = wrong_answer(one, label);
  const auto promise =
      parse_label(first_line(content_of(all.where.file(wrong.source))), wrong.source);
  const verdict result = grade(all, one, wrong);
  return {one.name, "wrong " + label, disagreement(result, promise), result.headline};
}

std::string shortened(const std::string& line) {
  constexpr std::size_t most = 140;
  return line.size() <= most ? line : line.substr(0, most) + "...";
}

void print(const finding_of_author& one, const palette& colours) {
  const bool good = one.problem.empty();
  fmt::print("  {}  {:<30}  {}\n", good ? colours.good("ok  ") : colours.bad("FAIL"), one.answer,
             good ? shortened(one.note) : one.problem);
  std::fflush(stdout);
}

ordered_json to_json(const finding_of_author& one) {
  return {{"exercise", one.exercise},
          {"answer", one.answer},
          {"ok", one.problem.empty()},
          {"message", one.problem.empty() ? one.note : one.problem}};
}

class author_report {
 public:
  explicit author_report(const context& all) : all_(all) {}
  void add(const finding_of_author& one) {
    if (!all_.wish.json) print(one, all_.colours);
    list_.push_back(to_json(one));
    ++(one.problem.empty() ? counted_.passed : counted_.failed);
  }
  tally finish() const {
    const unsigned failed = counted_.failed;
    if (all_.wish.json) {
      const ordered_json root{{"ok", failed == 0}, {"failed", failed}, {"answers", list_}};
      fmt::print("{}\n", root.dump(2));
    } else {
      fmt::print("\n{} judged, {}\n", count_of(list_.size(), "answer"),
                 failed == 0 ? all_.colours.good("all as they should be.")
                             : all_.colours.bad(fmt::format("{} not as they should be.", failed)));
    }
    return counted_;
  }

 private:
  const context& all_;
  ordered_json list_ = ordered_json::array();
  tally counted_;
};

}  // namespace

tally judge_answers(const context& all, const std::string& name, bool skip_edited) {
  context emulated = all;
  emulated.wish.backend = "emulator";  // the same on every machine
  author_report report(emulated);
  for (const auto& one : all.course.exercises) {
    if (!name.empty() && one.name != all.course.find_exercise(name).name) continue;
    const auto labels = wrong_answers_in(all.where.root / "graders/wrong" / one.name);
    if (!all.wish.json) {
      fmt::print("{}\n", all.colours.bold(one.name));
      std::fflush(stdout);
    }
    build_ahead(emulated, one, labels);
    report.add(check_stub(emulated, one, skip_edited));
    report.add(check_solution(emulated, one));
    for (const auto& label : labels) report.add(check_wrong(emulated, one, label));
  }
  return report.finish();
}

int author_check(const context& all, const std::string& name) {
  const tally counted = judge_answers(all, name, false);
  return static_cast<int>(counted.failed == 0 ? exit_code::passed : exit_code::wrong_result);
}

}  // namespace lockstep::tutor::commands
