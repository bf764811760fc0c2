// Progress: what is recorded is read again, and a damaged file is not lost.
#include "learner/progress.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "course/paths.hpp"
#include "learner/next_exercise.hpp"
#include "support/text.hpp"

using namespace lockstep::tutor;

namespace {
const progress::outcome passed{true, "passed", {}, {}};

measurement conflicts_measured(double measured) {
  return {"no conflicts", "conflicts", "at most", 0, measured};
}
}  // namespace

TEST_CASE("verdicts and hints are there again after a restart") {
  const temporary_folder folder;
  const auto file = folder.path() / "new folder/progress.json";
  {
    progress first(file);
    first.record_verdict("a/b", {false, "wrong_result", {}, {}});
    first.record_verdict("a/b", passed);
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

TEST_CASE("a stub that is graded is no attempt, and nothing has begun with it") {
  const temporary_folder folder;
  progress done(folder.path() / "progress.json");
  CHECK_FALSE(done.begun());
  done.record_verdict("a/b", {false, "not_started", {conflicts_measured(7)}, {}, false});
  CHECK(done.of("a/b").attempts == 0);
  CHECK_FALSE(done.begun());
  CHECK(done.of("a/b").properties.size() == 1);
  done.record_verdict("a/b", {false, "wrong_result", {}, {}});
  CHECK(done.begun());
}

TEST_CASE("nothing but the progress file and its lock is left behind") {
  const temporary_folder folder;
  progress(folder.path() / "progress.json").record_verdict("a/b", passed);
  const auto entries = std::filesystem::directory_iterator(folder.path());
  CHECK(std::distance(begin(entries), end(entries)) == 2);
}

TEST_CASE("two processes that record do not undo each other's work") {
  const temporary_folder folder;
  const auto file = folder.path() / "progress.json";
  progress here(file), there(file);
  here.record_verdict("a/one", passed);
  there.record_verdict("a/two", passed);
  const progress again(file);
  CHECK(again.of("a/one").passed);
  CHECK(again.of("a/two").passed);
}

TEST_CASE("properties: the first measurement and the best are kept") {
  const temporary_folder folder;
  const auto file = folder.path() / "progress.json";
  for (const double measured : {31.0, 0.0, 7.0})
    progress(file).record_verdict("a/b",
                                  {false, "property_missed", {conflicts_measured(measured)}, {}});
  const progress again(file);
  const property_history* history = again.of("a/b").history_of(conflicts_measured(0));
  REQUIRE(history != nullptr);
  CHECK(history->first.measured == 31);
  CHECK(history->best.measured == 0);
}

TEST_CASE("times on a GPU: the best of the answers that passed") {
  const temporary_folder folder;
  progress done(folder.path() / "progress.json");
  done.record_verdict("a/b", {true, "passed", {}, {{"N = 2^24", 0.5, 0, 0}}});
  done.record_verdict("a/b", {true, "passed", {}, {{"N = 2^24", 0.7, 0, 0}}});
  done.record_verdict("a/b", {false, "wrong_result", {}, {{"N = 2^24", 0.1, 0, 0}}});
  CHECK(done.of("a/b").best_milliseconds.at("N = 2^24") == 0.5);
}

TEST_CASE("what an exercise with another name had reached is its own") {
  const temporary_folder folder;
  const auto file = folder.path() / "progress.json";
  progress(file).record_verdict("a/old", passed);
  CHECK(progress(file, {{"a/old", "b/new"}}).of("b/new").passed);
  CHECK_FALSE(progress(file, {{"a/old", "b/new"}}).of("a/old").passed);
}

TEST_CASE("a file of the first version is read") {
  const temporary_folder folder;
  const auto file = folder.path() / "progress.json";
  std::ofstream(file) << R"({"version": 1, "exercises": {"a/b": {"passed": true, "attempts": 3}}})";
  CHECK(progress(file).of("a/b").attempts == 3);
}

TEST_CASE("a file of a later version is read as far as it goes, and not written") {
  const temporary_folder folder;
  const auto file = folder.path() / "progress.json";
  const std::string text = R"({"version": 99, "exercises": {"a/b": {"passed": true}}})";
  std::ofstream(file) << text;
  progress done(file);
  CHECK(done.of("a/b").passed);
  done.record_verdict("a/c", passed);
  CHECK(content_of(file) == text);
}

TEST_CASE("an exercise that begins anew keeps when it was passed first") {
  const temporary_folder folder;
  progress done(folder.path() / "progress.json");
  done.record_verdict("a/b", passed);
  done.next_hint("a/b", 3);
  done.reopen("a/b");
  CHECK_FALSE(done.of("a/b").passed);
  CHECK(done.of("a/b").hints_seen == 0);
  CHECK(done.of("a/b").attempts == 1);
  CHECK_FALSE(done.of("a/b").first_passed.empty());
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
  course.exercises = {{"a/one", "", "", {}, {}, {}}, {"a/two", "", "", {}, {}, {}}};
  CHECK(next_exercise(course, done)->name == "a/one");
  done.record_verdict("a/one", passed);
  CHECK(next_exercise(course, done)->name == "a/two");
  CHECK(summary_of(course, done) == "1 of 2 exercises solved.");
  done.record_verdict("a/two", passed);
  CHECK(next_exercise(course, done) == nullptr);
  CHECK(summary_of(course, done) == "All 2 exercises solved.");
}

TEST_CASE("that progress cannot be kept is told to whoever listens; hints go on all the same") {
  const temporary_folder folder;
  std::ofstream(folder.path() / "no folder") << "";
  progress done(folder.path() / "no folder/progress.json");
  std::vector<std::string> told;
  done.on_problem([&](const std::string& problem) { told.push_back(problem); });
  done.record_hints("a/b", 2);
  REQUIRE(told.size() == 1);
  CHECK(told[0].find("progress cannot be saved in ") == 0);
  CHECK(done.of("a/b").hints_seen == 2);
}

TEST_CASE("hints that were seen are never fewer") {
  const temporary_folder folder;
  progress done(folder.path() / "progress.json");
  done.record_hints("a/b", 2);
  done.record_hints("a/b", 1);
  CHECK(done.of("a/b").hints_seen == 2);
}
