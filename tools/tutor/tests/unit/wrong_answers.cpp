// Labels of wrong answers, and whether a verdict keeps their promise.
#include "authoring/wrong_answers.hpp"

#include <doctest/doctest.h>

#include "lockstep/protocol/phrase.hpp"
#include "support/failure.hpp"

using namespace lockstep::tutor;

TEST_CASE("a label has a stage and a text, which may be empty") {
  const auto label = parse_label("// fails: results: N = 1: expected", "a.cu");
  CHECK(label.stage == "results");
  CHECK(label.text == "N = 1: expected");
  CHECK(parse_label("// fails: timeout:", "a.cu").text.empty());
}

TEST_CASE("what is no label is refused, by file and line") {
  CHECK_THROWS_WITH_AS((void)parse_label("#include <a>", "a.cu"),
                       "a.cu:1: a wrong answer begins with its label", failure);
  CHECK_THROWS_WITH_AS((void)parse_label("// fails: result: x", "a.cu"),
                       "a.cu:1: there is no stage result", failure);
  CHECK_THROWS_AS((void)parse_label("// fails: results", "a.cu"), failure);
}

TEST_CASE("stage and text of the feedback must be the label's") {
  verdict v;
  v.code = exit_code::wrong_result;
  v.headline = "N = 1: expected 4, got 0";
  CHECK(disagreement(v, {"results", "N = 1: expected"}).empty());
  CHECK(disagreement(v, {"results", "N = 1: … got 0"}).empty());
  CHECK_FALSE(disagreement(v, {"results", "got 0 … N = 1"}).empty());
  CHECK(disagreement(v, {"results", "N = 2"}).find("does not say \"N = 2\"") != std::string::npos);
  CHECK(disagreement(v, {"checks", "N = 1"}).find("stage results, not checks") !=
        std::string::npos);
  v.code = exit_code::passed;
  CHECK(disagreement(v, {"results", ""}) == "it passes");
}

TEST_CASE("a label in ids holds whatever the words are") {
  using lockstep::protocol::phrase;
  verdict v;
  v.code = exit_code::wrong_result;
  for (const char* form : {"{} is never written", "nobody has written {}"}) {
    v.headline = "a.cu:3: " + phrase("label-never", form, "out[1]");
    CHECK(disagreement(v, {"results", "a.cu:3: label-never(out"}).empty());
    CHECK_FALSE(disagreement(v, {"results", "a.cu:3: label-often(out"}).empty());
  }
  CHECK(disagreement(v, {"results", "x"}).find("by its ids: a.cu:3: label-never(out[1])") !=
        std::string::npos);
}
