#include "experiment/experiment.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "experiment/code.hpp"
#include "experiment/edits.hpp"
#include "experiment/surroundings.hpp"

using namespace lockstep::tutor::experiment;

namespace {

const std::string launcher = R"(#include "sum.hpp"

constexpr unsigned tile = 32;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned i = blockIdx.x * tile + threadIdx.x;
  if (i < size) atomicAdd(&partial[blockIdx.x], data[i]);
}

int sum(const int* data, int* partial, unsigned size) {
  const unsigned blocks = size / tile;
  block_sums<<<blocks, tile>>>(data, partial, size);
  int total = 0;
  for (unsigned b = 0; b < blocks; ++b) {
    total += partial[b];
  }
  return total;
}
)";

std::string with(const std::string& source, const edit& one) {
  std::string text = source;
  return text.replace(one.offset, one.length, one.by);
}

bool offers(const std::string& source, const std::string& changed) {
  const code answer(source);
  const auto all = edits_of(answer);
  return std::any_of(all.begin(), all.end(), [&](const edit& one) {
    return with(source, one).find(changed) != std::string::npos;
  });
}

edit edit_to(const std::string& source, const std::string& changed) {
  const code answer(source);
  for (const edit& one : edits_of(answer))
    if (with(source, one).find(changed) != std::string::npos) return one;
  return {};
}

}  // namespace

TEST_CASE("functions, their variables and what they are called") {
  const code answer(launcher);
  REQUIRE(answer.declarations().size() == 3);
  CHECK(answer.declarations()[0].name == "tile");
  CHECK(answer.declarations()[1].name == "block_sums");
  CHECK(answer.declarations()[1].is_device);
  CHECK(answer.declarations()[2].name == "sum");
  CHECK(answer.declarations()[2].is_function);
  const auto blocks = std::find_if(answer.variables().begin(), answer.variables().end(),
                                   [](const variable& one) { return one.name == "blocks"; });
  REQUIRE(blocks != answer.variables().end());
  CHECK(blocks->type == "integer");
  CHECK(answer.line_of(blocks->from) == 11);
}

TEST_CASE("brackets that close one behind the other have partners of their own") {
  const code answer("int f(int* a, int* b) {\n  return a[b[0]];\n}\nint g() {\n  return 1;\n}\n");
  CHECK(answer.declarations().size() == 2);
  const code with_attribute("[[nodiscard]] int f() {\n  return 1;\n}\nint g() {\n  return 1;\n}\n");
  CHECK(with_attribute.declarations().size() == 2);
}

TEST_CASE("the same comparison in many lines becomes another in all of them") {
  const std::string choice =
      "int f(int n) {\n  if (n >= 4) return 4;\n  if (n >= 2) return 2;\n  if (n >= 1) return 1;\n"
      "  return 0;\n}\n";
  const code answer(choice);
  const auto all = edits_of(answer);
  const auto found =
      std::find_if(all.begin(), all.end(), [](const edit& one) { return one.lines.size() == 3; });
  REQUIRE(found != all.end());
  CHECK(found->lines == std::vector<unsigned>{2, 3, 4});
  CHECK(found->more.size() == 2);
}

TEST_CASE("a barrier stands before an access that nothing orders, guarded or not") {
  const code answer(
      "__global__ void f(int* a) {\n  const unsigned t = threadIdx.x;\n  a[t] = 1;\n"
      "  if (t < 8)\n    a[t] += a[t + 8];\n}\nvoid g(int* a) {\n  a[0] = 1;\n}\n");
  std::vector<edit> barriers;
  add_barriers(answer, {4, 8}, barriers);
  REQUIRE(barriers.size() == 1);  // none in the host's code
  CHECK(barriers[0].line == 4);
  CHECK(barriers[0].orders);
  CHECK(answer.source().substr(barriers[0].offset, 2) == "if");
}

TEST_CASE("a barrier cannot stand before `else if`, but before the whole of it") {
  const code answer(
      "__global__ void f(int* a) {\n  const unsigned t = threadIdx.x;\n  if (t < a[0]) {\n"
      "    a[t] = 1;\n  } else if (t > a[1]) {\n    a[t] = 2;\n  }\n}\n");
  std::vector<edit> barriers;
  add_barriers(answer, {5}, barriers);
  REQUIRE(barriers.size() == 1);
  CHECK(barriers[0].line == 3);
  CHECK(answer.source().substr(barriers[0].offset, 2) == "if");
}

