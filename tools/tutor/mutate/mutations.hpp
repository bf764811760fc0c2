// Small changes to a solution, one at a time: the mistakes of an inattentive hand. A grader that
// passes one of them has a hole, or the change makes no difference.
//
// It goes by the text, formatted as all sources of the course are (clang-format, Google style): a
// binary operator has blanks around it, a unary one, a template's bracket or a declarator has not.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

struct mutation {
  std::size_t offset = 0, length = 0;  // what is replaced
  std::string replacement;
  std::string what;  // "< becomes <=", "barrier removed"
};

// In the order of the source; only in code, not in comments, texts and preprocessor lines.
std::vector<mutation> mutations_of(std::string_view source);

std::string mutated(std::string_view source, const mutation& one);

// The lines that a mutation changes, before and after, each as one line with single blanks.
struct changed_lines {
  unsigned line = 0;  // the first, from 1
  std::string before, after;
};
changed_lines lines_changed_by(std::string_view source, const mutation& one);

}  // namespace lockstep::tutor
