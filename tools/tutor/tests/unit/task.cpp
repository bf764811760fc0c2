// The task, from the comment at the top of an exercise's file.
#include "learner/task.hpp"

#include <doctest/doctest.h>

#include "language/language.hpp"

using namespace lockstep::tutor;
using lines = std::vector<std::string>;

TEST_CASE("a task is the opening comment without its title, wrapped to the screen") {
  CHECK(
      wrapped(task_in("// a/b: a title\n//\n// One two three\n// four.\n//\n// Five.\n#include\n"),
              14) == lines{"One two three", "four.", "", "Five."});
  CHECK(task_in("#include <cstdio>\n// not an opening\n").empty());
}

TEST_CASE("each label has a paragraph of its own, indented below its text") {
  CHECK(wrapped(task_in("// a/b: a title\n"
                        "// Task       Make sum() right\n"
                        "//            for every size.\n"
                        "// Done when  all pass.\n"),
                26) == lines{"Task       Make sum()", "           right for every",
                             "           size.", "Done when  all pass."});
}

TEST_CASE("a sentence that goes on with a number is no list, and a numbered list is one") {
  CHECK(wrapped(task_in("// a/b: a title\n//\n// A multiple, and not\n// 0. So it is.\n//\n"
                        "// 1. One,\n//    or more.\n// 2. Two.\n"),
                40) ==
        lines{"A multiple, and not 0. So it is.", "", "1. One, or more.", "2. Two."});
}

TEST_CASE("items of a list stay apart") {
  CHECK(wrapped(task_in("// a/b: a title\n//\n// Two things:\n//   - one,\n//     or more;\n"
                        "//   - two.\n"),
                40) == lines{"Two things:", "  - one, or more;", "  - two."});
}

TEST_CASE("a task in another language keeps its columns") {
  speak(catalogue(
      "msgid \"Task\"\nmsgstr \"任务\"\n\n"
      "msgid \"Make sum() right for every size.\"\nmsgstr \"让 sum() 对任何大小都正确。\"\n"));
  const auto task = task_in(
      "// a/b: a title\n// Task       Make sum() right\n//            for every "
      "size.\n// Given      Not translated.\n");
  speak_english();
  CHECK(wrapped(task, 30) == lines{"任务       让 sum() 对任何大小", "           都正确。",
                                   "Given      Not translated."});
}
