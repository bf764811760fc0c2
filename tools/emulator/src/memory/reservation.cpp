#include "memory/reservation.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <new>

namespace lockstep::memory {
namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30;
constexpr std::uint64_t huge_page = std::uint64_t{2} << 20;

// An empty allocation still has an address, and so a page.
std::uint64_t whole_pages(std::uint64_t size) {
  static const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::max(page, (size + page - 1) / page * page);
}

}  // namespace

reservation::reservation() {
  // Where another process needs the same range for nothing else, it is chosen for both.
  const char* const chosen = std::getenv("LOCKSTEP_DEVICE_RANGE");
  void* const wanted =
      reinterpret_cast<void*>(chosen == nullptr ? 0 : std::strtoull(chosen, nullptr, 16));
  for (std::uint64_t size : {1024 * gib, 256 * gib, 64 * gib, 16 * gib, 4 * gib, gib}) {
    void* range = mmap(wanted, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) continue;
    begin_ = reinterpret_cast<std::uint64_t>(range);
    size_ = size;
    return;
  }
  throw std::bad_alloc();
}

reservation::~reservation() { munmap(reinterpret_cast<void*>(begin_), size_); }

std::byte* map_pages(std::uint64_t size) {
  if (size > PTRDIFF_MAX) return nullptr;
  const std::uint64_t bytes = whole_pages(size);
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
  if (bytes >= huge_page) madvise(pages, bytes, MADV_HUGEPAGE);
  return static_cast<std::byte*>(pages);
}

void unmap_pages(std::byte* pages, std::uint64_t size) { munmap(pages, whole_pages(size)); }

std::optional<two_views> map_twice(std::uint64_t size) {
  if (size > PTRDIFF_MAX) return {};
  const std::uint64_t bytes = whole_pages(size);
  const int file = memfd_create("lockstep", MFD_CLOEXEC);
  if (file < 0) return {};
  const auto view = [&] {
    return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  };
  void* const one = ftruncate(file, static_cast<off_t>(bytes)) == 0 ? view() : MAP_FAILED;
  void* const other = one == MAP_FAILED ? MAP_FAILED : view();
  close(file);
  if (other != MAP_FAILED)
    return two_views{static_cast<std::byte*>(one), static_cast<std::byte*>(other)};
  if (one != MAP_FAILED) munmap(one, bytes);
  return {};
}

void empty_pages(std::byte* pages, std::uint64_t size) {
  if (madvise(pages, whole_pages(size), MADV_REMOVE) != 0)  // only for memory with several views
    madvise(pages, whole_pages(size), MADV_DONTNEED);
}

shared_arena& shared_arena::get() {
  static shared_arena only;
  return only;
}

bool& shared_arena::used_by_this_thread() {
  static thread_local bool is_used = false;
  return is_used;
}

void shared_arena::use(std::byte* begin, std::uint64_t bytes) {
  begin_ = begin;
  bytes_ = bytes;
}

// A gap of a page behind each: an overrun of the program's faults as often as it would.
std::byte* shared_arena::take(std::uint64_t size) {
  if (size > bytes_) return nullptr;
  const std::uint64_t needed = whole_pages(size) + whole_pages(1);
  if (needed > bytes_ - taken_) return nullptr;
  taken_ += needed;
  return begin_ + (taken_ - needed);
}

bool shared_arena::give_back(std::byte* pages, std::uint64_t size) {
  if (begin_ == nullptr || pages < begin_ || pages >= begin_ + bytes_) return false;
  empty_pages(pages, size);
  return true;
}

std::uint64_t host_memory() {
  const auto physical = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::uint64_t allowed = 0;
  std::ifstream limit("/sys/fs/cgroup/memory.max");  // a number, or "max"
  return limit >> allowed && allowed > 0 ? std::min(allowed, physical) : physical;
}

}  // namespace lockstep::memory
