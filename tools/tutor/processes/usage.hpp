// What programs take of the machine together, as /proc shows it. Where the tutor may make a control
// group, the kernel counts tasks and memory itself; whoever tries hard can hide memory from this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace lockstep::tutor {

struct usage {
  std::size_t tasks = 0;      // processes and threads
  std::uint64_t bytes = 0;    // private, shared, and in files without a name (memfd)
  std::uint64_t removed = 0;  // files on disk that are still open
};

// Of all that this process has started and that has not ended. `enough`: bytes up to which a
// cheaper sum will do, which counts what processes share once for each of them.
usage usage_of_descendants(std::uint64_t enough);

// Of the files in it, as far as the disk has given room to them.
std::uint64_t bytes_on_disk(const std::filesystem::path& folder);

}  // namespace lockstep::tutor
