#include "metrics/counters.hpp"

#include <map>
#include <utility>

namespace lockstep::metrics {
namespace {

void add(access_counts& into, const access_counts& from) {
  into.requests += from.requests;
  into.bytes += from.bytes;
  into.data_bytes += from.data_bytes;
  into.sectors += from.sectors;
  into.conflicts += from.conflicts;
}

bool is_load(instruction_kind kind) {
  return kind == instruction_kind::global_load || kind == instruction_kind::shared_load ||
         kind == instruction_kind::local_load || kind == instruction_kind::generic_load;
}

// What one instruction adds to the counters. `block`: the counts of its basic block.
void add_instruction(lockstep_counters& sum, const instruction_facts& fact,
                     const instruction_counts& block, const instruction_counts& own) {
  sum.warp_instructions += block.executions;
  sum.thread_instructions += block.lanes;
  sum.branch_targets += block.executions * fact.branch_targets;
  sum.tensor_instructions += block.executions * fact.tensor_instructions;
  if (fact.branch_targets != 0) sum.divergent_branch_targets += own.divergent;
  switch (fact.kind) {
    case instruction_kind::branch:
      sum.branches += block.executions;
      sum.divergent_branches += own.divergent;
      break;
    case instruction_kind::barrier:
      sum.barriers += block.executions;
      break;
    case instruction_kind::atomic:
      sum.atomics += block.executions;
      break;
    case instruction_kind::other:
      break;
    default:
      if (is_load(fact.kind)) {
        sum.global_load_requests += own.global.requests;
        sum.global_load_sectors += own.global.sectors;
        sum.global_load_bytes += own.global.bytes;
        sum.global_load_data_bytes += own.global.data_bytes;
        sum.shared_load_requests += own.shared.requests;
        sum.shared_load_conflicts += own.shared.conflicts;
        sum.shared_load_bytes += own.shared.bytes;
        sum.local_load_requests += own.local.requests;
        sum.local_load_bytes += own.local.bytes;
      } else {
        sum.global_store_requests += own.global.requests;
        sum.global_store_sectors += own.global.sectors;
        sum.global_store_bytes += own.global.bytes;
        sum.global_store_data_bytes += own.global.data_bytes;
        sum.shared_store_requests += own.shared.requests;
        sum.shared_store_conflicts += own.shared.conflicts;
        sum.shared_store_bytes += own.shared.bytes;
        sum.local_store_requests += own.local.requests;
        sum.local_store_bytes += own.local.bytes;
      }
  }
}

}  // namespace

void add(std::vector<instruction_counts>& into, const std::vector<instruction_counts>& from) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    into[i].executions += from[i].executions;
    into[i].lanes += from[i].lanes;
    into[i].divergent += from[i].divergent;
    add(into[i].global, from[i].global);
    add(into[i].shared, from[i].shared);
    add(into[i].local, from[i].local);
  }
}

counters summarise(const std::vector<instruction_facts>& facts,
                   const std::vector<instruction_counts>& counts, std::uint64_t warps) {
  lockstep_counters sum{};
  sum.warps = warps;
  for (std::size_t i = 0; i < facts.size(); ++i)
    add_instruction(sum, facts[i], counts[facts[i].block], counts[i]);
  return sum;
}

std::vector<line_counters> by_line(const std::vector<instruction_facts>& facts,
                                   const std::vector<instruction_counts>& counts) {
  std::map<std::pair<std::string_view, std::uint32_t>, line_counters> lines;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const instruction_counts& block = counts[facts[i].block];
    const instruction_counts& own = counts[i];
    if (facts[i].line == 0) continue;
    line_counters& line = lines[{facts[i].file, facts[i].line}];
    line.warp_instructions += block.executions;
    line.thread_instructions += block.lanes;
    if (facts[i].kind == instruction_kind::branch) {
      line.branches += block.executions;
      line.divergent_branches += own.divergent;
    }
    if (is_load(facts[i].kind)) {
      line.global_load_requests += own.global.requests;
      line.global_load_sectors += own.global.sectors;
    } else {
      line.global_store_requests += own.global.requests;
      line.global_store_sectors += own.global.sectors;
    }
    line.shared_requests += own.shared.requests;
    line.shared_conflicts += own.shared.conflicts;
  }
  std::vector<line_counters> result;
  for (auto& [key, line] : lines) {
    line.file = key.first;
    line.line = key.second;
    result.push_back(std::move(line));
  }
  return result;
}

std::vector<counted_line> counters_by_line(const std::vector<instruction_facts>& facts,
                                           const std::vector<instruction_counts>& counts) {
  std::map<std::pair<std::string_view, std::uint32_t>, lockstep_counters> lines;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    if (facts[i].line != 0)
      add_instruction(lines[{facts[i].file, facts[i].line}], facts[i], counts[facts[i].block],
                      counts[i]);
  }
  std::vector<counted_line> result;
  for (const auto& [place, counted] : lines)
    result.push_back({std::string(place.first), place.second, counted});
  return result;
}

}  // namespace lockstep::metrics
