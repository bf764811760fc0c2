// From a lane's address to the host's: bounds are checked for a whole warp at once where the
// addresses allow it.
#pragma once

#include <cstdint>

#include "simt/fault.hpp"
#include "simt/semantics/lanes.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

using ptx::state_space;

// The addresses of a warp's lanes (offsets within the space for shared and local memory), and what
// is known of all of them.
struct lane_addresses {
  alignas(64) std::uint64_t at[lane_count];
  std::uint64_t low, high;  // of the active lanes
  bool consecutive;         // all lanes active, lane i at low + i * bytes
  bool aligned;             // all to the access's size
};

template <class A>
inline __attribute__((noinline)) void survey(const warp& w, const step* s, std::uint32_t bytes,
                                             lane_addresses& out) {
  const A* address = row<A>(w, s->a);
  const std::uint64_t offset = s->immediate;
  if (w.active == all_lanes) {
    const std::uint64_t first = address[0] + offset;
    std::uint64_t differs = 0, low_bits = 0;
    for (unsigned i = 0; i < lane_count; ++i) {
      out.at[i] = address[i] + offset;
      differs |= out.at[i] ^ (first + std::uint64_t{i} * bytes);
      low_bits |= out.at[i];
    }
    out.aligned = (low_bits & (bytes - 1)) == 0;
    out.consecutive = differs == 0;
    out.low = first;
    out.high = first + std::uint64_t{lane_count - 1} * bytes;
    if (differs != 0) {
      std::uint64_t low = out.at[0], high = out.at[0];
      for (unsigned i = 1; i < lane_count; ++i) {
        low = out.at[i] < low ? out.at[i] : low;
        high = out.at[i] > high ? out.at[i] : high;
      }
      out.low = low;
      out.high = high;
    }
  } else {
    out.consecutive = false;
    std::uint64_t low = ~std::uint64_t{0}, high = 0, low_bits = 0;
    each(w.active, [&](unsigned i) {
      const std::uint64_t at = address[i] + offset;
      out.at[i] = at;
      low = at < low ? at : low;
      high = at > high ? at : high;
      low_bits |= at;
    });
    out.aligned = (low_bits & (bytes - 1)) == 0;
    out.low = low;
    out.high = high;
  }
}

constexpr const char* name_of(state_space space) {
  return space == state_space::shared ? "shared" : "global";
}

// Raises a fault for the first active lane whose address is misaligned.
[[noreturn]] inline void raise_misaligned(const warp& w, const step* s, const lane_addresses& a,
                                          std::uint32_t bytes, const char* space,
                                          const char* access) {
  lane_mask rest = w.active;
  while ((a.at[__builtin_ctz(rest)] & (bytes - 1)) == 0) rest &= rest - 1;
  const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
  raise_access(w, s, lane, a.at[lane], bytes, space, access);
}

// The range of global memory that holds [low, high + bytes), in the worker's memory of this
// instruction. Slow part of the next two.
inline __attribute__((noinline)) const known_range* look_up(warp& w, const step* s,
                                                            std::uint64_t low, std::uint64_t end) {
  const memory::allocation* found = w.on->launch->memory->find(low);
  if (found == nullptr || end - found->address > found->size) return nullptr;
  known_range& known = w.on->ranges[s->instruction];
  known.begin = found->address;
  known.end = found->address + found->size;
  known.to_host = reinterpret_cast<std::uint64_t>(found->host) - found->address;
  return &known;
}

inline const known_range* range_of(warp& w, const step* s, std::uint64_t low, std::uint64_t end) {
  const known_range& known = w.on->ranges[s->instruction];
  if (low >= known.begin && end <= known.end) return &known;
  return look_up(w, s, low, end);
}

// Host address of one lane's access to global memory; raises a fault if there is none.
inline __attribute__((noinline)) std::byte* global_lane(warp& w, const step* s, unsigned lane,
                                                        std::uint64_t address, std::uint32_t bytes,
                                                        const char* access) {
  const known_range* known = range_of(w, s, address, address + bytes);
  if (known == nullptr) raise_access(w, s, lane, address, bytes, "global", access);
  return reinterpret_cast<std::byte*>(address + known->to_host);
}

