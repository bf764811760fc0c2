// What the grader's process and the answer's say to each other (docs/decisions/045).
//
// Both are built from these files. But the answer can change all of its own process, so the grader
// believes nothing that comes from there: what is read past the end of a message, or makes no sense
// in it, throws `broken`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace lockstep::apart {

constexpr int channel = 3;                              // the descriptor, in the answer's process
constexpr int shared_memory = 4;                        // likewise
constexpr std::uint64_t device_begin = 0x200000000000;  // free in any process of Linux on x86-64
constexpr std::uint64_t memory_begin = 0x180000000000;
constexpr std::uint32_t most_bytes = 1u << 30;  // of a message
constexpr std::uint32_t most_frames = 64;

enum class kind : std::uint32_t {
  // From the grader: where memory lies; call one of the answer's functions; what a call gave.
  welcome = 1,
  call,
  reply,
  // From the answer: where its forwarding code lies; its constants, as it is ready; a call of the
  // runtime; one of a function of the grader's; its function returned, or threw; it crashed, or
  // ends itself; it calls a function of the runtime that is not forwarded.
  hello = 100,
  ready,
  runtime_call,
  call_back,
  returned,
  threw,
  crashed,
  ends,
  not_forwarded,
};

struct welcome_facts {
  std::uint64_t device_begin, device_end, memory_bytes;
};

struct forwarding_facts {
  std::uint64_t begin, end;  // by their distance from the beginning of the program's image
};

// Return addresses, by the same distance, the innermost first.
struct frame_list {
  std::uint32_t count = 0;
  std::uint32_t offsets[most_frames] = {};
};

enum class crash_reason : std::uint32_t { other, division_by_zero, stack_overflow };
struct crash_facts {
  std::int32_t signal;
  crash_reason why;
  std::uint64_t address;  // that could not be used
  frame_list frames;      // of a crash, the instruction comes first
};

struct header {
  kind what;
  std::uint32_t size;
};

struct broken : std::runtime_error {
  broken() : std::runtime_error("a message that no answer of ours sends") {}
};

class outgoing {
 public:
  void bytes(const void* from, std::size_t count) {
    const auto* const first = static_cast<const char*>(from);
    all_.insert(all_.end(), first, first + count);
  }
  template <typename T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes(&value, sizeof value);
  }
  void text(const std::string& words) {
    put(static_cast<std::uint32_t>(words.size()));
    bytes(words.data(), words.size());
  }
  const std::vector<char>& all() const { return all_; }

 private:
  std::vector<char> all_;
};

class incoming {
 public:
  incoming() = default;
  explicit incoming(std::vector<char> all) : all_(std::move(all)) {}

  const char* bytes(std::size_t count) {
    if (count > all_.size() - at_) throw broken();
    at_ += count;
    return all_.data() + (at_ - count);
  }
  template <typename T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(static_cast<void*>(&value), bytes(sizeof value), sizeof value);
    return value;
  }
  std::string text() {
    const auto count = get<std::uint32_t>();
    return {bytes(count), count};
  }
  std::size_t left() const { return all_.size() - at_; }

 private:
  std::vector<char> all_;
  std::size_t at_ = 0;
};

// Any other byte than 0 and 1 is no bool.
template <>
inline bool incoming::get<bool>() {
  return get<unsigned char>() != 0;
}

}  // namespace lockstep::apart
