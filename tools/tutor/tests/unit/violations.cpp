// What an answer must not do, seen in its object file and in what went into it; and programs that
// are isolated.
#include "grading/violations.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>
#include <span>

#include "course/paths.hpp"
#include "processes/process.hpp"
#include "processes/sandbox.hpp"
#include "support/text.hpp"

using namespace lockstep::tutor;

namespace {

std::string object_of(const std::string& source) {
  const temporary_folder folder;
  const auto file = folder.path() / "answer.cpp", object = folder.path() / "answer.o";
  std::ofstream(file) << source;
  command compile;
  compile.arguments = {"c++", "-std=c++17", "-c", file.string(), "-o", object.string()};
  compile.capture = true;
  const process_end end = run(compile);
  REQUIRE_MESSAGE(end.succeeded(), end.output);
  return content_of(object);
}

std::string violation_in(const std::string& source) {
  const std::string bytes = object_of(source);
  return violation_in_object(std::as_bytes(std::span(bytes)));
}

std::string violation_in_constant(const std::string& source, const std::string& name) {
  const std::string bytes = object_of(source);
  return violation_in_constants(std::as_bytes(std::span(bytes)), {name});
}

process_end run_isolated(const std::string& script, const std::filesystem::path& folder) {
  command what;
  what.arguments = {"sh", "-c", script};
  what.limits = resource_limits{};
  what.folder = folder;
  return run_in_sandbox(what, folder);
}

}  // namespace

TEST_CASE("ordinary answers take no violation") {
  CHECK(violation_in("int sum(const int*, unsigned) { return 0; }").empty());
  CHECK(violation_in("#include <iostream>\n#include <vector>\nstatic std::vector<int> kept(3);\n"
                     "void write(int) {}\nint index(int i) { std::cout << i; return kept[i]; }")
            .empty());
  CHECK(violation_in("namespace lockstep { template <class T> bool agrees(T) { return true; } }\n"
                     "bool x = lockstep::agrees(3);")
            .empty());  // as a header of the course has it
}

TEST_CASE("the grader's own, and a library's, are not an answer's to use or define") {
  CHECK(violation_in("namespace lockstep::grader { int secret(); }\n"
                     "int x = lockstep::grader::secret();") ==
        "uses lockstep::grader::secret, which is the grader's");
  CHECK(violation_in("namespace lockstep { int agrees(int) { return 1; } }") ==
        "defines lockstep::agrees, which is the course's");
  CHECK(violation_in("extern \"C\" int cudaFree(void*) { return 0; }") ==
        "defines cudaFree, which is a library's");
  CHECK(violation_in("extern \"C\" void _exit(int) { for (;;) {} }") ==
        "defines _exit, which is a library's");
  CHECK(violation_in(
            "#include <cstdlib>\nvoid* operator new(unsigned long n) { return malloc(n); }") ==
        "defines operator new, which is a library's");
}

TEST_CASE("what computes, formats and prints is an answer's to use") {
  CHECK(
      violation_in(
          "#include <algorithm>\n#include <chrono>\n#include <cmath>\n#include <cstdio>\n"
          "#include <cstdlib>\n#include <iostream>\n#include <map>\n#include <memory>\n"
          "#include <random>\n#include <sstream>\n#include <thread>\n#include <vector>\n"
          "double f(int i, const char* s) { std::map<int, std::string> m{{i, s}};\n"
          "std::ostringstream o; o << std::erf(i) << m[i]; std::printf(\"%s\", o.str().c_str());\n"
          "std::thread([] { std::cerr << 1; }).join(); auto p = std::make_shared<int>(i);\n"
          "std::vector<int> v(3, i); std::sort(v.begin(), v.end()); if (i > 5) throw "
          "std::runtime_error(s); std::mt19937 r(i);\n"
          "return std::strtod(s, nullptr) + std::fmod(i, 3) + *p + r() + std::abs(i)\n"
          "+ std::chrono::steady_clock::now().time_since_epoch().count(); }")
          .empty());
}

