// What is to be traced, and how much of it: LOCKSTEP_TRACE (docs/interfaces.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::trace {

// Some numbers, as people write them: "0", "0-3", "0,2,8-9".
class numbers {
 public:
  // Nothing if `text` is not of that form.
  static std::optional<numbers> parse(std::string_view text);
  bool contains(std::uint64_t number) const;
  // How many of the numbers below `end` are among them.
  std::uint64_t below(std::uint64_t end) const;
  std::string text() const;

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges_;  // first, last; sorted, apart
};

// Which steps are kept: all, those that access memory, or those that decide where lanes go on
// (branches, exits, barriers, and where lanes part or meet).
enum class kept : std::uint8_t { all, memory, branches };

std::string_view name_of(kept which);
std::optional<kept> kept_called(std::string_view name);

struct wish {
  std::string kernel;  // a regular expression that a kernel's name must match somewhere
  numbers launches = *numbers::parse("1-8");  // among those, from 1
  numbers blocks = *numbers::parse("0-1");    // of each launch, in the order of x, y, z
  numbers warps = *numbers::parse("0-3");     // of each block
  std::uint64_t steps = 500;                  // of each warp, at most
  kept only = kept::all;

  // As it stands in LOCKSTEP_TRACE: "launches=1-8;blocks=0-1;warps=0-3;steps=500;only=all;kernel=".
  std::string text() const;
  // What is not named stays as above. Nothing if `text` is not of that form. The kernel comes last.
  static std::optional<wish> parse(std::string_view text);
};

}  // namespace lockstep::trace
