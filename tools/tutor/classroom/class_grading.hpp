// A class from what it has handed in to its marks: every answer that is found, each compiled and
// graded by itself, and none of them twice.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "classroom/class_options.hpp"
#include "classroom/ledger.hpp"
#include "classroom/marks.hpp"
#include "classroom/submissions.hpp"
#include "context.hpp"
#include "grading/answer_recipe.hpp"

namespace lockstep::tutor::classroom {

class class_grading {
 public:
  // Reads what was handed in. Throws failure if the folder is none of a class, or if an exercise
  // has no such name.
  class_grading(const context& all, const class_options& options);

  // Grades what is not graded yet of its part, or takes it from other ledgers, if there are some to
  // be merged. Throws failure or interrupted; what was graded until then stays.
  void grade();

  class_marks marks();
  // Those of the part that is to be graded.
  std::size_t answers() const;
  std::size_t graded_before() const { return graded_before_; }
  std::size_t not_graded() const;

 private:
  struct task {
    const student* who;
    const submission* what;
    std::optional<verdict> result;
  };

  void take_answers(const class_options& options);
  bool is_mine(std::size_t task) const { return part_.has(task); }
  void fix_conditions();
  void fix_conditions_of(const std::vector<std::string>& folders);
  void merge();
  std::vector<const exercise*> answered() const;
  std::vector<task*> not_kept();
  // The same answer to the same exercise, of several students: graded once.
  static std::vector<std::vector<task*>> alike(const std::vector<task*>& open);
  void grade(const std::vector<std::vector<task*>>& open);
  std::string grade_in_its_process(const task& one) const;
  void keep(task& one, verdict graded);
  std::string shown(const task& one) const;
  std::string command_of(const class_options& options) const;
  std::string key_of(const exercise& exercise) const;
  graded_exercise mark_of(const student& who, const exercise& of);
  bool is_stub(const exercise& of, const std::filesystem::path& file);

  context all_;
  unsigned jobs_;
  bool again_;
  std::filesystem::path folder_;
  part_of_class part_;
  ledger kept_;
  std::vector<ledger> merged_;  // empty: it grades
  std::vector<student> students_;
  std::vector<task> tasks_;
  class_marks marks_;  // but for the students'
  std::map<const exercise*, answer_recipe> recipes_;
  ledger::conditions graded_under_;
  std::string conditions_;  // of every verdict, as a digest
  std::map<const exercise*, std::string> keys_;
  std::map<const exercise*, std::vector<std::string>> stubs_;  // of this version, and earlier ones
  std::size_t graded_before_ = 0;
};

}  // namespace lockstep::tutor::classroom
