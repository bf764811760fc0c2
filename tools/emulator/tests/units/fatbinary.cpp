#include "ptx/fatbinary.hpp"

#include <doctest/doctest.h>

#include "fatbinary_images.hpp"

using namespace lockstep::ptx;
using namespace fatbinary_images;

TEST_SUITE_BEGIN("fatbinary");

namespace {

const std::string text =
    ".version 9.0\n.target sm_90\n.address_size 64\n// a long enough text to be compressed, "
    "compressed, compressed\n";
constexpr compression all_compressions[] = {compression::none, compression::lz4, compression::zstd};

}  // namespace

TEST_CASE("PTX is read plain, as one LZ4 block and as zstd, without its NUL") {
  for (const compression how : all_compressions) {
    const auto contents = read(container({ptx(90, text, how)}));
    REQUIRE(contents.ptx.size() == 1);
    CHECK(contents.ptx[0] == text);
    CHECK(contents.ptx_architecture == 90);
  }
}

TEST_CASE("an entry's header may be longer than its fields") {
  CHECK(
      read(container({ptx(90, text, compression::zstd, 136), ptx(80, text, compression::none, 80)}))
          .ptx.at(0) == text);
}

TEST_CASE("of several PTX entries the one for the newest architecture is taken") {
  const auto contents = read(container({ptx(75, "a"), ptx(90, "b"), ptx(80, "c")}));
  REQUIRE(contents.ptx.size() == 1);
  CHECK(contents.ptx[0] == "b");
  CHECK(contents.ptx_architecture == 90);
}

TEST_CASE(
    "machine code is kept with its architecture; registers and stack are those of the newest") {
  for (const compression how : all_compressions) {
    const auto contents = read(
        container({entry(2, 80, cubin({{"k", {40, 0}}}), how),
                   entry(2, 90, cubin({{"k", {16, 0}}, {"l", {255, 48}}}), how), ptx(90, text)}));
    CHECK(contents.cubins.size() == 2);
    CHECK(contents.cubin_architectures == std::vector<std::uint32_t>{80, 90});
    CHECK(contents.resources ==
          std::map<std::string, thread_resources>{{"k", {16, 0}}, {"l", {255, 48}}});
  }
}

TEST_CASE("no PTX is not an error; entries of other kinds are passed by") {
  const auto contents = read(container({entry(2, 90, cubin({})), entry(8, 90, bytes(24))}));
  CHECK(contents.ptx.empty());
  CHECK(contents.cubins.size() == 1);
  CHECK(read(container({})).ptx.empty());
}

TEST_CASE("a wrapper of version 1 leads to one container") {
  const bytes data = container({ptx(90, text)});
  const wrapper w{.data = data.data()};
  CHECK(read_wrapper(&w).ptx.at(0) == text);
}

TEST_CASE(
    "a wrapper of version 2 has a container per translation unit, the device runtime left out") {
  const bytes linked = container({entry(2, 90, cubin({{"k", {24, 0}}}))});
  const bytes first = container({ptx(90, "first"), entry(2, 90, cubin({{"k", {99, 0}}}))});
  const bytes second = container({ptx(90, "second")});
  const bytes runtime = container({ptx(121, ".extern .func __cuda_syscall_cnpv2GetLastError;")});
  const std::byte* const units[] = {first.data(), runtime.data(), second.data(), nullptr};
  const wrapper w{.version = 2, .data = linked.data(), .units = units};
  const auto contents = read_wrapper(&w);
  CHECK(contents.ptx == std::vector<std::string>{"first", "second"});
  CHECK(contents.ptx_architecture == 90);
  CHECK(contents.resources.at("k").registers == 24);
  CHECK(contents.cubins.size() == 1);
}

TEST_CASE("a cubin without register counts gives none") { CHECK(resources_of(cubin({})).empty()); }

TEST_CASE("bad wrappers") {
  const bytes data = container({});
  CHECK(error_of([] { static_cast<void>(read_wrapper(nullptr)); }) ==
        "the fatbinary is missing: its wrapper's address is null");
  const wrapper no_data{};
  CHECK(error_of([&] { static_cast<void>(read_wrapper(&no_data)); }) ==
        "the fatbinary is missing: its address is null");
  const wrapper no_magic{.magic = 7, .data = data.data()};
  CHECK(error_of([&] { static_cast<void>(read_wrapper(&no_magic)); }) ==
        "the fatbinary's wrapper does not begin with its magic number 0x466243B1");
  const wrapper version{.version = 3, .data = data.data()};
  CHECK(error_of([&] { static_cast<void>(read_wrapper(&version)); }) ==
        "the fatbinary's wrapper has version 3; only 1 and 2 are known");
}

