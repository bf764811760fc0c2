// Where an answer differs from the course's solution, and what has to change together.
#include "experiment/hunks.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "experiment/alternatives.hpp"
#include "experiment/code.hpp"

using namespace lockstep::tutor::experiment;

namespace {

const std::string spreading = R"(constexpr unsigned most = 4;
__global__ void spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  int sum = 0;
#pragma unroll
  for (unsigned i = 0; i < most; ++i) sum += data[i * columns + column];
  result[column] = sum;
}
)";

std::string with_change(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

std::vector<hunk> hunks_of(const std::string& source, std::size_t most = 10) {
  const code answer(source), solution(spreading);
  return hunks_between(answer, solution, most);
}

}  // namespace

TEST_CASE("an answer that says the same has no hunks") { CHECK(hunks_of(spreading).empty()); }

TEST_CASE("a hunk for each statement that differs, with its lines") {
  const auto two = hunks_of(with_change(with_change(spreading, "column >= columns", "column > 3"),
                                        "data[i * columns + column]", "data[column * most + i]"));
  REQUIRE(two.size() == 2);
  CHECK(two[0].lines == std::vector<unsigned>{4});
  CHECK(two[1].lines == std::vector<unsigned>{7});
}

TEST_CASE("a hunk quotes what the answer has in each line") {
  const std::string source =
      with_change(with_change(spreading, "column >= columns", "column > columns"),
                  "data[i * columns + column]", "data[column * most + i]");
  const code answer(source), solution(spreading);
  const auto two = hunks_between(answer, solution, 10);
  REQUIRE(two.size() == 2);
  CHECK(edit_of({&two[0]}).cause == "`>` on @ is to blame");
  CHECK(edit_of({&two[1]}).cause == "`column * most + i` on @ is to blame");
  const edit both = edit_of({&two[0], &two[1]});
  CHECK(both.cause == "@ is to blame");
  REQUIRE(both.parts.size() == 2);
  CHECK(both.parts[1].line == 7);
}

TEST_CASE("a hunk that is a barrier is called one") {
  const std::string of_course =
      with_change(spreading, "  result[", "  __syncthreads();\n  result[");
  const code answer(spreading), solution(of_course);
  const auto missing = hunks_between(answer, solution, 10);
  REQUIRE(missing.size() == 1);
  CHECK(edit_of({&missing[0]}).cause == "a barrier is missing before @");
}

TEST_CASE("constants and pragmas differ, too") {
  const auto constant = hunks_of(with_change(spreading, "most = 4", "most = 3"));
  REQUIRE(constant.size() == 1);
  CHECK(constant[0].lines == std::vector<unsigned>{1});
  const auto other = hunks_of(with_change(spreading, "#pragma unroll", "#pragma unroll 2"));
  REQUIRE(other.size() == 1);
  CHECK(other[0].lines == std::vector<unsigned>{6});
  CHECK(other[0].changes[0].by == "#pragma unroll");
  const auto missing = hunks_of(with_change(spreading, "#pragma unroll\n", ""));
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].changes[0].by == "_Pragma(\"unroll\") ");
}

TEST_CASE("of a statement that is missing, the line behind the place is named") {
  const auto missing = hunks_of(with_change(spreading, "  if (column >= columns) return;\n", ""));
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].is_missing);
  CHECK(missing[0].lines == std::vector<unsigned>{4});
}

TEST_CASE("hunks that stand near to each other become one, if there are too many") {
  const std::string three = with_change(
      with_change(with_change(spreading, "most = 4", "most = 3"), "int sum = 0", "int sum = 1"),
      "result[column]", "result[column + 1]");
  CHECK(hunks_of(three).size() == 3);
  const auto two = hunks_of(three, 2);
  REQUIRE(two.size() == 2);
  CHECK(two[1].lines == std::vector<unsigned>{5, 8});
}

TEST_CASE("an edit of several hunks changes all of their places, and blames all of their lines") {
  const std::string source =
      with_change(with_change(spreading, "most = 4", "most = 3"), "int sum = 0", "int sum = 1");
  const code answer(source), solution(spreading);
  const auto both = hunks_between(answer, solution, 10);
  REQUIRE(both.size() == 2);
  const edit made = edit_of({&both[0], &both[1]});
  CHECK(made.lines == std::vector<unsigned>{1, 5});
  const std::string text = source_with(answer, {made});
  const auto alternative = text.substr(text.find("lockstep_alternative_0"));
  CHECK(alternative.find("most = 4") != std::string::npos);
  CHECK(alternative.find("int sum =  0") != std::string::npos);
}

TEST_CASE("what only the solution declares can be borrowed") {
  const code answer("#include \"a.hpp\"\nint f() {\n  return 1;\n}\n");
  const code solution(
      "#include \"a.hpp\"\n#include <vector>\nconstexpr int two = 2;\nint f() {\n  return "
      "two;\n}\n");
  const borrowed more = only_in_solution(answer, solution);
  CHECK(more.includes == "#include <vector>\n");
  CHECK(more.declarations == "constexpr int two = 2;\n");
}
