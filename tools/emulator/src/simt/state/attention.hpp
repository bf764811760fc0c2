// A person who waits for a launch hears when it takes long, and may interrupt it.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

namespace lockstep::simt {

struct attention {
  std::chrono::seconds patience{10};
  std::function<void(const std::string&)> tell;
  std::atomic<bool> interrupted{false};
};

}  // namespace lockstep::simt
