#include "ptx/container.hpp"

#include <string>

#include "ptx/bytes.hpp"
#include "ptx/decompress.hpp"

namespace lockstep::ptx {
namespace {

constexpr std::uint64_t flag_lz4 = 0x2000;
constexpr std::uint64_t flag_zstd = 0x8000;
constexpr std::size_t smallest_entry_header = 64;

container_entry read_entry(const untrusted_bytes& container, std::uint64_t at,
                           std::uint64_t& next) {
  container_entry entry;
  entry.kind = static_cast<image_kind>(container.read<std::uint16_t>(at));
  const auto header = container.read<std::uint32_t>(at + 4);
  const auto payload = container.read<std::uint64_t>(at + 8);
  const auto compressed = container.read<std::uint32_t>(at + 16);
  entry.architecture = container.read<std::uint32_t>(at + 28);
  entry.flags = container.read<std::uint64_t>(at + 40);
  entry.uncompressed_size = container.read<std::uint64_t>(at + 56);
  if (header < smallest_entry_header) {
    container.fail("is damaged: the entry at offset " + std::to_string(at) + " has a header of " +
                   std::to_string(header) + " bytes");
  }
  entry.stored = container.at(at + header, payload);
  next = at + header + payload;

  // Compressed images are padded; the rest must not reach the decompressor.
  if (compressed > payload) {
    container.fail("is damaged: the entry at offset " + std::to_string(at) + " says that " +
                   std::to_string(compressed) + " of its " + std::to_string(payload) +
                   " bytes are compressed");
  }
  if (compressed != 0) entry.stored = entry.stored.first(compressed);
  return entry;
}

}  // namespace

std::uint64_t container_size(std::span<const std::byte> header) {
  const untrusted_bytes bytes(header, "fatbinary");
  if (bytes.read<std::uint32_t>(0) != container_magic) {
    bytes.fail("does not begin with its magic number 0xBA55ED50");
  }
  const auto version = bytes.read<std::uint16_t>(4), header_size = bytes.read<std::uint16_t>(6);
  const auto size = bytes.read<std::uint64_t>(8);
  if (version != 1 || header_size != container_header_size) {
    bytes.fail("has version " + std::to_string(version) + " and a header of " +
               std::to_string(header_size) + " bytes; only version 1 with 16 is known");
  }
  constexpr std::uint64_t largest = std::uint64_t{1} << 40;
  if (size > largest)
    bytes.fail("is damaged: it says that it has " + std::to_string(size) + " bytes");
  return header_size + size;
}

std::vector<container_entry> entries_of(std::span<const std::byte> data) {
  const untrusted_bytes all(data, "fatbinary");
  const std::uint64_t end = container_size(all.at(0, container_header_size));
  const untrusted_bytes container(all.at(0, end), "fatbinary");
  std::vector<container_entry> entries;
  for (std::uint64_t at = container_header_size; at < end;) {
    entries.push_back(read_entry(container, at, at));
  }
  return entries;
}

std::vector<std::byte> image_of(const container_entry& entry) {
  if (entry.flags & flag_zstd) return decompress_zstd(entry.stored, entry.uncompressed_size);
  if (entry.flags & flag_lz4) return decompress_lz4(entry.stored, entry.uncompressed_size);
  return {entry.stored.begin(), entry.stored.end()};
}

}  // namespace lockstep::ptx
