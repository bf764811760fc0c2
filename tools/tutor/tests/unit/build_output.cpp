// What the build tool's output means.
#include "programs/build.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace lockstep::tutor;
using outcome = build_result::outcome;

namespace {

const checkout_paths paths{"/course", "/course/build"};

std::string failed(const std::string& target, const std::string& message) {
  return "[1/3] Compiling grader\nFAILED: " + target + "\nnvcc -c very long command\n" + message +
         "\nninja: build stopped: subcommand failed.\n";
}

constexpr const char* learners_object = "tools/graders/grade_05_reduction_ragged.p/ragged.cu.o";

}  // namespace

TEST_CASE("a line of any length, as a compiler quotes it, is read") {
  const std::string output =
      "FAILED: tools/graders/grade_x\nnvcc ...\nx.cu(3): error: " + std::string(200'000, 'x') +
      "\n";
  CHECK(read_build_output(1, output, checkout_paths{}).errors.size() == 1);
}

TEST_CASE("a build that succeeds") {
  CHECK(read_build_output(0, "ninja: no work to do.\n", paths).kind == outcome::built);
}

TEST_CASE("an error of each compiler is found, with its place relative to the checkout") {
  std::string line, message;
  SUBCASE("nvcc") {
    line = "../exercises/05_reduction/ragged.cu(12): error: identifier \"x\" is undefined";
    message = "identifier \"x\" is undefined";
  }
  SUBCASE("nvcc, with a number") {
    line = "../exercises/05_reduction/ragged.cu(12): error #20: bad";
    message = "bad";
  }
  SUBCASE("g++") {
    line = "../exercises/05_reduction/ragged.cu:12:5: error: expected ';'";
    message = "expected ';'";
  }
  SUBCASE("a missing header") {
    line = "../exercises/05_reduction/ragged.cu:12:10: fatal error: nothing.h: No such file";
    message = "nothing.h: No such file";
  }
  const auto result = read_build_output(1, failed(learners_object, line), paths);
  CHECK(result.kind == outcome::does_not_compile);
  REQUIRE(result.errors.size() == 1);
  CHECK(result.errors[0].file == "exercises/05_reduction/ragged.cu");
  CHECK(result.errors[0].line == 12);
  CHECK(result.errors[0].message == message);
}

TEST_CASE("the compiler's own lines name the learner's file as seen from the checkout") {
  const auto result = read_build_output(
      1,
      failed(learners_object,
             "../exercises/a/b.cu(3): error: bad\n1 error in \"../exercises/a/b.cu\".\n"
             "/other/../exercises/a/b.cu"),
      paths);
  CHECK(result.excerpt == std::vector<std::string>{"exercises/a/b.cu(3): error: bad",
                                                   "1 error in \"exercises/a/b.cu\".",
                                                   "/other/../exercises/a/b.cu"});
}

TEST_CASE("a quoted line has the words of CUDA in place of attributes, and its marks fit") {
  const auto result =
      read_build_output(1,
                        failed(learners_object,
                               "../exercises/05_reduction/ragged.cu(2): error: expected a \";\"\n"
                               "  __attribute__((global)) void f() { x }\n"
                               "                                       ^"),
                        paths);
  REQUIRE(result.excerpt.size() == 3);
  CHECK(result.excerpt[1] == "  __global__              void f() { x }");
}

TEST_CASE("a function that only the grader calls was in the stub") {
  for (const char* target :
       {"tools/graders/grade_05_reduction_ragged", "tools/graders/answer_05_reduction_ragged"}) {
    CAPTURE(target);
    const auto result =
        read_build_output(1,
                          failed(target,
                                 "/usr/bin/ld: x.o: in function `main':\nx.cpp:(.text+0x1f): "
                                 "undefined reference to `sum(int)'"),
                          paths);
    CHECK(result.kind == outcome::does_not_compile);
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].message == "the function `sum(int)` of the stub is missing");
  }
}

TEST_CASE("a function that the answer itself calls is undefined, at its line") {
  for (const char* message :
       {"tmpxft_1-6_ragged.cudafe1.cpp:(.text+0x1f): undefined reference to `f()'",
        "../exercises/a/b.cu:7: undefined reference to `f()'"}) {
    CAPTURE(message);
    const auto result =
        read_build_output(1, failed("tools/graders/grade_05_reduction_ragged", message), paths);
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].message == "undefined reference to `f()'");
    CHECK(result.errors[0].line == (result.errors[0].file.empty() ? 0 : 7));
  }
}

TEST_CASE("a function that is there twice is the answer's fault") {
  const auto result = read_build_output(
      1,
      failed("tools/graders/grade_05_reduction_ragged",
             "/usr/bin/ld: y.o: in function `main':\ny.cpp:(.text+0x0): multiple definition of "
             "`main'; x.o:x.cpp:(.text+0x0): first defined here"),
      paths);
  CHECK(result.kind == outcome::does_not_compile);
}

