#include "cudart/observations/objects.hpp"

#include <backtrace.h>
#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <string_view>

#include "simt/linking/demangle.hpp"

namespace lockstep::cudart {
namespace {

constexpr std::size_t most_addresses = 64;

// What is not found is not known; nobody wants to hear why.
void ignore(void*, const char*, int) {}

int count_loaded(dl_phdr_info* info, std::size_t, void* count) {
  *static_cast<unsigned long long*>(count) = info->dlpi_adds;
  return 1;  // the first has the number
}

// What libbacktrace knows of the objects of this process. It looks at them once: if others were
// loaded since, it begins anew, and what it had stays allocated.
backtrace_state* objects() {
  static std::mutex& mutex = *new std::mutex;
  static backtrace_state* known = nullptr;
  static unsigned long long loaded = 0;
  const std::scoped_lock lock(mutex);
  unsigned long long now = 0;
  dl_iterate_phdr(count_loaded, &now);
  if (known == nullptr || now != loaded)
    known = backtrace_create_state(nullptr, 1, ignore, nullptr);
  loaded = now;
  return known;
}

Dl_info object_at(std::uintptr_t address) {
  Dl_info object{};
  return dladdr(reinterpret_cast<const void*>(address), &object) == 0 ? Dl_info{} : object;
}

}  // namespace

function_symbol symbol_at(std::uintptr_t address) {
  function_symbol found;
  backtrace_syminfo(
      objects(), address,
      [](void* to, std::uintptr_t, const char* name, std::uintptr_t begin, std::uintptr_t size) {
        if (name != nullptr)
          *static_cast<function_symbol*>(to) = {simt::demangled(name), begin, size};
      },
      ignore, &found);
  return found;
}

std::vector<frame> frames_at(std::uintptr_t address) {
  std::vector<frame> found;
  backtrace_pcinfo(
      objects(), address,
      [](void* to, std::uintptr_t, const char* file, int line, const char* function) {
        if (file != nullptr && line > 0)
          static_cast<std::vector<frame>*>(to)->push_back(
              {{std::filesystem::path(file).lexically_normal().string(),
                static_cast<std::uint32_t>(line)},
               function == nullptr ? "" : simt::demangled(function)});
        return 0;
      },
      ignore, &found);
  if (found.empty()) found.push_back({{}, symbol_at(address).name});
  return found;
}

bool is_own(std::uintptr_t address) {
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

std::vector<std::uintptr_t> return_addresses() {
  std::vector<std::uintptr_t> all;
  backtrace_simple(
      objects(), 1,
      [](void* to, std::uintptr_t address) {
        auto& list = *static_cast<std::vector<std::uintptr_t>*>(to);
        if (address != ~std::uintptr_t{0}) list.push_back(address);
        return list.size() == most_addresses ? 1 : 0;
      },
      ignore, &all);
  return all;
}

}  // namespace lockstep::cudart
