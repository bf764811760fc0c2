// Names and manifest entries of new exercises.
#include "authoring/new_exercise.hpp"

#include <doctest/doctest.h>

#include "support/failure.hpp"

using namespace lockstep::tutor;

namespace {

constexpr const char* text = R"([course]
name = "Example"
[[chapter]]
name = "01_first"
title = "The first"
[[chapter]]
name = "02_second"
title = "The second"

[[exercise]]
name = "01_first/one"
title = "One"

[[exercise]]
name = "02_second/two"
title = "Two"
)";

std::string problem_with(const char* name) {
  try {
    require_new_name(parse_manifest(text, "course.toml"), name);
  } catch (const failure& problem) {
    return problem.what();
  }
  return {};
}

std::vector<std::string> names_with(const std::string& name) {
  const manifest before = parse_manifest(text, "course.toml");
  const std::string entry = "[[exercise]]\nname = \"" + name + "\"\ntitle = \"New\"\n";
  std::vector<std::string> names;
  const std::string after = with_new_entry(text, before, entry, name);
  for (const auto& one : parse_manifest(after, "course.toml").exercises) names.push_back(one.name);
  return names;
}

}  // namespace

TEST_CASE("a new name has a chapter of the course, and is new") {
  CHECK(problem_with("01_first/new").empty());
  CHECK(problem_with("01_first/one") == "there is an exercise 01_first/one already");
  CHECK(problem_with("1/new") == "the chapter's whole name is 01_first");
  CHECK(problem_with("03_third/new") == "there is no chapter 03_third");
  CHECK(problem_with("01_first/../x").find("is not the name") != std::string::npos);
  CHECK(problem_with("new").find("is not the name") != std::string::npos);
}

TEST_CASE("an entry stands behind those of its chapter") {
  using names = std::vector<std::string>;
  CHECK(names_with("01_first/new") == names{"01_first/one", "01_first/new", "02_second/two"});
  CHECK(names_with("02_second/new") == names{"01_first/one", "02_second/two", "02_second/new"});
}

TEST_CASE("templates get the name") {
  CHECK(filled_in("#include \"NN_chapter/NAME.hpp\" // NN_chapter, in NAME.hpp.", "a/b") ==
        "#include \"a/b.hpp\" // a, in b.hpp.");
}
