// How the lanes of a warp access words of 4 bytes: side by side, all at one place, or anyhow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "simt/semantics/lanes.hpp"
#include "simt/semantics/quick_row.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

// Words that lie side by side, and one that all lanes read.
class quick_words {
 public:
  // `words`: of each lane; `thread`: the warp's first.
  quick_words(const checks::quick_look& look, std::uint32_t words, std::uint32_t thread, bool reads)
      : look_(look),
        begin_(look.memory->address()),
        room_(look.memory->bytes() - 4 * words),
        words_(words),
        thread_(thread),
        reads_(reads) {}

  static constexpr int worth_a_row = 4;
  std::uint64_t begin() const { return begin_; }
  bool is_inside(std::uint64_t address) const {
    return address - begin_ <= room_ && ((address - begin_) & 3) == 0;
  }
  // `first`: the address of lane 0, whether or not it is among the lanes. False if some lane takes
  // a closer look; then nothing has been done.
  bool row(std::uint64_t first, lane_mask lanes) const {
    const unsigned lowest = first_lane(lanes);
    const unsigned highest = 31 - static_cast<unsigned>(__builtin_clz(lanes));
    const std::uint64_t bytes = 4 * std::uint64_t{words_};
    if (__builtin_popcount(lanes) < worth_a_row || !is_inside(first + lowest * bytes) ||
        !is_inside(first + highest * bytes))
      return false;
    if (words_ == 1) return as_rows(first, lanes) && (lanes == 0 || row_of<1>(first, lanes));
    if (words_ == 2) return row_of<2>(first, lanes);
    return words_ == 4 && row_of<4>(first, lanes);
  }
  // All these lanes read there.
  bool one_place(std::uint64_t address, lane_mask lanes) const {
    const unsigned lowest = first_lane(lanes);
    const unsigned highest = 31 - static_cast<unsigned>(__builtin_clz(lanes));
    bool done = is_inside(address);
    for (std::uint32_t k = 0; k < words_ && done; ++k)
      done = look_.read_by_lanes((address - begin_) / 4 + k,
                                 checks::by_lanes(thread_ + lowest, highest));
    return done;
  }

 private:
  // Words that are remembered as rows, and that sixteen lanes access; takes these from `lanes`.
  // False if some lane takes a closer look. (That it has a look at others again does no harm.)
  __attribute__((always_inline)) bool as_rows(std::uint64_t first, lane_mask& lanes) const {
    constexpr unsigned together = checks::row_history::words;
    const auto word = static_cast<std::int64_t>(first - begin_) / 4;
    if (word % together != 0) return true;
    for (unsigned lane = 0; lane < lanes_per_warp; lane += together) {
      const lane_mask half = lane_mask{0xffff} << lane;
      if ((lanes & half) != half) continue;
      checks::row_history& row = look_.memory->row_of(static_cast<std::size_t>(word + lane));
      if (row.is_apart()) continue;
      if (begin_ != 0) __builtin_prefetch(&row + 8);  // four warps
      if (!as_row(row, checks::by_thread(thread_ + lane))) return false;
      lanes &= ~half;
    }
    return true;
  }
  __attribute__((always_inline)) bool as_row(checks::row_history& row, record who) const {
    if (!reads_) return look_.write(row.write, row.last, row.other, who);
    const record last = row.last, other = row.other;
    if (!look_.read(row.write, row.last, row.other, who)) return false;
    if (look_.read_in == 0 || look_.gives_way(last, who)) return true;
    if (look_.is_beside(row.other == other ? other : last)) look_.note_read_in(row);
    return true;
  }
  template <unsigned Words, row_lanes Which>
  bool look_at(std::uint64_t first, lane_mask lanes) const {
    const auto word = static_cast<std::int64_t>(first - begin_) / 4;
    const quick_row<Words, Which> row(look_, word, thread_, lanes);
    if (begin_ != 0) row.fetch_ahead();
    return reads_ ? row.read() : row.write();
  }
  template <unsigned Words>
  bool row_of(std::uint64_t first, lane_mask lanes) const {
    if (lanes == all_lanes) return look_at<Words, row_lanes::all>(first, lanes);
    if constexpr (Words == 1)
      if (lanes == 0xffffu || lanes == 0xffff0000u)
        return look_at<Words, row_lanes::half>(first, lanes);
    return look_at<Words, row_lanes::any>(first, lanes);
  }

  const checks::quick_look& look_;
  const std::uint64_t begin_;  // of the memory
  const std::uint64_t room_;   // addresses from there on at which an access may start
  const std::uint32_t words_, thread_;
  const bool reads_;
};

