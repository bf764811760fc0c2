#include "checks/host_view.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>

namespace lockstep::checks {
namespace {

constexpr std::uint64_t page_size = touched_pages::page_size;
// Older grids than these are not waited for.
constexpr std::size_t most_taken = 4096;

}  // namespace

host_view::~host_view() {
  taken_.clear();
  give_back_what_is_free();
}

host_view::view* host_view::view_of(std::uint64_t address, std::uint64_t serial) {
  const auto known = views_.find(address);
  if (known == views_.end() || known->second.serial != serial) return nullptr;
  const auto range = memory_.find_range(address);
  if (range && range->serial == serial) return &known->second;
  views_.erase(known);
  return nullptr;
}

void host_view::allow(std::uint64_t address, view& in, std::uint32_t first, std::uint32_t end,
                      access what) {
  constexpr int protections[] = {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE};
  void* const at = reinterpret_cast<void*>(address + first * page_size);
  if (mprotect(at, (end - first) * page_size, protections[what]) != 0) {
    // Too many pieces of different access: nothing of it is watched.
    const std::uint64_t pages = in.allowed.size();
    mprotect(reinterpret_cast<void*>(address), pages * page_size, protections[everything]);
    in.allowed.assign(pages, everything);
    in.pages_taken = 0;
    return;
  }
  for (std::uint32_t page = first; page < end; ++page) {
    in.pages_taken += (what != everything) - (in.allowed[page] != everything);
    in.allowed[page] = what;
  }
}

void host_view::allow(std::uint64_t address, view& in, std::uint32_t first,
                      const std::vector<std::uint8_t>& wanted) {
  const auto count = static_cast<std::uint32_t>(wanted.size());
  for (std::uint32_t i = 0; i < count;) {
    const std::uint8_t what = wanted[i];
    const bool differs = in.allowed[first + i] != what;
    const std::uint32_t begin = i;
    while (i < count && wanted[i] == what && (in.allowed[first + i] != what) == differs) ++i;
    if (differs) allow(address, in, first + begin, first + i, static_cast<access>(what));
  }
}

void host_view::take_away(const finished_grid& by, const memory::address_space::range& of,
                          const std::vector<touched_page>& pages) {
  if (pages.empty()) return;
  view& in = views_[of.address];
  if (in.serial != of.serial) {
    const std::uint64_t count = std::max<std::uint64_t>(1, (of.size + page_size - 1) / page_size);
    in = {of.serial, std::vector<std::uint8_t>(count, everything)};
  }
  const std::uint32_t first = pages.front().number;
  std::vector<std::uint8_t> wanted(in.allowed.begin() + first,
                                   in.allowed.begin() + pages.back().number + 1);
  for (const touched_page& page : pages) {
    std::uint8_t& what = wanted[page.number - first];
    what = std::max<std::uint8_t>(what, page.written ? nothing : reading);
  }
  allow(of.address, in, first, wanted);
  taken_.push_back({by, of.address, of.serial, pages});
  if (taken_.size() > most_taken) taken_.pop_front();
}

void host_view::give_back_what_is_free() {
  for (auto next = views_.begin(); next != views_.end();) {
    const auto here = next++;  // which view_of may remove
    if (here->second.pages_taken == 0) continue;
    const std::uint64_t address = here->first;
    view* const in = view_of(address, here->second.serial);
    if (in == nullptr) continue;
    std::vector<std::uint8_t> wanted(in->allowed.size(), everything);
    for (const taken& t : taken_) {
      if (t.address != address || t.serial != in->serial) continue;
      for (const touched_page& page : t.pages)
        wanted[page.number] =
            std::max<std::uint8_t>(wanted[page.number], page.written ? nothing : reading);
    }
    // What a fault has given back stays given back.
    for (std::size_t page = 0; page < wanted.size(); ++page)
      wanted[page] = std::min(wanted[page], in->allowed[page]);
    allow(address, *in, 0, wanted);
  }
}

host_view::page host_view::give_back_page(std::uint64_t address) {
  const auto above = views_.upper_bound(address);
  if (above == views_.begin()) return page::unknown;
  const auto& [begin, known] = *std::prev(above);
  const std::uint64_t number = (address - begin) / page_size;
  if (number >= known.allowed.size()) return page::unknown;
  view* const in = view_of(begin, known.serial);
  if (in == nullptr) return page::unknown;
  if (in->allowed[number] == everything) return page::free;
  const auto first = static_cast<std::uint32_t>(number);
  allow(begin, *in, first, first + 1, everything);
  return page::was_taken;
}

const finished_grid* host_view::grid_at(epoch when) const {
  const auto found = std::find_if(taken_.begin(), taken_.end(), [&](const taken& t) {
    return t.by.began <= when && when <= t.by.ended;
  });
  return found == taken_.end() ? nullptr : &found->by;
}

}  // namespace lockstep::checks
