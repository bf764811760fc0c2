// Splits: the parts of a warp whose lanes stand at different places, and the calls that they are
// in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "lockstep/protocol/dimensions.hpp"
#include "simt/state/code.hpp"

namespace lockstep::simt {

using lane_mask = std::uint32_t;
using protocol::dimensions;
using protocol::lanes_per_warp;
constexpr lane_mask all_lanes = ~lane_mask{0};

struct call_frame;

// By lane: where in local memory begins what the thread has taken of its stack (stack.hpp).
using stack_tops = std::array<std::uint32_t, lanes_per_warp>;

// A counted reference to a call frame, null in the kernel itself. A warp and its frames belong to
// one worker, so the count is a plain number.
class frame_ref {
 public:
  frame_ref() = default;
  explicit frame_ref(call_frame* frame);
  frame_ref(const frame_ref& other);
  frame_ref(frame_ref&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
  frame_ref& operator=(frame_ref other) noexcept {
    std::swap(frame_, other.frame_);
    return *this;
  }
  ~frame_ref() {
    if (frame_ != nullptr) release();
  }

  call_frame* operator->() const { return frame_; }
  explicit operator bool() const { return frame_ != nullptr; }
  friend bool operator==(const frame_ref& a, const frame_ref& b) { return a.frame_ == b.frame_; }

 private:
  void release();
  call_frame* frame_ = nullptr;
};

struct call_frame {
  const step* return_to = nullptr;
  frame_ref parent;
  const call_site* site = nullptr;
  std::uint32_t depth = 0;
  std::uint32_t local_base = 0;  // where the function's local memory begins, per lane
  std::uint32_t references = 0;
  std::vector<std::byte>
      saved;  // rows and parameters of the caller, if the call is part of a recursion
  std::unique_ptr<stack_tops> stack;  // when the call began, if the function may take more
};

inline frame_ref::frame_ref(call_frame* frame) : frame_(frame) {
  if (frame_ != nullptr) ++frame_->references;
}
inline frame_ref::frame_ref(const frame_ref& other) : frame_ref(other.frame_) {}
inline void frame_ref::release() {
  if (--frame_->references == 0) delete frame_;
}

enum class waiting : std::uint8_t { no, barrier, lanes };

struct split {
  const step* at = nullptr;
  frame_ref frame;
  lane_mask mask = 0;
  lane_mask wanted = 0;            // lanes that must arrive, if it waits for lanes
  const step* waits_in = nullptr;  // the instruction that it waits in
  std::uint32_t turn = 0;          // how often it was rotated out for running long
  waiting waits = waiting::no;
  std::uint8_t barrier = 0;     // which, if it waits at one
  bool left_by_others = false;  // it polls in a loop that others of the warp have left

  std::uint32_t depth() const { return frame ? frame->depth : 0; }
};

// The splits of a warp that do not run, in no order. Each has a lane of its own, so there is room.
class split_list {
 public:
  split* begin() { return splits_.data(); }
  split* end() { return splits_.data() + count_; }
  const split* begin() const { return splits_.data(); }
  const split* end() const { return splits_.data() + count_; }
  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  split& front() { return splits_.front(); }
  const split& front() const { return splits_.front(); }

  // Lanes `mask` of the call `frame`, ready to run at `at`.
  split& add(const step* at, lane_mask mask, frame_ref frame, std::uint32_t turn) {
    split& s = splits_[count_++];
    s.at = at;
    s.frame = std::move(frame);
    s.mask = mask;
    s.turn = turn;
    s.waits = waiting::no;
    s.left_by_others = false;
    return s;
  }
  void remove(split* s) {
    split& last = splits_[--count_];
    if (s != &last) *s = std::move(last);
    last.frame = frame_ref();
  }
  void clear() {
    while (count_ != 0) splits_[--count_].frame = frame_ref();
  }

  // Where compiled code finds the number.
  static constexpr std::size_t offset_of_size() { return offsetof(split_list, count_); }

 private:
  std::size_t count_ = 0;
  std::array<split, lanes_per_warp> splits_{};
};

}  // namespace lockstep::simt
