// From a lane's address to the host's: bounds are checked for a whole warp at once where the
// addresses allow it.
#pragma once

#include <cstdint>

#include "simt/semantics/lanes.hpp"
#include "simt/state/cluster.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

using ptx::state_space;

// Where the accesses of a warp's active lanes lie.
struct lane_addresses {
  // Of each lane (offsets within the space for shared memory); inactive lanes have the address of
  // an active one. Not filled in if they are consecutive.
  alignas(64) std::uint64_t at[lanes_per_warp];
  std::uint64_t first;    // of the lowest active lane
  bool consecutive;       // all lanes are active, lane i's address is first + i * bytes
  bool in_range;          // all lie in one range; if not, each must be looked up
  std::uint64_t to_host;  // what to add to an address of that range for the host's
  std::uint64_t stride;   // between lanes, of local memory; else 0

  std::uint64_t of(unsigned lane, std::uint32_t bytes) const {
    return consecutive ? first + std::uint64_t{lane} * bytes : at[lane];
  }
  // The host's address of one of the range.
  std::byte* host_at(std::uint64_t address) const {
    return reinterpret_cast<std::byte*>(address + to_host);
  }
  // The host's address of a lane, if they are in one range and not consecutive.
  template <state_space Space>
  std::byte* host(unsigned lane) const {
    if constexpr (Space == state_space::generic)
      return host_at(at[lane] + lane * stride);
    else
      return host_at(at[lane]);
  }
};

// The addresses begin .. begin + span at which an access may start.
struct address_range {
  std::uint64_t begin = 0, span = 0;
  bool exists = false;
  std::uint64_t to_host = 0;  // what to add to an address of it for the host's
  std::uint64_t stride = 0;   // between lanes
};

// Fewer active lanes than these are looked at one by one.
constexpr unsigned few_lanes = 6;

constexpr memory_space reported(state_space space) {
  return space == state_space::shared ? memory_space::shared : memory_space::global;
}

// What [register+offset] means: a sum as wide as the register, so that one of 32 bits wraps.
template <class A>
inline std::uint64_t sum(A address, std::uint64_t offset) {
  return static_cast<A>(address + static_cast<A>(offset));
}

// Raises a fault for the first active lane whose address is misaligned; in a launch that goes on
// each such lane is looked at by itself, as those out of range are. The last thing that locate()
// does: nothing of it need be kept over the call.
template <class A>
__attribute__((noinline, cold)) void look_at_misaligned(const warp& w, const step* s,
                                                        std::uint32_t bytes, memory_space space,
                                                        access_kind access, lane_addresses& out) {
  out.in_range = false;
  if (w.on->launch->going_on != nullptr) return;
  const A* address = row<A>(w, s->a);
  lane_mask rest = w.active;
  const auto at = [&] { return sum(address[__builtin_ctz(rest)], s->immediate); };
  while ((at() & (bytes - 1)) == 0) rest &= rest - 1;
  raise_access(w, s, static_cast<unsigned>(__builtin_ctz(rest)), at(), bytes, space, access);
}

// The range of global memory that holds [low, high + bytes), in the worker's memory of this
// instruction. Slow part of the next two.
inline __attribute__((noinline)) const known_range* look_up(warp& w, const step* s,
                                                            std::uint64_t low, std::uint64_t end) {
  const memory::address_space& memory = *w.on->launch->memory;
  const std::uint64_t generation = memory.generation();  // before looking: others may release
  const auto found = memory.find_range(low);
  if (!found || end - found->address > found->size) return nullptr;
  w.ranges[s->instruction] = {found->address, found->address + found->size,
                              reinterpret_cast<std::uint64_t>(found->host) - found->address,
                              generation};
  return &w.ranges[s->instruction];
}

inline const known_range* range_of(warp& w, const step* s, std::uint64_t low, std::uint64_t end) {
  const known_range& known = w.ranges[s->instruction];
  // The end of an access to the last addresses of all lies before its begin.
  if (low >= known.begin && end <= known.end && low < end &&
      known.generation == w.generation->load(std::memory_order_relaxed))
    return &known;
  return look_up(w, s, low, end);
}

// Host address of one lane's access to global memory; misplaced() if there is none.
inline __attribute__((noinline)) std::byte* global_lane(warp& w, const step* s, unsigned lane,
                                                        std::uint64_t address, std::uint32_t bytes,
                                                        access_kind access) {
  const known_range* known = range_of(w, s, address, address + bytes);
  if (known == nullptr) return misplaced(w, s, lane, address, bytes, memory_space::global, access);
  return reinterpret_cast<std::byte*>(address + known->to_host);
}

inline __attribute__((noinline)) std::byte* shared_lane(warp& w, const step* s, unsigned lane,
                                                        std::uint64_t offset, std::uint32_t bytes,
                                                        access_kind access) {
  if (offset > w.shared_bytes || bytes > w.shared_bytes - offset)
    return shared_of_cluster(w, s, lane, offset, bytes, access);
  return w.shared + offset;
}

inline __attribute__((noinline)) std::byte* local_lane(warp& w, const step* s, unsigned lane,
                                                       std::uint64_t offset, std::uint32_t bytes,
                                                       access_kind access) {
  if (w.local == nullptr || offset > local_limit - bytes)
    return misplaced(w, s, lane, offset, bytes, memory_space::local, access);
  return w.local + std::uint64_t{lane} * local_stride + offset;
}