inline std::uint32_t shared_limit(const warp& w) { return w.on->launch->shared_bytes; }

inline __attribute__((noinline)) std::byte* shared_lane(warp& w, const step* s, unsigned lane,
                                                        std::uint64_t offset, std::uint32_t bytes,
                                                        const char* access) {
  if (offset > shared_limit(w) || bytes > shared_limit(w) - offset)
    raise_access(w, s, lane, offset, bytes, "shared", access);
  return w.block->shared.data() + offset;
}

inline __attribute__((noinline)) std::byte* local_lane(warp& w, const step* s, unsigned lane,
                                                       std::uint64_t offset, std::uint32_t bytes,
                                                       const char* access) {
  if (w.local == nullptr || offset > local_limit - bytes)
    raise_access(w, s, lane, offset, bytes, "local", access);
  return w.local + std::uint64_t{lane} * local_stride + offset;
}

// The space that a generic address is in, and its offset there (the address itself for global
// memory).
inline state_space resolve(std::uint64_t address, std::uint64_t& offset) {
  if (address - shared_window < window_bytes) {
    offset = address - shared_window;
    return state_space::shared;
  }
  if (address - local_window < window_bytes) {
    offset = address - local_window;
    return state_space::local;
  }
  if (address - parameter_window < window_bytes) {
    offset = address - parameter_window;
    return state_space::param;
  }
  offset = address;
  return state_space::global;
}

// Host address of a lane's access through a generic pointer.
inline __attribute__((noinline)) std::byte* generic_lane(warp& w, const step* s, unsigned lane,
                                                         std::uint64_t address, std::uint32_t bytes,
                                                         const char* access) {
  std::uint64_t offset;
  switch (resolve(address, offset)) {
    case state_space::shared:
      return shared_lane(w, s, lane, offset, bytes, access);
    case state_space::local:
      return local_lane(w, s, lane, offset, bytes, access);
    case state_space::param:
      if (offset > w.on->launch->parameters->size() ||
          bytes > w.on->launch->parameters->size() - offset) {
        raise_access(w, s, lane, address, bytes, "param", access);
      }
      return const_cast<std::byte*>(w.on->launch->parameters->data()) + offset;
    default:
      return global_lane(w, s, lane, offset, bytes, access);
  }
}

template <state_space Space>
inline std::byte* lane_pointer(warp& w, const step* s, unsigned lane, std::uint64_t address,
                               std::uint32_t bytes, const char* access) {
  if constexpr (Space == state_space::shared)
    return shared_lane(w, s, lane, address, bytes, access);
  else if constexpr (Space == state_space::global)
    return global_lane(w, s, lane, address, bytes, access);
  else
    return generic_lane(w, s, lane, address, bytes, access);
}

// One host address that serves all active lanes: add a lane's address to it. nullptr if they have
// no range in common.
template <state_space Space>
inline std::byte* common_base(warp& w, const step* s, const lane_addresses& a,
                              std::uint32_t bytes) {
  if constexpr (Space == state_space::shared) {
    if (a.high > shared_limit(w) || bytes > shared_limit(w) - a.high) return nullptr;
    return w.block->shared.data();
  } else {
    static_assert(Space == state_space::global || Space == state_space::generic);
    if constexpr (Space == state_space::generic) {
      if (a.low - shared_window < window_bytes) {
        const std::uint64_t last = a.high - shared_window;
        if (last > shared_limit(w) || bytes > shared_limit(w) - last) return nullptr;
        return w.block->shared.data() - shared_window;
      }
      if (a.low >= local_window && a.low < function_window) return nullptr;
    }
    const known_range* known = range_of(w, s, a.low, a.high + bytes);
    return known == nullptr ? nullptr : reinterpret_cast<std::byte*>(known->to_host);
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
