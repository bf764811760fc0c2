#include "class_page/mistakes.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep::tutor::class_page {
namespace {

bool is_mistake(const graded_exercise& mark) {
  return !mark.missing && !mark.untouched && !mark.result.passed() &&
         mark.result.code != exit_code::setup_missing;
}

}  // namespace

std::vector<mistake> common_mistakes(const classroom::class_marks& marks) {
  std::vector<mistake> all;
  for (std::size_t i = 0; i < marks.exercises.size(); ++i) {
    std::vector<mistake> here;
    std::map<std::pair<std::string, std::string>, std::size_t> known;
    for (const auto& who : marks.students) {
      const graded_exercise& mark = who.marks.at(i);
      if (!is_mistake(mark)) continue;
      const auto& [cause, headline] = std::pair{mark.result.cause, mark.result.headline};
      const std::string status = status_of(mark);
      const auto [at, is_new] =
          known.try_emplace({status, cause.empty() ? headline : cause}, here.size());
      if (is_new) here.push_back({marks.exercises[i], status, {}});
      here[at->second].answers.push_back({&who, &mark});
    }
    std::stable_sort(here.begin(), here.end(), [](const mistake& a, const mistake& b) {
      return a.answers.size() > b.answers.size();
    });
    std::move(here.begin(), here.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace lockstep::tutor::class_page
