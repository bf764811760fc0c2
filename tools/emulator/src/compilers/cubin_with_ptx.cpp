#include "compilers/cubin_with_ptx.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>

#include "ptx/cubin.hpp"

namespace lockstep::compilers {
namespace {

template <typename value_t>
value_t read(const std::vector<char>& file, std::size_t offset) {
  value_t value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

template <typename value_t>
void write(std::vector<char>& file, std::size_t offset, const value_t& value) {
  std::memcpy(file.data() + offset, &value, sizeof value);
}

// At a multiple of 8.
std::size_t append(std::vector<char>& file, std::string_view bytes) {
  file.resize((file.size() + 7) / 8 * 8);
  const std::size_t offset = file.size();
  file.insert(file.end(), bytes.begin(), bytes.end());
  return offset;
}

bool is_in(const std::vector<char>& file, std::uint64_t offset, std::uint64_t size) {
  return offset <= file.size() && size <= file.size() - offset;
}

}  // namespace

// What there is stays where it is. Names and the table of sections are copied to the end, and grow
// there.
std::vector<char> cubin_with_ptx(std::vector<char> cubin, std::string_view ptx) {
  if (!is_in(cubin, 0, sizeof(Elf64_Ehdr)) || std::memcmp(cubin.data(), ELFMAG, SELFMAG) != 0)
    return cubin;
  auto header = read<Elf64_Ehdr>(cubin, 0);
  const std::size_t table_size = std::size_t{header.e_shnum} * sizeof(Elf64_Shdr);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr) ||
      header.e_shstrndx >= header.e_shnum || !is_in(cubin, header.e_shoff, table_size))
    return cubin;
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  std::memcpy(sections.data(), cubin.data() + header.e_shoff, table_size);
  Elf64_Shdr& names = sections[header.e_shstrndx];
  if (!is_in(cubin, names.sh_offset, names.sh_size)) return cubin;

  std::string all_names(cubin.data() + names.sh_offset, names.sh_size);
  Elf64_Shdr added{};
  added.sh_name = static_cast<Elf64_Word>(all_names.size());
  added.sh_type = SHT_PROGBITS;
  added.sh_addralign = 1;
  all_names.append(ptx::ptx_section).push_back('\0');
  names.sh_size = all_names.size();
  names.sh_offset = append(cubin, all_names);
  added.sh_size = ptx.size();
  added.sh_offset = append(cubin, ptx);
  sections.push_back(added);

  header.e_shnum = static_cast<Elf64_Half>(sections.size());
  header.e_shoff = append(cubin, {reinterpret_cast<const char*>(sections.data()),
                                  sections.size() * sizeof(Elf64_Shdr)});
  write(cubin, 0, header);
  return cubin;
}

}  // namespace lockstep::compilers
