// Fatbinaries and machine code images, put together byte by byte for tests.
#pragma once

#include <elf.h>
#include <lz4.h>
#include <zstd.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "ptx/fatbinary.hpp"

namespace fatbinary_images {

using bytes = std::vector<std::byte>;

enum class compression { none, lz4, zstd };

template <class T>
void put(bytes& into, std::size_t offset, T value) {
  if (into.size() < offset + sizeof value) into.resize(offset + sizeof value);
  std::memcpy(into.data() + offset, &value, sizeof value);
}

inline void append(bytes& into, const void* data, std::size_t size) {
  const auto* begin = static_cast<const std::byte*>(data);
  into.insert(into.end(), begin, begin + size);
}

inline bytes compressed(const bytes& image, compression how) {
  bytes result(ZSTD_compressBound(image.size()) + 64);
  std::size_t size = 0;
  if (how == compression::zstd) {
    size = ZSTD_compress(result.data(), result.size(), image.data(), image.size(), 3);
  } else {
    size = static_cast<std::size_t>(LZ4_compress_default(
        reinterpret_cast<const char*>(image.data()), reinterpret_cast<char*>(result.data()),
        static_cast<int>(image.size()), static_cast<int>(result.size())));
  }
  result.resize(size);
  return result;
}

// One entry: a header of `header_size` bytes, then the image, padded to 8 as nvcc does.
inline bytes entry(std::uint16_t kind, std::uint32_t architecture, const bytes& image,
                   compression how = compression::none, std::uint32_t header_size = 64) {
  bytes stored = how == compression::none ? image : compressed(image, how);
  const std::size_t used = stored.size();
  stored.resize((used + 7) / 8 * 8);
  bytes result(header_size);
  put<std::uint16_t>(result, 0, kind);
  put<std::uint32_t>(result, 4, header_size);
  put<std::uint64_t>(result, 8, stored.size());
  put<std::uint32_t>(result, 28, architecture);
  if (how != compression::none) {
    put<std::uint32_t>(result, 16, static_cast<std::uint32_t>(used));
    put<std::uint64_t>(result, 40, how == compression::zstd ? 0x8000 : 0x2000);
    put<std::uint64_t>(result, 56, image.size());
  }
  append(result, stored.data(), stored.size());
  return result;
}

inline bytes ptx(std::uint32_t architecture, const std::string& text,
                 compression how = compression::none, std::uint32_t header_size = 64) {
  bytes image;
  append(image, text.c_str(), text.size() + 1);
  return entry(1, architecture, image, how, header_size);
}

inline bytes container(const std::vector<bytes>& entries) {
  bytes result(16);
  for (const bytes& e : entries) append(result, e.data(), e.size());
  put<std::uint32_t>(result, 0, 0xBA55ED50);
  put<std::uint16_t>(result, 4, 1);
  put<std::uint16_t>(result, 6, 16);
  put<std::uint64_t>(result, 8, result.size() - 16);
  return result;
}

// An ELF file with `.symtab` and `.nv.info`, as much of a cubin as resources_of looks at.
inline bytes cubin(
    const std::vector<std::pair<std::string, lockstep::ptx::thread_resources>>& kernels) {
  std::string names(1, '\0');
  bytes symbols(sizeof(Elf64_Sym)), info;
  put<std::uint32_t>(info, 0, 0x01015f03);  // a record without a payload
  for (const auto& [name, takes] : kernels) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<Elf64_Word>(names.size());
    names += name + '\0';
    const auto index = static_cast<std::uint32_t>(symbols.size() / sizeof symbol);
    append(symbols, &symbol, sizeof symbol);
    for (const std::uint32_t word :
         {0x00082f04u, index, takes.registers, 0x00081104u, index, takes.stack_bytes})
      append(info, &word, sizeof word);
  }
  const std::string section_names("\0.names\0.symtab\0.nv.info\0", 25);
  bytes file(sizeof(Elf64_Ehdr));
  const auto section = [&file](std::uint32_t name, std::uint32_t type, const void* data,
                               std::size_t size) {
    Elf64_Shdr s{};
    s.sh_name = name;
    s.sh_type = type;
    s.sh_offset = file.size();
    s.sh_size = size;
    append(file, data, size);
    return s;
  };
  std::vector<Elf64_Shdr> sections(1);
  sections.push_back(section(1, SHT_STRTAB, section_names.data(), section_names.size()));
  sections.push_back(section(1, SHT_STRTAB, names.data(), names.size()));
  sections.push_back(section(8, SHT_SYMTAB, symbols.data(), symbols.size()));
  sections.back().sh_link = 2;
  sections.push_back(section(16, SHT_LOPROC, info.data(), info.size()));

  Elf64_Ehdr header{};
  std::memcpy(header.e_ident,
              "\x7f"
              "ELF\2\1\1",
              7);
  header.e_shoff = file.size();
  header.e_shnum = static_cast<Elf64_Half>(sections.size());
  header.e_shstrndx = 1;
  append(file, sections.data(), sections.size() * sizeof sections[0]);
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

// What __cudaRegisterFatBinary gets.
struct wrapper {
  std::uint32_t magic = 0x466243B1;
  std::uint32_t version = 1;
  const void* data = nullptr;
  const void* units = nullptr;
};

inline lockstep::ptx::fatbinary_contents read(const bytes& data) {
  lockstep::ptx::fatbinary_contents result;
  lockstep::ptx::read_container(data, result);
  return result;
}

// what() of the bad_image that `f` throws; empty if it throws none.
template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const lockstep::ptx::bad_image& e) {
    return e.what();
  }
  return "";
}

}  // namespace fatbinary_images
