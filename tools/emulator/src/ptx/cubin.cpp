// Machine code images are ELF files. All that an emulator of PTX wants of them is what ptxas gave
// each kernel: occupancy depends on its registers, and PTX does not say.
#include "ptx/cubin.hpp"

#include <elf.h>

#include <algorithm>
#include <array>
#include <string>

#include "ptx/bytes.hpp"
#include "ptx/fatbinary.hpp"

namespace lockstep::ptx {
namespace {

struct elf_image {
  untrusted_bytes bytes;
  Elf64_Ehdr header;

  explicit elf_image(std::span<const std::byte> data) : bytes(data, "machine code image") {
    header = bytes.read<Elf64_Ehdr>(0);
    const std::array<unsigned char, 6> expected = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB};
    if (!std::equal(expected.begin(), expected.end(), header.e_ident)) {
      bytes.fail("is not a 64-bit ELF file");
    }
  }

  Elf64_Shdr section(std::uint32_t index) const {
    if (index >= header.e_shnum) bytes.fail("has no section " + std::to_string(index));
    return bytes.read<Elf64_Shdr>(header.e_shoff + std::uint64_t{index} * sizeof(Elf64_Shdr));
  }

  untrusted_bytes contents(const Elf64_Shdr& s) const {
    return {bytes.at(s.sh_offset, s.sh_size), "machine code image's section"};
  }
};

// `.nv.info`: records {u8 format, u8 attribute, u16 value or size}; only format 4 has a payload of
// that size behind it, here a symbol and a value.
template <class F>
void for_each_value(const untrusted_bytes& info, F&& use) {
  constexpr std::uint8_t sized = 4;
  for (std::uint64_t at = 0; at + 4 <= info.size();) {
    const auto format = info.read<std::uint8_t>(at), attribute = info.read<std::uint8_t>(at + 1);
    const auto size = info.read<std::uint16_t>(at + 2);
    if (format == sized && size >= 8)
      use(attribute, info.read<std::uint32_t>(at + 4), info.read<std::uint32_t>(at + 8));
    at += 4 + (format == sized ? size : 0);
  }
}

spill_code stack_of(const elf_image& elf, const untrusted_bytes& names,
                    const std::string& section) {
  for (std::uint32_t i = 0; i < elf.header.e_shnum; ++i) {
    const Elf64_Shdr s = elf.section(i);
    if (s.sh_type != SHT_PROGBITS || names.text(s.sh_name) != section) continue;
    return stack_accesses(elf.bytes.at(s.sh_offset, s.sh_size));
  }
  return {};
}

}  // namespace

std::map<std::string, thread_resources> resources_of(std::span<const std::byte> cubin) {
  constexpr std::uint8_t frame_size = 0x11, register_count = 0x2f;
  const elf_image elf(cubin);
  std::map<std::string, thread_resources> result;
  if (elf.header.e_shnum == 0) return result;
  const untrusted_bytes section_names = elf.contents(elf.section(elf.header.e_shstrndx));

  Elf64_Shdr info{}, symbols{};
  for (std::uint32_t i = 0; i < elf.header.e_shnum; ++i) {
    const Elf64_Shdr s = elf.section(i);
    if (s.sh_type == SHT_SYMTAB) symbols = s;
    if (s.sh_size != 0 && section_names.text(s.sh_name) == ".nv.info") info = s;
  }
  if (info.sh_size == 0 || symbols.sh_size == 0) return result;

  const untrusted_bytes symbol_bytes = elf.contents(symbols);
  const untrusted_bytes symbol_names = elf.contents(elf.section(symbols.sh_link));
  for_each_value(
      elf.contents(info), [&](std::uint8_t attribute, std::uint32_t symbol, std::uint32_t value) {
        if (attribute != register_count && attribute != frame_size) return;
        const auto entry = symbol_bytes.read<Elf64_Sym>(std::uint64_t{symbol} * sizeof(Elf64_Sym));
        thread_resources& of = result[std::string(symbol_names.text(entry.st_name))];
        (attribute == register_count ? of.registers : of.stack_bytes) = value;
      });
  for (auto& [kernel, of] : result)
    if (of.stack_bytes != 0) of.stack = stack_of(elf, section_names, ".text." + kernel);
  return result;
}

std::span<const std::byte> cubin_at(const std::byte* data) {
  Elf64_Ehdr header;
  std::memcpy(&header, data, sizeof header);
  std::uint64_t end =
      std::max({sizeof header, header.e_shoff + std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr),
                header.e_phoff + std::uint64_t{header.e_phnum} * sizeof(Elf64_Phdr)});
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, data + header.e_shoff + i * sizeof section, sizeof section);
    if (section.sh_type != SHT_NOBITS) end = std::max(end, section.sh_offset + section.sh_size);
  }
  return {data, end};
}

std::string ptx_in_cubin(std::span<const std::byte> cubin) {
  const elf_image elf(cubin);
  if (elf.header.e_shnum == 0) return {};
  const untrusted_bytes names = elf.contents(elf.section(elf.header.e_shstrndx));
  for (std::uint32_t i = 0; i < elf.header.e_shnum; ++i) {
    const Elf64_Shdr s = elf.section(i);
    if (s.sh_type != SHT_PROGBITS || names.text(s.sh_name) != ptx_section) continue;
    const auto text = elf.bytes.at(s.sh_offset, s.sh_size);
    return {reinterpret_cast<const char*>(text.data()), text.size()};
  }
  return {};
}

}  // namespace lockstep::ptx
