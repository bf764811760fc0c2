// The marks of a class, for people.
#include "classroom/marks.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace lockstep::tutor;

namespace {

// What is printed of one student who has handed in nothing of this many exercises.
std::string text_of_missing(std::size_t count) {
  std::vector<exercise> exercises;
  for (std::size_t i = 0; i < count; ++i)
    exercises.push_back({"01_first/number" + std::to_string(i), "", "", {}, {}, {}});
  classroom::class_marks marks;
  graded_student dan{"dan", {}};
  for (const auto& exercise : exercises) {
    marks.exercises.push_back(&exercise);
    dan.marks.push_back({&exercise, {}, false, true});
  }
  marks.students = {dan};
  return to_text(marks, {});
}

}  // namespace

TEST_CASE("exercises that were not handed in are named") {
  CHECK(text_of_missing(2).find("nothing handed in: 01_first/number0, 01_first/number1\n") !=
        std::string::npos);
}

TEST_CASE("of many exercises that were not handed in the first are named, and the others counted") {
  const std::string text = text_of_missing(48);
  CHECK(text.find("01_first/number5, and 42 more\n") != std::string::npos);
  CHECK(text.find("number6") == std::string::npos);
}
