// Findings in words.
#include "lockstep/protocol/finding_text.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "lockstep/protocol/kernel_name.hpp"
#include "overrun.hpp"

using namespace lockstep::protocol;

namespace {

// A source file that lives as long as the test.
struct source_file {
  std::string path = "report_" + std::to_string(getpid()) + ".cu";
  explicit source_file(
      const char* content = "int first;\n  sum += data[i];  // all of it\nint third;\n") {
    std::ofstream(path) << content;
  }
  ~source_file() { std::remove(path.c_str()); }
};

finding race(const std::string& file, unsigned line, unsigned other_line) {
  finding found = overrun();
  found.kind = finding_kind::race;
  found.message = "two threads use the same word";
  found.where = {{0, 0, 0}, {32, 0, 0}, access_kind::read, file, line, 0, "", 0};
  found.other = {{0, 0, 0}, {0, 0, 0}, access_kind::write, file, other_line, 0, "", 0};
  return found;
}

}  // namespace

TEST_SUITE_BEGIN("report");

TEST_CASE("a finding reads like a compiler's message") {
  CHECK(text(overrun()) ==
        "missing.cu:41:7: error: out_of_bounds: kernel reduce<512u> reads 4 bytes past the end\n"
        "   read by thread (255,0,0) of block (3,0,0)\n"
        "   kernel: reduce<512u>\n"
        "   why: Nobody owns them.\n"
        "   what to do: compare the index with the number of elements before the access\n");
}

TEST_CASE("the source line is quoted if its file can be read, and the statement marked") {
  const source_file source;
  finding found = overrun();
  found.where.file = source.path;
  found.where.line = 2;
  found.where.column = 3;
  CHECK(text(found) ==
        source.path +
            ":2:3: error: out_of_bounds: kernel reduce<512u> reads 4 bytes past the end\n"
            "    2 |   sum += data[i];  // all of it\n"
            "      |   ^~~~~~~~~~~~~~~ read by thread (255,0,0) of block (3,0,0)\n"
            "   kernel: reduce<512u>\n"
            "   why: Nobody owns them.\n"
            "   what to do: compare the index with the number of elements before the access\n");
}

TEST_CASE("marks stand below what they mark, behind tabs too; without a column all is marked") {
  const source_file source("\ta[i] = 1;\n");
  finding found = overrun();
  found.where.file = source.path;
  found.where.line = 1;
  found.where.column = 0;
  CHECK(text(found).find("    1 | \ta[i] = 1;\n      | \t^~~~~~~~~ read by") != std::string::npos);
}

TEST_CASE("a column that no statement begins at is none") {
  const source_file source("__global__ void k(int* p) { p[0] = 1; }\nif (a) b = 1;\n");
  finding found = overrun();
  found.where.file = source.path;
  found.where.line = 1;
  found.where.column = 23;
  CHECK(text(found).find("      | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ read") !=
        std::string::npos);
  CHECK(text(found).find(source.path + ":1: error") == 0);
  found.where.line = 2;
  found.where.column = 8;
  CHECK(text(found).find("      |        ^~~~~~ read") != std::string::npos);
}

TEST_CASE("what each warp of a kernel that hangs waits for has a line of its own") {
  finding found = overrun();
  found.kind = finding_kind::deadlock;
  found.message = "kernel wait can never go on; warp 0: 32 lanes; warp 1: 1 lane";
  CHECK(text(found).find("never go on\n   warp 0: 32 lanes\n   warp 1: 1 lane\n") !=
        std::string::npos);
}

TEST_CASE("the other side may be another kernel's") {
  finding found = race("missing.cu", 41, 38);
  found.other->kernel = "void add<1>(int*)";
  CHECK(text(found).find(
            "written by thread (0,0,0) of block (0,0,0), kernel add<1>, at missing.cu:38") !=
        std::string::npos);
}

TEST_CASE("slashes in a text are no comment") {
  const source_file source("p(\"//\"); // no\n");
  finding found = overrun();
  found.where.file = source.path;
  found.where.line = 1;
  found.where.column = 1;
  CHECK(text(found).find("      | ^~~~~~~~ read by") != std::string::npos);
}

