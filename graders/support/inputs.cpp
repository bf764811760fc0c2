#include <lockstep/grader/inputs.hpp>

#include <lockstep/data.hpp>

#include <algorithm>

#include "session.hpp"

namespace lockstep::grader {

std::vector<int> integers(std::size_t count) {
  return random_integers<int>(count, current_session().seed, 1, 999);
}

std::vector<unsigned> awkward_sizes() {
  return {0, 1, 31, 32, 33, 1023, 1024, 1025, 100'003, 1u << 18};
}

std::vector<unsigned> random_sizes(std::size_t count, unsigned largest) {
  std::vector<unsigned> sizes =
      random_integers<unsigned>(count, mix(current_session().seed), 1, largest);
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

}  // namespace lockstep::grader
