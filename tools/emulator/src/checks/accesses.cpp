#include "checks/accesses.hpp"

#include "checks/access_scan.hpp"

namespace lockstep::checks {

void access_checker::note_updating(const block_run& b, const site& here, const word_name& first,
                                   std::uint32_t warp, std::uint32_t lanes) {
  for (const site::source& s : here.sources) {
    if (s.how != site::source::by::value || !b.reads.finds_in_row(warp, first, lanes, s.load))
      continue;
    updating_.insert(&here);
    known_updating_[here.instruction % 64] = &here;
    return;
  }
}

void access_checker::look(shadow& memory, block_run& b, const warp_access& a) {
  scan s(*this, memory, b, a);
  for (std::uint32_t rest = a.lanes; rest != 0; rest &= rest - 1) {
    s.lane = static_cast<unsigned>(__builtin_ctz(rest));
    s.thread = a.warp * lanes_per_warp + s.lane;
    if (a.kind.writes()) memory.forget_read_rows(a.at[s.lane], a.bytes);
    if (memory.touched != nullptr) memory.touched->note(a.at[s.lane], a.bytes, a.kind.writes());
    s.look_at_lane();
  }
}

}  // namespace lockstep::checks
