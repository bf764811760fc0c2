#include "checks/strong_reads.hpp"

#include <algorithm>

namespace lockstep::checks {

void strong_reads::clear() {
  threads_.clear();
  any_polls_ = false;
}

void strong_reads::note(std::uint32_t thread, const strong_read& r) {
  if (thread >= threads_.size()) threads_.resize(thread + 1);
  any_polls_ = any_polls_ || r.polls;
  of_thread& t = threads_[thread];
  for (strong_read& k : t.last)
    if (r.into != 0 && k.into == r.into) k.is_latest = false;
  const auto known = std::find_if(t.last.begin(), t.last.end(), [&](const strong_read& k) {
    return k.time != 0 && k.load == r.load && k.of == r.of;
  });
  if (known != t.last.end()) {
    *known = r;
    return;
  }
  t.last[t.next] = r;
  t.next = (t.next + 1) % t.last.size();
}

const strong_read* strong_reads::find(std::uint32_t thread, const word_name& of,
                                      std::uint32_t load) const {
  if (thread >= threads_.size()) return nullptr;
  for (const strong_read& r : threads_[thread].last)
    if (r.time != 0 && r.is_latest && r.load == load && r.of == of) return &r;
  return nullptr;
}

void strong_reads::forget(std::uint32_t thread, const word_name& of) {
  if (thread >= threads_.size()) return;
  for (strong_read& r : threads_[thread].last)
    if (r.of == of) r.time = 0;
}

}  // namespace lockstep::checks
