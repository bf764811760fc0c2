#include "grading/violations.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include "grading/allowed_functions.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "support/text.hpp"
#include "verdict/places.hpp"

namespace lockstep::tutor {
namespace {

// Checked access: an answer's object was made by a compiler, but of a learner's source.
class object_file {
 public:
  explicit object_file(std::span<const std::byte> bytes) : bytes_(bytes) {
    const auto head = at<Elf64_Ehdr>(0);
    if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0) return;
    for (unsigned i = 0; i < head->e_shnum; ++i) {
      const auto one = at<Elf64_Shdr>(head->e_shoff + i * sizeof(Elf64_Shdr));
      if (one) sections_.push_back(*one);
    }
    if (head->e_shstrndx < sections_.size()) names_ = sections_[head->e_shstrndx];
  }

  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  std::string name_of(const Elf64_Shdr& section) const { return text(names_, section.sh_name); }

  template <class F>
  void for_each_symbol(F see) const {
    for (const auto& table : sections_) {
      if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections_.size()) continue;
      for (std::uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
        const auto symbol = at<Elf64_Sym>(table.sh_offset + i * sizeof(Elf64_Sym));
        if (symbol) see(*symbol, text(sections_[table.sh_link], symbol->st_name));
      }
    }
  }

 private:
  template <class T>
  std::optional<T> at(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  std::string text(const Elf64_Shdr& table, std::uint64_t offset) const {
    const std::uint64_t from = table.sh_offset + offset;
    if (offset >= table.sh_size || from >= bytes_.size()) return {};
    const char* begin = reinterpret_cast<const char*>(bytes_.data() + from);
    return {begin, strnlen(begin, bytes_.size() - from)};
  }

  std::span<const std::byte> bytes_;
  std::vector<Elf64_Shdr> sections_;
  Elf64_Shdr names_{};
};

// "cudaMemcpy", "lockstep::grader::fail_case".
std::string readable(const std::string& symbol) {
  int status = 0;
  char* name = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string text = status == 0 ? name : symbol;
  std::free(name);
  return text.substr(0, text.find('('));
}

bool is_of_grader(const std::string& symbol) {
  return symbol.find("8lockstep6grader") != std::string::npos ||
         symbol.find("8lockstep8protocol") != std::string::npos ||
         symbol.find("7doctest") != std::string::npos;
}

// Of the runtime, the C library or the C++ library. (The tutor has the latter two itself.)
bool is_of_a_library(const std::string& symbol) {
  for (const char* of_std : {"_ZSt", "_ZNSt", "_ZNKSt"}) {
    if (symbol.starts_with(of_std)) return true;
  }
  return symbol.starts_with("cuda") || dlsym(RTLD_DEFAULT, symbol.c_str()) != nullptr;
}

std::string violation_in_symbol(const Elf64_Sym& symbol, const std::string& name,
                                const std::vector<std::string>& offered) {
  const auto binding = ELF64_ST_BIND(symbol.st_info);
  const auto type = ELF64_ST_TYPE(symbol.st_info);
  if (type == STT_GNU_IFUNC)
    return protocol::phrase("chooses-before-begin", "selects {} before the program starts (ifunc)",
                            readable(name));
  if (binding == STB_LOCAL || name.empty()) return {};
  const bool defined = symbol.st_shndx != SHN_UNDEF;
  if (is_of_grader(name))
    return defined
               ? protocol::phrase("defines-grader", "defines {}, which is the grader's",
                                  readable(name))
               : protocol::phrase("uses-grader", "uses {}, which is the grader's", readable(name));
  const bool is_offered = std::find(offered.begin(), offered.end(), name) != offered.end();
  if (!defined && !is_offered && !is_allowed(name))
    return protocol::phrase("uses-not-allowed",
                            "uses {}, which is not among the functions that an answer may use",
                            readable(name));
  // Inline functions and variables of a library, which every file that uses them defines.
  if (!defined || binding == STB_WEAK || binding == STB_GNU_UNIQUE) return {};
  if (name.starts_with("_ZN8lockstep"))
    return protocol::phrase("defines-course", "defines {}, which is the course's", readable(name));
  if (is_of_a_library(name))
    return protocol::phrase("defines-library", "defines {}, which is a library's", readable(name));
  return {};
}

// Of CUB or of Thrust, each of which is made of the other's parts.
bool is_of_kernel_library(const std::string& symbol) {
  return symbol.find("_ZN3cub") != std::string::npos ||
         symbol.find("_ZN6thrust") != std::string::npos;
}

}  // namespace

