// By libbacktrace. Where there is none, no_line_tables.cpp stands in for this file.
#include <backtrace.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <utility>

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

// The C library has no calls of the runtime, and where its debug symbols are installed (gdb
// recommends them) it takes libbacktrace a tenth of a second to read them.
bool is_of_c_library(const dl_phdr_info& object) {
  const std::string_view path = object.dlpi_name;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return std::ranges::any_of(
      std::array{"libc.so.", "libm.so.", "libdl.so.", "libpthread.so.", "librt.so.", "ld-linux"},
      [&](const char* its) { return name.starts_with(its); });
}

thread_local bool is_reading_lines = false;

// While one lives, libbacktrace sees the objects of this process without the C library.
class reading_lines {
 public:
  reading_lines() : was_(std::exchange(is_reading_lines, true)) {}
  ~reading_lines() { is_reading_lines = was_; }
  reading_lines(const reading_lines&) = delete;
  reading_lines& operator=(const reading_lines&) = delete;

 private:
  bool was_;
};

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

// The linker brings the calls of dl_iterate_phdr here, libbacktrace's among them.
extern "C" int __real_dl_iterate_phdr(int (*look)(dl_phdr_info*, std::size_t, void*), void* data);
extern "C" int __wrap_dl_iterate_phdr(int (*look)(dl_phdr_info*, std::size_t, void*), void* data) {
  if (!is_reading_lines) return __real_dl_iterate_phdr(look, data);
  struct request {
    int (*look)(dl_phdr_info*, std::size_t, void*);
    void* data;
  } asked{look, data};
  return __real_dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t size, void* of) {
        const auto& what = *static_cast<const request*>(of);
        return is_of_c_library(*object) ? 0 : what.look(object, size, what.data);
      },
      &asked);
}

function_symbol symbol_at(std::uintptr_t address) {
  function_symbol found;
  const source_of_lines lines = lines_for(address);
  const reading_lines reading;
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
  const reading_lines reading;
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
