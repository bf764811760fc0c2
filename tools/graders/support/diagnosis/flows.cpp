#include "flows.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::grader::diagnosis {

namespace {

// Nodes whose values are results.
std::vector<std::uint32_t> results_of(const recording& seen) {
  std::vector<std::uint32_t> results;
  // If the grader compares buffers, it has looked at some of them only when it found the fault.
  // What kernels read again is not for the grader.
  const bool compares = std::any_of(
      seen.buffers().begin(), seen.buffers().end(),
      [](const named_buffer& buffer) { return !buffer.is_input && !buffer.wrong.empty(); });
  const auto is_read_again = [&](std::size_t b) {
    for (std::size_t e = 0; e < seen.buffers()[b].elements; ++e)
      if (!seen.at(b, e).readers.empty()) return true;
    return false;
  };
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    const bool is_result =
        !buffer.is_input && (!buffer.wrong.empty() || (compares && !is_read_again(b)));
    for (std::size_t e = 0; e < buffer.elements; ++e) {
      const auto& writers = seen.at(b, e).writers;
      if (writers.empty()) continue;
      const std::uint64_t address = buffer.address + e * buffer.element_bytes;
      if (is_result || seen.host_reads_after(writers.back(), address))
        results.push_back(writers.back());
    }
  }
  return results;
}

}  // namespace

flows flows_to_results(const recording& seen) {
  // Sources come before what is made of them.
  std::vector<std::uint64_t> ways(seen.all().node_count, 0);
  constexpr std::uint64_t many = 1'000'000;
  for (const std::uint32_t result : results_of(seen)) ++ways[result];
  for (auto n = static_cast<std::uint32_t>(ways.size()); n-- > 0;) {
    if (ways[n] == 0) continue;
    for (const std::uint32_t source : seen.node(n).sources)
      if (source != 0) ways[source - 1] = std::min(many, ways[source - 1] + ways[n]);
  }
  std::vector<contributions> all;
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    if (!buffer.is_input || buffer.elements == 0) continue;
    contributions of{b, std::vector<std::uint64_t>(buffer.elements, 0)};
    for (std::uint32_t n = 0; n < ways.size(); ++n) {
      const lockstep_node& node = seen.node(n);
      if (node.kind == LOCKSTEP_NODE_INITIAL && node.space == LOCKSTEP_SPACE_GLOBAL &&
          buffer.contains(node.address))
        of.ways[buffer.element_of(node.address)] += ways[n];
    }
    // What chooses places, as in a gather, goes into no value.
    bool chooses_places = false, is_counted = false;
    for (std::size_t e = 0; e < buffer.elements; ++e) {
      for (const std::uint32_t n : seen.at(b, e).readers) {
        chooses_places = chooses_places || seen.is_used_as_index(n);
        is_counted = is_counted || seen.is_counted(n);
      }
    }
    if (chooses_places) continue;
    const auto count = [&](std::uint64_t ways) {
      return static_cast<std::size_t>(std::count(of.ways.begin(), of.ways.end(), ways));
    };
    const std::size_t elements = buffer.elements - buffer.padding.size();
    const bool most_once = 2 * count(1) >= elements;
    const bool none_often = count(0) + count(1) == buffer.elements;
    if (most_once || none_often || is_counted) all.push_back(std::move(of));
  }
  return {std::move(ways), std::move(all)};
}

std::optional<dead_end> dead_end_of(const recording& seen, std::uint32_t load) {
  std::uint32_t at = load;
  for (;;) {
    const auto& users = seen.users_of(at);
    if (users.empty()) break;
    at = users.back();
  }
  const lockstep_node& last = seen.node(at);
  if (last.kind == LOCKSTEP_NODE_INITIAL) return std::nullopt;
  dead_end end{at, std::nullopt};
  if (last.kind != LOCKSTEP_NODE_STORE && last.kind != LOCKSTEP_NODE_ATOMIC) return end;
  for (std::uint32_t n = at + 1; n < seen.all().node_count; ++n) {
    if (seen.node(n).overwrites == at + 1) {
      end.overwritten = n;
      break;
    }
  }
  return end;
}

}  // namespace lockstep::grader::diagnosis
