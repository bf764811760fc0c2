// What a depfile names.
#include "grading/answer_recipe.hpp"

#include <doctest/doctest.h>

#include "grading/grading.hpp"

using namespace lockstep::tutor;

TEST_CASE("a depfile: lines that go on, names with spaces, dollars and backslashes") {
  using names = std::vector<std::string>;
  CHECK(files_in_depfile("a.o : /x/a.cu \\\n  /y/b.h\n") == names{"/x/a.cu", "/y/b.h"});
  CHECK(files_in_depfile("a.o: a\\ class/a.cu c$$d.h e\\f.h") ==
        names{"a class/a.cu", "c$d.h", "e\\f.h"});
  CHECK(files_in_depfile("").empty());
}

TEST_CASE("a path for a shell") { CHECK(quoted("a 'b'/c") == "'a '\\''b'\\''/c'"); }

TEST_CASE("of an answer in a process of its own, its program and its grader are built") {
  exercise one;
  one.name = "05_reduction/ragged";
  using names = std::vector<std::string>;
  const std::string library = "tools/emulator/src/libcudart.so.13";
  CHECK(targets_of(learners_answer(one)) ==
        names{library, "tools/graders/grade_05_reduction_ragged"});
  one.apart = true;
  CHECK(targets_of(learners_answer(one)) == names{library,
                                                  "tools/graders/answer_05_reduction_ragged",
                                                  "tools/graders/grade_05_reduction_ragged_apart"});
}
