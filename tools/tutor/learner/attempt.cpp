#include "learner/attempt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "grading/grading.hpp"
#include "learner/measured_results.hpp"
#include "lockstep/protocol/finding_text.hpp"
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

}  // namespace

attempt make_attempt(const context& all, const exercise& exercise, progress& done) {
  attempt made{grade(all, exercise, learners_answer(exercise)), done.of(exercise.name), {}};
  const verdict& result = made.result;
  if (result.code != exit_code::setup_missing) {
    done.record_verdict(exercise.name, {result.passed(), status_name(result.code),
                                        result.measurements, result.times});
  }
  made.explanation = explanation_of(all, exercise, result);
  return made;
}

std::string to_text(const attempt& one, const context& all, bool everything) {
  verdict result = one.result;
  const auto shown = result.passed() ? measured_results(result, one.before) : one.explanation;
  // The report says all of it, and shows the source.
  if (tells_of_a_finding(result)) {
    result.details.clear();
    result.file.clear();
    std::erase(result.next, result.findings.front().advice);
  }
  std::string text = to_text(result, all.paths, all.colours, shown);
  if (everything && !result.also.empty()) {
    text += "\nWrong besides:\n";
    for (const auto& line : result.also) text += "  " + line + "\n";
  }
  return text;
}

progress progress_of(const context& all) {
  return progress(all.paths.progress_file(), all.course.renamed());
}

}  // namespace lockstep::tutor
