#include "cudart/observations/objects.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <string_view>

#include "cudart/observations/other_program.hpp"

namespace lockstep::cudart {
namespace {

Dl_info object_at(std::uintptr_t address) {
  Dl_info object{};
  return dladdr(reinterpret_cast<const void*>(address), &object) == 0 ? Dl_info{} : object;
}

}  // namespace

bool is_own(std::uintptr_t address) {
  if (other_program::get().contains(address)) return other_program::get().forwards(address);
  static void* const own = object_at(reinterpret_cast<std::uintptr_t>(&symbol_at)).dli_fbase;
  return object_at(address).dli_fbase == own;
}

bool is_in_installed_library(std::uintptr_t address) {
  const char* const name = object_at(address).dli_fname;
  const std::string_view path = name == nullptr ? "" : name;
  for (const std::string_view folder : {"/lib", "/usr/lib", "/usr/local/lib"})
    if (path.starts_with(folder)) return true;
  return path.find("/cuda") != path.npos || path.find("/nvidia/") != path.npos;
}

std::string exported_name(std::uintptr_t own_address) {
  const char* const name = object_at(own_address).dli_sname;
  return name == nullptr ? "" : name;
}

bool takes_address(std::uintptr_t in_object, const std::string& function) {
  Dl_info info{};
  link_map* object = nullptr;
  if (dladdr1(reinterpret_cast<const void*>(in_object), &info, reinterpret_cast<void**>(&object),
              RTLD_DL_LINKMAP) == 0)
    return false;
  const ElfW(Sym)* symbols = nullptr;
  const ElfW(Rela)* relocations = nullptr;
  const char* names = nullptr;
  std::size_t bytes = 0;
  for (const ElfW(Dyn)* entry = object->l_ld; entry->d_tag != DT_NULL; ++entry) {
    // The loader has made addresses of them, as a rule.
    const auto value = entry->d_un.d_ptr;
    const auto at = value < object->l_addr ? object->l_addr + value : value;
    if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(at);
    if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(at);
    if (entry->d_tag == DT_RELA) relocations = reinterpret_cast<const ElfW(Rela)*>(at);
    if (entry->d_tag == DT_RELASZ) bytes = entry->d_un.d_val;
  }
  if (symbols == nullptr || names == nullptr || relocations == nullptr) return false;
  // Calls have relocations of their own (DT_JMPREL), which are not among these.
  return std::any_of(relocations, relocations + bytes / sizeof(ElfW(Rela)), [&](const auto& r) {
    return function == names + symbols[ELF64_R_SYM(r.r_info)].st_name;
  });
}

}  // namespace lockstep::cudart
