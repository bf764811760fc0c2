#include "makers.hpp"

#include <lockstep/protocol/provenance_abi.h>

#include <algorithm>
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

bool is_operation(const lockstep_node& node) {
  return node.kind == LOCKSTEP_NODE_COMBINE || node.kind == LOCKSTEP_NODE_ATOMIC;
}

const named_buffer* buffer_at(const std::vector<named_buffer>& buffers, std::uint64_t address) {
  for (const named_buffer& one : buffers)
    if (one.contains(address)) return &one;
  return nullptr;
}

// By node: whether a result is made of it.
std::vector<bool> ways_to_results(const lockstep_provenance& seen,
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
  const auto stays = [&](std::uint64_t n) {
    const named_buffer* const there = buffer_at(buffers, seen.nodes[n].address);
    return until[n] == UINT64_MAX && there != nullptr && !there->is_input;
  };
  std::vector<bool> leads(seen.node_count);
  // Sources come before what is made of them.
  for (std::uint64_t n = seen.node_count; n-- > 0;) {
    const lockstep_node& node = seen.nodes[n];
    if (writes_global(node) && !leads[n]) leads[n] = stays(n) || host_reads(n);
    if (!leads[n]) continue;
    for (const std::uint32_t source : node.sources)
      if (source != 0) leads[source - 1] = true;
  }
  return leads;
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
    if (all_ == 0) return made;
    const lockstep_site& most = seen_.sites[std::max_element(in_.begin(), in_.end()) - in_.begin()];
    if (!is_of_grader(most.file)) made.most_in = {most.file, most.line};
    return made;
  }

 private:
  const lockstep_provenance& seen_;
  std::unordered_map<std::uint64_t, std::uint64_t> by_;
  std::vector<std::uint64_t> in_;  // by site
  std::uint64_t all_ = 0;
};

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
  if (!run_recorded(code, seen) || !seen.complete) return std::nullopt;

  makers found;
  for (std::uint64_t n = 0; n < seen.launch_count; ++n) {
    const lockstep_recorded_launch& of = seen.launches[n];
    std::uint64_t threads = 1;
    for (const auto* size : {&of.grid, &of.block})
      for (const std::uint32_t count : *size) threads *= count;
    found.threads = std::max(found.threads, threads);
  }
  const std::vector<bool> leads = ways_to_results(seen, buffers);
  counts_by_thread operations(seen), accesses(seen);
  for (std::uint64_t n = 0; n < seen.node_count; ++n) {
    if (!leads[n]) continue;
    const lockstep_node& node = seen.nodes[n];
    if (is_operation(node)) operations.add(node);
    if (accesses_global(node)) accesses.add(node);
    if (node.kind != LOCKSTEP_NODE_INITIAL || node.space != LOCKSTEP_SPACE_GLOBAL) continue;
    if (buffer_at(buffers, node.address) != nullptr) ++found.used;
  }
  // Buffers of an earlier trial may be known still.
  std::vector<named_buffer> used;
  for (const named_buffer& one : buffers)
    if (std::any_of(seen.nodes, seen.nodes + seen.node_count, [&](const lockstep_node& node) {
          return node.kind == LOCKSTEP_NODE_LOAD && node.space == LOCKSTEP_SPACE_GLOBAL &&
                 one.contains(node.address);
        }))
      used.push_back(one);
  found.elements = elements_of_inputs(used);
  found.operations = operations.counted();
  found.accesses = accesses.counted();
  return found;
}

}  // namespace lockstep::grader::diagnosis
