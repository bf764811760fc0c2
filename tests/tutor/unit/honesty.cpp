// What an answer must not do, seen in its object file and in what went into it; and programs that
// are isolated.
#include "grading/honesty.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>
#include <span>

#include "course/places.hpp"
#include "processes/isolation.hpp"
#include "processes/process.hpp"
#include "support/text.hpp"

using namespace lockstep::tutor;

namespace {

std::string liberty_of(const std::string& source, bool kernels_only = false) {
  const temporary_folder folder;
  const auto file = folder.path() / "answer.cpp", object = folder.path() / "answer.o";
  std::ofstream(file) << source;
  command compile;
  compile.arguments = {"c++", "-std=c++17", "-c", file.string(), "-o", object.string()};
  compile.capture = true;
  const process_end end = run(compile);
  REQUIRE_MESSAGE(end.succeeded(), end.output);
  const std::string bytes = content_of(object);
  return liberty_of_object(std::as_bytes(std::span(bytes)), kernels_only);
}

process_end run_isolated(const std::string& script, const std::filesystem::path& folder) {
  command what;
  what.arguments = isolated({"sh", "-c", script}, folder);
  what.limits = resource_limits{};
  what.folder = folder;
  return run(what);
}

}  // namespace

TEST_CASE("ordinary answers take no liberty") {
  CHECK(liberty_of("int sum(const int*, unsigned) { return 0; }").empty());
  CHECK(liberty_of("#include <iostream>\n#include <vector>\nstatic std::vector<int> kept(3);\n"
                   "void write(int) {}\nint index(int i) { std::cout << i; return kept[i]; }")
            .empty());
  CHECK(liberty_of("namespace lockstep { template <class T> bool agrees(T) { return true; } }\n"
                   "bool x = lockstep::agrees(3);")
            .empty());  // as a header of the course has it
}

TEST_CASE("the grader's own, and a library's, are not an answer's to use or define") {
  CHECK(liberty_of("namespace lockstep::grader { int secret(); }\n"
                   "int x = lockstep::grader::secret();") ==
        "uses lockstep::grader::secret, which is the grader's");
  CHECK(liberty_of("namespace lockstep { int agrees(int) { return 1; } }") ==
        "defines lockstep::agrees, which is the course's");
  CHECK(liberty_of("extern \"C\" int cudaFree(void*) { return 0; }") ==
        "defines cudaFree, which is a library's");
  CHECK(liberty_of("extern \"C\" void _exit(int) { for (;;) {} }") ==
        "defines _exit, which is a library's");
  CHECK(
      liberty_of("#include <cstdlib>\nvoid* operator new(unsigned long n) { return malloc(n); }") ==
      "defines operator new, which is a library's");
}

TEST_CASE("nothing runs before the program has begun") {
  CHECK(liberty_of("static void f() {}\n__attribute__((section(\".preinit_array\"), used)) void "
                   "(*const g)() = f;") ==
        "runs code before the program has begun or after its end (.preinit_array)");
  CHECK(liberty_of("extern \"C\" { static void f() {} static void (*choose())() { return f; }\n"
                   "void g() __attribute__((ifunc(\"choose\"))); }")
            .find("(ifunc)") != std::string::npos);
}

TEST_CASE("where only kernels are asked for, no host code runs by itself") {
  const std::string alone = "int f() { return 1; }\n";
  CHECK(liberty_of(alone, true).empty());
  // nvcc has one such function in each object.
  const std::string one = "struct s { s(); };\nstatic s first;\n";
  CHECK(liberty_of(one, true).empty());
  for (const std::string& cheat :
       {one + "__attribute__((constructor)) static void second() {}\n",
        one + "__attribute__((constructor(101))) static void second() {}\n",
        alone + "__attribute__((destructor)) static void last() {}\n"}) {
    CAPTURE(cheat);
    CHECK(liberty_of(cheat, true) ==
          "runs host code of its own, as static objects do, but only kernels are asked for");
    CHECK(liberty_of(cheat).empty());
  }
  CHECK(liberty_of("asm(\".section .init\\n nop\");") ==
        "runs code before the program has begun or after its end (.init)");
}

TEST_CASE("functions of the standard library that the grader may use are not an answer's") {
  CHECK(
      liberty_of("#include <vector>\ntemplate <> void std::vector<float>::push_back(const float&) "
                 "{}\n")
          .find("which is a library's") != std::string::npos);
}

TEST_CASE("bytes that are no object file are nobody's liberty") {
  const std::string bytes =
      "\x7f"
      "ELF and then nothing that makes sense, for many bytes to come ......";
  CHECK(liberty_of_object(std::as_bytes(std::span(bytes))).empty());
  CHECK(liberty_of_object({}).empty());
}

TEST_CASE("other answers and graders are no part of an answer, headers are") {
  const std::string mine = "exercises/a/b.cu";
  CHECK(foreign_answer({mine, "graders/a/b.hpp", "common/x.cuh", "/usr/include/stdio.h"}, mine)
            .empty());
  CHECK(foreign_answer({mine, "solutions/a/b.cu"}, mine) == "solutions/a/b.cu");
  CHECK(foreign_answer({mine, "graders/a/b.cpp"}, mine) == "graders/a/b.cpp");
  CHECK(foreign_answer({"solutions/a/b.cu"}, "solutions/a/b.cu").empty());
}

TEST_CASE("an isolated program writes in its folder only, and ends no other" *
          doctest::skip(!can_isolate())) {
  const temporary_folder folder, other;
  CHECK(run_isolated("echo mine > here", folder.path()).succeeded());
  CHECK(content_of(folder.path() / "here") == "mine\n");
  CHECK_FALSE(
      run_isolated("echo x > " + (other.path() / "there").string(), folder.path()).succeeded());
  CHECK_FALSE(std::filesystem::exists(other.path() / "there"));
  CHECK_FALSE(run_isolated("kill -9 " + std::to_string(getpid()), folder.path()).succeeded());
  CHECK(run_isolated("kill -9 $PPID; exit 3", folder.path()).code == 3);
  CHECK(run_isolated("kill -11 $$", folder.path()).code == 128 + 11);
}

TEST_CASE("an isolated program does not see what is hidden, but for what is visible in it" *
          doctest::skip(!can_isolate())) {
  const temporary_folder folder, others;
  std::ofstream(others.path() / "mine") << "mine";
  std::ofstream(others.path() / "theirs") << "theirs";
  command what;
  what.arguments = isolated({"ls", others.path().string()}, folder.path(),
                            {{others.path()}, {others.path() / "mine"}});
  what.limits = resource_limits{};
  CHECK(run(what).output == "mine\n");
}
