// CUDA sources on the command line: compiled, kept, and explained if that fails.
#include <doctest/doctest.h>

#include <fstream>

#include "driver.hpp"
#include "support/text.hpp"

namespace {

using lockstep::tutor::content_of;
using lockstep::tutor::lines_of;

// The tutor with the fixture's compiler in nvcc's place.
outcome with_compiler(const std::string& arguments) {
  return fixture::instance().tutor(arguments, "NVCC=$PWD/bin/nvcc NVCC_LOG=$PWD/nvcc.log");
}

std::size_t compiler_calls() {
  return lines_of(content_of(fixture::instance().course() / "nvcc.log")).size();
}

void write(const char* file, const std::string& text) {
  std::ofstream(fixture::instance().course() / file) << text;
}

}  // namespace

TEST_CASE("a source is compiled and run; a second time it starts at once") {
  CHECK(with_compiler("exec programs/by_itself.cu").out == "Compiled on the way\n");
  const auto calls = compiler_calls();
  CHECK(calls == 2);  // to compile and to link
  CHECK(with_compiler("exec programs/by_itself.cu -- -- a.cu --json").out ==
        "Compiled on the way -- a.cu --json\n");
  CHECK(with_compiler("profile programs/by_itself.cu").code == 0);
  CHECK(compiler_calls() == calls);
}

TEST_CASE("it is compiled again if a header or a flag has changed") {
  CHECK(with_compiler("exec programs/by_itself.cu").code == 0);
  const auto calls = compiler_calls();
  write("programs/by_itself.h", "#ifndef GREETING\n#define GREETING \"Changed\"\n#endif\n");
  CHECK(with_compiler("exec programs/by_itself.cu").out == "Changed\n");
  CHECK(compiler_calls() == calls + 2);
  CHECK(with_compiler(R"(exec programs/by_itself.cu --nvcc "-DGREETING='\"With a flag\"'" -- x)")
            .out == "With a flag x\n");
  CHECK(compiler_calls() == calls + 4);
  write("programs/by_itself.h", "#define GREETING \"Compiled on the way\"\n");
}

TEST_CASE("several sources make one program") {
  write("main.cu", "int other(); int main() { return other(); }\n");
  write("other.cpp", "int other() { return 42; }\n");
  CHECK(with_compiler("exec main.cu other.cpp").code == 42);
  const outcome got = with_compiler("exec main.cu");
  CHECK(got.code == 1);
  CHECK(got.err.find("undefined reference to") != std::string::npos);
  CHECK(got.err.find("Name all files of the program") != std::string::npos);
}

TEST_CASE("a compiler's errors are shown as they are, with exit code 1") {
  write("wrong.cu", "int main() { return nothing; }\n");
  const outcome got = with_compiler("check wrong.cu");
  CHECK(got.code == 1);
  CHECK(got.err.find("wrong.cu:1:21: error: ") != std::string::npos);
  CHECK(got.out.empty());
}

TEST_CASE("what is wrong with the words is said, with what to do") {
  const outcome missing = with_compiler("exec programs/by_itslef.cu");
  CHECK(missing.code == 5);
  CHECK(missing.err ==
        "lockstep: there is no file programs/by_itslef.cu\n  Did you mean by_itself.cu?\n");
  const outcome argument = with_compiler("exec programs/by_itself.cu 5");
  CHECK(argument.code == 64);
  CHECK(argument.err.find("./lockstep exec programs/by_itself.cu -- 5") != std::string::npos);
  CHECK(with_compiler("exec programs/by_itself.cu --size 5").code == 64);
  CHECK(with_compiler("exec --nvcc \"-DX='1\" programs/by_itself.cu").code == 64);
  CHECK(with_compiler("exec --nvcc -G build/chapters/01_first/01_first_demo").code == 64);
}

TEST_CASE("a profile by line: counts beside the source") {
  const outcome got = with_compiler("profile programs/by_itself.cu --by-line");
  CHECK(got.code == 0);
  check_golden("profile_by_line", got.out);
}
