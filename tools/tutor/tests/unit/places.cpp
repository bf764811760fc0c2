// Lines of a source that a grader names by what stands there.
#include "verdict/places.hpp"

#include <doctest/doctest.h>

#include "verdict/idle_statements.hpp"

using namespace lockstep::tutor;

namespace {

const std::string course_answer =
    "float median(const float* times, int count) {\n"
    "  return times[count / 2];  // return the middle\n"
    "}\n"
    "\n"
    "void work(limits* to) {\n"
    "  to->clock = khz;\n"
    "  to->block[i] = 1;\n"
    "  if (to->clock == 2) record(first);\n"
    "  record(second);  // \"puts(\"\n"
    "}\n"
    "\n"
    "__global__ void scale(int* data, int n) {\n"
    "  const int i = 2 * threadIdx.x;\n"
    "  for (int k = 0; k < n; ++k)\n"
    "    data[k] = data[i];\n"
    "}\n"
    "void start() { scale<<<1, 32>>>(nullptr, 0); }\n";

unsigned line_named(const std::string& names, unsigned occurrence = 0) {
  return line_of_name(course_answer, names, occurrence);
}

std::string idleness_in(const std::string& statement) {
  const auto found = first_idle_statement("void f() {\n  " + statement + "\n}\n");
  return found ? std::to_string(found->line) + ": " + found->what : "";
}

}  // namespace

TEST_CASE("the first call of a function whose result is dropped") {
  const std::string source =
      "void f() {\n  cudaDeviceSynchronize();\n}\n"
      "int g(int device) {\n  cudaDeviceProp p{};\n  if (cudaSetDevice(device) != 0) return 1;\n"
      "  cudaGetDeviceProperties(&p, device);\n  cudaFree(nullptr);\n  return 1 / p.warpSize;\n}\n";
  CHECK(first_dropped_call(source, 9).line == 7);
  CHECK(first_dropped_call(source, 9).function == "cudaGetDeviceProperties");
  CHECK(first_dropped_call(source, 6).line == 0);
}

TEST_CASE("a field's line is the one that assigns to it") {
  CHECK(line_named("clock") == 6);
  CHECK(line_named("block") == 7);
}

TEST_CASE("a function's line is the one that returns its value") {
  CHECK(line_named("median") == 2);
}

TEST_CASE("a kernel's line is its first") { CHECK(line_named("scale") == 12); }

TEST_CASE("a call that stands there twice has no line, unless one of them is meant") {
  CHECK(line_named("record") == 0);
  CHECK(line_named("record", 2) == 9);
  CHECK(line_named("record", 3) == 0);
}

TEST_CASE("of several names the first that the code has; comments and texts do not count") {
  CHECK(line_named("puts middle khz") == 6);
  CHECK(line_named("puts") == 0);
}

TEST_CASE("a number without a name is where a comment names it, below the head of the file") {
  const std::string source =
      "// two_tails and others\n#include \"a.hpp\"\n\nconst numbers predicted{\n"
      "    /* two_tails */ 7,\n};\n//     warps, loads\nconstexpr ratios both{0.5, 2};\n";
  CHECK(line_of_comment(source, "tails two_tails") == 5);
  CHECK(line_of_comment(source, "loads") == 8);
  CHECK(line_of_comment(source, "others") == 0);
}

TEST_CASE("a launch") { CHECK(line_of_launch(course_answer, "scale") == 17); }

TEST_CASE("the shape of a launch gets its value above it") {
  const std::string source =
      "void start(int n) {\n"
      "  const int blocks = n / 32;\n"
      "  scale<<<blocks, 32>>>();\n"
      "  dim3 grid(n, 2);\n"
      "  turn<<<grid, 32>>>();\n"
      "  stop<<<n, 32>>>();\n"
      "  const dim3 block(8, 8);\n"
      "  fill<<<n, block>>>();\n"
      "}\n";
  CHECK(line_of_shape(source, "scale", 1) == 2);
  CHECK(line_of_shape(source, "turn", 1) == 4);
  CHECK(line_of_shape(source, "stop", 1) == 6);
  CHECK(line_of_shape(source, "stop", 2) == 6);
  CHECK(line_of_shape(source, "fill", 2) == 7);
}

