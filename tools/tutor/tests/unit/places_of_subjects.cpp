// Where an answer does what a verdict is about.
#include "grading/places_of_subjects.hpp"

#include <doctest/doctest.h>

#include <string>

using lockstep::tutor::where_it_is_done;

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

}  // namespace

TEST_CASE("too many launches, or too few: where they are launched") {
  CHECK(says(where_it_is_done("N = 1: launches: 3 measured, at most 1 allowed", launching),
             "line 3"));
  CHECK(
      says(where_it_is_done("N = 1: grids: 1 measured, at least 9 required", launching), "line 3"));
}

TEST_CASE("what kernels do not do: where the host takes the data") {
  CHECK(says(where_it_is_done("0 launches, 1 required for N = 1", launching), "line 4"));
  CHECK(
      says(where_it_is_done("bytes that kernels load: 0 measured, at least 8 required", launching),
           "line 4"));
  CHECK(says(
      where_it_is_done("bytes of elements that the host gets: 8 measured, none allowed", launching),
      "line 4"));
}

TEST_CASE("more copies than are needed: where they are made") {
  CHECK(says(where_it_is_done("bytes copied to the host: 8 measured, at most 4 allowed", launching),
             "line 4"));
}

TEST_CASE("nothing is said of what stands in many lines, or of other subjects") {
  const std::string many = launching + launching + launching + launching;
  CHECK(where_it_is_done("launches: 3 measured, at most 1 allowed", many).empty());
  CHECK(where_it_is_done("result[3] is never written", launching).empty());
  CHECK(where_it_is_done("bytes of elements that the host gets: 8 measured, at least 9 required",
                         launching)
            .empty());
}

TEST_CASE("memory that the host reads, where nothing is copied") {
  CHECK(says(where_it_is_done("bytes of elements that the host gets: 8 measured, none allowed",
                              "int f() {\n  cudaMallocHost(&all, 8);\n}\n"),
             "line 2"));
}