TEST_CASE("static variables of more than two gigabytes do not compile, and it says why") {
  const auto result = read_build_output(
      1,
      failed(
          "tools/graders/grade_05_reduction_ragged",
          "runtime.cpp:(.text+0x10e5): relocation truncated to fit: R_X86_64_PC32 against `.bss'"),
      paths);
  CHECK(result.kind == outcome::does_not_compile);
  REQUIRE(!result.errors.empty());
  CHECK(result.errors[0].message.find("2 GB") != std::string::npos);
}

TEST_CASE(
    "what crashes the compiler does not compile, and what is killed for lack of memory might") {
  const std::string said = "nvcc error   : 'cicc' died due to signal ";
  CHECK(read_build_output(1, failed(learners_object, said + "11 (Invalid memory reference)"), paths)
            .kind == outcome::does_not_compile);
  CHECK(read_build_output(1, failed(learners_object, said + "9 (Kill signal)"), paths).kind ==
        outcome::broken);
}

TEST_CASE("a compiler that fails without an error in the answer says nothing against it") {
  for (const char* message : {"nvcc fatal   : Failed to preprocess host compiler properties.",
                              "nvcc error   : 'cicc' died due to signal 9 (Kill signal)",
                              "c++: fatal error: Killed signal terminated program cc1plus"}) {
    CAPTURE(message);
    const auto result = read_build_output(1, failed(learners_object, message), paths);
    CHECK(result.kind == outcome::broken);
    CHECK(result.problem == "the compiler failed, but reported no error in the answer");
    CHECK(std::find(result.excerpt.begin(), result.excerpt.end(), message) != result.excerpt.end());
  }
}

TEST_CASE("the excerpt is the compiler's, from the first error on, and not endless") {
  std::string many;
  for (int i = 0; i < 100; ++i) many += "\na.cu(1): error: again";
  const auto result = read_build_output(
      1, failed(learners_object, "a.cu(7): warning #177-D: unused" + many), paths);
  REQUIRE(result.excerpt.size() == 31);
  CHECK(result.excerpt.front() == "a.cu(1): error: again");
  CHECK(result.excerpt.back() == "... and 70 more lines");
}

TEST_CASE("what fails outside of graders is not the learner's") {
  const auto result = read_build_output(
      1, failed("tools/emulator/src/cudart.p/a.cpp.o", "a.cpp:1:1: error: x"), paths);
  CHECK(result.kind == outcome::broken);
  CHECK(result.problem == "the course's own code does not build");
}

TEST_CASE("a missing nvcc is a matter of set-up") {
  const auto result = read_build_output(
      1, failed(learners_object, "/bin/sh: 1: /opt/cuda/bin/nvcc: not found"), paths);
  CHECK(result.kind == outcome::broken);
  CHECK(result.problem.find("/opt/cuda/bin/nvcc") != std::string::npos);
}

TEST_CASE("a target that the build does not know is a matter of set-up") {
  const auto result =
      read_build_output(1, "ninja: error: unknown target 'tools/graders/grade_x'\n", paths);
  CHECK(result.kind == outcome::broken);
  CHECK(result.problem.find("tools/graders/grade_x") != std::string::npos);
}

TEST_CASE("a full disk is a matter of set-up") {
  const auto result = read_build_output(
      1, failed(learners_object, "ld: final link failed: No space left on device"), paths);
  CHECK(result.kind == outcome::broken);
  CHECK(result.problem == "the disk is full");
}

TEST_CASE("what the device's linker and nvcc say without a place is an error of the answer, too") {
  for (const auto& [line, message] :
       {std::pair{"nvlink error   : Entry function '_Z5helloPjj' uses too much shared data",
                  "nvlink: Entry function `hello(unsigned int*, unsigned int)' uses too much "
                  "shared data"},
        std::pair{"ptxas fatal   : Unresolved extern function '_Z7nowherei'",
                  "ptxas: Unresolved extern function `nowhere(int)'"},
        std::pair{"/course/exercises/x.cu(3): Error: Formal parameter space overflowed",
                  "Formal parameter space overflowed"}}) {
    const auto result = read_build_output(
        1, failed("tools/graders/answer_07_dynamic_parallelism_hello_wide.fatbin", line), paths);
    CHECK(result.kind == outcome::does_not_compile);
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].message == message);
  }
}

TEST_CASE("a function that a kernel calls and nobody defines is named as its author wrote it") {
  const auto result = read_build_output(
      1,
      failed("tools/graders/answer_07_dynamic_parallelism_hello_wide.fatbin",
             "nvlink error   : Undefined reference to '_Z9elsewherei' in '/tmp/x/answer.fatbin'"),
      paths);
  CHECK(result.kind == outcome::does_not_compile);
  REQUIRE(result.errors.size() == 1);
  CHECK(result.errors[0].message == "Undefined reference to `elsewhere(int)'");
  REQUIRE(result.excerpt.size() == 1);
  CHECK(result.excerpt[0] == "nvlink error   : Undefined reference to `elsewhere(int)'");
}
