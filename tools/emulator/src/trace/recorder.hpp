// Follows the launches of a process and reports what the warps of some of them do.
//
// It takes plain facts and knows no engine. Not thread-safe: a traced process runs on one worker.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>

#include "lockstep/protocol/trace_options.hpp"
#include "trace/step.hpp"

namespace lockstep::trace {

struct listener {
  std::function<void(const grid&)> begins;
  std::function<void(const grid&, const place&, const step&)> step;
  std::function<void(const grid_end&)> ends;
};

class recorder;

// A warp that is followed. A step is reported when the next one begins, so that what it turns out
// to do can be added to it.
class followed_warp {
 public:
  followed_warp(recorder& owner, place where, lanes all)
      : owner_(owner), where_(where), parts_(all) {}

  // Lanes `active` come to an instruction, whose guard holds for `executing`.
  void step(const instruction& what, lanes active, lanes executing);
  // The step's lanes `made.by` access memory; sectors and conflicts are counted here.
  void access(trace::access made);
  // What the load `what` gave to the lanes `by`, once it is done.
  void loaded(const instruction& what, lanes by, const trace::access& values);
  // The lanes of `what` have exchanged values.
  void exchanged(const instruction& what, const trace::exchange& made);
  // The lanes of the step's branch go to several places.
  void scatter(const std::vector<lanes>& parts);
  // Lanes continue behind a barrier.
  void leave(const instruction& barrier, lanes active);
  // Reports the last step.
  void flush();

 private:
  bool begin(const instruction& what, lanes active, lanes executing);

  recorder& owner_;
  place where_;
  parts parts_;
  std::uint64_t steps_ = 0;
  std::optional<trace::step> last_;
};

class recorder {
 public:
  // Throws std::regex_error if the kernel of the options is no regular expression.
  recorder(protocol::trace_options options, listener to);

  // A grid begins, one at a time; `identity` is its own, `parent` that of the grid that launched
  // it. True if it is to be traced.
  bool begins(grid next, std::uint64_t identity, std::uint64_t parent);
  // The warp `number` of a block, whose lanes are `all`; nullptr if it is not followed. Good until
  // the grid ends.
  followed_warp* follow(std::uint64_t block, dimensions index, std::uint32_t number, lanes all);
  // A followed warp accesses an allocation.
  void touch(std::uint64_t allocation, std::uint64_t bytes, const std::string& name);
  // `arrays`: those that parameters point into.
  void ends(std::optional<protocol::finding_kind> stopped_by,
            const std::vector<protocol::traced_array>& arrays = {},
            std::vector<protocol::shared_array> shared = {});

 private:
  friend class followed_warp;
  static constexpr std::uint64_t most_grids = 10000;  // that are reported at all

  protocol::trace_options options_;
  std::function<bool(const std::string&)> matches_;  // whether a kernel's name does
  listener to_;
  std::uint64_t at_ = 0, grids_ = 0, matching_ = 0, left_out_ = 0;
  grid now_;
  std::unordered_map<std::uint64_t, std::uint64_t> number_of_;  // by identity
  std::map<std::pair<std::uint64_t, std::uint32_t>, followed_warp> warps_;
  std::map<std::uint64_t, protocol::traced_array> touched_;  // by number
};

}  // namespace lockstep::trace
