// The problem: lanes of a warp that took different paths should meet again as soon as their paths
// do. If the blocks of a function lie in an order in which every path leads forwards (loops apart),
// then running the lanes with the lowest position first makes the others wait exactly at the place
// where the paths join. Loops are handled by recursion: a loop is a strongly connected component;
// it is laid out as a unit, its header first, and its inside is ordered in the same way once the
// edges back to the header are left out. Plain reverse postorder is not enough: it may put a loop's
// exit before a part of its body, and lanes that have left would run ahead.
#include "ptx/layout.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <string>

namespace lockstep::ptx {
namespace {

using graph = std::vector<std::vector<std::uint32_t>>;  // successors by block

// Strongly connected components of the sub-graph `nodes` (Tarjan), without the edges into `header`.
// Iterative: PTX functions can have many blocks.
class components {
 public:
  components(const graph& successors, const std::vector<std::uint32_t>& nodes, std::int64_t header)
      : successors_(successors),
        header_(header),
        inside_(successors.size(), false),
        number_(successors.size(), 0),
        low_(successors.size(), 0),
        on_stack_(successors.size(), false),
        component_(successors.size(), ~0u) {
    for (const auto node : nodes) inside_[node] = true;
    for (const auto node : nodes) {
      if (number_[node] == 0) visit(node);
    }
  }

  std::vector<std::vector<std::uint32_t>> members;
  std::uint32_t of(std::uint32_t node) const { return component_[node]; }
  bool edge(std::uint32_t to) const {
    return inside_[to] && static_cast<std::int64_t>(to) != header_;
  }

 private:
  struct position {
    std::uint32_t node;
    std::size_t next;
  };

  void visit(std::uint32_t root) {
    std::vector<position> path;
    enter(root, path);
    while (!path.empty()) {
      const std::uint32_t node = path.back().node;
      if (path.back().next < successors_[node].size()) {
        const std::uint32_t to = successors_[node][path.back().next++];
        if (!edge(to)) continue;
        if (number_[to] == 0) {
          enter(to, path);
        } else if (on_stack_[to]) {
          low_[node] = std::min(low_[node], number_[to]);
        }
      } else {
        path.pop_back();
        if (!path.empty()) low_[path.back().node] = std::min(low_[path.back().node], low_[node]);
        if (low_[node] == number_[node]) close(node);
      }
    }
  }

  void enter(std::uint32_t node, std::vector<position>& path) {
    number_[node] = low_[node] = ++counter_;
    stack_.push_back(node);
    on_stack_[node] = true;
    path.push_back({node, 0});
  }

  void close(std::uint32_t root) {
    auto& group = members.emplace_back();
    for (;;) {
      const std::uint32_t node = stack_.back();
      stack_.pop_back();
      on_stack_[node] = false;
      component_[node] = static_cast<std::uint32_t>(members.size() - 1);
      group.push_back(node);
      if (node == root) return;
    }
  }

