// The host threads that execute blocks. They sleep between launches.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "simt/run/spare_blocks.hpp"

namespace lockstep::simt {

class worker_pool {
 public:
  worker_pool() = default;
  ~worker_pool();
  worker_pool(const worker_pool&) = delete;
  worker_pool& operator=(const worker_pool&) = delete;

  // Calls work(0) on this thread and, if they come in time, work(1) ... work(workers - 1) on
  // helpers; returns when all that came have returned. One call at a time.
  void run(unsigned workers, const std::function<void(unsigned)>& work);

  spare_blocks spare;  // what they left

 private:
  bool start_helper();
  void help(unsigned number);

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> helpers_;
  const std::function<void(unsigned)>* work_ = nullptr;
  std::uint64_t ticket_ = 0;
  unsigned wanted_ = 0, working_ = 0;
  bool closing_ = false;
};

}  // namespace lockstep::simt
