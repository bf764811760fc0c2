// What the graders say of the memory that a trial uses: which buffers there are, and which of their
// elements came out wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::grader::diagnosis {

struct named_buffer {
  std::string name;
  std::uint64_t address = 0;
  std::size_t elements = 0, element_bytes = 0;
  std::size_t made_in_trial = 0;        // its number
  bool is_input = false;                // the answer must leave it as it is
  std::vector<std::size_t> wrong;       // elements, ascending
  std::string wrong_alike;              // what they have in common: "1 too large"; or empty
  std::vector<std::size_t> padding;     // elements that stand for nothing, ascending
  std::vector<std::size_t> left_alone;  // of a result: those that nothing belongs in, ascending
  // The wrong values are those that are expected, in another order: where the first one belongs.
  std::optional<std::size_t> first_belongs_in;

  bool contains(std::uint64_t at) const {
    return at >= address && at - address < elements * element_bytes;
  }
  std::size_t element_of(std::uint64_t at) const { return (at - address) / element_bytes; }
};

// Those of the trial that runs now, and of one that has just failed. No two have one name.
std::vector<named_buffer>& buffers_of_trial();

}  // namespace lockstep::grader::diagnosis
