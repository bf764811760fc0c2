#include "ptx/decompress.hpp"

#include <lz4.h>
#include <zstd.h>

#include <string>

#include "ptx/fatbinary.hpp"

namespace lockstep::ptx {
namespace {

constexpr std::uint64_t largest_image = std::uint64_t{256} << 20;

[[noreturn]] void fail(const char* method, const std::string& why) {
  throw bad_image(std::string("the ") + method + " data in the fatbinary is damaged: " + why);
}

// A buffer only once the declared size is believable: a few damaged bytes must not cost gigabytes.
std::vector<std::byte> buffer(const char* method, std::uint64_t size) {
  if (size == 0 || size > largest_image) {
    fail(method, "its size is said to be " + std::to_string(size) + " bytes");
  }
  return std::vector<std::byte>(size);
}

void check_size(const char* method, std::uint64_t got, std::uint64_t size) {
  if (got == size) return;
  fail(method, "it yields " + std::to_string(got) + " bytes, not " + std::to_string(size));
}

}  // namespace

std::vector<std::byte> decompress_zstd(std::span<const std::byte> data, std::uint64_t size) {
  const unsigned long long announced = ZSTD_getFrameContentSize(data.data(), data.size());
  if (announced == ZSTD_CONTENTSIZE_ERROR) fail("zstd", "it has no frame header");
  if (announced != ZSTD_CONTENTSIZE_UNKNOWN) check_size("zstd", announced, size);
  std::vector<std::byte> result = buffer("zstd", size);
  const std::size_t got = ZSTD_decompress(result.data(), result.size(), data.data(), data.size());
  if (ZSTD_isError(got)) fail("zstd", ZSTD_getErrorName(got));
  check_size("zstd", got, size);
  return result;
}

std::vector<std::byte> decompress_lz4(std::span<const std::byte> data, std::uint64_t size) {
  constexpr std::uint64_t most_per_byte = 255;  // of the LZ4 block format
  if (data.size() > largest_image || size / most_per_byte > data.size()) {
    fail("LZ4", std::to_string(data.size()) + " bytes cannot yield " + std::to_string(size));
  }
  std::vector<std::byte> result = buffer("LZ4", size);
  const int got = LZ4_decompress_safe(reinterpret_cast<const char*>(data.data()),
                                      reinterpret_cast<char*>(result.data()),
                                      static_cast<int>(data.size()), static_cast<int>(size));
  if (got < 0) fail("LZ4", "it stops at byte " + std::to_string(-got));
  check_size("LZ4", static_cast<std::uint64_t>(got), size);
  return result;
}

}  // namespace lockstep::ptx
