// Edits of an answer towards the course's solution.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include <string>
#include <vector>

#include "experiment/alignment.hpp"
#include "experiment/code.hpp"
#include "experiment/edits.hpp"

using namespace lockstep::tutor::experiment;

namespace {

const std::string of_the_course = R"(constexpr unsigned largest = 64;
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
)";

// The same in other words.
const std::string in_own_names =
    R"(__global__ void block_sums(const int* input, int* sums, unsigned n) {
  __shared__ int values[64];
  const unsigned me = threadIdx.x;
  const unsigned place = blockIdx.x * blockDim.x + me;
  values[me] = place < n ? input[place] : 0;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (me < half) values[me] += values[me + half];
    __syncthreads();
  }
  if (me == 0) sums[blockIdx.x] = values[0];
}
)";

std::string with_other(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

// The edit that leads to a text which contains `changed`.
edit edit_towards(const std::string& source, const std::string& changed) {
  const code answer(source), with(of_the_course);
  std::vector<edit> all;
  add_edits_of_differences(answer, with, all);
  for (const edit& one : all) {
    std::string text = source;
    text.replace(one.offset, one.length, one.by);
    // Blanks do not count.
    const auto packed = [](const std::string& of) {
      std::string without;
      for (const char c : of)
        if (c != ' ' && c != '\n') without += c;
      return without;
    };
    if (packed(text).find(packed(changed)) != std::string::npos) return one;
  }
  return {};
}

}  // namespace

TEST_CASE("an insertion stands between statements, where it can") {
  const code solution(
      "int f(int n) {\n  if (n == 0) return 0;\n  if (n == 1) return n + 1;\n  return n;\n}\n");
  const code answer("int f(int n) {\n  if (n == 1) return n + 1;\n  return n;\n}\n");
  std::vector<edit> all;
  add_edits_of_differences(answer, solution, all);
  REQUIRE(all.size() == 1);
  CHECK(all[0].cause == "a statement is missing before @");
  CHECK(all[0].line == 2);
}

TEST_CASE("a line that differs in const alone is as in the solution") {
  const code solution("int f(int n) {\n  const int twice = n + n;\n  return twice + 1;\n}\n");
  const code answer("int f(int n) {\n  int twice = n + n;\n  return twice - 1;\n}\n");
  CHECK(lines_as_in(answer, solution) == std::set<unsigned>{2});
}

TEST_CASE("what goes before a line is no part of what is to blame in it") {
  const code solution(
      "int f(int n, int m) {\n  if (n == m) return 2;\n  if (n > 1 || m == 1) return 2;\n}\n");
  const code answer("int f(int n, int m) {\n  if (n > 1 || m == 1 || n > m) return 2;\n}\n");
  std::vector<edit> all;
  add_edits_of_differences(answer, solution, all);
  CHECK(std::any_of(all.begin(), all.end(), [](const edit& one) {
    return one.cause == "`|| n > m` on @ is to blame" && one.line == 2;
  }));
}

TEST_CASE("a difference is replaced in the answer's own names") {
  const edit one = edit_towards(with_other(in_own_names, "values[me + half]", "values[me + 1]"),
                                "values[me] += values[me + half];");
  CHECK(one.line == 8);
  CHECK(one.cause == "`1` on @ is to blame");
  CHECK(one.leads_to_solution);
}

TEST_CASE("a statement that the answer lacks is put in") {
  const edit one = edit_towards(with_other(in_own_names, "  __syncthreads();\n  for", "  for"),
                                ": 0; __syncthreads(); for (unsigned half");
  CHECK(one.line == 6);
  CHECK(one.cause == "a barrier is missing before @");
}

TEST_CASE("a variable that the answer lacks is what the solution computes it from") {
  const edit one = edit_towards(
      with_other(with_other(in_own_names, "unsigned place = blockIdx.x * blockDim.x + me",
                            "unsigned place = me"),
                 "[64]", "[32]"),
      "__shared__ int values[(64)];");
  CHECK(one.line == 2);
}

TEST_CASE("an array without `__shared__` is no missing statement") {
  const edit one = edit_towards(with_other(in_own_names, "__shared__ int values", "int values"),
                                "{ __shared__ int values[64];");
  CHECK(one.line == 2);
  CHECK(one.cause == "`values` on @ is local to each thread: `__shared__` is missing");
}

