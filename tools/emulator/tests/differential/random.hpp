// Random numbers that are the same everywhere for a seed (splitmix64).
#pragma once

#include <cstddef>
#include <cstdint>

namespace differential {

class random_source {
 public:
  explicit random_source(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  // 0 .. count - 1
  unsigned below(std::size_t count) { return static_cast<unsigned>(next() % count); }
  bool one_in(unsigned count) { return below(count) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace differential