TEST_CASE("a line beyond the end of its file is not quoted") {
  const source_file source;
  finding found = overrun();
  found.where.file = source.path;
  found.where.line = 40;
  CHECK(text(found).find(" | ") == std::string::npos);
}

TEST_CASE("both sides of a race stand in one excerpt, in the order of the source") {
  const source_file source("tile[t] = 1;\n\nint y = tile[t ^ 32];\n");
  CHECK(text(race(source.path, 3, 1))
            .find("two threads use the same word\n"
                  "    1 | tile[t] = 1;\n"
                  "      | ------------ written by thread (0,0,0) of block (0,0,0)\n"
                  "  ...\n"
                  "    3 | int y = tile[t ^ 32];\n"
                  "      | ^~~~~~~~~~~~~~~~~~~~~ read by thread (32,0,0) of block (0,0,0)\n"
                  "   kernel: reduce<512u>\n") != std::string::npos);
}

TEST_CASE("two sides on one line have two marks below it") {
  const source_file source("s[t] += s[t + 1];\n");
  CHECK(text(race(source.path, 1, 1))
            .find("    1 | s[t] += s[t + 1];\n"
                  "      | ^~~~~~~~~~~~~~~~~ read by thread (32,0,0) of block (0,0,0)\n"
                  "      | ----------------- written by thread (0,0,0) of block (0,0,0)\n"
                  "   kernel:") != std::string::npos);
}

TEST_CASE("the other side in a file of its own comes behind that file's name") {
  const source_file source("tile[t] = 1;\n");
  finding found = race(source.path, 1, 1);
  const std::string other = source.path + ".cuh";
  std::ofstream(other) << "int y;\ny = tile[0];\n";
  found.other->file = other;
  found.other->line = 2;
  const std::string all = text(found);
  std::remove(other.c_str());
  CHECK(all.find("      | ^~~~~~~~~~~~ read by thread (32,0,0) of block (0,0,0)\n"
                 "  --> " +
                 other +
                 ":2\n"
                 "    2 | y = tile[0];\n"
                 "      | ------------ written by") != std::string::npos);
}

TEST_CASE("sides whose source is not there are named by place") {
  CHECK(text(race("missing.cu", 41, 38))
            .find("   read by thread (32,0,0) of block (0,0,0)\n"
                  "   written by thread (0,0,0) of block (0,0,0), at missing.cu:38\n") !=
        std::string::npos);
}

TEST_CASE("a kernel without line numbers has no excerpt") {
  finding found = overrun();
  found.where.file.clear();
  found.where.line = found.where.column = 0;
  CHECK(text(found).find("lockstep: error: out_of_bounds: kernel reduce<512u> reads 4 bytes past "
                         "the end\n   read by thread (255,0,0) of block (3,0,0)\n") == 0);
}

TEST_CASE("a finding that ends its kernel says so") {
  finding found = overrun();
  found.stopped = true;
  found.launch = {{1, 1, 1}, {8, 1, 1}};
  CHECK(text(found).find("   kernel: reduce<512u><<<1, 8>>>, stopped here\n") != std::string::npos);
}

TEST_CASE("a finding after which its kernel went on says so") {
  finding found = overrun();
  found.went_on = true;
  found.launch = {{1, 1, 1}, {8, 1, 1}};
  found.where.kind = access_kind::read;
  CHECK(text(found).find(
            "   kernel: reduce<512u><<<1, 8>>>; the read returned 0 and the kernel went on\n") !=
        std::string::npos);
  found.where.kind = access_kind::write;
  CHECK(text(found).find(
            "   kernel: reduce<512u><<<1, 8>>>; the write was dropped and the kernel went on\n") !=
        std::string::npos);
}

TEST_CASE("the launch, and how often: accesses, or threads where there is no access") {
  finding found = overrun();
  found.count = 32;
  CHECK(text(found).find("   kernel: reduce<512u>; 32 accesses like this\n") != std::string::npos);
  found.launch = {{2, 1, 1}, {16, 16, 1}};
  found.launches = 3;
  CHECK(text(found).find(
            "   kernel: reduce<512u><<<2, (16,16,1)>>>; 32 accesses like this, in 3 launches\n") !=
        std::string::npos);
  found.where.kind = access_kind::none;
  CHECK(text(found).find("; 32 threads like this") != std::string::npos);
}

