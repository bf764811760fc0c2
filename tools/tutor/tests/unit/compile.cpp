// Flags and words for nvcc.
#include "programs/compile.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/failure.hpp"

using namespace lockstep::tutor;

namespace {

using strings = std::vector<std::string>;

bool has(const strings& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

TEST_CASE("a program gets the shared runtime, machine code, PTX and line numbers") {
  CHECK(nvcc_flags("89", {}) ==
        strings{"-cudart", "shared", "-O3", "-lineinfo", "-Xcompiler", "-g1", "-Xcompiler",
                "-fno-optimize-sibling-calls", "-Xcompiler", "-fno-tree-ter", "-gencode",
                "arch=compute_89,code=sm_89", "-gencode", "arch=compute_89,code=compute_89"});
}

TEST_CASE("what the user says of the host's debug information and compiler holds") {
  CHECK_FALSE(has(nvcc_flags("90", {"-g"}), "-g1"));
  CHECK_FALSE(has(nvcc_flags("90", {"-ccbin", "clang++"}), "-fno-tree-ter"));
}

TEST_CASE("what the user says of architecture and debugging is left to the user") {
  CHECK_FALSE(has(nvcc_flags("90", {"-arch=sm_80"}), "-gencode"));
  CHECK(nvcc_flags("90", {"-G"}).back() == "-G");
  CHECK_FALSE(has(nvcc_flags("90", {"-G"}), "-lineinfo"));
  CHECK_FALSE(has(nvcc_flags("90", {"-G"}), "-O3"));
}

TEST_CASE("words are split as a shell splits them") {
  CHECK(split_words("").empty());
  CHECK(split_words("  -G   -I dir ") == strings{"-G", "-I", "dir"});
  CHECK(split_words(R"(-DX="a b" 'c d'e \"f '' )") == strings{"-DX=a b", "c de", "\"f", ""});
  CHECK_THROWS_WITH_AS(split_words("-DX='a"), "--nvcc: a quote is not closed", failure);
}
