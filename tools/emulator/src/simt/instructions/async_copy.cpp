#include "simt/instructions/async_copy.hpp"

#include "lockstep/protocol/phrase.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/provenance.hpp"
#include "simt/instruments/work_shares.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "simt/instructions/mbarrier.hpp"
#include "simt/semantics/address.hpp"
#include "simt/semantics/bit_operations.hpp"
#include "simt/semantics/integer_operations.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt {
namespace {

using ptx::scalar;
using ptx::word;

template <class F>
const step* each_copy(warp& w, const step* s, F f) {
  for_lanes(w.active, f);
  return s + 1;
}

std::byte* host_address(warp& w, const step* s, unsigned lane, std::uint64_t address,
                        std::uint32_t bytes, std::uint32_t alignment, bool global,
                        access_kind access) {
  if (address % alignment != 0)
    return misplaced(w, s, lane, address, alignment,
                     global ? memory_space::global : memory_space::shared, access);
  return global ? baseline::global_lane(w, s, lane, address, bytes, access)
                : baseline::shared_lane(w, s, lane, address, bytes, access);
}

ptx::state_space space_of(bool global) {
  return global ? ptx::state_space::global : ptx::state_space::shared;
}

constexpr std::uint32_t bulk_unit = 16;  // bytes: addresses and sizes are multiples of it

// Both ends of a lane's bulk copy, checked; and what the copy's end means to its mbarrier.
struct bulk_copy {
  std::byte* to;
  const std::byte* from;
  std::uint32_t bytes;

