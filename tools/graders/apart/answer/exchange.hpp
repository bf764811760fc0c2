// The answer's end of the channel: a call of the runtime goes to the grader's process, and what it
// gave comes back.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <mutex>

#include "../messages.hpp"
#include "../runtime_calls.hpp"

// Code that stands in the runtime's place, for those who look for the line of a call.
#define LOCKSTEP_FORWARDING [[gnu::section("lockstep_runtime")]]

namespace lockstep::apart {

// Threads of the answer take turns: a call and its reply belong together.
class turn {
 public:
  turn() : lock_(mutex()) {}

 private:
  static std::recursive_mutex& mutex() {
    static auto& only = *new std::recursive_mutex;
    return only;
  }
  std::scoped_lock<std::recursive_mutex> lock_;
};

// A message that begins with the call and where it stands.
outgoing begin_call(call_id which);
// Sends it and waits for the reply. Ends the process if there is no grader any more.
incoming exchange(const outgoing& call);
// Does nothing after the first time: says hello to the grader, and where memory lies.
void open_channel();

// Whether the grader's process can use this address, too: device memory, or shared.
bool is_known_to_grader(const void* address);

// What nvcc's code has registered since the last call goes first.
void send_registrations();

// Parts of a call.

template <typename T>
struct result {
  T* to;
};
template <typename T>
result<T> out(T* to) {
  return {to};
}
struct source {
  const void* from;
  std::size_t bytes;
};
struct target {
  void* to;
  std::size_t bytes;
};

template <typename T>
void put_part(outgoing& to, const T& value) {
  to.put(value);
}
template <typename T>
void put_part(outgoing& to, const result<T>& part) {
  to.put(part.to != nullptr);
}
inline void put_part(outgoing& to, const source& part) {
  const bool is_elsewhere = part.from != nullptr && !is_known_to_grader(part.from);
  const bool is_sent = is_elsewhere && part.bytes <= most_bytes / 2;
  to.put(is_sent);
  to.put(part.from);
  if (!is_sent) return;
  to.put(static_cast<std::uint64_t>(part.bytes));
  to.bytes(part.from, part.bytes);
}
inline void put_part(outgoing& to, const target& part) {
  to.put(part.to != nullptr && !is_known_to_grader(part.to));
  to.put(part.to);
}

template <typename T>
void take_part(incoming&, cudaError_t, const T&) {}
template <typename T>
void take_part(incoming& from, cudaError_t code, const result<T>& part) {
  if (part.to == nullptr) return;
  const T value = from.get<T>();
  if (code == cudaSuccess) *part.to = value;
}
inline void take_part(incoming& from, cudaError_t, const target& part) {
  const auto count = from.get<std::uint64_t>();
  if (count <= part.bytes) std::memcpy(part.to, from.bytes(count), count);
}

// `static`: GCC 14 refuses a section in which some functions are shared between units, as those of
// templates are, and some are not.
template <typename... Parts>
LOCKSTEP_FORWARDING static cudaError_t forward(call_id which, const Parts&... parts) {
  const turn mine;
  send_registrations();
  outgoing call = begin_call(which);
  (put_part(call, parts), ...);
  incoming reply = exchange(call);
  const auto code = reply.get<cudaError_t>();
  (take_part(reply, code, parts), ...);
  return code;
}

}  // namespace lockstep::apart
