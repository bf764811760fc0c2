#include "ptx/units.hpp"

#include <algorithm>

namespace lockstep::ptx {
namespace {

// Before each: a comment, so that the whole can still be read as a text.
constexpr std::string_view unit_mark = "//lockstep.unit\n";

}  // namespace

std::string as_one(const std::vector<std::string>& units) {
  std::string all;
  for (const std::string& unit : units) {
    for (const std::string& part : units_of(unit)) {
      all += unit_mark;
      all += part;
      if (!part.ends_with('\n')) all += '\n';
    }
  }
  return all;
}

std::vector<std::string> units_of(std::string_view text) {
  if (!text.starts_with(unit_mark)) return {std::string(text)};
  std::vector<std::string> units;
  while (!text.empty()) {
    text.remove_prefix(unit_mark.size());
    const std::size_t next = std::min(text.find(unit_mark), text.size());
    units.emplace_back(text.substr(0, next));
    text.remove_prefix(next);
  }
  return units;
}

}  // namespace lockstep::ptx