TEST_CASE("a subscript gets its value above; one that a loop counts is not looked for") {
  CHECK(line_of_subscript(course_answer, 15) == 13);
  CHECK(line_of_subscript(course_answer, 2) == 0);
}

TEST_CASE("the order of the grid's extents is where they stand side by side") {
  const std::string source =
      "void launch(unsigned width) {\n"
      "  const unsigned down = width / 4;\n"
      "  const unsigned across = width / 32;\n"
      "  const dim3 grid(down, across);\n"
      "  scale<<<grid, 32>>>();\n"
      "}\n";
  CHECK(line_of_shape(source, "scale", 3) == 4);
  CHECK(line_of_shape(source, "scale", 1) == 2);
}

TEST_CASE("the grid's size, if the line of the grid only passes names on") {
  const std::string source =
      "void launch(unsigned width) {\n"
      "  unsigned across = width / 32;\n"
      "  unsigned down = 1;\n"
      "  const dim3 grid(across, down);\n"
      "  scale<<<grid, 32>>>();\n"
      "}\n";
  CHECK(line_of_shape(source, "scale", 1) == 2);
}

TEST_CASE("the only function of the host") {
  const std::string one =
      "constexpr unsigned most = 1024;\n"
      "__global__ void sums(const int* data) { data[0] = most; }\n"
      "template <int n>\n"
      "__global__ void others(const int* data) {}\n"
      "int sum(const int* data,\n"
      "        unsigned size) {\n"
      "  return add(data);\n"
      "}\n";
  CHECK(line_of_host_function(one) == 5);
  CHECK(line_of_host_function(one + "int add(const int* data) {\n}\n") == 0);
  CHECK(line_of_host_function("__global__ void sums(const int* data) {}\n") == 0);
}

TEST_CASE("the loop around a line") {
  const std::string source =
      "__global__ void sums(const int* data) {\n"
      "  int sum = 0;\n"
      "  for (unsigned k = 0; k < 7; ++k) {\n"
      "    if (k > 2)\n"
      "      sum += data[k];\n"
      "  }\n"
      "  for (int i = 0; i < 3; ++i) sum += i;\n"
      "  data[0] = sum;\n"
      "}\n";
  CHECK(line_of_loop(source, 5) == 3);
  CHECK(line_of_loop(source, 7) == 7);
  CHECK(line_of_loop(source, 8) == 0);
}

TEST_CASE("where the variable that a line assigns is declared") {
  const std::string source =
      "__global__ void sums(const int* data, int* partial) {\n"
      "  __shared__ short tile[64];\n"
      "  const unsigned t = threadIdx.x;\n"
      "  tile[t] = data[t];\n"
      "  if (t == 0) partial[blockIdx.x] += tile[t + 1];\n"
      "}\n";
  CHECK(line_of_declaration(source, 4, {"short"}) == 2);
  CHECK(line_of_declaration(source, 4, {"float"}) == 0);
  CHECK(line_of_declaration(source, 5, {"int"}) == 0);  // a parameter: not the learner's
  CHECK(line_of_declaration(source, 6, {"int"}) == 0);
}

TEST_CASE("statements of which nothing is left") {
  CHECK(idleness_in("max(tile[t], tile[t + 1]);") == "2: the result of max is not used");
  CHECK(idleness_in("if (t < 3) max(a, b);") == "2: the result of max is not used");
  CHECK(idleness_in(
            "for (int d = 16; d > 0; d /= 2)\n    value + __shfl_down_sync(~0u, value, d);") ==
        "3: the value of this expression is not used");
}

