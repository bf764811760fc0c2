#include "metrics/access.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace lockstep::metrics {
namespace {

constexpr std::uint32_t bank_count = 32;
constexpr unsigned most_sectors =
    32 *
    8;  // 32 lanes, 128 bytes and more each never occur; 16 bytes touch one sector, 32 bytes two

// Counts the distinct values among first..last (sorted in place only if they are not already
// ascending).
std::uint32_t distinct(std::uint64_t* values, unsigned count) {
  if (!std::is_sorted(values, values + count)) std::sort(values, values + count);
  return static_cast<std::uint32_t>(std::unique(values, values + count) - values);
}

// The sectors of lanes in any order, possibly several a lane.
__attribute__((noinline)) std::uint32_t sectors_of_any(const std::uint64_t* address,
                                                       std::uint32_t active, std::uint32_t bytes) {
  std::array<std::uint64_t, most_sectors> touched;
  unsigned count = 0;
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const std::uint64_t first = address[std::countr_zero(rest)];
    for (std::uint64_t sector = first / 32; sector <= (first + bytes - 1) / 32; ++sector)
      touched[count++] = sector;
  }
  return distinct(touched.data(), count);
}

}  // namespace

std::uint32_t sectors(const std::uint64_t* address, std::uint32_t active, std::uint32_t bytes) {
  // The usual case: addresses ascend, and no lane's bytes lie in two sectors.
  std::uint64_t last = ~std::uint64_t{0};
  std::uint32_t count = 0;
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const std::uint64_t first = address[std::countr_zero(rest)], sector = first / 32;
    if (sector == last) continue;
    if (count != 0 && sector < last) return sectors_of_any(address, active, bytes);
    last = sector;
    ++count;
  }
  return bytes <= 32 ? count : sectors_of_any(address, active, bytes);
}

std::uint32_t different_addresses(const std::uint64_t* address, std::uint32_t active) {
  std::array<std::uint64_t, 32> wanted;
  unsigned count = 0;
  bool ascending = true;  // the usual case
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    wanted[count] = address[std::countr_zero(rest)];
    ascending = ascending && (count == 0 || wanted[count] > wanted[count - 1]);
    ++count;
  }
  return ascending ? count : distinct(wanted.data(), count);
}

std::uint32_t bank_conflicts(const std::uint64_t* address, std::uint32_t active,
                             std::uint32_t bytes) {
  if (bytes <= 4) {  // the usual case: no two lanes want different words of one bank
    std::array<std::uint64_t, bank_count> word_of_bank;
    std::uint32_t used = 0;
    bool conflict = false;
    for (std::uint32_t rest = active; rest != 0 && !conflict; rest &= rest - 1) {
      const std::uint64_t word = address[std::countr_zero(rest)] / 4;
      const std::uint32_t bank = word % bank_count;
      conflict = (used >> bank & 1) != 0 && word_of_bank[bank] != word;
      word_of_bank[bank] = word;
      used |= 1u << bank;
    }
    if (!conflict) return 0;
  }
  const unsigned words_per_lane = std::max(1u, bytes / 4);
  const unsigned lanes_per_pass = bank_count / words_per_lane;
  std::uint32_t conflicts = 0;
  for (unsigned first = 0; first < 32; first += lanes_per_pass) {
    const std::uint32_t group = lanes_per_pass == 32 ? ~0u : ((1u << lanes_per_pass) - 1) << first;
    std::array<std::uint64_t, bank_count> words;
    unsigned count = 0;
    for (std::uint32_t rest = active & group; rest != 0; rest &= rest - 1) {
      const std::uint64_t word = address[std::countr_zero(rest)] / 4;
      for (unsigned i = 0; i < words_per_lane; ++i) words[count++] = word + i;
    }
    if (count == 0) continue;
    const std::uint32_t different = distinct(words.data(), count);
    std::array<std::uint8_t, bank_count> uses{};
    std::uint8_t most = 0;
    for (unsigned i = 0; i < different; ++i) most = std::max(most, ++uses[words[i] % bank_count]);
    conflicts += most - 1u;
  }
  return conflicts;
}

}  // namespace lockstep::metrics
