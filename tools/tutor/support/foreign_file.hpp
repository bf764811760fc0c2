// Files that a program which was run, or somebody else, has left.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace lockstep::tutor {

struct foreign_file {
  std::string content;
  std::string problem;  // why it was not read; then `content` is empty
};

// What a back end may write of a run: as much as a file of a program with limits may have
// (processes/process.hpp), and of one without them more than anybody waits for.
inline constexpr std::size_t largest_report = 256u << 20;

// Nobody writes an answer of this size by hand.
inline constexpr std::size_t largest_source = 1u << 20;

// Reads an ordinary file of at most `most` bytes. A link is not followed, a pipe not waited for, a
// device not read, and a file that grows meanwhile is cut off at `most`.
[[nodiscard]] foreign_file read_foreign(const std::filesystem::path& file, std::size_t most);

}  // namespace lockstep::tutor
