// What an explanation quotes of an answer.
#include "experiment/quotes.hpp"

#include <doctest/doctest.h>

#include <string>

#include "experiment/alignment.hpp"
#include "experiment/code.hpp"

using namespace lockstep::tutor::experiment;

namespace {

// What is quoted for the tokens of `part` in `void f() { LINE }`.
std::string quoted(const std::string& line, const std::string& part) {
  const std::string source = "void f() {\n  " + line + "\n}\n";
  const code of(source);
  const std::size_t begin = source.find(part, 11), end = begin + part.size();
  std::size_t first = 0, last = 0;
  for (std::size_t i = 0; i < of.tokens().size(); ++i) {
    if (of.tokens()[i].offset <= begin) first = i;
    if (of.end_of(i) <= end) last = i;
  }
  return expression_around(of, first, last);
}

// What is said of an answer that has `line` where the solution has `other`.
std::string missing(const std::string& line, const std::string& other) {
  const std::string here = "void f(int n) {\n  " + line + "\n}\n";
  const std::string there = "void f(int n) {\n  " + other + "\n}\n";
  const code answer(here), solution(there);
  const auto found =
      align(answer, answer.declarations()[0], solution, solution.declarations()[0]).differences;
  if (found.size() != 1 || found[0].first != found[0].end) return {};
  return missing_at(answer, solution, found[0]);
}

}  // namespace

TEST_CASE("operands are quoted as a whole") {
  CHECK(quoted("i = blockIdx.y * 32;", "y") == "blockIdx.y");
  CHECK(quoted("sum += data[i + stride];", "data") == "data[i + stride]");
  CHECK(quoted("n = static_cast<int>(size);", "int") == "static_cast<int>(size)");
  CHECK(quoted("n = __any_sync(all, v > 0);", "__any_sync") == "__any_sync");
  CHECK(quoted("g<<<gridDim.x, blockDim.x>>>(a);", "blockDim") == "blockDim.x");
}

TEST_CASE("what holds together more strongly is not cut") {
  CHECK(quoted("return x * y + 31 / 32;", "return x * y + 31") == "x * y + 31 / 32");
  CHECK(quoted("tile[t] = i + step < size ? a[i] : 0;", "tile[t] = i") ==
        "tile[t] = i + step < size ? a[i] : 0");
  CHECK(quoted("f(256 / wide, 1);", "256 / wide,") == "256 / wide");
  CHECK(quoted("while (t + 32 <= n) ++t;", "+ 32 <=") == "t + 32 <= n");
  CHECK(quoted("dim3 block(side * side);", "*") == "side * side");
}

TEST_CASE("what stands in its line more than once is quoted with what is beside it") {
  CHECK(quoted("if (t < n) sum += a[t];", "<") == "<");
  CHECK(quoted("if (t < n && i < m) ++i;", "<") == "t < n");
  CHECK(quoted("i = t + n; j = t - n;", "t") == "t + n");
}

TEST_CASE("what the solution keeps is quoted with what is made of it") {
  const std::string source = "int f(int n) {\n  return n / 32;\n}\n";
  const code of(source);
  std::size_t n = 0;
  while (!of.is(n, "return")) ++n;
  CHECK(expression_around(of, n + 1, n + 1) == "n");
  CHECK(expression_around(of, n + 1, n + 1, true) == "n / 32");
}

TEST_CASE("brackets alone, and several statements, are not quoted") {
  CHECK(quoted("if (n) { a = 1; }", "{").empty());
  CHECK(quoted("a = 1; b = 2;", "1; b").empty());
  CHECK(quoted("if (n > 1) sum += n;", "1) sum").empty());
}

TEST_CASE("something is missing beside a whole operand") {
  CHECK(missing("n = blockDim.x;", "n = blockDim.x / 2;") ==
        "something is missing after `blockDim.x` on @");
  CHECK(missing("n = k + __ffs(votes);", "n = k + __ffs(votes) - 1;") ==
        "something is missing after `__ffs(votes)` on @");
  CHECK(missing("if (a > 0 || b > 0) return;", "if (a > 0 || b > 0 || n > 0) return;") ==
        "something is missing after `b > 0` on @");
  CHECK(missing("n = k[t];", "n = k[n + t];") == "something is missing before `t` on @");
  CHECK(missing("extern int k[];", "extern int k[32];") == "something is missing in `k[]` on @");
}
