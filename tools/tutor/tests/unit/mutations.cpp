// Which small changes are made to a source, and which survivors are known.
#include "mutate/mutations.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "mutate/survivors.hpp"
#include "support/failure.hpp"

using namespace lockstep::tutor;

namespace {

// What becomes of a source that is one line.
std::vector<std::string> made_of(const std::string& source) {
  std::vector<std::string> all;
  for (const auto& one : mutations_of(source)) all.push_back(mutated(source, one));
  return all;
}

bool makes(const std::string& source, const std::string& wanted) {
  const auto all = made_of(source);
  return std::find(all.begin(), all.end(), wanted) != all.end();
}

}  // namespace

TEST_CASE("operators, constants and indices") {
  CHECK(made_of("a = b < c;") ==
        std::vector<std::string>{";", "a = b <= c;", "a = b >= c;", "a = b < (c - 1);"});
  CHECK(makes("x += 2;", "x = 2;"));
  CHECK(makes("x = y >> 4;", "x = y << 4;"));
  CHECK(makes("x = 1'000u;", "x = 1001u;"));
  CHECK(makes("f(0xff);", "f(0xfe);"));
  CHECK(makes("i = threadIdx.x;", "i = blockIdx.x;"));
  CHECK(makes("i = threadIdx.x;", "i = threadIdx.y;"));
}

TEST_CASE("arguments change places, parameters do not") {
  CHECK(makes("f(a, b, 1);", "f(b, a, 1);"));
  CHECK(made_of("void f(int a, int b);").empty());
}

TEST_CASE("on the host: errors, exit codes, what is printed") {
  CHECK(makes("if (a == cudaSuccess) b();", "if (a == cudaErrorUnknown) b();"));
  CHECK(makes("a = cudaGetLastError();", "a = cudaPeekAtLastError();"));
  CHECK(makes("exit(EXIT_FAILURE);", "exit(EXIT_SUCCESS);"));
  CHECK(makes("f(stderr);", "f(stdout);"));
  CHECK(makes("f(\"%4d %s\", a);", "f(\" %s\", a);"));
  CHECK(makes("f(\"%4d %s\", a);", "f(\"%4d \", a);"));
  CHECK(made_of("const char* a = \"100 %% %\";").empty());
}

TEST_CASE("conditions, barriers, statements, early returns") {
  CHECK(makes("if (a && b) c();", "if (!(a && b)) c();"));
  CHECK_FALSE(makes("if (a < b) c();", "if (!(a < b)) c();"));  // as a >= b
  CHECK(makes("{ __syncthreads(); }", "{ ; }"));
  CHECK(makes("if (a) c();", "if (a) ;"));
  CHECK(makes("{ std::exit(a); }", "{ ; }"));
  CHECK_FALSE(makes("{ std::string a(b); }", "{ ; }"));
  CHECK(makes("__global__ void __launch_bounds__(2) k(int* a) {}",
              "__global__ void __launch_bounds__(2) k(int* a) { if (threadIdx.x == blockDim.x - 1) "
              "return;}"));
}

TEST_CASE("only code is changed") {
  CHECK(made_of("// 1 + 2").empty());
  CHECK(made_of("/* 1 + 2 */").empty());
  CHECK(made_of("#define A (1 + \\\n 2)\n").empty());
  CHECK(made_of("f(\"1 + 2\\\" 3\", '4', R\"(5)\")").empty());
}

TEST_CASE("types, templates and launches are no operators, and declarations stay") {
  CHECK(made_of("const std::vector<int>& a = b;").empty());
  CHECK(made_of("template <typename T> void f(const T* a);").empty());
  CHECK(made_of("kernel<<<a, b>>>(c);") == std::vector<std::string>{";"});
  CHECK(made_of("float* a = b;").empty());
  CHECK(made_of("return a;").empty());
}

TEST_CASE("a change is shown by its lines") {
  const std::string source = "a;\n  b =\n      c + d;\n";
  const auto all = mutations_of(source);
  const auto one =
      std::find_if(all.begin(), all.end(), [](const auto& m) { return m.what == "+ becomes -"; });
  REQUIRE(one != all.end());
  const changed_lines lines = lines_changed_by(source, *one);
  CHECK(lines.line == 3);
  CHECK(lines.before == "c + d;");
  CHECK(lines.after == "c - d;");
}

TEST_CASE("known survivors have a reason") {
  const auto known = parse_survivors("# text\n\n- a < b\n+ a <= b\nwhy: never equal\n", "s.txt");
  REQUIRE(known.size() == 1);
  CHECK(known[0].before == "a < b");
  CHECK(known[0].after == "a <= b");
  CHECK(known[0].why == "never equal");
  CHECK(known[0].line == 3);
  CHECK_THROWS_WITH_AS((void)parse_survivors("- a\n+ b\nwhy:\n", "s.txt"),
                       "s.txt:3: there is no reason", failure);
  CHECK_THROWS_WITH_AS((void)parse_survivors("- a\n- b\n", "s.txt"),
                       "s.txt:2: this line is out of place", failure);
  CHECK_THROWS_AS((void)parse_survivors("- a\n+ b\n", "s.txt"), failure);
}
