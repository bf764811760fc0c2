// The usual case of looking at accesses that are not atomic: words whose remembered accesses are
// ordered before the new one without a question, by a barrier of the block or by being the thread's
// own; and reads beside other reads, with which nothing can be wrong. Inline, and used where the
// host's vector instructions are known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "checks/order.hpp"
#include "checks/record.hpp"
#include "checks/shadow.hpp"

namespace lockstep::checks {

#define LOCKSTEP_INLINE inline __attribute__((always_inline))  // each instruction set has its own

struct quick_look {
  shadow* memory;
  record below, turn, barrier;  // earlier than `below`, or from `turn` to `barrier`: ordered before
  record born;                  // of the block: earlier records are of others
  record least;                 // the write before must not be earlier: it would not be initialised
  record fresh;                 // the new record, but for the thread

  LOCKSTEP_INLINE bool is_plain(record r) const {
    return (r < below) | ((r >= turn) & (r < barrier));
  }
  LOCKSTEP_INLINE bool is_own(record r, record who) const {
    return (r >= turn) & ((r & (who_mask | split_flag)) == who);
  }
  LOCKSTEP_INLINE bool passes(record r, record who) const { return is_plain(r) | is_own(r, who); }

  // One word. False if it takes a closer look; then nothing has been done.
  LOCKSTEP_INLINE bool read(std::size_t word, record who) const {
    const record w = memory->writes()[word], r = memory->reads()[word];
    if (!((w >= least) & passes(w, who))) return false;
    return read_after_write(word, who, r);
  }
  // The same for lanes that all read the word: `who` is by_lanes.
  LOCKSTEP_INLINE bool read_by_lanes(std::size_t word, record who) const {
    const record w = memory->writes()[word];
    return (w >= least) & is_plain(w) && read_after_write(word, who, memory->reads()[word]);
  }
  LOCKSTEP_INLINE bool write(std::size_t word, record who) const {
    if (!(passes(memory->writes()[word], who) & passes(memory->reads()[word], who))) return false;
    if (memory->others_used) {
      if (!passes(memory->others()[word], who)) return false;
      memory->others()[word] = 0;
    }
    memory->writes()[word] = fresh | who;
    memory->reads()[word] = 0;
    return true;
  }

  // `words` words for each of `lanes` lanes, all side by side from `word` on; `first` is the first
  // lane's thread. The same.
  LOCKSTEP_INLINE bool read_row(std::size_t word, unsigned words, std::uint32_t first,
                                unsigned lanes) const {
    const record* const w = memory->writes() + word;
    record* const r = memory->reads() + word;
    if (words == 1)
      return row<1>(w, r, r, first, lanes, least) || row_beside<1>(word, first, lanes);
    if (words == 2)
      return row<2>(w, r, r, first, lanes, least) || row_beside<2>(word, first, lanes);
    return words == 4 &&
           (row<4>(w, r, r, first, lanes, least) || row_beside<4>(word, first, lanes));
  }
  LOCKSTEP_INLINE bool write_row(std::size_t word, unsigned words, std::uint32_t first,
                                 unsigned lanes) const {
    if (memory->others_used) return false;
    record* const w = memory->writes() + word;
    record* const r = memory->reads() + word;
    const bool done = words == 1   ? row<1>(w, r, w, first, lanes, 0)
                      : words == 2 ? row<2>(w, r, w, first, lanes, 0)
                                   : words == 4 && row<4>(w, r, w, first, lanes, 0);
    if (!done) return false;
    for (unsigned i = 0; i < lanes * words; ++i) r[i] = 0;
    return true;
  }

 private:
  LOCKSTEP_INLINE static bool is_weak_read(record r) { return (r & 31) == 0; }

  // How far the one who made a record is from `who`: 0 a lane of the warp, 1 of the block, 2
  // beyond; -1: not known without a search.
  LOCKSTEP_INLINE record distance(record r, record who) const {
    constexpr record warp_mask = record{31} << (thread_shift + 5);
    const record within = ((r ^ who) & warp_mask) == 0 ? 0 : 1;
    return r < born ? 2 : r < turn ? -1 : within;
  }

