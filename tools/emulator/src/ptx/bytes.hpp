// Reading binary formats without reading past their end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "ptx/fatbinary.hpp"

namespace lockstep::ptx {

// Bytes that came from outside, and what to call them in a message: "fatbinary", "machine code
// image".
class untrusted_bytes {
 public:
  untrusted_bytes(std::span<const std::byte> bytes, std::string_view what)
      : bytes_(bytes), what_(what) {}

  std::size_t size() const { return bytes_.size(); }

  std::span<const std::byte> at(std::uint64_t offset, std::uint64_t length) const {
    if (offset > bytes_.size() || length > bytes_.size() - offset) {
      fail("is truncated: " + std::to_string(length) + " bytes expected at offset " +
           std::to_string(offset) + " of " + std::to_string(bytes_.size()));
    }
    return bytes_.subspan(offset, length);
  }

  template <class T>
  T read(std::uint64_t offset) const {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, at(offset, sizeof(T)).data(), sizeof(T));
    return value;
  }

  // From `offset` to the next NUL.
  std::string_view text(std::uint64_t offset) const {
    const auto rest = at(offset, bytes_.size() < offset ? 1 : bytes_.size() - offset);
    const std::string_view all(reinterpret_cast<const char*>(rest.data()), rest.size());
    const std::size_t end = all.find('\0');
    if (end == all.npos) fail("has an unterminated name at offset " + std::to_string(offset));
    return all.substr(0, end);
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw bad_image("the " + std::string(what_) + " " + why);
  }

 private:
  std::span<const std::byte> bytes_;
  std::string_view what_;
};

}  // namespace lockstep::ptx
