#include "simt/run/worker_pool.hpp"

#include <algorithm>
#include <system_error>

namespace lockstep::simt {

worker_pool::~worker_pool() {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  for (std::thread& t : helpers_) t.join();
}

void worker_pool::help(unsigned number) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [&] { return closing_ || (ticket_ != seen && wanted_ != 0); });
    if (closing_) return;
    seen = ticket_;
    --wanted_;
    ++working_;
    const auto& work = *work_;
    lock.unlock();
    work(number);
    lock.lock();
    if (--working_ == 0) done_.notify_all();
  }
}

// False if the system gives no more threads: then there are fewer.
bool worker_pool::start_helper() try {
  helpers_.emplace_back(
      [this, number = static_cast<unsigned>(helpers_.size() + 1)] { help(number); });
  return true;
} catch (const std::system_error&) {
  return false;
}

void worker_pool::run(unsigned workers, const std::function<void(unsigned)>& work) {
  if (workers > 1) {
    {
      const std::scoped_lock lock(mutex_);
      while (helpers_.size() + 1 < workers && start_helper()) {
      }
      work_ = &work;
      wanted_ = std::min<unsigned>(workers - 1, static_cast<unsigned>(helpers_.size()));
      ++ticket_;
    }
    wake_.notify_all();
  }
  work(0);
  if (workers <= 1) return;
  std::unique_lock lock(mutex_);
  wanted_ = 0;
  done_.wait(lock, [&] { return working_ == 0; });
  work_ = nullptr;
}

}  // namespace lockstep::simt