TEST_CASE("the only block of a grid is not named") {
  finding found = overrun();
  found.launch = {{1, 1, 1}, {256, 1, 1}};
  CHECK(text(found).find("   read by thread (255,0,0)\n") != std::string::npos);
}

TEST_CASE("code that was inlined from a header names the header's line") {
  finding found = overrun();
  found.where.header = "/usr/local/cuda/targets/x86_64-linux/include/cccl/cub/block.cuh";
  found.where.in_line = 7;
  CHECK(text(found).find("   in: <cub/block.cuh>:7, called at missing.cu:41\n") !=
        std::string::npos);
}

TEST_CASE("the declaration of an intrinsic is no place to look at") {
  finding found = overrun();
  found.where.header = "/usr/local/cuda/include/device_atomic_functions.hpp";
  CHECK(text(found).find("   in:") == std::string::npos);
}

TEST_CASE("a finding without sentences of its own has those of its kind") {
  finding found = overrun();
  found.why.clear();
  found.advice.clear();
  CHECK(text(found).find("   why: A GPU stops the kernel with cudaErrorIllegalAddress") !=
        std::string::npos);
  CHECK(text(found).find("   what to do: compare the index") != std::string::npos);
}

TEST_CASE("why a race is one depends on who races") {
  finding found = race("missing.cu", 1, 2);
  found.why.clear();
  CHECK(why(found).find("Warps of a block run in any order") == 0);
  found.other->block = {1, 0, 0};
  CHECK(why(found).find("Blocks run in any order") == 0);
  found.severity = finding_severity::warning;
  CHECK(why(found).find("All write the same value") == 0);
}

TEST_CASE("every kind belongs to a tool and has its sentences") {
  for (const auto& kind : known_kinds()) {
    CAPTURE(kind.name);
    CHECK((kind.tool == "memcheck" || kind.tool == "initcheck" || kind.tool == "racecheck" ||
           kind.tool == "synccheck" || kind.tool == "execution"));
    CHECK(kind.why.back() == '.');
    CHECK(kind.advice.back() != '.');
  }
  CHECK(facts_of(finding_kind::warp_race).tool == "racecheck");
  CHECK(facts_of(finding_kind::other).tool == "execution");
}

TEST_CASE("a message of several lines is one line in a record") {
  finding found = overrun();
  found.message = "kernel wait() can never go on\n   warp 0: 32 lanes wait at a.cu:3\n";
  CHECK(text(found).find("wait at a.cu:3\n   read by") != std::string::npos);
  CHECK(one_line(found.message) ==
        "kernel wait() can never go on; warp 0: 32 lanes wait at a.cu:3");
}

TEST_CASE("a finding about a host call names no thread") {
  finding found;
  found.kind = finding_kind::api_error;
  found.message = "cudaMemcpy would write 2000 bytes";
  found.advice = "copy no more than the allocation holds";
  CHECK(text(found) ==
        "lockstep: error: api_error: cudaMemcpy would write 2000 bytes\n"
        "   why: The call is refused with an error code and does nothing.\n"
        "   what to do: copy no more than the allocation holds\n");
}

TEST_CASE("two calls to which the program came in one way show it once") {
  finding found = race("missing.cu", 4, 5);
  found.where.callers = found.other->callers = {{"main.cu", 30}};
  const std::string once = text(found), way = "called from: main.cu:30\n";
  CHECK(once.find(way) != std::string::npos);
  CHECK(once.find(way) == once.rfind(way));
  found.other->callers = {{"main.cu", 31}};
  CHECK(text(found).find("called from: main.cu:31\n") != std::string::npos);
}

TEST_CASE("a host call is a line of the program, with those through which it was come to") {
  const source_file source;
  finding found;
  found.kind = finding_kind::double_free;
  found.message = "cudaFree of 0x7f0000000000, which was freed before (4 bytes)";
  found.why = "W.";
  found.advice = "a";
  found.where.call = "cudaFree";
  found.where.file = source.path;
  found.where.line = 2;
  found.where.callers = {{"main.cu", 30}, {"main.cu", 12}};
  found.count = 3;
  CHECK(text(found) ==
        source.path +
            ":2: error: double_free: cudaFree of 0x7f0000000000, which was freed before (4 bytes)\n"
            "    2 |   sum += data[i];  // all of it\n"
            "      |   ^~~~~~~~~~~~~~~ cudaFree is called here\n"
            "   called from: main.cu:30, main.cu:12\n"
            "   3 calls like this\n"
            "   why: W.\n"
            "   what to do: a\n");
  found.kind = finding_kind::launch_error;
  CHECK(text(found).find("^~~~~~~~~~~~~~~ launched here\n") != std::string::npos);
}

