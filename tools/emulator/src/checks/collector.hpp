// Findings, one for each cause: the same kind at the same places of the source is one finding,
// which counts how often it was met, and describes the first time; or, if that was a warning, of
// the first error.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "checks/order.hpp"
#include "lockstep/protocol/finding.hpp"

namespace lockstep::checks {

class collector {
 public:
  // What makes a cause: the places are interchangeable (of two accesses that race, either may have
  // come first) and those of tables that live until the findings are taken; nullptr: none.
  struct cause {
    protocol::finding_kind kind;
    protocol::memory_space space = protocol::memory_space::none;
    const site* here = nullptr;
    const site* there = nullptr;
    bool is_warning = false;
  };
  void add(const cause& c, const std::function<protocol::finding()>& make);
  bool empty() const { return found_.empty(); }
  // In the order in which the causes were met first. Where a race lets a read come before the
  // write, that the value is not there yet is no cause of its own.
  std::vector<protocol::finding> take();

 private:
  std::vector<protocol::finding> found_;
  using place = std::pair<std::string, std::uint32_t>;  // file and line
  using kind_and_space = std::pair<protocol::finding_kind, protocol::memory_space>;
  std::map<std::tuple<kind_and_space, place, place>, std::size_t> known_;
  // Looking up a cause is much cheaper than its places' names.
  std::map<std::tuple<kind_and_space, const site*, const site*, bool>, std::size_t> quick_;
};

}  // namespace lockstep::checks
