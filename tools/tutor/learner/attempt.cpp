#include "learner/attempt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "grading/grading.hpp"
#include "language/language.hpp"
#include "learner/measured_results.hpp"
#include "learner/model_times.hpp"
#include "learner/task.hpp"
#include "learner/work.hpp"
#include "lockstep/protocol/finding_text.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "processes/parallel.hpp"
#include "profile/launches.hpp"
#include "support/text.hpp"
#include "verdict/explain.hpp"
#include "verdict/outcome.hpp"
#include "verdict/output.hpp"

namespace lockstep::tutor {

namespace {

namespace fs = std::filesystem;

// The learner's kernels, with counts of what the property is about.
std::vector<std::string> why_missed(const context& all, const exercise& exercise,
                                    const verdict& v) {
  const auto failed = std::find_if(v.cases.begin(), v.cases.end(), [](const case_record& c) {
    return c.failed() && c.suite == "properties";
  });
  const auto missed =
      std::find_if(v.measurements.begin(), v.measurements.end(), [&](const measurement& m) {
        return failed != v.cases.end() && m.property == failed->name && !m.holds();
      });
  if (missed == v.measurements.end()) return {};
  const answer mine = learners_answer(exercise);
  auto launches =
      parse_launches(observe_case(all, exercise, mine, "properties", missed->property, v.seed));
  // Names as the compiler wrote them, to those that people read.
  for (auto& launch : launches) {
    line_totals shown;
    for (const auto& [place, counts] : launch.lines)
      shown[{all.paths.shown(place.first), place.second}] = counts;
    launch.lines = std::move(shown);
  }
  return explain(missed->what, launches, mine.source, content_of(all.paths.file(mine.source)),
                 all.colours);
}

bool tells_of_a_finding(const verdict& v) {
  return v.code == exit_code::check_found && !v.findings.empty();
}

// The report of the check, with the source of both sides. Its files are named as seen from the
// checkout, and read from there.
std::vector<std::string> report_of(const context& all, const protocol::finding& found) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  fs::current_path(all.paths.root, error);
  auto lines = lines_of(protocol::text(found, all.colours));
  fs::current_path(here, error);
  return lines;
}

std::vector<std::string> explanation_of(const context& all, const exercise& exercise,
                                        const verdict& v) {
  if (v.code == exit_code::property_missed) return why_missed(all, exercise, v);
  const bool wrong = v.code == exit_code::wrong_result && !v.findings.empty();
  if (!wrong && !tells_of_a_finding(v)) return {};
  auto lines = report_of(all, v.findings.front());
  if (!wrong) lines.erase(lines.begin());  // the verdict's own first line says it
  return lines;
}

// Of a stub, what is wrong is no news: what is to be done takes its place.
void show_the_task(verdict& of, const context& all, const exercise& exercise) {
  const std::string file = shown_file_of(exercise);
  of.also.insert(of.also.begin(), of.headline);
  of.headline = in_language(exercise.title);
  of.file.clear();
  of.line = 0;
  of.warnings.clear();
  of.details = wrapped(task_in(content_of(all.paths.file(file))), 78);
  of.next.clear();
  if (all.watched) {
    of.next.push_back(tr("Open {}, write what the TODO asks for, and save it.", file));
    return;
  }
  of.next.push_back(tr("Open {}, write what the TODO asks for, and grade it: ./lockstep verify {}",
                       file, exercise.name));
  if (!exercise.hints.empty())
    of.next.push_back(protocol::phrase("a-hint", "A hint: ./lockstep hint {}", exercise.name));
}

std::string text_of_the_task(const verdict& v, const palette& colours) {
  std::string text = fmt::format("{}: {}: {}\n", colours.bold(v.exercise),
                                 colours.warn(tr("not started")), v.headline);
  if (!v.details.empty()) text += "\n";
  for (const auto& line : v.details) text += line.empty() ? "\n" : "  " + line + "\n";
  if (!v.details.empty()) text += "\n";
  return text + text_of_next(v, colours);
}

// The watch keeps what to do on the screen, whatever has to be scrolled: it stands with the rest of
// what comes next, not at the end of the report.
void move_advice(const protocol::finding& found, verdict& result,
                 std::vector<std::string>& report) {
  std::erase_if(report, [](const std::string& line) {
    return line.find("what to do:") != std::string::npos;
  });
  std::erase(result.next, found.advice);
  if (const std::string advice = protocol::advice(found); !advice.empty())
    result.next.insert(result.next.begin(), advice);
}

// Behind what is to be done, before hints.
void offer_the_viewer(verdict& result) {
  const auto hint =
      std::find_if(result.next.begin(), result.next.end(),
                   [](const std::string& line) { return line.starts_with("A hint:"); });
  result.next.insert(hint, protocol::phrase("see-it-happen", "See it happen: ./lockstep view {}",
                                            result.exercise));
}

// "Begin with line 16, ...": the one that the listing of counts has marked.
void name_the_worst_line(verdict& result, const std::vector<std::string>& listing) {
  static const std::regex marked(R"(> +(\d+) \| )");
  for (const auto& line : listing) {
    std::smatch match;
    if (!std::regex_search(line, match, marked)) continue;
    result.next.insert(result.next.begin(),
                       tr("Begin with line {}, which is marked in the listing.", match[1].str()));
    return;
  }
}

}  // namespace