TEST_CASE("an executable's container ends where its segment does") {
  static const struct {
    std::uint32_t magic = 0xBA55ED50;
    std::uint16_t version = 1, header_size = 16;
    std::uint64_t size = std::uint64_t{1} << 39;
  } header;
  const wrapper w{.data = reinterpret_cast<const std::byte*>(&header)};
  CHECK(error_of([&] {
          static_cast<void>(read_wrapper(&w));
        }).find("is damaged: it says that it has 549755813904 bytes, and there are ") !=
        std::string::npos);
}

TEST_CASE("bad containers and entries: the message says what is wrong and where") {
  const bytes good = container({ptx(90, text, compression::zstd)});
  const auto error_with = [&good](std::size_t offset, auto value) {
    bytes changed = good;
    put(changed, offset, value);
    return error_of([&] { read(changed); });
  };
  CHECK(error_with(0, 0u) == "the fatbinary does not begin with its magic number 0xBA55ED50");
  CHECK(error_with(4, std::uint16_t{2}) ==
        "the fatbinary has version 2 and a header of 16 bytes; only version 1 with 16 is known");
  CHECK(error_with(8, std::uint64_t{1} << 62).find("it says that it has") != std::string::npos);
  CHECK(error_with(8, std::uint64_t{good.size()}).find("is truncated: ") != std::string::npos);
  CHECK(error_with(20, 8u).find("the entry at offset 16 has a header of 8 bytes") !=
        std::string::npos);
  CHECK(error_with(24, ~std::uint64_t{0}).find("is truncated: ") != std::string::npos);
  CHECK(error_with(32, 100000u).find("the entry at offset 16 says that 100000 of its ") !=
        std::string::npos);
}

TEST_CASE("compressed data that does not yield what was said") {
  for (const compression how : {compression::lz4, compression::zstd}) {
    const bytes good = container({ptx(90, text, how)});
    for (const std::uint64_t size :
         {text.size(), text.size() + 2, std::size_t{0}, std::size_t{1} << 33}) {
      bytes changed = good;
      put(changed, 16 + 56, size);
      CHECK(error_of([&] { read(changed); }).find("data in the fatbinary is damaged") !=
            std::string::npos);
    }
    bytes changed = good;
    put(changed, 16 + 64, ~std::uint64_t{0});
    CHECK(error_of([&] { read(changed); }).find("data in the fatbinary is damaged") !=
          std::string::npos);
  }
}

TEST_CASE("whatever is cut off or overwritten, reading ends with an answer or bad_image") {
  const bytes good =
      container({entry(2, 90, cubin({{"k", {24, 0}}}), compression::lz4),
                 entry(2, 80, cubin({{"k", {24, 0}}})), ptx(90, text, compression::zstd)});
  int refused = 0;
  for (std::size_t size = 0; size < good.size(); ++size) {
    refused += error_of([&] { read(bytes(good.begin(), good.begin() + size)); }) != "";
  }
  CHECK(refused == static_cast<int>(good.size()));
  for (std::size_t offset = 0; offset < good.size(); ++offset) {
    for (const unsigned value : {0u, 0x7fu, 0xffu}) {
      bytes changed = good;
      changed[offset] = static_cast<std::byte>(value);
      CHECK_NOTHROW(error_of([&] { read(changed); }));
    }
  }
}

TEST_CASE("a damaged cubin is refused or read as far as it makes sense") {
  const bytes good = cubin({{"k", {24, 0}}});
  CHECK(resources_of(good).at("k").registers == 24);
  CHECK(error_of([&] {
          static_cast<void>(resources_of(bytes(good.begin(), good.begin() + 63)));
        }).find("the machine code image is truncated") == 0);
  CHECK(error_of([] { static_cast<void>(resources_of(bytes(64))); }) ==
        "the machine code image is not a 64-bit ELF file");
  for (std::size_t offset = 0; offset < good.size(); ++offset) {
    bytes changed = good;
    changed[offset] = std::byte{0xff};
    CHECK_NOTHROW(error_of([&] { static_cast<void>(resources_of(changed)); }));
  }
}

TEST_SUITE_END();
