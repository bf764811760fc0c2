#include "verdict/origins.hpp"

#include <doctest/doctest.h>

#include <string>

using lockstep::tutor::computed_elsewhere;
using lockstep::tutor::result_computed_in;

namespace {

const std::string source =
    R"(__global__ void add(const int* a, int* c, unsigned size, unsigned width) {
  const unsigned x = 2 * threadIdx.x;
  const unsigned i = blockIdx.y * width + x;
  const unsigned count = size / 4;
  const int* element = a + 1;
  if (x < count) c[i] = a[2 * x];
  for (unsigned k = x; k < count; ++k) {
    c[k] = *element;
    element += 4;
  }
}

void launch(const int* a, int* c, unsigned size) {
  const unsigned blocks = size / 256;
  const dim3 block(32, 8);
  add<<<blocks, block>>>(a, c, size, 1);
}
)";

}  // namespace

TEST_CASE("an index is computed in the lines that its value goes through") {
  CHECK(computed_elsewhere(source, 6, {}) == "`i` is computed on lines 2 and 3");
}

TEST_CASE("the limit of a condition comes first, and each line once") {
  CHECK(computed_elsewhere(source, 6, {6}) ==
        "`count` is computed on line 4, `i` on lines 2 and 3");
}

TEST_CASE("a pointer is computed where it is moved on, and a loop's own counter nowhere") {
  CHECK(computed_elsewhere(source, 8, {}) == "`element` is computed on lines 5 and 9");
}

TEST_CASE("of a line that only computes, what it is made of") {
  CHECK(computed_elsewhere(source, 3, {}) == "`x` is computed on line 2");
}

TEST_CASE("a launch is computed where its arguments are") {
  CHECK(computed_elsewhere(source, 16, {}) ==
        "`blocks` is computed on line 14, `block` on line 15");
  CHECK(computed_elsewhere(source, 16, {}, 1) == "`blocks` is computed on line 14");
  CHECK(computed_elsewhere(source, 16, {}, 2) == "`block` is computed on line 15");
}

TEST_CASE("parameters are computed nowhere, and no line is beyond the source") {
  CHECK(computed_elsewhere(source, 2, {}).empty());
  CHECK(computed_elsewhere(source, 99, {}).empty());
}

TEST_CASE("what is returned is computed where it is added to, not where it begins with a number") {
  const std::string source =
      "unsigned count(unsigned n) {\n  unsigned total = 0;\n  for (unsigned i = 0; i < n; ++i) {\n"
      "    const unsigned to = i + n;\n    total += to / 8;\n  }\n  return total;\n}\n";
  CHECK(computed_elsewhere(source, 7, {}) == "`total` is computed on lines 4 and 5");
}

TEST_CASE("a counter is computed where its address is passed, whatever else stands there") {
  const std::string source =
      "__global__ void f(int* a) {\n  __shared__ unsigned used;\n  const unsigned i = 2 * a[0];\n"
      "  used = 0;\n  a[atomicAdd(&used, 1)] = i;\n  if (i < used) a[i] = 1;\n}\n";
  CHECK(computed_elsewhere(source, 6, {6}) == "`used` is computed on lines 4 and 5, `i` on line 3");
}

TEST_CASE("of two variables with one name, the one above the line counts") {
  const std::string source =
      "__global__ void f(int* a, unsigned n) {\n  for (unsigned k = 0; k < 4; ++k) {\n"
      "    const unsigned i = n + k;\n    a[i] = 1;\n  }\n  for (unsigned k = 0; k < 4; ++k) {\n"
      "    const unsigned i = n - k;\n    a[i] = 2;\n  }\n}\n";
  CHECK(computed_elsewhere(source, 4, {}) == "`i` is computed on line 3");
  CHECK(computed_elsewhere(source, 8, {}) == "`i` is computed on line 7");
}

TEST_CASE("a parameter of the type of shapes is computed nowhere") {
  const std::string source =
      "void f(unsigned width,\n       dim3 block) {\n  const dim3 grid(width / block.x, 1);\n"
      "  g<<<grid, block>>>(width);\n}\n";
  CHECK(computed_elsewhere(source, 3, {}).empty());
}

TEST_CASE("what is added to an index is computed elsewhere") {
  const std::string source =
      "__global__ void f(int* a, unsigned n) {\n  const unsigned place = 2 * n + 1;\n"
      "  a[32 * n + place] = 1;\n}\n";
  CHECK(computed_elsewhere(source, 3, {}) == "`place` is computed on line 2");
}

TEST_CASE("a variable that a loop counts is counted in its head") {
  const std::string source =
      "__global__ void f(int* a) {\n  for (unsigned d = 64; d > 0; d /= 2) {\n"
      "    a[threadIdx.x] += a[threadIdx.x + d];\n  }\n}\n";
  CHECK(computed_elsewhere(source, 3, {}) == "`d` is counted on line 2");
}

TEST_CASE(
    "an index with a number beside it is known, and an element beside a comparison no limit") {
  const std::string source =
      "__global__ void f(int* a, int* row) {\n  row += 2;\n  for (int k = 0; k < 8; ++k) {\n"
      "    if (a[k] < row[k - 1])\n      a[k - 1] = 1;\n  }\n}\n";
  CHECK(computed_elsewhere(source, 5, {4}) == "`k` is counted on line 3");
}

TEST_CASE("of an access that is misaligned, its pointer counts") {
  const std::string source =
      "__global__ void f(const int* a, int4* b, unsigned n) {\n"
      "  const int4* whole = reinterpret_cast<const int4*>(a + n);\n"
      "  const unsigned i = 4 * n;\n  *b = whole[i];\n}\n";
  CHECK(computed_elsewhere(source, 4, {}) == "`i` is computed on line 3");
  CHECK(computed_elsewhere(source, 4, {}, 0, lockstep::tutor::part_of_access::pointer) ==
        "`whole` is computed on line 2");
}

TEST_CASE("of what goes through many lines, those that can be named: the nearest") {
  const std::string source =
      "unsigned count(unsigned n) {\n  const unsigned begin = n + 1;\n"
      "  const unsigned first = begin + 2;\n  const unsigned last = first * n;\n"
      "  const unsigned total = last - first;\n  return total;\n}\n";
  CHECK(computed_elsewhere(source, 6, {}) == "`total` is computed on lines 3, 4 and 5");
}

TEST_CASE("the result of a function of the host is computed where it is added to") {
  const std::string sum =
      "float sum(const float* v, unsigned n) {\n  float totals[4] = {};\n"
      "  for (unsigned i = 0; i < n; ++i) totals[i % 4] += v[i];\n"
      "  return totals[0] + totals[1];\n}\n";
  CHECK(result_computed_in(sum).find("`totals`, is computed on line") != std::string::npos);
  CHECK(result_computed_in(sum).find("3") != std::string::npos);
  CHECK(result_computed_in(sum + "int f() {\n  return 1;\n}\n").empty());
  CHECK(result_computed_in(source).empty());
}