attempt make_attempt(const context& all, const exercise& exercise, progress& done, bool timed) {
  const bool untouched = edited(all, {&exercise}).empty();
  answer own = learners_answer(exercise);
  own.is_stub = untouched;
  attempt made{{}, done.of(exercise.name), {}};
  bool recorded = false;
  const auto record = [&](const verdict& result) {
    if (recorded || result.code == exit_code::setup_missing) return;
    const bool not_started = is_not_started(result.code, untouched);
    const std::string status = not_started ? "not_started" : status_name(result.code);
    done.record_verdict(exercise.name,
                        {result.passed(), status, result.measurements, result.times, !not_started});
    recorded = true;
  };
  // The attempt counts, even if nobody waits for the line to blame.
  context recording = all;
  recording.processes = std::min(cores(), 2u);
  recording.first_verdict = [&](const verdict& first) {
    record(first);
    if (all.first_verdict) all.first_verdict(first);
  };
  made.result = grade(recording, exercise, own);
  record(made.result);
  const verdict& result = made.result;
  made.untouched = untouched;
  made.not_started = is_not_started(result.code, untouched);
  if (timed && result.passed() && !result.gpu_results) {
    if (all.first_verdict) all.first_verdict(result);
    made.result.model_times =
        model_times(all, exercise, learners_answer(exercise), made.result.seed);
  }
  if (made.not_started)
    show_the_task(made.result, all, exercise);
  else
    made.explanation = explanation_of(all, exercise, result);
  return made;
}

std::string work_that_follows(bool passed) {
  return passed ? tr("estimating its time on a GPU") : tr("looking for the line to blame");
}

std::string to_first_text(const verdict& result, const context& all) {
  attempt made{result, {}, {}};
  const exercise& exercise = all.course.find_exercise(result.exercise);
  if (result.code != exit_code::property_missed)  // that takes another run
    made.explanation = explanation_of(all, exercise, result);
  return to_text(made, all);
}

std::string to_text(const attempt& one, const context& all, bool everything) {
  verdict result = one.result;
  // The watch shows the task by itself, as wide as the screen is.
  if (one.not_started && all.watched) return text_of_next(result, all.colours);
  if (everything)  // it is being shown
    std::erase_if(result.next,
                  [](const std::string& line) { return line.find(" --all ") != line.npos; });
  auto shown = result.passed() ? measured_results(result, one.before) : one.explanation;
  if (result.passed()) {
    const exercise& passed = all.course.find_exercise(result.exercise);
    for (auto& line : model_time_lines(result, passed, all.paths)) shown.push_back(std::move(line));
    const std::string& learned = passed.learned;
    if (!learned.empty()) result.details.push_back(tr("Remember: {}", in_language(learned)));
  }
  if (all.watched && result.code == exit_code::property_missed)
    name_the_worst_line(result, one.explanation);
  // The report says all of it, and shows the source.
  if (tells_of_a_finding(result) && !one.not_started) {
    result.details.clear();
    result.file.clear();
    if (all.watched)
      move_advice(result.findings.front(), result, shown);
    else
      std::erase(result.next, result.findings.front().advice);
  }
  if (!result.passed() && !result.findings.empty() && !all.watched && !one.not_started)
    offer_the_viewer(result);
  std::string text = one.not_started ? text_of_the_task(result, all.colours)
                                     : to_text(result, all.paths, all.colours, shown);
  // The watch has the name at its top.
  if (all.watched) text.erase(0, all.colours.bold(result.exercise).size() + 2);
  if (everything && !result.also.empty()) {
    text += "\n" + tr("Also wrong:") + "\n";
    for (const auto& line : result.also) text += "  " + in_language(line) + "\n";
  }
  return text;
}

progress progress_of(const context& all) {
  return progress(all.paths.progress_file(), all.course.renamed());
}

}  // namespace lockstep::tutor
