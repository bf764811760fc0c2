// course.toml, good and bad, and finding what a learner means.
#include "course/manifest.hpp"

#include <doctest/doctest.h>

#include "support/failure.hpp"

using namespace lockstep::tutor;

namespace {

constexpr const char* two_chapters = R"(
[course]
name = "Example"
[[chapter]]
name = "01_first"
title = "The first"
[[chapter]]
name = "05_reduction"
title = "Reduction"
programs = ["demo", "tests"]
headline = "tests"
bench = true
[[exercise]]
name = "05_reduction/ragged"
title = "Any number"
book = "3.5"
properties = ["one", "two"]
hints = ["a", "b", "c"]
[[exercise]]
name = "01_first/same"
title = "Same"
[[exercise]]
name = "05_reduction/same"
title = "Same"
)";

failure failure_of(const std::string& text) {
  try {
    static_cast<void>(parse_manifest(text, "course.toml"));
  } catch (const failure& f) {
    return f;
  }
  return {exit_code::passed, "no failure"};
}

failure failure_to_find(const manifest& course, const std::string& word) {
  try {
    course.find_exercise(word);
  } catch (const failure& f) {
    return f;
  }
  return {exit_code::passed, "no failure"};
}

}  // namespace

TEST_CASE("a manifest's chapters and exercises are read whole") {
  const manifest course = parse_manifest(two_chapters, "course.toml");
  CHECK(course.name == "Example");
  REQUIRE(course.chapters.size() == 2);
  CHECK(course.chapters[1].programs == std::vector<std::string>{"demo", "tests"});
  CHECK(course.chapters[1].headline == "tests");
  CHECK(course.chapters[0].headline.empty());
  CHECK(course.chapters[1].bench);
  CHECK_FALSE(course.chapters[0].bench);
  REQUIRE(course.exercises.size() == 3);
  const exercise& exercise = course.exercises[0];
  CHECK(exercise.chapter() == "05_reduction");
  CHECK(exercise.stem() == "ragged");
  CHECK(exercise.book == "3.5");
  CHECK(exercise.properties.size() == 2);
  CHECK(exercise.hints.back() == "c");
  CHECK(course.of_chapter("05_reduction").size() == 2);
}

TEST_CASE("an exercise is found by name, by its last part if that is unique, and by its file") {
  const manifest course = parse_manifest(two_chapters, "course.toml");
  for (const char* word : {"05_reduction/ragged", "ragged", "exercises/05_reduction/ragged.cu",
                           "./exercises/05_reduction/ragged.cu"}) {
    CHECK(course.find_exercise(word).name == "05_reduction/ragged");
  }
}

TEST_CASE("a mistyped exercise: usage, with near matches") {
  const manifest course = parse_manifest(two_chapters, "course.toml");
  const failure f = failure_to_find(course, "05_reduction/raged");
  CHECK(f.code == exit_code::usage);
  CHECK(f.advice == "Did you mean 05_reduction/ragged?");
}

TEST_CASE("an ambiguous name: usage, with all that it may mean") {
  const manifest course = parse_manifest(two_chapters, "course.toml");
  const failure f = failure_to_find(course, "same");
  CHECK(f.code == exit_code::usage);
  CHECK(f.advice == "Choose one: 01_first/same or 05_reduction/same");
}

TEST_CASE("a chapter is found by name, number or words") {
  const manifest course = parse_manifest(two_chapters, "course.toml");
  for (const char* word : {"05_reduction", "05", "5", "reduction"}) {
    CHECK(course.find_chapter(word).name == "05_reduction");
  }
  CHECK_THROWS_AS(course.find_chapter("7"), failure);
}

TEST_CASE("a damaged manifest is refused with file and line") {
  std::string text, message;
  SUBCASE("syntax") {
    text = "[course]\nname = \n";
    message = "course.toml:2: ";
  }
  SUBCASE("a missing field") {
    text = "[[chapter]]\nname = \"01_first\"\n";
    message = "course.toml:1: `title` is missing";
  }
  SUBCASE("a field of the wrong type") {
    text = "[[chapter]]\nname = 5\n";
    message = "course.toml:2: `name` must be a text";
  }
  SUBCASE("a list with something else in it") {
    text = "[[chapter]]\nname = \"01_x\"\ntitle = \"X\"\nprograms = [\"a\", 1]\n";
    message = "course.toml:4: `programs` must contain texts only";
  }
  SUBCASE("neither true nor false") {
    text = "[[chapter]]\nname = \"01_x\"\ntitle = \"X\"\nbench = \"yes\"\n";
    message = "course.toml:4: `bench` must be true or false";
  }
  SUBCASE("a headline that is no program") {
    text = "[[chapter]]\nname = \"01_x\"\ntitle = \"X\"\nprograms = [\"a\"]\nheadline = \"b\"\n";
    message = "course.toml:5: `headline` must be one of `programs`";
  }
  SUBCASE("an exercise of no chapter") {
    text = "[[exercise]]\nname = \"09_x/y\"\ntitle = \"X\"\n";
    message = "course.toml:1: `09_x/y` does not begin";
  }
  SUBCASE("a first exercise that is none") {
    text = "[course]\nname = \"X\"\nfirst = [\"01_x/y\"]\n";
    message = "course.toml:3: `first` names `01_x/y`, which is not an exercise";
  }
  SUBCASE("an exercise twice") {
    text = std::string(two_chapters) + "[[exercise]]\nname = \"01_first/same\"\ntitle = \"X\"\n";
    message = "01_first/same appears twice";
  }
  const failure f = failure_of(text);
  CHECK(f.code == exit_code::setup_missing);
  CHECK_MESSAGE(std::string(f.what()).find(message) != std::string::npos, f.what());
}

TEST_CASE("a learner begins with the exercises that the course names first") {
  std::string text = two_chapters;
  text.insert(text.find("[[chapter]]"), "first = [\"05_reduction/same\"]\n");
  const manifest course = parse_manifest(text, "course.toml");
  std::string order;
  for (const auto* one : course.in_order()) order += one->name + " ";
  CHECK(order == "05_reduction/same 05_reduction/ragged 01_first/same ");
}

TEST_CASE("what an exercise teaches is one sentence") {
  const std::string text = std::string(two_chapters) + "learned = \"Round up.\"\n";
  const manifest course = parse_manifest(text, "course.toml");
  CHECK(course.exercises.back().learned == "Round up.");
  CHECK(course.exercises.front().learned.empty());
}

TEST_CASE("flags of nvcc are single words on one line, as the build reads them") {
  const std::string text = two_chapters;
  const manifest course =
      parse_manifest(text + "nvcc_flags = [\"-rdc=true\", \"-G\"]\n", "course.toml");
  CHECK(course.exercises.back().nvcc_flags == std::vector<std::string>{"-rdc=true", "-G"});
  CHECK(std::string(failure_of(text + "nvcc_flags = [\"-Xptxas -v\"]\n").what())
            .find("`nvcc_flags` must contain single words") != std::string::npos);
  CHECK(std::string(failure_of(text + "kernels_nvcc_flags = [\n\"-G\"]\n").what())
            .find("`kernels_nvcc_flags` must be on one line") != std::string::npos);
}
