#include "experiment/translation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::tutor::experiment {

std::string translation::of(std::size_t first, std::size_t end, unsigned depth) const {
  std::string made;
  for (std::size_t j = first; j < end; ++j) {
    if (solution_.tokens()[j].blank_before && !made.empty()) made += ' ';
    if (const auto pragma = solution_.pragma_before(j); !pragma.empty() && depth == 0)
      made += fmt::format("_Pragma(\"{}\") ", pragma);
    made += word(j, depth);
  }
  return made;
}

// A variable that the answer has no name for is what the solution computes it from.
std::string translation::word(std::size_t index, unsigned depth) const {
  constexpr unsigned deepest = 4;
  const std::string name(solution_.text(index));
  if (solution_.tokens()[index].is != token::kind::word) return name;
  const bool is_local = solution_.declares_here(index) || solution_.variable_at(index) != nullptr;
  if (is_local) {
    const auto known = names_.find(solution_.text(index));
    if (known != names_.end()) return std::string(known->second);
  }
  if (solution_.declares_here(index) || depth >= deepest) return name;
  const bool is_known = !is_local && answer_declares(name);
  const code::range value = is_known ? code::range() : solution_.value_of_constant(index);
  return value.is_empty() ? name : "(" + of(value.first, value.end, depth + 1) + ")";
}

bool translation::answer_declares(std::string_view name) const {
  return std::any_of(answer_.declarations().begin(), answer_.declarations().end(),
                     [&](const declaration& one) { return one.name == name; });
}

}  // namespace lockstep::tutor::experiment
