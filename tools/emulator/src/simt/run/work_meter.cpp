#include "simt/run/work_meter.hpp"

namespace lockstep::simt {

work_meter::work_meter(const struct code& code) {
  for (std::uint32_t n = 0; n < code.facts.size(); ++n) {
    const metrics::instruction_facts& i = code.facts[n];
    if (i.block == n) blocks_.push_back({n, 0});
    if (!blocks_.empty()) ++blocks_.back().instructions;
    if (i.kind >= metrics::instruction_kind::atomic) accesses_.push_back(n);
  }
}

std::uint64_t work_meter::read(const worker& on) const {
  // An SM issues four instructions a cycle. Meanwhile L2 delivers about two sectors to it, and
  // shared memory serves one request.
  constexpr std::uint64_t of_sector = 2, of_conflict = 4, bytes_of_sector = 32;
  std::uint64_t slots = 0;
  for (const basic_block& b : blocks_) slots += on.counts[b.first].executions * b.instructions;
  for (const std::uint32_t n : accesses_) {
    const metrics::instruction_counts& c = on.counts[n];
    slots += of_sector * (c.global.sectors + c.local.bytes / bytes_of_sector) +
             of_conflict * c.shared.conflicts;
  }
  return slots;
}

void work_meter::add_to(block& b, const worker& on) {
  const std::uint64_t now = read(on);
  b.work += now - last_;
  last_ = now;
}

}  // namespace lockstep::simt
