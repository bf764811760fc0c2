// The usual case of looking at accesses: words whose remembered accesses are ordered before the new
// one without a question, by a barrier of the block or by being the thread's own. Inline, and used
// where the host's vector instructions are known.
#pragma once

#include <cstddef>
#include <cstdint>

#include "checks/order.hpp"
#include "checks/record.hpp"
#include "checks/shadow.hpp"

namespace lockstep::checks {

#define LOCKSTEP_INLINE inline __attribute__((always_inline))  // each instruction set has its own

struct quick_look {
  record* writes;
  record* reads;
  record below, turn, barrier;  // earlier than `below`, or from `turn` to `barrier`: ordered before
  record least;                 // the write before must not be earlier: it would not be initialised
  record fresh;                 // the new record, but for the thread

  LOCKSTEP_INLINE bool passes(record r, record who) const {
    return (r < below) | ((r >= turn) & ((r < barrier) | ((r & who_mask) == who)));
  }

  // One word. False if it takes a closer look; then nothing has been done.
  LOCKSTEP_INLINE bool read(std::size_t word, record who) const {
    if (!((writes[word] >= least) & passes(writes[word], who) & passes(reads[word], who)))
      return false;
    reads[word] = fresh | who;
    return true;
  }
  LOCKSTEP_INLINE bool write(std::size_t word, record who) const {
    if (!(passes(writes[word], who) & passes(reads[word], who))) return false;
    writes[word] = fresh | who;
    reads[word] = 0;
    return true;
  }

  // `count` words side by side from `word` on, `words` for each lane of a whole warp whose first
  // thread is `first`. The same.
  LOCKSTEP_INLINE bool read_row(std::size_t word, unsigned words, std::uint32_t first) const {
    const record* const w = writes + word;
    record* const r = reads + word;
    if (words == 1) return row<1>(w, r, r, first, least);
    if (words == 2) return row<2>(w, r, r, first, least);
    return words == 4 && row<4>(w, r, r, first, least);
  }
  LOCKSTEP_INLINE bool write_row(std::size_t word, unsigned words, std::uint32_t first) const {
    record* const w = writes + word;
    record* const r = reads + word;
    const bool done = words == 1   ? row<1>(w, r, w, first, 0)
                      : words == 2 ? row<2>(w, r, w, first, 0)
                                   : words == 4 && row<4>(w, r, w, first, 0);
    if (!done) return false;
    for (unsigned i = 0; i < 32 * words; ++i) r[i] = 0;
    return true;
  }

 private:
  template <unsigned Words>
  LOCKSTEP_INLINE bool row(const record* w, const record* r, record* to, std::uint32_t first,
                           record least_write) const {
    const record first_lane = by_thread(first);
    record wrong = 0;
    for (unsigned i = 0; i < 32 * Words; ++i) {
      const record who = first_lane + static_cast<record>(i / Words) * by_thread(1);
      wrong |=
          static_cast<record>(!((w[i] >= least_write) & passes(w[i], who) & passes(r[i], who)));
    }
    if (wrong != 0) return false;
    for (unsigned i = 0; i < 32 * Words; ++i)
      to[i] = fresh | (first_lane + static_cast<record>(i / Words) * by_thread(1));
    return true;
  }
};

#undef LOCKSTEP_INLINE

}  // namespace lockstep::checks
