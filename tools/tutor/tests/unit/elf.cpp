// Executables that can be run on another back end, and those that cannot.
#include "programs/elf.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "support/failure.hpp"

using namespace lockstep::tutor;

namespace {

std::vector<std::byte> bytes_of(const char* file) {
  std::ifstream in(file, std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(in), {}};
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

}  // namespace

TEST_CASE("the libraries that this very program needs are found") {
  const auto facts = parse_elf(bytes_of("/proc/self/exe"));
  CHECK(std::find(facts.needed.begin(), facts.needed.end(), "libc.so.6") != facts.needed.end());
  CHECK_FALSE(facts.has_device_code);
}

TEST_CASE("what is not an ELF file is refused") {
  const char text[] = "#!/bin/sh\n";
  CHECK_THROWS_WITH_AS(parse_elf(std::as_bytes(std::span(text))), "it is not an ELF executable",
                       elf_error);
  CHECK_THROWS_AS(parse_elf({}), elf_error);
}

TEST_CASE("another machine's executable is refused") {
  auto bytes = bytes_of("/proc/self/exe");
  bytes[18] = std::byte{0xf3};  // RISC-V
  CHECK_THROWS_AS(parse_elf(bytes), elf_error);
}

TEST_CASE("a file cut short anywhere is refused, or read without reading past its end") {
  const auto whole = bytes_of("/proc/self/exe");
  for (std::size_t size = 0; size < whole.size(); size += 1 + size / 7) {
    CHECK_THROWS_AS(parse_elf(std::span(whole).first(size)), elf_error);
  }
}

TEST_CASE("a missing program and a folder are refused in words") {
  CHECK_THROWS_WITH_AS(require_runnable("/no/such/program"), "there is no file /no/such/program",
                       failure);
  CHECK_THROWS_WITH_AS(require_runnable("/"), "/ is a folder", failure);
}
