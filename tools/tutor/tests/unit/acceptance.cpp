#include "experiment/acceptance.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace lockstep::tutor::experiment;

namespace {

const std::string text = R"(constexpr unsigned tile = 32;

__global__ void add(const int* data, int* sum, unsigned size) {
  const unsigned i = blockIdx.x * tile + threadIdx.x;
  if (i < size) {
    const int value = data[i];
    atomicAdd(sum, value);
  }
  sum[1] = 0;
}
)";

const std::string solution_text = R"(__global__ void add(const int* data, int* sum, unsigned size) {
  const unsigned first = blockIdx.x;
}
)";

bool may_be(const std::string& now, const std::string& then) {
  const code answer(text), solution(solution_text);
  edit one;
  one.offset = text.find(now);
  one.length = now.size();
  one.by = then;
  return acceptance(answer, solution).may_be(one);
}

}  // namespace

TEST_CASE("a name in its scope is accepted, and one behind it is not") {
  CHECK(may_be("atomicAdd(sum, value)", "atomicAdd(sum, value + i)"));
  CHECK_FALSE(may_be("sum[1] = 0", "sum[1] = value"));
}

TEST_CASE("what only the solution declares in a function is unknown") {
  CHECK_FALSE(may_be("i < size", "first < size"));
  CHECK(may_be("i < size", "tile < size"));
  CHECK(may_be("i < size", "anything_else < size"));
}

TEST_CASE("a product that a call gets declares nothing") {
  const std::string source = "int f(int a) { return g(a * unit, 1); }\n";
  const code answer(source), none("");
  edit one;
  one.offset = source.find("1)");
  one.length = 1;
  one.by = "unit";
  CHECK(acceptance(answer, none).may_be(one));
}

TEST_CASE("brackets have partners of their kind") {
  CHECK_FALSE(may_be("data[i]", "data[i)"));
  CHECK_FALSE(may_be("  if (i < size) {", "  if (i < size)"));
}

TEST_CASE("`?` and `:` belong together, and so do `<<<` and `>>>`") {
  CHECK_FALSE(may_be("data[i]", "data[i] : 0"));
  CHECK(may_be("data[i]", "i > 0 ? data[i] : 0"));
  CHECK_FALSE(may_be("sum[1] = 0", "add, 32>>>(data, sum, size)"));
  CHECK(may_be("sum[1] = 0", "for (int one : {1, 2}) sum[one] = 0"));
}

TEST_CASE("a function that is only called is no operand") {
  CHECK_FALSE(may_be("data[i]", "data[i + atomicAdd]"));
}

TEST_CASE("a vector is not compared with a number") {
  CHECK_FALSE(may_be("sum[1] = 0;", "std::vector<int> all; if (all == 0) sum[1] = 0;"));
  CHECK(may_be("sum[1] = 0;", "std::vector<int> all; if (all.size() == 0) sum[1] = 0;"));
}

TEST_CASE("constants are not assigned") {
  CHECK_FALSE(may_be("sum[1] = 0", "i = 0"));
  CHECK(may_be("sum[1] = 0", "size = 0"));
}

TEST_CASE("a number has no elements and no members") {
  CHECK_FALSE(may_be("data[i]", "size[i]"));
  CHECK_FALSE(may_be("i < size", "i.x < size"));
  CHECK(may_be("data[i]", "sum[i]"));
}

TEST_CASE("no variable is declared twice in a block") {
  CHECK_FALSE(may_be("sum[1] = 0;", "sum[1] = 0; int i = 1;"));
  CHECK(may_be("atomicAdd(sum, value);", "int i = 1; atomicAdd(sum, value + i);"));
}

TEST_CASE("the smaller of two is of two") {
  CHECK(may_be("data[i]", "min(data[i], 7)"));
  CHECK(may_be("data[i]", "std::min({data[i], 7, f(1)})"));
  CHECK_FALSE(may_be("data[i]", "min(data[i])"));
  CHECK_FALSE(may_be("data[i]", "std::max(data[i], 7, 8)"));
}

TEST_CASE("no statement is part of an expression") {
  CHECK_FALSE(may_be("data[i]", "(return data[i])"));
  CHECK(may_be("sum[1] = 0;", "return;"));
}