TEST_CASE("a barrier stands where no condition keeps threads from it") {
  const code answer(
      "__global__ void f(int* a, int n) {\n  const int t = threadIdx.x;\n  a[t] = 1;\n"
      "  for (int k = 0; k < 2; ++k) {\n    if (a[k] > n) return;\n  }\n"
      "  if (t < n) {\n    a[0] = 1;\n  } else if (n > 0) {\n    a[1] = a[2];\n  }\n}\n");
  std::vector<edit> barriers;
  add_barriers(answer, {10}, barriers);
  REQUIRE(barriers.size() == 2);
  CHECK(barriers[0].line == 4);
  CHECK(barriers[0].line_of_access == 10);
  CHECK(barriers[1].line == 10);
  CHECK(barriers[1].cause == "a barrier that all threads of the block reach is missing before @");
  barriers.clear();
  const code returns_last(
      "__global__ void f(int* a, int n) {\n  if (n > 0) {\n    a[0] = a[1];\n  }\n"
      "  if (n > 1) return;\n  a[3] = 1;\n}\n");
  add_barriers(returns_last, {3, 6}, barriers);
  REQUIRE(barriers.size() == 4);
  CHECK(barriers[0].line == 2);
  CHECK(barriers[2].line == 5);
}

TEST_CASE("what cannot compile is not offered") {
  const std::string source =
      "__global__ void f(const int* a, int* b, unsigned n) {\n  const unsigned t = threadIdx.x;\n"
      "  const unsigned i = t + n;\n  g(a, b);\n  b[i] = a[t];\n}\n";
  CHECK_FALSE(offers(source, "threadIdx.w"));
  CHECK_FALSE(offers(source, "g(b, a)"));
  CHECK_FALSE(offers(source, "const unsigned i = t + n; const unsigned t"));
}

TEST_CASE("operators, numbers, variables and divisions become others") {
  CHECK(offers(launcher, "i <= size"));
  CHECK_FALSE(offers(launcher, "unsigned tile = 64;"));
  CHECK(offers(launcher, "int total = 1;"));
  CHECK(offers(launcher, "blocks = ((size + tile - 1) / tile);"));
  CHECK(offers(launcher, "blockIdx.x + tile"));
  CHECK(offers(launcher, "<<<tile, blocks>>>"));
  CHECK(offers(launcher, "b < size;"));
  CHECK(
      offers("int f(unsigned rows, unsigned columns, unsigned x, unsigned y) {\n"
             "  return x < rows && y < columns;\n}\n",
             "x < columns && y < rows"));
  CHECK(
      offers("float f(const float* v, unsigned n) {\n  const unsigned half = n / 2;\n"
             "  return f(v, half) + f(v + half, half);\n}\n",
             "f(v + half, (n - half))"));
}

TEST_CASE("statements change places, and are left out") {
  const std::string source =
      "float f(const float* v, unsigned n) {\n  float a = 0, b = 1;\n"
      "  for (unsigned i = 0; i < n; ++i) {\n    float c = 0;\n    a = b;\n    b += c + a;\n  }\n"
      "  return a;\n}\n";
  CHECK(offers(source, "b += c + a; a = b;"));
  CHECK(offers(source, "float c = 0; for (unsigned i = 0;"));
  CHECK(offers(source, "float c = 0;\n    ;\n"));
  CHECK(edit_to(source, "b += c + a; a = b;").line == 5);
}

TEST_CASE("what is done once is done in a loop, and loops are shared out or not") {
  CHECK(offers(launcher, "lockstep_k < size; lockstep_k += blockDim.x) { const unsigned i ="));
  const std::string chosen =
      "__global__ void last(const int* partial, int* result) {\n"
      "  const unsigned t = threadIdx.x;\n  int mine = t < gridDim.x ? partial[t] : 0;\n}\n";
  CHECK(offers(chosen, "lockstep_sum += partial[t]; } return lockstep_sum; }();"));
  const std::string row =
      "__global__ void row(int* data, unsigned count) {\n"
      "  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) data[i] = 0;\n}\n";
  CHECK(offers(row, "for (unsigned i = 0; i < count; ++i) data[i]"));
  CHECK(
      offers("__global__ void row(int* data, unsigned count) {\n"
             "  for (unsigned i = 0; i < count; ++i) data[i] = 0;\n}\n",
             "for (unsigned i = threadIdx.x; i < count; i += blockDim.x)"));
}

TEST_CASE("a case of a switch ends before the next, once") {
  const std::string choice =
      "void choose(int n) {\n  switch (n) {\n    case 1:\n      f(1);\n    case 2:\n"
      "      f(2);\n      break;\n    default:\n      f(3);\n  }\n}\n";
  CHECK(offers(choice, "break; case 2:"));
  CHECK(edit_to(choice, "break; case 2:").line == 4);
  CHECK_FALSE(offers(choice, "break; default:"));
}

