// The container inside a fatbinary: a header, then entries, each with a header of its own and an
// image.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep::ptx {

enum class image_kind : std::uint16_t {
  ptx = 1,
  machine_code = 2
};  // others exist; we pass them by

struct container_entry {
  image_kind kind = image_kind::ptx;
  std::uint32_t architecture = 0;  // 90 for sm_90
  std::uint64_t flags = 0;
  std::uint64_t uncompressed_size = 0;  // 0 if not compressed
  std::span<const std::byte> stored;    // as it lies in the container
};

constexpr std::uint32_t container_magic = 0xBA55ED50;
constexpr std::size_t container_header_size = 16;

// Size of the whole container by its header (`container_header_size` bytes).
[[nodiscard]] std::uint64_t container_size(std::span<const std::byte> header);

// Throws bad_image. `data` must cover the container whole.
[[nodiscard]] std::vector<container_entry> entries_of(std::span<const std::byte> data);

// The image of an entry, decompressed.
[[nodiscard]] std::vector<std::byte> image_of(const container_entry& entry);

}  // namespace lockstep::ptx
