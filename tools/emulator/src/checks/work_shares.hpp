// How the threads of launches share the work: bytes of global memory that each of them loads,
// stores, changes or copies. What a kernel executes besides, for whatever reason, does not count.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lockstep::checks {

class work_shares {
 public:
  // Forgets what was counted before.
  void keep(bool on) {
    *this = {};
    is_kept_ = on;
  }
  bool is_kept() const { return is_kept_; }

  // Of one block, by thread.
  using of_block = std::vector<std::uint64_t>;
  void begin(of_block& shares, std::uint32_t threads) {
    if (!is_kept_) return;
    shares.assign(threads, 0);
    threads_ += threads;
  }
  void note(of_block& shares, std::uint32_t thread, std::uint32_t bytes) {
    if (thread >= shares.size()) return;  // the block began before shares were kept
    all_ += bytes;
    if (shares[thread] == 0) ++at_work_;
    largest_ = std::max(largest_, shares[thread] += bytes);
  }

  std::uint64_t threads() const { return threads_; }
  std::uint64_t at_work() const { return at_work_; }  // threads that have a share
  std::uint64_t largest() const { return largest_; }  // of one thread
  std::uint64_t all() const { return all_; }

 private:
  bool is_kept_ = false;
  std::uint64_t threads_ = 0, at_work_ = 0, largest_ = 0, all_ = 0;
};

}  // namespace lockstep::checks