  LOCKSTEP_INLINE bool read_after_write(std::size_t word, record who, record r) const {
    if (!(is_plain(r) | (is_own(r, who) & is_weak_read(r)))) return read_beside(word, who, r);
    memory->reads()[word] = fresh | who;
    return true;
  }

  // Beside a read `r` of another thread: the two are remembered that are farther away, as
  // access_checker does it.
  LOCKSTEP_INLINE bool read_beside(std::size_t word, record who, record r) const {
    if (!is_weak_read(r)) return false;
    const record far = distance(r, who);
    if (far < 0) return false;
    record& last = memory->reads()[word];
    if (far == 0 && (r & ~who_mask) == fresh) {  // the same instruction
      constexpr record lane_mask = record{31} << last_lane_shift;
      constexpr record thread_mask = who_mask & ~lane_mask;
      last = fresh | std::min(r & thread_mask, who & thread_mask) |
             std::max(r & lane_mask, who & lane_mask);
      return true;
    }
    record& other = memory->others()[word];
    const record o = other;
    if (!(is_plain(o) | (is_own(o, who) & is_weak_read(o)))) {
      const record other_far = distance(o, who);
      if (!is_weak_read(o) || other_far < 0) return false;
      if (other_far >= far) {
        last = fresh | who;
        return true;
      }
    }
    other = r;
    memory->others_used = true;
    last = fresh | who;
    return true;
  }

  // `read` for a row.
  template <unsigned Words>
  LOCKSTEP_INLINE bool row_beside(std::size_t word, std::uint32_t first, unsigned lanes) const {
    const record* const writes = memory->writes() + word;
    record* const lasts = memory->reads() + word;
    record* const others = memory->others() + word;
    const record first_lane = by_thread(first);
    alignas(64) record kept[32 * Words];
    record wrong = 0, changed = 0;
    for (unsigned i = 0; i < lanes * Words; ++i) {
      const record who = first_lane + static_cast<record>(i / Words) * by_thread(1);
      const record w = writes[i], r = lasts[i], o = others[i];
      const bool gives_way = is_plain(r) | (is_own(r, who) & is_weak_read(r));
      const bool other_gives_way = is_plain(o) | (is_own(o, who) & is_weak_read(o));
      const record far = distance(r, who), other_far = distance(o, who);
      const bool is_same_instruction = (far == 0) & ((r & ~who_mask) == fresh);
      const bool can_stay = other_gives_way | (is_weak_read(o) & (other_far >= 0));
      const bool is_beside = is_weak_read(r) & (far >= 0) & can_stay & !is_same_instruction;
      wrong |= static_cast<record>(!((w >= least) & passes(w, who) & (gives_way | is_beside)));
      kept[i] = gives_way | (!other_gives_way & (other_far >= far)) ? o : r;
      changed |= kept[i] ^ o;
    }
    if (wrong != 0) return false;
    for (unsigned i = 0; i < lanes * Words; ++i)
      lasts[i] = fresh | (first_lane + static_cast<record>(i / Words) * by_thread(1));
    if (changed == 0) return true;
    for (unsigned i = 0; i < lanes * Words; ++i) others[i] = kept[i];
    memory->others_used = true;
    return true;
  }

  template <unsigned Words>
  LOCKSTEP_INLINE bool row(const record* w, const record* r, record* to, std::uint32_t first,
                           unsigned lanes, record least_write) const {
    const record first_lane = by_thread(first);
    record wrong = 0;
    for (unsigned i = 0; i < lanes * Words; ++i) {
      const record who = first_lane + static_cast<record>(i / Words) * by_thread(1);
      wrong |=
          static_cast<record>(!((w[i] >= least_write) & passes(w[i], who) & passes(r[i], who)));
    }
    if (wrong != 0) return false;
    for (unsigned i = 0; i < lanes * Words; ++i)
      to[i] = fresh | (first_lane + static_cast<record>(i / Words) * by_thread(1));
    return true;
  }
};

#undef LOCKSTEP_INLINE

}  // namespace lockstep::checks