TEST_CASE("an access of a kernel without a line says how there could be one") {
  finding found;
  found.kind = finding_kind::race;
  found.kernel = "sum";
  found.where.kind = access_kind::read;
  CHECK(text(found).find("   its line is not known: compile with nvcc -lineinfo") !=
        std::string::npos);
  found.where.file = "sum.cu";
  found.where.line = 3;
  CHECK(text(found).find("not known") == std::string::npos);
}

TEST_CASE("a host call without a line says its function, and how there could be a line") {
  finding found;
  found.kind = finding_kind::double_free;
  found.message = "cudaFree of 0x1, which was freed before";
  found.where.call = "cudaFree";
  found.where.function = "release";
  CHECK(text(found).find("lockstep: error: double_free: cudaFree of 0x1, which was freed before\n"
                         "   cudaFree is called in release\n"
                         "   its line is not known: compile the host code with nvcc -g") == 0);
  found.where.function.clear();
  CHECK(text(found).find("freed before\n   why:") != std::string::npos);
}

TEST_CASE("the host may be the other side of a race") {
  const source_file source;
  finding found = race(source.path, 1, 3);
  found.other->call = "the host";
  CHECK(text(found).find("    3 | int third;\n      | ---------- written by the host\n") !=
        std::string::npos);
  found.other->file.clear();
  found.other->line = 0;
  found.other->function = "main";
  CHECK(text(found).find("   written by the host, in main\n") != std::string::npos);
}

TEST_CASE("colours, where they are wanted, change no letter") {
  const std::string coloured = text(overrun(), {true});
  CHECK(coloured.find("\033[1;31merror:\033[0m") != std::string::npos);
  std::string plain;
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\033')
      i = coloured.find('m', i);
    else
      plain += coloured[i];
  }
  CHECK(plain == text(overrun()));
}

TEST_CASE("names of kernels without what a reader does not need") {
  CHECK(short_name("sum(int*, int)") == "sum");
  CHECK(short_name("void reduce<512u, float>(float*, int)") == "reduce<512u, float>");
  CHECK(short_name("(anonymous namespace)::sum(int*)") == "sum");
  CHECK(short_name("cudapy::main::axpy[abi:v1][abi:cw51c](float)") == "cudapy::main::axpy");
  CHECK(short_name("void graph::step<(graph::order)1, int (*)(int)>(int)") ==
        "graph::step<(graph::order)1, int (*)(int)>");
  CHECK(short_name("std::pair<int, int> a::f<int>(int)") == "a::f<int>");
  CHECK(short_name("void sort<one::policy<int>, another::long_policy_name<float, 8>>(int*)") ==
        "sort<...>");
  CHECK(short_name("void a_namespace::another_namespace::yet_another_namespace::of_many::"
                   "a_kernel<int>(int)") == "a_kernel<int>");
  CHECK(short_name("_INTERNAL_1f_4_a_cu_2b::_GLOBAL__N__1f_a_cu_2b::depth(int*, int)") == "depth");
  CHECK(short_name("_Z4what") == "_Z4what");
  CHECK(short_name("void f<lambda(int)>") == "f<lambda(int)>");
  CHECK(short_name("walk::operator()(int*) const") == "walk::operator()");
  CHECK(short_name("int tree<int>::operator()<float>(int*, float) const") ==
        "tree<int>::operator()<float>");
  CHECK(short_name("main::{lambda(int*)#1}::operator()(int*) const") ==
        "main::{lambda(int*)#1}::operator()");
  CHECK(short_name("operator<<(stream&, int)") == "operator<<");
  CHECK(short_name("bool key::operator<(key const&) const") == "key::operator<");
  CHECK(short_name("") == "");
}

TEST_SUITE_END();