  const graph& successors_;
  std::int64_t header_;
  std::vector<bool> inside_;
  std::vector<std::uint32_t> number_, low_;
  std::vector<bool> on_stack_;
  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> stack_;
  std::uint32_t counter_ = 0;
};

constexpr unsigned deepest_loop = 500;  // each level costs memory for all blocks, and stack

// Append the blocks `nodes` to `order`. `header` is the loop header that they belong to (its
// incoming edges do not count), -1 at the top. `depth` loops are around them.
void order_blocks(const graph& successors, std::vector<std::uint32_t> nodes, std::int64_t header,
                  unsigned depth, std::vector<std::uint32_t>& order) {
  if (depth > deepest_loop)
    throw nested_too_deeply("has loops nested more than " + std::to_string(deepest_loop) +
                            " deep, which is not supported");
  const components found(successors, nodes, header);
  const std::size_t count = found.members.size();
  std::vector<std::uint32_t> waiting(count, 0), first(count);
  for (std::size_t c = 0; c < count; ++c)
    first[c] = *std::min_element(found.members[c].begin(), found.members[c].end());
  for (const auto node : nodes) {
    for (const auto to : successors[node]) {
      if (found.edge(to) && found.of(to) != found.of(node)) ++waiting[found.of(to)];
    }
  }
  using entry = std::pair<std::uint32_t, std::uint32_t>;  // lowest source position, component
  std::priority_queue<entry, std::vector<entry>, std::greater<>> ready;
  for (std::uint32_t c = 0; c < count; ++c) {
    if (waiting[c] == 0) ready.emplace(first[c], c);
  }
  while (!ready.empty()) {
    const std::uint32_t c = ready.top().second;
    ready.pop();
    std::vector<std::uint32_t> members = found.members[c];
    std::sort(members.begin(), members.end());
    if (members.size() == 1) {
      order.push_back(members.front());
    } else {
      // The header: the member that is entered from outside first in source order; the lowest if
      // the loop is the whole function.
      std::uint32_t head = members.front();
      for (const auto node : nodes) {
        if (found.of(node) == c) continue;
        const auto into =
            std::find_if(successors[node].begin(), successors[node].end(),
                         [&](std::uint32_t to) { return found.edge(to) && found.of(to) == c; });
        if (into != successors[node].end()) {
          head = *into;
          break;
        }
      }
      order_blocks(successors, members, head, depth + 1, order);
    }
    for (const auto node : found.members[c]) {
      for (const auto to : successors[node]) {
        if (found.edge(to) && found.of(to) != c && --waiting[found.of(to)] == 0)
          ready.emplace(first[found.of(to)], found.of(to));
      }
    }
  }
}

}  // namespace

decoded_function lay_out(const function& source, std::vector<decoded> instructions,
                         const std::vector<bool>& ends_block) {
  const std::size_t size = instructions.size();
  std::vector<bool> leads(size + 1, false);
  const auto lead = [&](std::uint64_t position) {
    leads[std::min<std::uint64_t>(position, size)] = true;
  };
  lead(0);
  for (std::size_t i = 0; i < size; ++i) {
    if (ends_block[i]) lead(i + 1);
    for (const operand& o : instructions[i].source->operands) {
      if (o.kind == operand::kind_t::label) lead(o.index);
      for (const operand& e : o.elements) {
        if (e.kind == operand::kind_t::label) lead(e.index);
      }
    }
  }
  for (const auto& targets : source.branch_targets) {
    for (const auto target : targets) lead(target);
  }

  // Blocks in source order. One empty block behind the end stands for "fell off the end": an
  // implicit ret.
  std::vector<std::uint32_t> first, number(size + 1, ~0u);
  for (std::size_t i = 0; i <= size; ++i) {
    if (leads[i] || i == size) {
      number[i] = static_cast<std::uint32_t>(first.size());
      first.push_back(static_cast<std::uint32_t>(i));
    }
  }
  graph successors(first.size());
  std::vector<std::int32_t> falls_to(first.size(), -1);
  for (std::size_t b = 0; b + 1 < first.size(); ++b) {
    const decoded& last = instructions[first[b + 1] - 1];
    const bool leaves =
        (last.operation == op::bra || last.operation == op::brx || last.operation == op::ret ||
         last.operation == op::exit || last.operation == op::trap) &&
        last.source->guard < 0;
    if (!leaves) {
      falls_to[b] = static_cast<std::int32_t>(b + 1);
      successors[b].push_back(static_cast<std::uint32_t>(b + 1));
    }
    if (last.operation == op::bra)
      successors[b].push_back(number[last.source->operands.front().index]);
    if (last.operation == op::brx) {
      for (const operand& o : last.source->operands) {
        for (const operand& e : o.elements) {
          if (e.kind == operand::kind_t::label) successors[b].push_back(number[e.index]);
        }
        for (std::size_t t = 0; t < source.branch_target_names.size(); ++t) {
          if (o.kind == operand::kind_t::text && o.text == source.branch_target_names[t]) {
            for (const auto target : source.branch_targets[t])
              successors[b].push_back(number[target]);
          }
        }
      }
    }
  }

  std::vector<std::uint32_t> nodes(first.size()), order;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) nodes[i] = i;
  // The entry goes first even if a loop leads back to it.
  order.push_back(0);
  nodes.erase(nodes.begin());
  {
    bool entry_in_loop = false;
    for (const auto& list : successors)
      entry_in_loop = entry_in_loop || std::find(list.begin(), list.end(), 0u) != list.end();
    if (entry_in_loop) {
      order.clear();
      nodes.insert(nodes.begin(), 0);
    }
    order_blocks(successors, nodes, -1, 0, order);
    const auto entry = std::find(order.begin(), order.end(), 0u);
    std::rotate(order.begin(), entry, entry + 1);
  }

  std::vector<std::uint32_t> position(first.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  decoded_function result;
  result.source = &source;
  result.block_at.assign(size + 1, ~0u);
  std::vector<std::uint32_t> entries(first.size(), 0);
  for (const auto& list : successors) {
    for (const auto to : list) ++entries[to];
  }
  for (const auto b : order) {
    basic_block block;
    block.first = static_cast<std::uint32_t>(result.instructions.size());
    const std::size_t end = b + 1 < first.size() ? first[b + 1] : size;
    for (std::size_t i = first[b]; i < end; ++i) result.instructions.push_back(instructions[i]);
    block.last = static_cast<std::uint32_t>(result.instructions.size());
    block.falls_to = falls_to[b] < 0 ? -1 : static_cast<std::int32_t>(position[falls_to[b]]);
    for (const auto to : successors[b]) block.successors.push_back(position[to]);
    block.is_join = entries[b] > 1;
    result.block_at[first[b]] = position[b];
    result.blocks.push_back(std::move(block));
  }
  return result;
}

}  // namespace lockstep::ptx
