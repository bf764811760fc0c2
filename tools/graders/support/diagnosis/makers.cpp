#include "makers.hpp"

#include <lockstep/protocol/provenance_abi.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

bool writes_global(const lockstep_node& node) {
  return node.space == LOCKSTEP_SPACE_GLOBAL &&
         (node.kind == LOCKSTEP_NODE_STORE || node.kind == LOCKSTEP_NODE_ATOMIC);
}

bool accesses_global(const lockstep_node& node) {
  return writes_global(node) ||
         (node.space == LOCKSTEP_SPACE_GLOBAL && node.kind == LOCKSTEP_NODE_LOAD);
}

const named_buffer* buffer_at(const std::vector<named_buffer>& buffers, std::uint64_t address) {
  for (const named_buffer& one : buffers)
    if (one.contains(address)) return &one;
  return nullptr;
}

source_place place_of(const lockstep_provenance& seen, std::uint64_t site) {
  const lockstep_site& at = seen.sites[site];
  return is_of_grader(at.file) ? source_place{} : source_place{at.file, at.line};
}

// The nodes whose values are results, in their order.
std::vector<std::uint32_t> results_of(const lockstep_provenance& seen,
                                      const std::vector<named_buffer>& buffers) {
  std::vector<std::uint64_t> until(seen.node_count, UINT64_MAX);  // the node that overwrites it
  for (std::uint64_t n = 0; n < seen.node_count; ++n)
    if (writes_global(seen.nodes[n]) && seen.nodes[n].overwrites != 0)
      until[seen.nodes[n].overwrites - 1] = n;
  const auto host_reads = [&](std::uint64_t n) {
    return std::any_of(seen.host_events, seen.host_events + seen.host_event_count,
                       [&](const lockstep_host_event& event) {
                         const std::uint64_t from =
                             event.kind == LOCKSTEP_HOST_COPIES ? event.from : event.address;
                         return event.kind != LOCKSTEP_HOST_WRITES && event.nodes > n &&
                                event.nodes <= until[n] &&
                                seen.nodes[n].address - from < event.bytes;
                       });
  };
  // What the answer finds in a buffer that it may change is an input, and what stays there is not
  // what it was asked for.
  std::set<const named_buffer*> begun_with;
  for (std::uint64_t n = 0; n < seen.node_count; ++n) {
    const lockstep_node& node = seen.nodes[n];
    if (node.kind == LOCKSTEP_NODE_LOAD && node.space == LOCKSTEP_SPACE_GLOBAL &&
        node.sources[0] != 0 && seen.nodes[node.sources[0] - 1].kind == LOCKSTEP_NODE_INITIAL)
      begun_with.insert(buffer_at(buffers, node.address));
  }
  const auto stays = [&](std::uint64_t n) {
    const named_buffer* const there = buffer_at(buffers, seen.nodes[n].address);
    return until[n] == UINT64_MAX && there != nullptr && begun_with.count(there) == 0;
  };
  std::vector<std::uint32_t> results;
  for (std::uint64_t n = 0; n < seen.node_count; ++n)
    if (writes_global(seen.nodes[n]) && (stays(n) || host_reads(n)))
      results.push_back(static_cast<std::uint32_t>(n));
  return results;
}

class counts_by_thread {
 public:
  explicit counts_by_thread(const lockstep_provenance& seen) : seen_(seen), in_(seen.site_count) {}

  void add(const lockstep_node& node) {
    ++by_[std::uint64_t{node.launch} << 32 | node.thread];
    ++in_[node.site];
    ++all_;
  }
  makers::count counted() const {
    std::vector<std::uint64_t> counts;
    for (const auto& [thread, count] : by_) counts.push_back(count);
    std::sort(counts.rbegin(), counts.rend());
    makers::count made{all_};
    for (std::uint64_t sum = 0; 2 * sum < all_; ++made.half_by) sum += counts[made.half_by];
    if (all_ != 0)
      made.most_in = place_of(seen_, static_cast<std::uint64_t>(
                                         std::max_element(in_.begin(), in_.end()) - in_.begin()));
    return made;
  }

 private:
  const lockstep_provenance& seen_;
  std::unordered_map<std::uint64_t, std::uint64_t> by_;
  std::vector<std::uint64_t> in_;  // by site
  std::uint64_t all_ = 0;
};