  bulk_copy(warp& w, const step* s, unsigned lane, checks::action writes) {
    const bulk_form form = bulk_form::unpack(s->immediate);
    bytes = row<std::uint32_t>(w, s->c)[lane];
    const std::uint64_t target = row<std::uint64_t>(w, s->a)[lane],
                        source = row<std::uint64_t>(w, s->b)[lane];
    if (bytes % bulk_unit != 0) {
      raise(fault_at(
          w, s, lane, finding_kind::misaligned,
          protocol::phrase("bulk-size",
                           "copies {} bytes in bulk; bulk copies must be multiples of 16", bytes)));
    }
    from = host_address(w, s, lane, source, bytes, bulk_unit, form.from_global, access_kind::read);
    to = host_address(w, s, lane, target, bytes, bulk_unit, form.to_global, access_kind::write);
    const bool is_followed = form.from_global && writes != checks::action::atomic;
    if (!is_followed)
      note_access(w, s, lane, !form.from_global, source, bytes, checks::action::read);
    note_share(w, lane, space_of(form.from_global), source, bytes);
    note_share(w, lane, space_of(form.to_global), target,
               writes == checks::action::atomic ? 2 * bytes : bytes);  // read, and written again
    if (form.to_global || writes == checks::action::atomic)
      note_access(w, s, lane, !form.to_global, target, bytes, writes);
    else
      note_copy(w, s, lane, target, bytes, source, is_followed ? bytes : 0);
  }
};

void finish(warp& w, const step* s, unsigned lane, std::uint32_t bytes) {
  if (bulk_form::unpack(s->immediate).has_mbarrier)
    mbarrier_bytes_came(w, s, lane, row<std::uint64_t>(w, s->d)[lane], true, bytes);
}

struct float_add {
  template <class T>
  static T of(T a, T b) {
    return a + b;
  }
};

// Element by element with the host's atomics: other blocks may reduce into the same place.
template <class Op, class T>
const step* reduce(warp& w, const step* s) {
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return each_copy(w, s, [&](unsigned lane) {
    const bulk_copy copy(w, s, lane, checks::action::atomic);
    for (std::uint32_t at = 0; at < copy.bytes; at += sizeof(T)) {
      T value;
      std::memcpy(&value, copy.from + at, sizeof value);
      auto* p = reinterpret_cast<bits*>(copy.to + at);
      bits old = __atomic_load_n(p, __ATOMIC_RELAXED);
      while (!__atomic_compare_exchange_n(p, &old,
                                          std::bit_cast<bits>(Op::of(std::bit_cast<T>(old), value)),
                                          true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      }
    }
    finish(w, s, lane, copy.bytes);
  });
}

template <class Op>
action integers(scalar type) {
  switch (type) {
    case scalar::u32:
    case scalar::b32:
      return &reduce<Op, std::uint32_t>;
    case scalar::s32:
      return &reduce<Op, std::int32_t>;
    case scalar::u64:
    case scalar::b64:
      return &reduce<Op, std::uint64_t>;
    case scalar::s64:
      return &reduce<Op, std::int64_t>;
    default:
      return nullptr;
  }
}

}  // namespace

const step* copy_async(warp& w, const step* s) {
  const copy_form form = copy_form::unpack(s->immediate);
  const auto* target = row<std::uint64_t>(w, s->a);
  const auto* source = row<std::uint64_t>(w, s->b);
  return each_copy(w, s, [&](unsigned lane) {
    std::uint32_t taken = form.bytes;
    if (form.source == copy_form::source_size::counted)
      taken = std::min(taken, row<std::uint32_t>(w, s->c)[lane]);
    if (form.source == copy_form::source_size::ignored_if && (predicate(w, s->c) >> lane & 1) != 0)
      taken = 0;
    std::byte* to =
        host_address(w, s, lane, target[lane], form.bytes, form.bytes, false, access_kind::write);
    note_copy(w, s, lane, target[lane], form.bytes, source[lane], taken);
    note_share(w, lane, ptx::state_space::global, source[lane], taken);
    record_copy(w, s, lane, {target[lane], source[lane], form.bytes, taken});
    std::memset(to, 0, form.bytes);
    if (taken == 0) return;
    std::memcpy(to,
                host_address(w, s, lane, source[lane], taken, form.bytes, true, access_kind::read),
                taken);
  });
}

const step* copy_bulk(warp& w, const step* s) {
  return each_copy(w, s, [&](unsigned lane) {
    const bulk_copy copy(w, s, lane, checks::action::write);
    std::memmove(copy.to, copy.from, copy.bytes);
    finish(w, s, lane, copy.bytes);
  });
}

template <class T>
const step* store_async(warp& w, const step* s) {
  return each_copy(w, s, [&](unsigned lane) {
    const std::uint64_t target = row<std::uint64_t>(w, s->a)[lane] + s->immediate;
    std::byte* const to =
        host_address(w, s, lane, target, sizeof(T), sizeof(T), false, access_kind::write);
    note_copy(w, s, lane, target, sizeof(T));
    note_share(w, lane, ptx::state_space::shared, target, sizeof(T));
    std::memcpy(to, &row<T>(w, s->b)[lane], sizeof(T));
    mbarrier_bytes_came(w, s, lane, row<std::uint64_t>(w, s->d)[lane], true, sizeof(T));
  });
}

template const step* store_async<std::uint32_t>(warp&, const step*);
template const step* store_async<std::uint64_t>(warp&, const step*);

action reduce_bulk(const ptx::decoded& i) {
  if (i.has(word::op_add)) {
    if (i.type == scalar::f32) return &reduce<float_add, float>;
    if (i.type == scalar::f64) return &reduce<float_add, double>;
    return integers<baseline::add_op>(i.type);
  }
  if (i.has(word::op_min)) return integers<baseline::min_op>(i.type);
  if (i.has(word::op_max)) return integers<baseline::max_op>(i.type);
  if (i.has(word::op_and)) return integers<baseline::and_op>(i.type);
  if (i.has(word::op_or)) return integers<baseline::or_op>(i.type);
  if (i.has(word::op_xor)) return integers<baseline::xor_op>(i.type);
  return nullptr;
}

}  // namespace lockstep::simt
