#include "simt/run/positions.hpp"

#include <utility>
#include <vector>

#include "lockstep/protocol/phrase.hpp"

namespace lockstep::simt {

void show_waiting(block& b) {
  for (warp& w : b.warps) {
    if (w.waits_in == nullptr) continue;
    split& s = w.others.add(w.waits_in + 1, w.active, std::move(w.frame), 0);
    s.waits = waiting::barrier;
    s.barrier = w.barrier;
    s.waits_in = w.waits_in;
    w.waits_in = nullptr;
  }
}

namespace {

std::string barrier_name(const block& b, unsigned number) {
  if (number == cluster_barrier || b.barriers[number].expected == 0)
    return protocol::phrase("at-the-barrier", "at the barrier");
  const barrier& at = b.barriers[number];
  return protocol::phrase("at-barrier", "at barrier {}, where {} of {} threads have arrived,",
                          number, at.arrived, at.expected);
}

// Where a split of a warp is, and what it waits for; the same text for all that wait alike.
std::string position_of(const block& b, const warp& w, const split& s) {
  const struct code& code = *w.on->launch->code;
  const step* at = s.waits == waiting::no ? s.at : s.waits_in;
  const ptx::source_line line = code.instructions[at->instruction].line;
  const unsigned count = lanes_in(s.mask);
  const bool is_one = count == 1;
  const std::string lanes = protocol::phrase("lanes", is_one ? "{} lane" : "{} lanes", count);
  const std::string place = std::string(line.file.substr(line.file.find_last_of('/') + 1)) + ":" +
                            std::to_string(line.line);
  switch (s.waits) {
    case waiting::no:
      return protocol::phrase("lanes-run", is_one ? "{} runs at {}" : "{} run at {}", lanes, place);
    case waiting::barrier:
      return protocol::phrase("lanes-wait-at-barrier",
                              is_one ? "{} waits {} in {}" : "{} wait {} in {}", lanes,
                              barrier_name(b, s.barrier), place);
    case waiting::lanes:
      return protocol::phrase("lanes-wait-for-lanes",
                              is_one ? "{} waits for other lanes of the warp in {}"
                                     : "{} wait for other lanes of the warp in {}",
                              lanes, place);
    default:
      return protocol::phrase("lanes-wait", is_one ? "{} waits at {}" : "{} wait at {}", lanes,
                              place);
  }
}

// Neighbouring warps whose lanes are in the same places.
struct alike_warps {
  std::uint32_t first, last;
  std::vector<std::string> positions;

  std::string name() const {
    if (first == last) return protocol::phrase("one-warp", "warp {}", first);
    return protocol::phrase(
        "each-of-warps", first + 1 == last ? "each of warps {} and {}" : "each of warps {} to {}",
        first, last);
  }
};

std::vector<alike_warps> by_position(const block& b) {
  std::vector<alike_warps> groups;
  for (const warp& w : b.warps) {
    std::vector<std::string> positions;
    for (const split& s : w.others) positions.push_back(position_of(b, w, s));
    if (positions.empty()) continue;
    if (!groups.empty() && groups.back().last + 1 == w.number &&
        groups.back().positions == positions)
      groups.back().last = w.number;
    else
      groups.push_back({w.number, w.number, std::move(positions)});
  }
  return groups;
}

}  // namespace

std::string positions(block& b) {
  constexpr std::size_t most = 8;
  show_waiting(b);
  std::string text;
  std::size_t lines = 0;
  for (const alike_warps& warps : by_position(b)) {
    for (const std::string& position : warps.positions) {
      if (lines++ < most)
        text += "   " + protocol::phrase("warps-are", "{}: {}", warps.name(), position) + "\n";
    }
  }
  if (lines > most)
    text += "   " + protocol::phrase("and-more", "and {} more", lines - most) + "\n";
  return text;
}

}  // namespace lockstep::simt
