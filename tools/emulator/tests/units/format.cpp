#include <doctest/doctest.h>

#include <cstring>

#include "simt/device_runtime/format.hpp"

namespace {

// Packs arguments as device code does: each at a multiple of its own size.
struct arguments {
  std::string bytes;
  template <class T>
  arguments& add(T value) {
    bytes.resize((bytes.size() + sizeof value - 1) / sizeof value * sizeof value);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  std::string print(const char* text) const {
    return lockstep::simt::formatted(
        text,
        [&](std::size_t offset, std::size_t size) {
          std::uint64_t value = 0;
          std::memcpy(&value, bytes.data() + offset, size);
          return value;
        },
        [](std::uint64_t) { return std::string("string"); });
  }
};

TEST_CASE("integers") { CHECK(arguments().add(-7).add(255u).print("%d %x %%") == "-7 ff %"); }
TEST_CASE("a wide argument is aligned to its size") {
  CHECK(arguments().add(1).add(1ll << 40).print("%d %lld") == "1 1099511627776");
}
TEST_CASE("floating point with width and precision") {
  CHECK(arguments().add(2.25).print("[%7.3f]") == "[  2.250]");
}
TEST_CASE("a width from the arguments") {
  CHECK(arguments().add(5).add(42).print("[%*d]") == "[   42]");
}
TEST_CASE("no field is wider than printf's buffer") {
  CHECK(arguments().add(2'000'000'000).add(42).print("%*d").size() == std::size_t{1} << 20);
}
TEST_CASE("strings are read from device memory") {
  CHECK(arguments().add(std::uint64_t{1}).print("<%s>") == "<string>");
}
TEST_CASE("an unknown conversion is printed as it stands") {
  CHECK(arguments().print("%q") == "%q");
}
TEST_CASE("a lone percent sign at the end is dropped") {
  CHECK(arguments().print("100%") == "100");
}

}  // namespace
