#include "attempt.hpp"

#include <fmt/format.h>

#include "exhibit.hpp"
#include "grading.hpp"
#include "verdict_output.hpp"

namespace lockstep::tutor {

attempt make_attempt(const context& all, const exercise& one, progress& done) {
  attempt made{grade(all, one, learners_answer(one)), done.of(one.name)};
  const verdict& result = made.result;
  if (result.code != exit_code::setup_missing) {
    done.record_verdict(
        one.name, {result.passed(), status_name(result.code), result.measurements, result.times});
  }
  return made;
}

std::string to_text(const attempt& one, const context& all, bool everything) {
  const verdict& result = one.result;
  const auto shown = result.passed() ? exhibit(result, one.before) : std::vector<std::string>();
  std::string text = to_text(result, all.where, all.colours, shown);
  if (everything && !result.also.empty()) {
    text += "\nWrong besides:\n";
    for (const auto& line : result.also) text += "  " + line + "\n";
  }
  return text;
}

progress progress_of(const context& all) {
  return progress(all.where.progress_file(), all.course.renamed());
}

}  // namespace lockstep::tutor
