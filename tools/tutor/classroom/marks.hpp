// The marks of a class, for people and for other programs.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "export/export.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor::classroom {

struct class_marks {
  std::string folder;
  std::uint64_t seed = 0;
  bool isolated = false;  // programs of students were
  std::vector<const exercise*> exercises;
  std::vector<graded_student> students;
  std::vector<std::string> notes;  // of what belongs to no student
  std::string command;             // that grades it again, up to the student and the exercise

  double possible() const;  // points for each student
};

// Over all exercises.
double points_of(const graded_student& one);
std::size_t passed_of(const graded_student& one);

// A line for each student, then one for each answer that did not pass.
std::string to_text(const class_marks& of, const palette& colours);

// docs/schemas/grade.json.
nlohmann::ordered_json to_json(const class_marks& of);

// RFC 4180: a line for each student: student, points, points_possible, passed, exercises.
std::string totals_csv(const class_marks& of);

}  // namespace lockstep::tutor::classroom
