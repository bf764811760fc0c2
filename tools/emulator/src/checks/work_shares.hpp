// How the threads of launches share the work: bytes of global, shared, local and constant memory
// that each of them loads, stores, changes or copies. What a kernel executes besides, for whatever
// reason, does not count, but for ways to part the lanes of a warp that no counter of branches
// sees.
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
  struct share {
    std::uint64_t bytes = 0;
    bool is_at_work = false;  // in global memory
  };
  struct of_block {
    std::vector<share> threads;
    bool is_at_work = false;  // one of its threads
  };
  void begin(of_block& shares, std::uint32_t threads) {
    if (!is_kept_) return;
    shares.threads.assign(threads, {});
    shares.is_at_work = false;
    threads_ += threads;
    ++blocks_;
  }
  enum class memory { global, shared, local, constant };
  void note(of_block& shares, std::uint32_t thread, memory where, std::uint32_t bytes) {
    if (thread >= shares.threads.size()) return;  // the block began before shares were kept
    share& own = shares.threads[thread];
    own.bytes += bytes;
    all_ += bytes;
    largest_ = std::max(largest_, own.bytes);
    if (where != memory::global) return;
    all_global_ += bytes;
    if (!own.is_at_work) ++at_work_;
    own.is_at_work = true;
    if (!shares.is_at_work) ++blocks_at_work_;
    shares.is_at_work = true;
  }

  // Some lanes of a warp leave or call, and the others do not, or call another function.
  void note_parting() { ++partings_; }

  std::uint64_t threads() const { return threads_; }
  std::uint64_t at_work() const { return at_work_; }
  std::uint64_t largest() const { return largest_; }  // of one thread
  std::uint64_t all() const { return all_; }
  std::uint64_t all_global() const { return all_global_; }
  std::uint64_t partings() const { return partings_; }
  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t blocks_at_work() const { return blocks_at_work_; }

 private:
  bool is_kept_ = false;
  std::uint64_t threads_ = 0, at_work_ = 0, largest_ = 0, all_ = 0, all_global_ = 0, partings_ = 0,
                blocks_ = 0, blocks_at_work_ = 0;
};

}  // namespace lockstep::checks
