// What is to be graded of a class.
#pragma once

#include <string>
#include <vector>

namespace lockstep::tutor::classroom {

struct class_options {
  std::string folder;                  // with a folder, or a file, for each student
  std::vector<std::string> exercises;  // none, and no chapter: all that anybody handed in
  std::string chapter;
  unsigned jobs = 0;   // answers graded at the same time; 0: one a core
  bool again = false;  // also what has been graded already
  bool trust = false;  // the students: their programs may do all that the marker can
};

}  // namespace lockstep::tutor::classroom