TEST_CASE("statements that do something, or may") {
  for (const char* one :
       {"a = max(b, c);", "f(a + b);", "int* p;", "a * b;", "return a + b;", "++a;",
        "CUDA_CHECK(f(a - b));", "p->run();", "out << a + b;", "break;"}) {
    CAPTURE(one);
    CHECK(idleness_in(one).empty());
  }
}

TEST_CASE("an array in shared memory has a line of its own") {
  const std::string source =
      "__global__ void one(int* out) {\n"
      "  __shared__ int tile[16];\n"
      "  tile[threadIdx.x] = 1;\n"
      "}\n";
  CHECK(line_of_shared_array(source, "tile") == 2);
  CHECK(line_of_shared_array(source, "out") == 0);
  CHECK(line_of_shared_array(source + source, "tile") == 0);
}

TEST_CASE("a kernel's only loop, if it has one") {
  const std::string source =
      "__global__ void f(int* a) {\n  while (true) a[0] = 1;\n}\n"
      "__global__ void g(int* a) {\n  for (;;) a[0] = 1;\n  for (;;) a[0] = 2;\n}\n"
      "void h(int* a) {\n  f<<<1, 1>>>(a);\n}\n";
  CHECK(line_of_loop_in(source, "f") == 2);
  CHECK(line_of_loop_in(source, "g") == 0);
}

TEST_CASE("a prediction stands where a name begins with what it is about") {
  const std::string source =
      "constexpr int one_if_predicted = 3;\nconstexpr int two_ifs_predicted = 7;\n";
  CHECK(line_of_name_like(source, "two_ifs") == 2);
  CHECK(line_of_name_like(source, "two") == 2);
  CHECK(line_of_name_like(source, "ifs") == 0);
  CHECK(line_of_name_like(source, "blocks of 1000") == 0);
}

TEST_CASE("what an answer may not have stands in a line") {
  const std::string source =
      "// agrees\n#include \"solutions/05_reduction/ragged.cu\"\nbool agrees(int a) { return a; "
      "}\n";
  CHECK(line_of_violation("defines bool lockstep::agrees<int>, which is the course's", source) ==
        3);
  CHECK(line_of_violation("includes solutions/05_reduction/ragged.cu", source) == 2);
  CHECK(line_of_violation("uses lockstep::session, which is the grader's", source) == 0);
  CHECK(line_of_violation("computes agrees when the program begins", source) ==
        line_of_violation("defines bool lockstep::agrees<int>, which is the course's", source));
}

TEST_CASE("of a library under another name, the line that uses it") {
  CHECK(line_of_violation(
            "uses CUB or Thrust, which have kernels of their own",
            "namespace quick = cub;\nvoid f() {\n  quick::DeviceReduce::Sum();\n}\n") == 3);
}

TEST_CASE("where a template is instantiated last") {
  const std::string source =
      "template <typename T>\nvoid sums(T* data) {}\n"
      "template void sums(int*);\ntemplate void sums(float*);\n";
  CHECK(line_of_instantiation(source, "function `void sums<double>(double*)`") == 4);
  CHECK(line_of_instantiation(source, "function `sum(int)`") == 0);
}

TEST_CASE("a function that is defined nowhere is named where it is called") {
  const std::string source =
      "__device__ float mul(float a, float b);  // mul\n"
      "__global__ void scale(float* x) {\n"
      "  x[0] =\n"
      "      ns::mul(x[0], 2);\n"
      "}\n";
  CHECK(line_of_undefined(source, "ptxas: Unresolved extern function `mul(float, float)'") == 4);
  CHECK(line_of_undefined(source, "nvlink: Undefined reference to `ns::mul(float, float)'") == 4);
  CHECK(line_of_undefined(source, "Undefined reference to 'add'") == 0);
  CHECK(line_of_undefined(source, "ptxas: too many resources") == 0);
}