TEST_CASE("files, processes, the environment and functions by name are not") {
  const auto uses = [](const std::string& function) {
    return violation_in("extern \"C\" int " + function + "(...);\nint f() { return " + function +
                        "(1); }");
  };
  for (const char* function : {"dlsym",
                               "dlopen",
                               "syscall",
                               "open",
                               "fopen",
                               "fdopen",
                               "read",
                               "mmap",
                               "mprotect",
                               "memfd_create",
                               "fork",
                               "execve",
                               "ptrace",
                               "getenv",
                               "signal",
                               "lockstep_observe",
                               "cudaGetDriverEntryPoint",
                               "cudaMemcpy3D",
                               "cudaGraphLaunch",
                               "cudaMemcpy_ptds",
                               "somebody_elses_kernel"}) {
    CHECK(uses(function) == std::string("uses ") + function +
                                ", which is not among the functions that an answer may use");
  }
  CHECK(violation_in("#include <fstream>\nvoid f() { std::ofstream(\"/proc/self/mem\") << 1; }")
            .find("which is not among the functions") != std::string::npos);
}

TEST_CASE("an answer may use what its interface offers") {
  CHECK(offered_by(
            "int square(int n);\nextern int steps;\nextern \"C\" int found();\n// extern x;\n") ==
        std::vector<std::string>{"steps", "found"});
}

TEST_CASE("nothing runs before the program has begun") {
  CHECK(violation_in("static void f() {}\n__attribute__((section(\".preinit_array\"), used)) void "
                     "(*const g)() = f;") ==
        "runs code before the program starts or after it ends (.preinit_array)");
  CHECK(violation_in("extern \"C\" { static void f() {} static void (*choose())() { return f; }\n"
                     "void g() __attribute__((ifunc(\"choose\"))); }")
            .find("(ifunc)") != std::string::npos);
  CHECK(violation_in("asm(\".section .init\\n nop\");") ==
        "runs code before the program starts or after it ends (.init)");
}

TEST_CASE("where constants are asked for, they are known when the answer is compiled") {
  const std::string declared = "extern const int steps;\n";
  CHECK(violation_in_constant(declared + "const int steps = 3 * 4;", "steps").empty());
  CHECK(violation_in_constant(declared, "steps").empty());  // the linker says that it is missing
  const std::string at_begin = "int three();\nconst int steps = three();";
  CHECK(violation_in_constant(declared + at_begin, "steps") ==
        "computes steps when the program starts, but only constants are allowed");
  CHECK(violation_in_constant(declared + at_begin, "other").empty());
}

TEST_CASE("host code without effect is mentioned, what is for the device is not") {
  const std::string kernel =
      "template <typename T>\n__device__ T twice(T x) { return x + x; }\n"
      "static __device__ int\nonce(int x) { return x; }\nconstexpr int bytes(int n) { return 4 * "
      "n; }\n"
      "__global__ void __launch_bounds__(256)\nzero(int* p) { *p = once(0); }\n"
      "__launch_bounds__(256, 4)\n__global__ void one(int* p) { *p = 1; }\n";
  CHECK(unused_host_code(kernel).empty());
  CHECK(unused_host_code(kernel + "int run() { return 1; }\nint main() {\n  run();\n}\n") ==
        "Only device code is taken from this file, so its host functions are not used: run, main.");
  CHECK(
      unused_host_code(kernel + "int run();\nextern int (*other)(int);\n// int f() {}\n").empty());
}

TEST_CASE("functions of the standard library that the grader may use are not an answer's") {
  CHECK(violation_in(
            "#include <vector>\ntemplate <> void std::vector<float>::push_back(const float&) "
            "{}\n")
            .find("which is a library's") != std::string::npos);
}

TEST_CASE("bytes that are no object file are nobody's violation") {
  const std::string bytes =
      "\x7f"
      "ELF and then nothing that makes sense, for many bytes to come ......";
  CHECK(violation_in_object(std::as_bytes(std::span(bytes))).empty());
  CHECK(violation_in_object({}).empty());
}

