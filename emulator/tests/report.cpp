#include "checks/report.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

using lockstep::checks::finding;
using lockstep::checks::json;
using lockstep::checks::text;

namespace {

// A source file of three lines that lives as long as the test.
struct source_file {
  std::string path = "report_" + std::to_string(getpid()) + ".cu";
  source_file() { std::ofstream(path) << "int first;\n  sum += data[i];\nint third;\n"; }
  ~source_file() { std::remove(path.c_str()); }
};

finding overrun() {
  finding found;
  found.kind = "out_of_bounds";
  found.space = "global";
  found.kernel = "reduce(int*, int)";
  found.where = {{3, 0, 0}, {255, 0, 0}, "read", "missing.cu", 41};
  found.address = 0x7f0000001004;
  found.count = 32;
  found.message = "kernel reduce(int*, int) reads 4 bytes past the end";
  found.advice = "compare the index with the number of elements before the access";
  return found;
}

}  // namespace

TEST_SUITE_BEGIN("report");

TEST_CASE("a finding reads like a compiler's message") {
  CHECK(text(overrun()) ==
        "missing.cu:41: error: out_of_bounds: kernel reduce(int*, int) reads 4 bytes past the end\n"
        "   block (3,0,0), thread (255,0,0); 32 accesses like this\n"
        "   what to do: compare the index with the number of elements before the access\n");
}

TEST_CASE("the source line is quoted if its file can be read") {
  const source_file source;
  finding found = overrun();
  found.where.file = source.path;
  found.where.line = 2;
  CHECK(text(found) ==
        source.path +
            ":2: error: out_of_bounds: kernel reduce(int*, int) reads 4 bytes past the end\n"
            "    2 |   sum += data[i];\n"
            "      |\n"
            "   block (3,0,0), thread (255,0,0); 32 accesses like this\n"
            "   what to do: compare the index with the number of elements before the access\n");
}

TEST_CASE("a line beyond the end of its file is not quoted") {
  const source_file source;
  finding found = overrun();
  found.where.file = source.path;
  found.where.line = 40;
  CHECK(text(found).find(" | ") == std::string::npos);
}

TEST_CASE("threads are counted where there is no access") {
  finding found = overrun();
  found.kind = "trap";
  found.where.kind.clear();
  CHECK(text(found).find("; 32 threads like this\n") != std::string::npos);
}

TEST_CASE("a message of several lines is one line in a record") {
  finding found = overrun();
  found.message = "kernel wait() can never go on\n   warp 0: 32 lanes wait at a.cu:3\n";
  CHECK(text(found).find("wait at a.cu:3\n   block") != std::string::npos);
  CHECK(nlohmann::json::parse(json(found))["message"] ==
        "kernel wait() can never go on; warp 0: 32 lanes wait at a.cu:3");
}

TEST_CASE("a race shows both sides") {
  finding found = overrun();
  found.kind = "race";
  found.message = "two threads touch the same word";
  found.count = 1;
  found.advice.clear();
  found.other = {{3, 0, 0}, {7, 0, 0}, "write", "missing.cu", 38};
  CHECK(text(found) ==
        "missing.cu:41: error: race: two threads touch the same word\n"
        "   block (3,0,0), thread (255,0,0)\n"
        "   the other: write by block (3,0,0), thread (7,0,0) at missing.cu:38\n");
}

TEST_CASE("a finding about a host call names no thread") {
  finding found;
  found.kind = "api_error";
  found.message = "cudaMemcpy would write 2000 bytes";
  found.advice = "copy no more than the allocation holds";
  CHECK(text(found) ==
        "lockstep: error: api_error: cudaMemcpy would write 2000 bytes\n"
        "   what to do: copy no more than the allocation holds\n");
}

TEST_CASE("the record has every field of check --json, on one line") {
  const std::string line = json(overrun());
  CHECK(line.find('\n') == std::string::npos);
  const auto object = nlohmann::json::parse(line);
  CHECK(object["kind"] == "out_of_bounds");
  CHECK(object["severity"] == "error");
  CHECK(object["block"] == nlohmann::json({3, 0, 0}));
  CHECK(object["thread"] == nlohmann::json({255, 0, 0}));
  CHECK(object["access"] == "read");
  CHECK(object["file"] == "missing.cu");
  CHECK(object["line"] == 41);
  CHECK(object["other"].is_null());
  CHECK(object["address"] == "0x7f0000001004");
  CHECK(object["count"] == 32);
}

TEST_CASE(
    "a source line that is not known is null, and text that is not UTF-8 still makes a record") {
  finding found = overrun();
  found.where.line = 0;
  found.message = "\xff";
  const auto object = nlohmann::json::parse(json(found));
  CHECK(object["line"].is_null());
}

TEST_SUITE_END();
