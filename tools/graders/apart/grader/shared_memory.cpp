#include "shared_memory.hpp"

#include <lockstep/protocol/other_program_abi.h>
#include <lockstep/observe.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <system_error>

namespace lockstep::apart {

namespace {

constexpr std::uint64_t most_shared = std::uint64_t{4} << 30, least_shared = 1 << 16;

constexpr std::uint64_t page = 4096, most_pages = 4096;

std::uint64_t bytes_shared = 0;
int shared_file = -1;
std::uint64_t device_first = 0, device_last = 0;

// The runtime's library reserves addresses as soon as it is loaded: those that the answer's process
// keeps free. So they must stand in the environment by then; the tutor has put them there, and
// where a person starts a grader, it begins once more.
void choose_device_addresses(int, char** words, char** environment) {
  constexpr const char* variable = "LOCKSTEP_DEVICE_RANGE=";
  std::size_t count = 0;
  for (; environment[count] != nullptr; ++count)
    if (std::strncmp(environment[count], variable, std::strlen(variable)) == 0) return;
  static char text[64];
  std::snprintf(text, sizeof text, "%s%llx", variable,
                static_cast<unsigned long long>(device_begin));
  auto** const all = static_cast<char**>(std::calloc(count + 2, sizeof(char*)));
  if (all == nullptr) _exit(1);
  std::copy(environment, environment + count, all);
  all[count] = text;
  execve("/proc/self/exe", words, all);
}
[[gnu::section(".preinit_array"),
  gnu::used]] void (*const at_the_very_start)(int, char**, char**) = choose_device_addresses;

// False: addresses are limited (ulimit -v), or the size of files is.
bool map_shared(int file, std::uint64_t bytes) {
  void* const wanted = reinterpret_cast<void*>(memory_begin);
  return ftruncate(file, static_cast<off_t>(bytes)) == 0 &&
         mmap(wanted, bytes, PROT_READ | PROT_WRITE,
              MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, file, 0) == wanted;
}

// Pages in use, by their place in the file, which is read in place of the mapping: the emulator may
// have taken pages of managed memory away for a while.
using pages = std::map<std::uint64_t, std::array<char, page>>;
pages remembered;
std::uint64_t pages_in_use = 0;

pages read_pages() {
  pages all;
  pages_in_use = 0;
  off_t end = 0;
  for (off_t at = 0; (at = lseek(shared_file, end, SEEK_DATA)) >= 0;) {
    end = lseek(shared_file, at, SEEK_HOLE);
    pages_in_use += static_cast<std::uint64_t>(end - at) / page;
    if (pages_in_use > most_pages) continue;
    for (; at < end; at += page)
      if (pread(shared_file, all[static_cast<std::uint64_t>(at)].data(), page, at) < 0) break;
  }
  return all;
}

std::uint64_t differences(const std::array<char, page>& one, const std::array<char, page>& other) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < page; ++i) count += one[i] != other[i] ? 1 : 0;
  return count;
}

}  // namespace

int make_shared_memory() {
  rlimit most{};
  getrlimit(RLIMIT_FSIZE, &most);
  const int file = shared_file = memfd_create("answer", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  bytes_shared = std::min<std::uint64_t>(most.rlim_cur, most_shared) / page * page;
  while (bytes_shared > least_shared && !map_shared(file, bytes_shared))
    bytes_shared = bytes_shared / 4 / page * page;
  // The answer could make it smaller, and this process would crash.
  if (bytes_shared <= least_shared ||
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    throw std::system_error(errno, std::generic_category(), "memory for the answer");
  const auto addresses = lockstep::detail::runtime_function<decltype(lockstep_device_addresses)>(
      "lockstep_device_addresses");
  if (addresses != nullptr) addresses(&device_first, &device_last);
  return file;
}

welcome_facts shared_memory_facts() { return {device_first, device_last, bytes_shared}; }

bool is_shared(const void* address) {
  const auto at = reinterpret_cast<std::uint64_t>(address);
  return (at >= device_first && at < device_last) || at - memory_begin < bytes_shared;
}

void remember_shared_memory() { remembered = read_pages(); }

std::uint64_t changed_in_shared_memory() {
  const pages now = read_pages();
  if (pages_in_use > most_pages) return pages_in_use * page;
  static const std::array<char, page> nothing{};
  std::uint64_t count = 0;
  for (const auto& [at, bytes] : now) {
    const auto before = remembered.find(at);
    count += differences(bytes, before == remembered.end() ? nothing : before->second);
  }
  return count;
}

// The emulator leaves a page free behind each allocation.
void* elsewhere() { return reinterpret_cast<void*>(memory_begin + bytes_shared - 64); }

}  // namespace lockstep::apart