// From the results back to the inputs, each node once. What a node finds is new: no node before has
// led there.
class walk {
 public:
  walk(const lockstep_provenance& seen, const std::vector<named_buffer>& buffers)
      : joins(seen),
        operations(seen),
        accesses(seen),
        seen_(seen),
        buffers_(buffers),
        met_(seen.node_count) {}

  void from(std::uint32_t result) {
    enter(result);
    while (!path_.empty()) {
      step& top = path_.back();
      const lockstep_node& node = seen_.nodes[top.node];
      if (top.next < 2) {
        const std::uint32_t source = node.sources[top.next++];
        if (source != 0 && !met_[source - 1]) enter(source - 1);
        continue;
      }
      if (top.finding_sources == 2) joins.add(node);
      const bool finds = top.finds;
      path_.pop_back();
      if (path_.empty() || !finds) continue;
      path_.back().finds = true;
      ++path_.back().finding_sources;
    }
  }

  counts_by_thread joins, operations, accesses;
  std::uint64_t used = 0;

 private:
  struct step {
    std::uint32_t node;
    unsigned next = 0, finding_sources = 0;
    bool finds = false;
  };

  void enter(std::uint32_t n) {
    met_[n] = true;
    const lockstep_node& node = seen_.nodes[n];
    if (accesses_global(node)) accesses.add(node);
    if (node.kind == LOCKSTEP_NODE_COMBINE || node.kind == LOCKSTEP_NODE_ATOMIC)
      operations.add(node);
    const bool is_element = node.kind == LOCKSTEP_NODE_INITIAL &&
                            node.space == LOCKSTEP_SPACE_GLOBAL &&
                            buffer_at(buffers_, node.address) != nullptr;
    used += is_element;
    path_.push_back({n, 0, 0, is_element});
  }

  const lockstep_provenance& seen_;
  const std::vector<named_buffer>& buffers_;
  std::vector<bool> met_;
  std::vector<step> path_;
};

// Buffers of an earlier trial may be known still.
std::vector<named_buffer> read_buffers(const lockstep_provenance& seen,
                                       const std::vector<named_buffer>& buffers) {
  std::vector<named_buffer> read;
  for (const named_buffer& one : buffers)
    if (std::any_of(seen.nodes, seen.nodes + seen.node_count, [&](const lockstep_node& node) {
          return node.kind == LOCKSTEP_NODE_LOAD && node.space == LOCKSTEP_SPACE_GLOBAL &&
                 one.contains(node.address);
        }))
      read.push_back(one);
  return read;
}

}  // namespace

std::uint64_t elements_of_inputs(const std::vector<named_buffer>& buffers) {
  std::uint64_t elements = 0, most = 0;
  for (const named_buffer& one : buffers) {
    const std::uint64_t own = one.elements - one.padding.size();
    if (one.is_input) elements += own;
    most = std::max(most, own);
  }
  return elements != 0 ? elements : most;
}

std::optional<makers> makers_of_results(const std::function<void()>& code,
                                        const std::vector<named_buffer>& buffers) {
  lockstep_provenance seen{};
  seen.struct_size = sizeof seen;
  if (!run_recorded(code, seen)) return std::nullopt;

  makers found;
  found.has_gaps = !seen.complete;
  if (found.has_gaps) {
    if (seen.gap != 0) found.gap = place_of(seen, seen.gap - 1);
    return found;
  }
  for (std::uint64_t n = 0; n < seen.launch_count; ++n) {
    const lockstep_recorded_launch& of = seen.launches[n];
    std::uint64_t threads = 1;
    for (const auto* size : {&of.grid, &of.block})
      for (const std::uint32_t count : *size) threads *= count;
    found.threads += threads;
  }
  walk back(seen, buffers);
  counts_by_thread results(seen);
  for (const std::uint32_t result : results_of(seen, buffers)) {
    results.add(seen.nodes[result]);
    back.from(result);
  }
  found.joins = back.joins.counted();
  found.operations = back.operations.counted();
  found.accesses = back.accesses.counted();
  found.results = results.counted();
  found.used = back.used;
  found.elements = elements_of_inputs(read_buffers(seen, buffers));
  return found;
}

}  // namespace lockstep::grader::diagnosis
