// The two compressions that nvcc uses inside a fatbinary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep::ptx {

// `size` is what the container says the image has. Both throw bad_image if the data does not yield
// exactly that.
[[nodiscard]] std::vector<std::byte> decompress_zstd(std::span<const std::byte> data,
                                                     std::uint64_t size);
[[nodiscard]] std::vector<std::byte> decompress_lz4(std::span<const std::byte> data,
                                                    std::uint64_t size);

}  // namespace lockstep::ptx
