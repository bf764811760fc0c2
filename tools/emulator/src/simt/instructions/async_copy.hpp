// Asynchronous copies (PTX ISA 9.7.9.25). They are done when they are asked for, which is one of
// the orders that the hardware may choose; groups and waits have nothing left to do.
#pragma once

#include <cstdint>

#include "ptx/program.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// cp.async: a destination in shared memory, b source in global memory; the rest packed into
// immediate. c: bytes to take from the source (4-byte row), or a predicate that says to take none.
struct copy_form {
  std::uint8_t bytes = 0;
  enum class source_size : std::uint8_t { whole, counted, ignored_if } source = source_size::whole;
  std::uint64_t pack() const { return bytes | static_cast<std::uint64_t>(source) << 8; }
  static copy_form unpack(std::uint64_t x) {
    return {static_cast<std::uint8_t>(x), static_cast<source_size>(x >> 8)};
  }
};
const step* copy_async(warp& w, const step* s);

// cp.async.bulk: a destination, b source, c bytes (4-byte row), d the mbarrier's address, if there
// is one. Spaces packed into immediate.
struct bulk_form {
  bool to_global = false, from_global = false, has_mbarrier = false;
  std::uint64_t pack() const {
    return std::uint64_t{to_global} | std::uint64_t{from_global} << 1 |
           std::uint64_t{has_mbarrier} << 2;
  }
  static bulk_form unpack(std::uint64_t x) { return {(x & 1) != 0, (x & 2) != 0, (x & 4) != 0}; }
};
const step* copy_bulk(warp& w, const step* s);
// st.async of one element: a destination, which lies `immediate` bytes behind, b value, d the
// mbarrier's address.
template <class T>
const step* store_async(warp& w, const step* s);
// cp.reduce.async.bulk, the same rows; nullptr for an operation or type that is not known.
action reduce_bulk(const ptx::decoded& i);

}  // namespace lockstep::simt
