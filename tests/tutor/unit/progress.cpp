// Progress: what is recorded is read again, and a damaged file is not lost.
#include "progress.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "next_exercise.hpp"
#include "places.hpp"
#include "text.hpp"

using namespace lockstep::tutor;

TEST_CASE("verdicts and hints are there again after a restart") {
  const temporary_folder folder;
  const auto file = folder.path() / "new folder/progress.json";
  {
    progress first(file);
    first.record_verdict("a/b", false, "wrong_result");
    first.record_verdict("a/b", true, "passed");
    CHECK(first.next_hint("a/b", 2) == 0);
  }
  progress again(file);
  CHECK(again.of("a/b").passed);
  CHECK(again.of("a/b").attempts == 2);
  CHECK(again.of("a/b").first_passed.size() == 20);
  CHECK(again.next_hint("a/b", 2) == 1);
  CHECK(again.next_hint("a/b", 2) == 1);  // the last one stays
  CHECK_FALSE(again.of("a/c").passed);
}

TEST_CASE("nothing but the progress file is left behind") {
  const temporary_folder folder;
  progress(folder.path() / "progress.json").record_verdict("a/b", true, "passed");
  const auto entries = std::filesystem::directory_iterator(folder.path());
  CHECK(std::distance(begin(entries), end(entries)) == 1);
}

TEST_CASE("a damaged file is kept, and progress begins anew") {
  const temporary_folder folder;
  const auto file = folder.path() / "progress.json";
  std::ofstream(file) << "{\"exercises\": {\"a/b\": 3";
  progress done(file);
  CHECK_FALSE(done.of("a/b").passed);
  CHECK(content_of(file.string() + ".damaged") == "{\"exercises\": {\"a/b\": 3");
}

TEST_CASE("the next exercise is the first that is not solved") {
  const temporary_folder folder;
  progress done(folder.path() / "progress.json");
  manifest course;
  course.exercises = {{"a/one", "", "", {}, {}}, {"a/two", "", "", {}, {}}};
  CHECK(next_exercise(course, done)->name == "a/one");
  done.record_verdict("a/one", true, "passed");
  CHECK(next_exercise(course, done)->name == "a/two");
  CHECK(summary_of(course, done) == "1 of 2 exercises solved.");
  done.record_verdict("a/two", true, "passed");
  CHECK(next_exercise(course, done) == nullptr);
  CHECK(summary_of(course, done) == "All 2 exercises solved.");
}
