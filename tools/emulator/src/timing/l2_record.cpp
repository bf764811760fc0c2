#include "timing/l2_record.hpp"

#include <algorithm>
#include <cmath>

#include "timing/machine.hpp"

namespace lockstep::timing {
namespace {

constexpr std::uint64_t piece_bytes = 64 * 1024;

}  // namespace

// L2 is hashed: what comes in takes the place of any line, so that part of the dirty ones outlive
// even a launch that fetches more than L2 has. A launch that writes leaves dirty lines itself: half
// as many bytes, as copies show (h200_unseen.csv).
kept_in_l2 found_after_flush(const launch_traffic& launch, const machine& on) {
  double fetched = 0, written = 0;
  for (const traffic& part : launch.parts) (part.writes ? written : fetched) += part.bytes;
  const double dirty = on.l2_bytes * on.l2_left_dirty;
  const double driven_out = dirty * (1 - std::exp(-(fetched + written) / on.l2_bytes));
  kept_in_l2 result;
  result.shares.resize(launch.allocations.size(), 0);
  const double beyond_its_own = std::max(0.0, driven_out - std::min(written, dirty) / 2);
  if (fetched > 0) result.written_back = std::min(1.0, beyond_its_own / fetched);
  return result;
}

l2_record::l2_record(const machine& on)
    : most_(on.l2_bytes * on.l2_kept), most_dirty_(on.l2_bytes * on.l2_left_dirty) {}

kept_in_l2 l2_record::run(const launch_traffic& launch) {
  ++launch_;
  written_back_ = 0;
  std::vector<share> all(launch.allocations.size());
  double fetched = 0;
  for (const traffic& part : launch.parts) {
    const share one = touch_all(part);
    all[part.allocation].fetched += one.fetched;
    all[part.allocation].found += one.found;
    if (!part.writes) fetched += one.fetched;
  }
  kept_in_l2 result;
  for (const share& s : all)
    result.shares.push_back(s.found > 0 ? s.found / (s.found + s.fetched) : 0);
  if (fetched > 0) result.written_back = written_back_ / fetched;
  clean_oldest();
  return result;
}

void l2_record::touch(std::uint64_t begin, std::uint64_t bytes, bool writes) {
  ++launch_;
  touch_all({begin, begin + bytes, static_cast<double>(bytes), writes, 0});
  clean_oldest();
}

l2_record::share l2_record::touch_all(const traffic& part) {
  share sum;
  if (part.end <= part.begin) return sum;
  const double density = part.bytes / static_cast<double>(part.end - part.begin);
  for (std::uint64_t at = part.begin; at < part.end;) {
    const std::uint64_t next = std::min(part.end, (at / piece_bytes + 1) * piece_bytes);
    const share one =
        touch_piece(at / piece_bytes, density * static_cast<double>(next - at), part.writes);
    sum.fetched += one.fetched;
    sum.found += one.found;
    at = next;
  }
  return sum;
}

// Launches that touch a part of a piece are taken to touch the same part.
l2_record::share l2_record::touch_piece(std::uint64_t at, double bytes, bool writes) {
  piece& p = pieces_[at];
  if (p.launch != launch_) {
    p.launch = launch_;
    p.now = 0;
  }
  bytes = std::min(bytes, piece_bytes - p.now);
  share one;
  one.found = std::clamp(p.bytes - p.now, 0.0, bytes);
  one.fetched = bytes - one.found;
  p.now += bytes;
  p.bytes += one.fetched;
  bytes_ += one.fetched;
  if (writes) {
    const double dirty = std::min(p.bytes, p.dirty + bytes) - p.dirty;
    p.dirty += dirty;
    dirty_ += dirty;
  }
  by_age_.erase(p.stamp);
  p.stamp = ++clock_;
  by_age_[p.stamp] = at;
  while (bytes_ > most_ && by_age_.size() > 1) drop_oldest();
  return one;
}

void l2_record::drop_oldest() {
  const auto first = by_age_.begin();
  const auto at = pieces_.find(first->second);
  bytes_ -= at->second.bytes;
  dirty_ -= at->second.dirty;
  // What the launch itself has written is the model's own business.
  if (at->second.launch != launch_) written_back_ += at->second.dirty;
  // A launch that comes back to it finds nothing, and does not count it twice.
  at->second.bytes = at->second.dirty = 0;
  if (at->second.launch != launch_) pieces_.erase(at);
  by_age_.erase(first);
}

// L2 writes back what is dirty before all of it is.
void l2_record::clean_oldest() {
  for (const auto& [stamp, at] : by_age_) {
    if (dirty_ <= most_dirty_) return;
    piece& p = pieces_[at];
    dirty_ -= p.dirty;
    p.dirty = 0;
  }
}

}  // namespace lockstep::timing
