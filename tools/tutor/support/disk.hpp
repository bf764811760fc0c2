// Whether a folder can be written to, and its disk has room.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep::tutor {

constexpr std::uint64_t room_to_record = 4096;
constexpr std::uint64_t room_to_compile = 8u << 20;  // what a compiler writes on its way

// Why a file of this many bytes cannot be written in the folder; empty if it can.
[[nodiscard]] std::string no_room_in(const std::filesystem::path& folder, std::uint64_t bytes);

// Whether a program's own message is that a disk is full.
bool tells_of_full_disk(std::string_view message);

}  // namespace lockstep::tutor
