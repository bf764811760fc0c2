// Findings, one for each cause: the same kind at the same places of the source is one finding,
// which counts how often it was met, and tells of the first time; or, if that was a warning, of the
// first error.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "checks/finding.hpp"
#include "checks/order.hpp"

namespace lockstep::checks {

class collector {
 public:
  // What makes a cause: the places are interchangeable (of two accesses that race, either may have
  // come first) and those of tables that live until the findings are taken; nullptr: none.
  struct cause {
    std::string kind, space;
    const site* here = nullptr;
    const site* there = nullptr;
    bool is_warning = false;
  };
  void add(const cause& c, const std::function<finding()>& make);
  bool empty() const { return found_.empty(); }
  // In the order in which the causes were met first. Where a race lets a read come before the
  // write, that the value is not there yet is no cause of its own.
  std::vector<finding> take();

 private:
  std::vector<finding> found_;
  using place = std::pair<std::string, std::uint32_t>;  // file and line
  std::map<std::tuple<std::string, std::string, place, place>, std::size_t> known_;
  // Looking up a cause is much cheaper than its places' names.
  std::map<std::tuple<std::string, const site*, const site*, bool>, std::size_t> quick_;
};

}  // namespace lockstep::checks
