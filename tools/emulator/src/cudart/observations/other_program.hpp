// A program in another process, for which this one makes calls
// (lockstep/protocol/other_program_abi.h).
//
// The problem: a record says in which line of the program a call stands, but the program's code is
// not loaded here. So its executable is mapped as data: an address in this image stands for the
// same place in the program, its instructions can be read, and libbacktrace finds its lines.
#pragma once

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "lockstep/protocol/other_program_abi.h"

namespace lockstep::cudart {

class other_program {
 public:
  static other_program& get() {
    static other_program& only = *new other_program;
    return only;
  }

  bool serve(const lockstep_other_program& what) {
    if (begin_ != 0 || !map(what.file)) return false;
    file_ = what.file;
    forwarding_ = {what.forwarding_begin, what.forwarding_end};
    return true;
  }

  const std::string& file() const { return file_; }
  bool contains(std::uintptr_t address) const { return address - begin_ < size_; }
  std::uintptr_t offset_of(std::uintptr_t address) const { return address - begin_; }
  std::uintptr_t address_of(std::uint64_t offset) const {
    return offset < size_ ? begin_ + offset : 0;
  }
  // The code that stands in the runtime's place there.
  bool forwards(std::uintptr_t address) const {
    return contains(address) && offset_of(address) >= forwarding_.begin &&
           offset_of(address) < forwarding_.end;
  }

  struct part {
    std::uintptr_t begin = 0, size = 0;
    std::uint32_t rights = 0;  // PF_R, PF_X
  };
  // The loaded part that an address lies in, if it has these rights; of size 0: none.
  part part_at(std::uintptr_t address, std::uint32_t rights) const {
    for (const part& one : parts_)
      if (address - one.begin < one.size && (one.rights & rights) == rights) return one;
    return {};
  }

 private:
  // The file's own length bounds what is read.
  bool map(const char* name) {
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    struct stat facts {};
    const bool is_mapped =
        fstat(file, &facts) == 0 && map(file, static_cast<std::uint64_t>(facts.st_size));
    close(file);
    return is_mapped;
  }

  bool map(int file, std::uint64_t length) {
    Elf64_Ehdr header{};
    if (pread(file, &header, sizeof header, 0) != sizeof header ||
        std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum > 64)
      return false;
    std::vector<Elf64_Phdr> segments(header.e_phnum);
    const auto bytes = static_cast<ssize_t>(segments.size() * sizeof(Elf64_Phdr));
    if (pread(file, segments.data(), static_cast<std::size_t>(bytes),
              static_cast<off_t>(header.e_phoff)) != bytes)
      return false;
    constexpr std::uint64_t most = std::uint64_t{1} << 32;
    std::uint64_t end = 0;
    for (const auto& one : segments) {
      if (one.p_type != PT_LOAD) continue;
      if (one.p_vaddr > most || one.p_filesz > length || one.p_offset > length - one.p_filesz)
        return false;
      end = std::max(end, one.p_vaddr + one.p_filesz);
    }
    void* const image =
        mmap(nullptr, end + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (image == MAP_FAILED) return false;
    for (const auto& one : segments) {
      if (one.p_type != PT_LOAD) continue;
      const auto begin = reinterpret_cast<std::uintptr_t>(image) + one.p_vaddr;
      if (pread(file, reinterpret_cast<void*>(begin), one.p_filesz,
                static_cast<off_t>(one.p_offset)) != static_cast<ssize_t>(one.p_filesz))
        return false;
      parts_.push_back({begin, one.p_filesz, one.p_flags});
    }
    begin_ = reinterpret_cast<std::uintptr_t>(image);
    size_ = end;
    return true;
  }

  struct range {
    std::uint64_t begin = 0, end = 0;
  };
  std::string file_;
  std::uintptr_t begin_ = 0, size_ = 0;
  range forwarding_;
  std::vector<part> parts_;
};

// Of this thread's calls: where they stand in the other program.
struct calls_of_other_program {
  static constexpr std::size_t most = 64;
  bool under_way = false;
  std::size_t count = 0;
  std::uintptr_t from[most] = {};

  static calls_of_other_program& here() {
    static thread_local calls_of_other_program own;
    return own;
  }
  std::vector<std::uintptr_t> addresses() const { return {from, from + count}; }
};

}  // namespace lockstep::cudart
