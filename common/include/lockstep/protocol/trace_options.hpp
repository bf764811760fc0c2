// Which steps of which warps are traced: LOCKSTEP_TRACE (docs/interfaces.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/protocol/named_values.hpp"

namespace lockstep::protocol {

// A set of numbers, as people write it: "0", "0-3", "0,2,8-9".
class number_set {
 public:
  // Nothing if `text` is not of that form.
  [[nodiscard]] static std::optional<number_set> parse(std::string_view text);
  bool contains(std::uint64_t number) const;
  // How many of the numbers below `end` are in the set.
  std::uint64_t count_below(std::uint64_t end) const;
  std::string text() const;

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges_;  // first, last; sorted, disjoint
};

// Which steps are kept: all, those that access memory, or those that decide where lanes continue
// (branches, exits, barriers, and where lanes diverge or reconverge).
enum class kept_steps : std::uint8_t { all, memory, branches };

template <>
struct names_of<kept_steps> {
  static constexpr named_value<kept_steps> all[] = {
      {kept_steps::all, "all"}, {kept_steps::memory, "memory"}, {kept_steps::branches, "branches"}};
};

struct trace_options {
  std::string kernel = {};  // a regular expression that a kernel's name must match somewhere
  number_set launches = *number_set::parse("1-8");  // among those, from 1
  number_set blocks = *number_set::parse("0-1");    // of each launch, in the order of x, y, z
  number_set warps = *number_set::parse("0-3");     // of each block
  std::uint64_t steps = 500;                        // of each warp, at most
  kept_steps only = kept_steps::all;

  // As it stands in LOCKSTEP_TRACE: "launches=1-8;blocks=0-1;warps=0-3;steps=500;only=all;kernel=".
  std::string text() const;
  // What is not named stays as above. Nothing if `text` is not of that form. The kernel comes last.
  [[nodiscard]] static std::optional<trace_options> parse(std::string_view text);
};

}  // namespace lockstep::protocol