// Host address of a lane's access through a generic pointer.
inline __attribute__((noinline)) std::byte* generic_lane(warp& w, const step* s, unsigned lane,
                                                         std::uint64_t address, std::uint32_t bytes,
                                                         access_kind access) {
  std::uint64_t offset;
  switch (resolve(address, offset)) {
    case state_space::shared:
      return shared_lane(w, s, lane, offset, bytes, access);
    case state_space::local:
      return local_lane(w, s, lane, offset, bytes, access);
    case state_space::param:
      // They cannot be written: all blocks have the same ones.
      if (access == access_kind::write || access == access_kind::atomic ||
          offset > w.on->launch->parameters->size() ||
          bytes > w.on->launch->parameters->size() - offset)
        return misplaced(w, s, lane, address, bytes, memory_space::parameter, access);
      return const_cast<std::byte*>(w.on->launch->parameters->data()) + offset;
    default:
      return global_lane(w, s, lane, offset, bytes, access);
  }
}

template <state_space Space>
inline std::byte* lane_pointer(warp& w, const step* s, unsigned lane, std::uint64_t address,
                               std::uint32_t bytes, access_kind access) {
  if constexpr (Space == state_space::shared)
    return shared_lane(w, s, lane, address, bytes, access);
  else if constexpr (Space == state_space::global)
    return global_lane(w, s, lane, address, bytes, access);
  else
    return generic_lane(w, s, lane, address, bytes, access);
}

// The same for an access of which nothing is known, as one out of range may be misaligned, too.
template <state_space Space>
inline __attribute__((noinline)) std::byte* any_lane_pointer(warp& w, const step* s, unsigned lane,
                                                             std::uint64_t address,
                                                             std::uint32_t bytes,
                                                             access_kind access) {
  if ((address & (bytes - 1)) != 0)
    return misplaced(w, s, lane, address, bytes, reported(Space), access);
  return lane_pointer<Space>(w, s, lane, address, bytes, access);
}

// The range in which an access at `address` may be expected to lie.
template <state_space Space>
inline address_range range_around(warp& w, const step* s, std::uint64_t address,
                                  std::uint32_t bytes) {
  const auto range = [=](std::uint64_t begin, std::uint64_t size, std::uint64_t to_host,
                         std::uint64_t stride) {
    return bytes > size ? address_range{}
                        : address_range{begin, size - bytes, true, to_host, stride};
  };
  const auto shared = reinterpret_cast<std::uint64_t>(w.shared);
  if constexpr (Space == state_space::shared) return range(0, w.shared_bytes, shared, 0);
  if constexpr (Space == state_space::generic) {
    if (address - shared_window < window_bytes)
      return range(shared_window, w.shared_bytes, shared - shared_window, 0);
    if (address - local_window < window_bytes && w.local != nullptr)
      return range(local_window, local_limit,
                   reinterpret_cast<std::uint64_t>(w.local) - local_window, local_stride);
    if (address - parameter_window < window_bytes) return {};
  }
  const known_range* known = range_of(w, s, address, address + bytes);
  if (known == nullptr) return {};
  return range(known->begin, known->end - known->begin, known->to_host, 0);
}

// Finds where the active lanes' accesses of `size` bytes lie; a misaligned one is in no range, or
// raises a fault. Size: the same where it is known beforehand, or 0.
template <state_space Space, class A, std::uint32_t Size>
inline __attribute__((noinline)) void locate(warp& w, const step* s, std::uint32_t size,
                                             access_kind access, lane_addresses& out) {
  const std::uint32_t bytes = Size == 0 ? size : Size;
  const A* address = row<A>(w, s->a);
  const std::uint64_t offset = s->immediate;
  const std::uint64_t first = sum(address[__builtin_ctz(w.active)], offset);
  out.first = first;
  const address_range range = range_around<Space>(w, s, first, bytes);
  out.in_range = range.exists;
  out.to_host = range.to_host;
  out.stride = range.stride;
  if (w.active == all_lanes) {
    std::uint64_t differs = 0;
    for (unsigned i = 0; i < lanes_per_warp; ++i)
      differs |= address[i] ^ static_cast<A>(address[0] + i * bytes);
    out.consecutive = differs == 0 && range.stride == 0;
    if (out.consecutive) {
      if ((first & (bytes - 1)) != 0)
        return look_at_misaligned<A>(w, s, bytes, reported(Space), access, out);
      if (first - range.begin > range.span ||
          range.span - (first - range.begin) < std::uint64_t{lanes_per_warp - 1} * bytes)
        out.in_range = false;
      return;
    }
  }
  out.consecutive = false;
  // Addresses are below 2^63, so the sign of a difference says on which side of a bound they are.
  std::uint64_t outside = 0, low_bits = 0;
  const auto take = [&](unsigned i, std::uint64_t at) {
    out.at[i] = at;
    low_bits |= at;
    outside |= (at - range.begin) | (range.span - (at - range.begin));
  };
  if (lanes_in(w.active) < few_lanes) {
    each(w.active, [&](unsigned i) { take(i, sum(address[i], offset)); });
  } else {
    const lane_mask active = w.active;
    for (unsigned i = 0; i < lanes_per_warp; ++i)
      take(i, (active >> i & 1) != 0 ? sum(address[i], offset) : first);
  }
  if ((low_bits & (bytes - 1)) != 0)
    return look_at_misaligned<A>(w, s, bytes, reported(Space), access, out);
  if (outside >> 63 != 0) out.in_range = false;
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