std::string violation_in_object(std::span<const std::byte> bytes,
                                const std::vector<std::string>& offered) {
  const object_file object(bytes);
  for (const auto& section : object.sections()) {
    const std::string name = object.name_of(section);
    if (name.starts_with(".preinit_array") || name == ".init" || name == ".fini")
      return protocol::phrase("runs-before-begin",
                              "runs code before the program starts or after it ends ({})",
                              name == ".init" || name == ".fini" ? name : ".preinit_array");
  }
  std::string violation;
  bool has_kernel_library = false;
  object.for_each_symbol([&](const Elf64_Sym& symbol, const std::string& name) {
    if (violation.empty()) violation = violation_in_symbol(symbol, name, offered);
    has_kernel_library = has_kernel_library || is_of_kernel_library(name);
  });
  // What such a library calls by itself is no learner's concern; that it is used is.
  if (!violation.empty() && has_kernel_library)
    return protocol::phrase("uses-kernel-library",
                            "calls functions of CUB or Thrust that launch kernels; the "
                            "exercise asks for kernels of your own");
  return violation;
}

std::string violation_in_constants(std::span<const std::byte> bytes,
                                   const std::vector<std::string>& offered) {
  const object_file object(bytes);
  std::string violation;
  object.for_each_symbol([&](const Elf64_Sym& symbol, const std::string& name) {
    const bool is_offered = std::find(offered.begin(), offered.end(), name) != offered.end();
    if (!violation.empty() || !is_offered || symbol.st_shndx >= object.sections().size()) return;
    const Elf64_Shdr& section = object.sections()[symbol.st_shndx];
    const bool is_constant = symbol.st_shndx != SHN_UNDEF && object.name_of(section) == ".rodata";
    if (symbol.st_shndx != SHN_UNDEF && !is_constant)
      violation = protocol::phrase(
          "not-a-constant", "computes {} when the program starts, but only constants are allowed",
          name);
  });
  return violation;
}

std::string unused_host_code(const std::string& source) {
  std::string names;
  for (const std::string& name : host_functions_of(source))
    names += (names.empty() ? "" : ", ") + name;
  if (names.empty()) return {};
  return protocol::phrase(
      "unused-functions",
      "Only device code is taken from this file, so its host functions are not used: {}.", names);
}

std::vector<std::string> offered_by(std::string_view header) {
  std::vector<std::string> names;
  for (const std::string& line : lines_of(header)) {
    if (!line.starts_with("extern ")) continue;
    const std::string before = line.substr(0, line.find_first_of("(;["));
    const auto last = before.find_last_of(" *&");
    names.push_back(before.substr(last + 1));
  }
  return names;
}

std::vector<std::string> offered_by(const std::vector<std::string>& inputs,
                                    const checkout_paths& paths) {
  std::vector<std::string> names;
  for (const auto& file : inputs) {
    if (!file.starts_with("exercises/") || !file.ends_with(".hpp")) continue;
    for (auto& one : offered_by(content_of(paths.file(file)))) names.push_back(std::move(one));
  }
  return names;
}

std::string foreign_answer(const std::vector<std::string>& inputs, const std::string& source) {
  for (const auto& file : inputs) {
    if (file == source) continue;
    // The compiler's own folders there lead anywhere.
    if (file.starts_with("/proc/") || file.starts_with("/dev/")) return file;
    if (file.starts_with("solutions/") || file.starts_with("tools/graders/")) return file;
    const bool header = file.ends_with(".hpp") || file.ends_with(".h") || file.ends_with(".cuh");
    if (file.starts_with("exercises/") && !header) return file;
  }
  return {};
}

}  // namespace lockstep::tutor