TEST_CASE("other answers and graders are no part of an answer, headers are") {
  const std::string mine = "exercises/a/b.cu";
  CHECK(foreign_answer({mine, "exercises/a/b.hpp", "common/x.cuh", "/usr/include/stdio.h"}, mine)
            .empty());
  for (const char* file : {"exercises/a/c.cu", "exercises/a/b_kernels.cu", "tools/graders/a/b.hpp",
                           "tools/graders/wrong/a/b/c.cu", "/proc/self/cwd/../solutions/a/b.cu"}) {
    CHECK(foreign_answer({mine, file}, mine) == file);
  }
  CHECK(foreign_answer({mine, "solutions/a/b.cu"}, mine) == "solutions/a/b.cu");
  CHECK(foreign_answer({mine, "tools/graders/a/b.cpp"}, mine) == "tools/graders/a/b.cpp");
  CHECK(foreign_answer({"solutions/a/b.cu"}, "solutions/a/b.cu").empty());
}

TEST_CASE("an isolated program writes in its folder only, and ends no other" *
          doctest::skip(!have_sandbox())) {
  const temporary_folder folder, other;
  CHECK(run_isolated("echo mine > here", folder.path()).succeeded());
  CHECK(content_of(folder.path() / "here") == "mine\n");
  CHECK_FALSE(
      run_isolated("echo x > " + (other.path() / "there").string(), folder.path()).succeeded());
  CHECK_FALSE(std::filesystem::exists(other.path() / "there"));
  CHECK_FALSE(run_isolated("kill -9 " + std::to_string(getpid()), folder.path()).succeeded());
  CHECK(run_isolated("kill -9 $PPID; exit 3", folder.path()).code == 3);
}

TEST_CASE("a signal that ends an isolated program is reported as a signal" *
          doctest::skip(!have_sandbox())) {
  const temporary_folder folder;
  const auto end = run_isolated("kill -11 $$", folder.path());
  CHECK(end.kind == process_end::how::signalled);
  CHECK(end.code == 11);
}

TEST_CASE("an isolated program sees nothing private, and has no rights" *
          doctest::skip(!have_sandbox())) {
  const temporary_folder folder, other;
  std::ofstream(other.path() / "theirs") << "theirs";
  CHECK(run_isolated("ls -A /run /var/tmp \"$HOME\" | grep -v : | grep .", folder.path()).output ==
        "");
  CHECK(run_isolated("ls /tmp", folder.path()).output == folder.path().filename().string() + "\n");
  CHECK(run_isolated("ls -d /dev/sd* /dev/vd* /dev/kvm /dev/mem 2>/dev/null", folder.path())
            .output.empty());
  CHECK(run_isolated("grep -c 'Cap[EP].*:.0*$' /proc/self/status", folder.path()).output == "2\n");
}

TEST_CASE("a program with a bare environment gets no more than it needs") {
  setenv("SECRET_OF_THE_MARKER", "x", 1);
  setenv("LOCKSTEP_OF_A_TEST", "y", 1);
  command what;
  what.arguments = {"sh", "-c", "echo ${SECRET_OF_THE_MARKER-unset} $LOCKSTEP_OF_A_TEST"};
  what.limits = resource_limits{};
  what.bare_environment = true;
  CHECK(run(what).output == "unset y\n");
  unsetenv("SECRET_OF_THE_MARKER");
  unsetenv("LOCKSTEP_OF_A_TEST");
}

TEST_CASE("an isolated program does not see what is hidden, but for what is visible in it" *
          doctest::skip(!have_sandbox())) {
  const temporary_folder folder, others;
  std::ofstream(others.path() / "mine") << "mine";
  std::ofstream(others.path() / "theirs") << "theirs";
  command what;
  what.arguments = in_sandbox({"ls", others.path().string()}, folder.path(),
                              {{}, {others.path()}, {others.path() / "mine"}});
  what.limits = resource_limits{};
  CHECK(run(what).output == "mine\n");
}