class quick_access {
 public:
  // `at`: addresses by lane; `words`: of each lane; `first`: thread of the warp.
  quick_access(const checks::quick_look& look, const std::uint64_t* at, std::uint32_t words,
               std::uint32_t first, bool reads)
      : look_(look),
        at_(at),
        in_place_(look, words, first, reads),
        words_(words),
        first_(first),
        reads_(reads) {}

  // Looks at these lanes' accesses, and returns those that take a closer look.
  lane_mask look(lane_mask lanes) const {
    if (look_.memory->bytes() < 4 * words_) return lanes;
    lane_mask closer = 0;
    bool met_one_alone = false;
    for (lane_mask rest = lanes; rest != 0;) {
      const lane_mask group = next_group(rest);
      const lane_mask alone = group & (group - 1);
      if (alone == 0 && met_one_alone) return closer | one_by_one(rest);
      met_one_alone = met_one_alone || alone == 0;
      if (!as_one(group)) closer |= one_by_one(group);
      rest &= ~group;
    }
    return closer;
  }

  // The same, each lane by itself.
  lane_mask one_by_one(lane_mask lanes) const {
    constexpr std::integral_constant<std::uint32_t, 1> one{};
    if (words_ == 1) return reads_ ? each_word<true>(lanes, one) : each_word<false>(lanes, one);
    return reads_ ? each_word<true>(lanes, words_) : each_word<false>(lanes, words_);
  }

 private:
  // The lanes below the first of these.
  static lane_mask before(lane_mask lanes) { return lanes == 0 ? all_lanes : (lanes & -lanes) - 1; }

  // Of these lanes the first one, and those that are at one place or side by side with it.
  lane_mask next_group(lane_mask lanes) const {
    const lane_mask others = lanes & (lanes - 1);
    if (others == 0) return lanes;
    const unsigned lowest = first_lane(lanes), second = first_lane(others);
    const std::uint64_t apart = at_[second] - at_[lowest];
    if (apart == 0 && reads_) return in_steps(lanes, 0);
    if (apart != std::uint64_t{4} * words_ * (second - lowest)) return lanes & ~others;
    const lane_mask row = in_steps(lanes, 4 * words_);
    // Which lane writes a word last is the lanes' order.
    return reads_ ? row : before(lanes & ~row) & row;
  }
  bool as_one(lane_mask group) const {
    const lane_mask others = group & (group - 1);
    const unsigned lowest = first_lane(group);
    if (others != 0 && at_[lowest] == at_[first_lane(others)])
      return in_place_.one_place(at_[lowest], group);
    return in_place_.row(at_[lowest] - std::uint64_t{4} * words_ * lowest, group);
  }

  // Of these lanes those whose address is the first one's and `by` more for each lane behind it.
  lane_mask in_steps(lane_mask lanes, std::uint64_t by) const {
    const auto lowest = first_lane(lanes);
    record expected[8];  // of lanes 0 to 7
    for (std::uint64_t i = 0; i < 8; ++i)
      expected[i] = static_cast<record>(at_[lowest] + (i - lowest) * by);
    const eight_records first = load_eight(expected);
    lane_mask found = 0;
#pragma GCC unroll 4
    for (unsigned lane = 0; lane < lanes_per_warp; lane += 8) {
      const auto here = load_eight(reinterpret_cast<const record*>(at_ + lane));
      found |= bits_of(equal(here, first + static_cast<record>(lane * by))) << lane;
    }
    return found & lanes;
  }

  // The lanes that take a closer look, each by itself.
  template <bool Reads, class Word>
  lane_mask each_word(lane_mask lanes, Word words) const {
    lane_mask closer = 0;
    for (lane_mask rest = lanes; rest != 0; rest &= rest - 1) {
      const unsigned i = first_lane(rest);
      const record who = checks::by_thread(first_ + i);
      const std::uint64_t from = at_[i] - in_place_.begin();
      bool done = in_place_.is_inside(at_[i]);
      for (std::uint32_t k = 0; k < words && done; ++k) done = one_word(from / 4 + k, who, Reads);
      closer |= static_cast<lane_mask>(!done) << i;
    }
    return closer;
  }

  __attribute__((always_inline)) bool one_word(std::size_t number, record who, bool reads) const {
    const checks::shadow::word_records word = look_.memory->words(number, 1);
    return reads ? look_.read(*word.writes, *word.reads, *word.others, who)
                 : look_.write(*word.writes, *word.reads, *word.others, who);
  }

  const checks::quick_look& look_;
  const std::uint64_t* const at_;
  const quick_words in_place_;
  const std::uint32_t words_, first_;
  const bool reads_;
};

}  // namespace lockstep::simt::LOCKSTEP_ISA
