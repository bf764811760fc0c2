// By libbacktrace. Where there is none, no_line_tables.cpp stands in for this file.
#include <backtrace.h>
#include <link.h>

#include <filesystem>
#include <mutex>

#include "cudart/observations/objects.hpp"
#include "cudart/observations/other_program.hpp"
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

// libbacktrace takes the file that it is given for that of the program in this process, which lies
// at `base`.
struct lines_of_other_program {
  backtrace_state* state = nullptr;
  std::uintptr_t base = 0;

  static const lines_of_other_program& get() {
    static const lines_of_other_program only;
    return only;
  }

 private:
  lines_of_other_program() {
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* to) {
          *static_cast<std::uintptr_t*>(to) = info->dlpi_addr;
          return 1;  // the first is the program
        },
        &base);
    state = backtrace_create_state(other_program::get().file().c_str(), 1, ignore, nullptr);
  }
};

// Whom to ask about an address, and how far from it the place is that is meant.
struct source_of_lines {
  backtrace_state* state;
  std::uintptr_t shift;
};

source_of_lines lines_for(std::uintptr_t address) {
  const other_program& other = other_program::get();
  if (!other.contains(address)) return {objects(), 0};
  const auto& lines = lines_of_other_program::get();
  return {lines.state, lines.base - other.address_of(0)};
}

}  // namespace

function_symbol symbol_at(std::uintptr_t address) {
  function_symbol found;
  const source_of_lines lines = lines_for(address);
  backtrace_syminfo(
      lines.state, address + lines.shift,
      [](void* to, std::uintptr_t, const char* name, std::uintptr_t begin, std::uintptr_t size) {
        if (name != nullptr)
          *static_cast<function_symbol*>(to) = {simt::demangled(name), begin, size};
      },
      ignore, &found);
  if (found.begin != 0) found.begin -= lines.shift;
  return found;
}

std::vector<frame> frames_at(std::uintptr_t address) {
  std::vector<frame> found;
  const source_of_lines lines = lines_for(address);
  backtrace_pcinfo(
      lines.state, address + lines.shift,
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

std::vector<std::uintptr_t> return_addresses() {
  if (const auto& other = calls_of_other_program::here(); other.under_way) return other.addresses();
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
