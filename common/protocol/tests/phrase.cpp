// Sentences that remember how they were made, here and behind a record.
#include "lockstep/protocol/phrase.hpp"

#include <doctest/doctest.h>

#include "lockstep/protocol/grader_records.hpp"

using namespace lockstep::protocol;

// Destroyed behind all statics that are made later, as those of phrases are: what leaks is reported
// so.
const struct says_at_the_end {
  ~says_at_the_end() { phrase("t-end", "at the end"); }
} last;

TEST_SUITE_BEGIN("phrases");

TEST_CASE("a phrase is its English text") {
  CHECK(phrase("t-plain", "a plain text") == "a plain text");
  CHECK(phrase("t-gaps", "{} of {{{}}}", 3, "x") == "3 of {x}");
  CHECK(phrase("t-order", "{1} before {0}", "a", "b") == "b before a");
}

TEST_CASE("ids say it without English") {
  const std::string who = phrase("t-thread", "thread ({},{},{})", 1, 2, 3);
  const std::string text = phrase("t-writes", "{} writes {}", who, "result[3]");
  CHECK(by_ids(text) == "t-writes(t-thread(1, 2, 3), result[3])");
  CHECK(by_ids("a.cu:7: " + text + "; more") ==
        "a.cu:7: t-writes(t-thread(1, 2, 3), result[3]); more");
}

TEST_CASE("a phrase without an id is known by its words") {
  const std::string inner = phrase("t-twice", "2 times");
  CHECK(by_ids(phrase("", "it came {}", inner)) == "it came t-twice");
}

TEST_CASE("a phrase within a word is none, and nothing is found in what was not said") {
  (void)phrase("t-unit", "unit");
  CHECK(by_ids("units, a unit") == "units, a t-unit");
  CHECK(by_ids("nobody said this") == "nobody said this");
}

TEST_CASE("a form that adds nothing to its argument is no phrase") {
  CHECK(phrase("t-same", "{}", "the very same") == "the very same");
  CHECK(by_ids("the very same") == "the very same");
}

TEST_CASE("an id is kept when the same text is noted without one") {
  (void)phrase("t-kept", "kept for {}", 1);
  note({"", "kept for 1", {}, "kept for 1"});
  CHECK(by_ids("kept for 1") == "t-kept(1)");
}

TEST_CASE("a record carries the phrases of its texts") {
  const std::string line =
      R"({"type":"case","suite":"results","name":"n","failures":[{"message":"N = 1: the sum is 7"}],)"
      R"("phrases":[{"id":"t-sum","form":"the sum is {}","arguments":["7"]},3,{"id":4}]})";
  const auto records = parse_grader_records(line + "\n");
  REQUIRE(records.cases.size() == 1);
  CHECK(by_ids(records.cases[0].failures[0].message) == "N = 1: t-sum(7)");
  CHECK(line_of(records.cases[0]).find(R"("id":"t-sum","form":"the sum is {}")") !=
        std::string::npos);
}

TEST_CASE("a text crosses to another process with its phrases") {
  CHECK(text_with_phrases(R"({"text":"N = 1:\nfar 3","phrases":[{"id":"t-far","form":"far {}",)"
                          R"("arguments":["3"]}]})") == "N = 1:\nfar 3");
  CHECK(by_ids("far 3") == "t-far(3)");
  const std::string line = with_its_phrases(phrase("t-near", "near {}", 5) + ".");
  CHECK(line.find("t-near") != std::string::npos);
  CHECK(line.find('\n') == std::string::npos);
  CHECK(text_with_phrases(line) == "near 5.");
}

TEST_CASE("what is no line with phrases is the text itself") {
  CHECK(text_with_phrases("no {} here") == "no {} here");
}

TEST_CASE("what was indented after it was made keeps its form") {
  note({"", "one\ntwo", {}, "one\n  two"});
  const auto found = phrases_in("first\n  one\n  two");
  REQUIRE(found.size() == 1);
  CHECK(found[0].form == "one\ntwo");
}

TEST_SUITE_END();
