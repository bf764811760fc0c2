// Where an answer does what a verdict is about.
#include "grading/places_of_subjects.hpp"

#include <doctest/doctest.h>

#include <string>

#include "lockstep/protocol/phrase.hpp"

using lockstep::protocol::note;
using lockstep::protocol::phrase;
using namespace lockstep::tutor;

namespace {

const std::string launching =
    "void sum(const int* data, int* result) {\n"
    "  for (int i = 0; i < 3; ++i)\n"
    "    add<<<1, 32>>>(data, result);\n"
    "  cudaMemcpy(host, data, 4, cudaMemcpyDeviceToHost);\n"
    "}\n";

bool says(const std::string& clause, const std::string& text) {
  return clause.find(text) != std::string::npos;
}

std::string clause_for(const std::string& headline, const std::string& source) {
  verdict of;
  of.headline = headline;
  return where_it_is_done(subject(of), source);
}

// As graders say it (tools/graders/support/requirements.cpp).
std::string measured(const char* what, const char* amount, const std::string& bound) {
  return "N = 1: " + phrase("measured", "{}: {} measured, {}", note({"", what, {}}), amount, bound);
}
const std::string at_most_one = phrase("at-most", "at most {} allowed", "1"),
                  at_least_nine = phrase("at-least", "at least {} required", "9"),
                  exactly_one = phrase("exactly", "{} required", "1"),
                  none = phrase("none-allowed", "none allowed");

}  // namespace

TEST_CASE("too many launches, or too few: where they are launched") {
  CHECK(says(clause_for(measured("launches", "3", at_most_one), launching), "line 3"));
  CHECK(says(clause_for(measured("grids", "1", at_least_nine), launching), "line 3"));
}

TEST_CASE("what kernels do not do: where the host takes the data") {
  const std::string none_at_all = phrase("missed", "{} {}, {}", "0", "launches", exactly_one);
  CHECK(says(clause_for(none_at_all, launching), "line 4"));
  CHECK(says(clause_for(measured("bytes that kernels load", "0", at_least_nine), launching),
             "line 4"));
  CHECK(says(clause_for(measured("bytes of elements that the host gets", "8", none), launching),
             "line 4"));
}

TEST_CASE("more copies than are needed: where they are made") {
  CHECK(says(clause_for(measured("bytes copied to the host", "8", at_most_one), launching),
             "line 4"));
}

TEST_CASE("nothing is said of what stands in many lines, or of other subjects") {
  const std::string many = launching + launching + launching + launching;
  CHECK(clause_for(measured("launches", "3", at_most_one), many).empty());
  CHECK(clause_for(phrase("never-written", "{} is never written", "result[3]"), launching).empty());
  CHECK(clause_for(measured("bytes of elements that the host gets", "8", at_least_nine), launching)
            .empty());
}

TEST_CASE("memory that the host reads, where nothing is copied") {
  CHECK(says(clause_for(measured("bytes of elements that the host gets", "8", none),
                        "int f() {\n  cudaMallocHost(&all, 8);\n}\n"),
             "line 2"));
}

TEST_CASE("the ids of a sentence count, and not its words") {
  const std::string other_words = phrase("leak", "{}: {} bytes stay behind", "N = 1", "8");
  CHECK(says(clause_for(other_words, "int f() {\n  cudaMalloc(&all, 8);\n}\n"), "line 2"));
  CHECK(clause_for("8 bytes of device memory are never freed",
                   "int f() {\n  cudaMalloc(&all, 8);\n}\n")
            .empty());
}

TEST_CASE("conditions that a verdict names") {
  verdict of;
  of.headline = "reads: " + phrase("guards-let-through",
                                   "the conditions on lines {} and {} let it through", 37, 43);
  CHECK(subject(of).conditions() == std::vector<unsigned>{37, 43});
  of.headline = phrase("launch-passes-limit",
                       "the launch passes {} as the limit for the condition on line {}", 8, 30);
  CHECK(subject(of).conditions() == std::vector<unsigned>{30});
}
