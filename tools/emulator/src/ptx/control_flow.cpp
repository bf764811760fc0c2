#include "ptx/control_flow.hpp"

#include <algorithm>

namespace lockstep::ptx {
namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

bool leaves(const decoded& i) {
  return i.operation == op::ret || i.operation == op::exit || i.operation == op::trap;
}

}  // namespace

control_flow::control_flow(const decoded_function& of)
    : of_(of), end_(static_cast<std::uint32_t>(of.blocks.size())) {
  for (const basic_block& b : of.blocks) {
    std::vector<std::uint32_t> to = b.successors;
    const bool may_leave = b.last > b.first && leaves(of.instructions[b.last - 1]);
    if (to.empty() || may_leave) to.push_back(end_);
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
    successors_.push_back(std::move(to));
  }
  find_postdominators();
  find_decisions();
}

// Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", 2001, on the reversed graph.
void control_flow::find_postdominators() {
  std::vector<std::vector<std::uint32_t>> predecessors(end_ + 1);
  for (std::uint32_t b = 0; b < end_; ++b)
    for (const std::uint32_t to : successors_[b]) predecessors[to].push_back(b);
  std::vector<std::uint32_t> order, number(end_ + 1, nowhere);
  std::vector<bool> seen(end_ + 1, false);
  std::vector<std::pair<std::uint32_t, std::size_t>> path{{end_, 0}};
  seen[end_] = true;
  while (!path.empty()) {
    auto& [node, next] = path.back();
    if (next < predecessors[node].size()) {
      const std::uint32_t from = predecessors[node][next++];
      if (!seen[from]) path.emplace_back(from, 0);
      seen[from] = true;
    } else {
      number[node] = static_cast<std::uint32_t>(order.size());
      order.push_back(node);
      path.pop_back();
    }
  }
  postdominator_.assign(end_ + 1, nowhere);
  postdominator_[end_] = end_;
  const auto common = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (number[a] < number[b]) a = postdominator_[a];
      while (number[b] < number[a]) b = postdominator_[b];
    }
    return a;
  };
  for (bool more = true; more;) {
    more = false;
    for (auto at = order.rbegin() + 1; at < order.rend(); ++at) {
      std::uint32_t found = nowhere;
      for (const std::uint32_t to : successors_[*at])
        if (postdominator_[to] != nowhere) found = found == nowhere ? to : common(found, to);
      more = more || found != postdominator_[*at];
      postdominator_[*at] = found;
    }
  }
}

void control_flow::find_decisions() {
  decisions_.resize(end_ + 1);
  for (std::uint32_t b = 0; b < end_; ++b) {
    if (successors_[b].size() < 2) continue;
    for (const std::uint32_t to : successors_[b])
      for (std::uint32_t at = to; at != nowhere && at != postdominator_[b] && at != end_;
           at = postdominator_[at])
        decisions_[at].push_back({of_.blocks[b].last - 1, to});
  }
}

std::uint32_t control_flow::block_of(std::uint32_t instruction) const {
  const auto behind =
      std::upper_bound(of_.blocks.begin(), of_.blocks.end(), instruction,
                       [](std::uint32_t i, const basic_block& b) { return i < b.first; });
  return static_cast<std::uint32_t>(behind - of_.blocks.begin()) - 1;
}

std::vector<decision> control_flow::decisions_on(std::uint32_t instruction) const {
  std::vector<decision> found;
  std::vector<std::uint32_t> blocks{block_of(instruction)};
  for (std::size_t next = 0; next < blocks.size(); ++next) {
    for (const decision& d : decisions_[blocks[next]]) {
      if (std::find(found.begin(), found.end(), d) == found.end()) found.push_back(d);
      const std::uint32_t b = block_of(d.branch);
      if (std::find(blocks.begin(), blocks.end(), b) == blocks.end()) blocks.push_back(b);
    }
  }
  return found;
}

bool control_flow::is_return_otherwise(const decision& d) const {
  const auto ends = [&](std::uint32_t to) {
    if (to == end_) return true;
    const basic_block& b = of_.blocks[to];
    return successors_[to] == std::vector{end_} && b.last - b.first <= 1;
  };
  const auto& ways = successors_[block_of(d.branch)];
  return std::all_of(ways.begin(), ways.end(),
                     [&](std::uint32_t to) { return to == d.towards || ends(to); });
}

}  // namespace lockstep::ptx