TEST_CASE("an index is computed as elsewhere in the answer") {
  const std::string two =
      "__global__ void f(int* a, unsigned w, unsigned x, unsigned y) {\n"
      "  const unsigned i = y * w + x;\n  a[i + 1] = a[2 * i];\n}\n"
      "__global__ void g(int* a, unsigned w, unsigned x, unsigned y) {\n"
      "  const unsigned i = x * w + y;\n  a[i] = 1;\n}\n";
  CHECK(offers(two, "i = (y * w + x);\n  a[i] = 1;"));
  CHECK(offers(two, "a[i + 1] = a[(i + 1)];"));
  const std::string rounds =
      "__device__ int f(int x, unsigned warps) {\n"
      "  for (unsigned d = 16; d > 0; d /= 2) x += __shfl_down_sync(~0u, x, d);\n"
      "  for (unsigned d = warps / 2; d > 0; d /= 2) x += __shfl_down_sync(~0u, x, d);\n"
      "  return x;\n}\n";
  CHECK(offers(rounds, "unsigned d = (16); d > 0"));
}

TEST_CASE("no array of a template becomes empty") {
  const std::string source = "void launch() {\n  kernel<32><<<1, 32>>>();\n}\n";
  CHECK(offers(source, "kernel<64>"));
  CHECK_FALSE(offers(source, "kernel<0>"));
}

TEST_CASE("a call has the arguments that it has elsewhere") {
  const std::string events =
      "struct watch {\n  void start() { cudaEventRecord(first_, stream_); }\n"
      "  void stop() { cudaEventRecord(second_); }\n};\n";
  CHECK(offers(events, "cudaEventRecord(second_, stream_)"));
}

TEST_CASE("what a launch is given to add to may have to be 0 first") {
  CHECK(offers(launcher, "(void)cudaMemset(partial, 0, sizeof *partial); block_sums<<<"));
}

TEST_CASE("a function of device code is called in lines, and a kernel nowhere") {
  const code answer(
      "__device__ int twice(int x) { return 2 * x; }\n\n"
      "__global__ void f(int* a) {\n  a[0] = twice(a[1]);\n}\n");
  CHECK(calls_of_function_around(answer, 1).name == "twice");
  CHECK(calls_of_function_around(answer, 1).lines == std::vector<unsigned>{4});
  CHECK(calls_of_function_around(answer, 4).lines.empty());
}

TEST_CASE("a barrier that is only for some passes, beside an access that is for all") {
  const code answer(
      "__global__ void f(int* a) {\n  for (unsigned n = 64; n > 0; n /= 2) {\n"
      "    if (threadIdx.x < n) a[threadIdx.x] += a[threadIdx.x + n];\n"
      "    if (n > 32) __syncthreads();\n  }\n}\n");
  CHECK(barrier_under_condition(answer, 3).line == 4);
  CHECK(barrier_under_condition(answer, 3).condition == "n > 32");
}

TEST_CASE("a barrier under the condition that the access has, too") {
  const code answer(
      "__global__ void f(int* a) {\n  if (blockIdx.x > 0) {\n    a[threadIdx.x] += 1;\n"
      "    __syncthreads();\n    a[0] += a[1];\n  }\n  a[2] = 0;\n}\n");
  CHECK(barrier_under_condition(answer, 3).line == 0);
  CHECK(barrier_under_condition(answer, 7).line == 4);
}

TEST_CASE("a constant that is a limit becomes another one, and its own line is to blame") {
  const std::string source =
      "constexpr int none = -INT_MAX;\n__global__ void f(int* a) {\n  a[0] = none;\n}\n";
  CHECK(edit_to(source, "a[0] = (-2147483647 - 1);").line == 1);
  CHECK_FALSE(
      offers("constexpr int none = 7;\nint f() {\n  return none;\n}\n", "return 2147483647"));
}

TEST_CASE("the same comparison in two places becomes another one in both") {
  CHECK(offers("__global__ void f(int* a, int x) {\n  a[0] = x >= 0;\n  if (x >= 0) a[1] = x;\n}\n",
               "a[0] = x > 0;\n  if (x > 0)"));
}

TEST_CASE("a number of elements in place of bytes") {
  const std::string copies =
      "void f(int* a, int* b, int n) {\n  cudaMemcpy(a, b, g(n), kind);\n}\n";
  CHECK(offers(copies, "cudaMemcpy(a, b, ((g(n)) * sizeof(int)), kind)"));
  CHECK_FALSE(
      offers("void f(int* a, int n) {\n  cudaMemset(a, 0, n * sizeof *a);\n}\n", "* sizeof(int)"));
}

TEST_CASE("the two values of a condition, the other way round") {
  CHECK(offers("int f(int a, int b) {\n  return a > 0 ? g(a, b) : b;\n}\n",
               "return a > 0 ? b : g(a, b);"));
  CHECK(offers("void f(int* a, int b) {\n  a[b > 0 ? 1 : 2] = 0;\n}\n", "a[b > 0 ? 2 : 1] = 0;"));
}