TEST_CASE("what helps only together is to blame together") {
  const std::string right =
      "__global__ void f(int* a, unsigned n) {\n  const unsigned x = 8 * blockIdx.x;\n"
      "  const unsigned y = 8 * blockIdx.y;\n  a[y * n + x] = 1;\n}\n";
  const auto all_lines = [&](const std::string& wrong) {
    const code answer(wrong), with(right);
    std::vector<edit> all;
    add_edits_of_differences(answer, with, all);
    std::erase_if(all, [](const edit& one) { return one.lines != std::vector<unsigned>{2, 3}; });
    return all;
  };
  const auto exchanged = all_lines(with_other(with_other(right, "blockIdx.x", "blockIdx.y"),
                                              "8 * blockIdx.y;\n  a", "8 * blockIdx.x;\n  a"));
  REQUIRE(exchanged.size() == 1);
  CHECK(exchanged[0].cause == "x and y are exchanged on @");
  const auto others = all_lines(with_other(with_other(right, "8 * blockIdx.x", "4 * blockIdx.x"),
                                           "8 * blockIdx.y", "4 * blockIdx.y"));
  REQUIRE(others.size() == 1);
  CHECK(others[0].cause == "@ is to blame");
}

TEST_CASE("another algorithm is not exchanged as a whole") {
  std::string other = in_own_names;
  const auto loop = other.find("  for ("), end = other.find("  if (me == 0)");
  other.replace(loop, end - loop, "  values[1] =\n    7 -\n    5 -\n    3;\n");
  const code answer(other), with(of_the_course);
  std::vector<edit> all;
  add_edits_of_differences(answer, with, all);
  REQUIRE_FALSE(all.empty());
  for (const edit& one : all) {
    const std::string replaced = other.substr(one.offset, one.length);
    CHECK(std::count(replaced.begin(), replaced.end(), '\n') <= 1);
  }
}

TEST_CASE("what the solution computes in other steps takes the place of an expression") {
  const std::string course =
      "int fit(int all, int parts, int one) {\n  const int in_part = all / parts / one;\n"
      "  return in_part * parts;\n}\n";
  const std::string source = "int fit(int n, int p, int k) {\n  return n / k;\n}\n";
  const code answer(source), with(course);
  std::vector<edit> all;
  add_edits_of_values(answer, with, all);
  const auto found = std::find_if(all.begin(), all.end(),
                                  [](const edit& one) { return one.by == "((n / p / k) * p)"; });
  REQUIRE(found != all.end());
  CHECK(found->line == 2);
  CHECK(found->cause == "`n / k` on @ is to blame");
}

TEST_CASE("a statement that stands elsewhere in the solution is in the wrong place") {
  const code answer("void f(int* a) {\n  start();\n  stop();\n  work(a);\n  wait();\n}\n");
  const code solution("void f(int* a) {\n  start();\n  work(a);\n  stop();\n  wait();\n}\n");
  std::vector<edit> edits;
  add_edits_of_differences(answer, solution, edits);
  CHECK(std::any_of(edits.begin(), edits.end(), [](const edit& one) {
    return one.cause == "`stop()` on @ is in the wrong place" && one.line == 3;
  }));
}

TEST_CASE("a wrong function of the answer's own is to blame, not its call") {
  const std::string course =
      "int warps(block b) {\n  const int all = b.x * b.y;\n  return (all + 31) / 32;\n}\n"
      "int idle(block b) { return 0; }\n";
  const std::string source =
      "static int count(block c) {\n  int n = 0;\n  n += c.y * ((c.x + 31) / 32);\n  return n;\n}\n"
      "int warps(block b) { return count(b); }\n";
  const code answer(source), with(course);
  std::vector<edit> all;
  add_edits_of_values(answer, with, all);
  const auto found = std::find_if(all.begin(), all.end(), [](const edit& one) {
    return one.by == "(((c.x * c.y) + 31) / 32)";
  });
  REQUIRE(found != all.end());
  CHECK(found->line == 3);
  CHECK(found->cause == "what `count` returns, from @, is to blame");
}
