// Inputs that anyone can make again: element i depends on the seed and on i alone, on every
// machine. (The standard's distributions differ between libraries.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockstep {

// 64 well-mixed bits from one number (splitmix64: Steele, Lea, Flood 2014).
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// Integers from `low` to `high`, both included.
template <typename T = int>
std::vector<T> random_integers(std::size_t count, std::uint64_t seed, T low, T high) {
  if (high < low) throw std::invalid_argument("random_integers: high is below low");
  const auto first = static_cast<std::int64_t>(low);
  const std::uint64_t choices =
      static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - first) + 1;
  if (choices == 0 || choices > (std::uint64_t{1} << 32))
    throw std::invalid_argument("random_integers: too wide a range");
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t draw = mix(mix(seed) + i) >> 32;
    values[i] = static_cast<T>(first + static_cast<std::int64_t>((draw * choices) >> 32));
  }
  return values;
}

// Numbers from `low` (included) to `high` (at most reached by rounding), on a grid of 2^24 steps.
template <typename T = float>
std::vector<T> random_reals(std::size_t count, std::uint64_t seed, T low = 0, T high = 1) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto unit = static_cast<T>(mix(mix(seed) + i) >> 40) / static_cast<T>(1 << 24);
    values[i] = low + unit * (high - low);
  }
  return values;
}

// LOCKSTEP_SEED if it is set, to repeat a run; otherwise a seed that nobody has seen before. Print
// it with a failure.
inline std::uint64_t fresh_seed() {
  if (const char* text = std::getenv("LOCKSTEP_SEED"); text != nullptr && *text != '\0') {
    char* end = nullptr;
    const std::uint64_t seed = std::strtoull(text, &end, 0);
    if (*end != '\0')
      throw std::invalid_argument(std::string("LOCKSTEP_SEED is not a number: ") + text);
    return seed;
  }
  std::random_device entropy;
  return (static_cast<std::uint64_t>(entropy()) << 32) | entropy();
}

}  // namespace lockstep
