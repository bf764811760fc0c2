// What is to be graded of a class.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::tutor::classroom {

// Of all answers, in the order in which they are found, each `of`th from number `number` on,
// counted from 1.
struct part_of_class {
  std::size_t number = 1, of = 1;

  bool is_all() const { return of == 1; }
  bool has(std::size_t index) const { return index % of == number - 1; }
};

// From "2/8"; throws failure (usage) if it is no part.
part_of_class part_from(const std::string& text);

struct class_options {
  std::string folder;                  // with a folder, or a file, for each student
  std::vector<std::string> exercises;  // none, and no chapter: all that anybody handed in
  std::string chapter;
  std::vector<std::string> students;  // none: all
  unsigned jobs = 0;                  // answers graded at the same time; 0: one a core
  std::string part;                   // "2/8"; empty: all
  std::string ledger;                 // where verdicts are kept; empty: in the checkout
  std::vector<std::string> merge;     // ledgers to take verdicts from, and to grade nothing
  bool again = false;                 // also what has been graded already
  bool trust = false;                 // the students: their programs may do all that the marker can
};

}  // namespace lockstep::tutor::classroom
