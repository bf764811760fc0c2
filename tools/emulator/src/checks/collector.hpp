// Findings, one for each cause: the same kind at the same places of the source is one finding,
// which counts how often it was met, and describes the first time; or, if that was a warning, of
// the first error.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "checks/order.hpp"
#include "lockstep/protocol/finding.hpp"

namespace lockstep::checks {

// How far apart threads are that conflict: lanes of a warp, warps of a block, or farther.
enum class reach : std::uint8_t { warp, block, grid };

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
    // Of a race:
    reach how_far = reach::warp;
    bool in_one_grid = false;
    bool is_split = false;      // an update on two lines, of which the later one writes
    bool loses_update = false;  // by accesses that do not race otherwise
    bool in_step = false;       // between lanes that count on running in step
  };
  // What to do, which may depend on how far apart threads are that race by the same accesses.
  using advice = std::function<std::string(reach widest)>;
  void add(const cause& c, const std::function<protocol::finding()>& make) {
    add(c, [&](advice&, cause&) { return make(); });
  }
  // `make` may also complete what is known of the cause.
  void add(const cause& c, const std::function<protocol::finding(advice&, cause&)>& make);
  // A cause between lanes that count on running in step has been met this many times more. False:
  // it is not known yet; then nothing is counted.
  bool met_step_again(protocol::memory_space space, const site* here, const site* there,
                      std::uint64_t times);
  bool empty() const { return found_.empty(); }
  // In the order in which the causes were met first; but what others depend on comes before them.
  // Where a race lets a read come before the write, that the value is not there yet is no cause of
  // its own; nor is it that lanes read what is lost anyway. A race between warps and one within a
  // warp at the same lines are one finding, and so are the steps of one idiom.
  std::vector<protocol::finding> take();

 private:
  struct entry {
    protocol::finding what;
    cause why;
    advice advise;
  };
  void note_reach(const cause& c);
  void advise_all();
  static void join_causes(std::vector<entry>& all);
  static void put_causes_first(std::vector<entry>& all);
  static void join_steps(std::vector<entry>& all);
  static void join_kernels(std::vector<entry>& all);

  std::vector<entry> found_;
  using place = std::pair<std::string, std::uint32_t>;  // file and line
  using kind_and_space = std::pair<protocol::finding_kind, protocol::memory_space>;
  std::map<std::tuple<kind_and_space, place, place>, std::size_t> known_;
  // Looking up a cause is much cheaper than its places' names.
  std::map<std::tuple<kind_and_space, const site*, const site*, bool, reach>, std::size_t> quick_;
  std::map<const site*, reach> widest_;  // among races of one grid
  // Those of the causes between lanes that were met last, by sites.
  struct step {
    const site *here = nullptr, *there = nullptr;
    protocol::memory_space space = protocol::memory_space::none;
    std::size_t found = 0;
  };
  std::array<step, 64> steps_;
};

}  // namespace lockstep::checks
