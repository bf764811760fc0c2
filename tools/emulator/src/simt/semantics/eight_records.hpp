// Eight records of the checks at once, as vector instructions compare them.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define LOCKSTEP_EIGHT_BITS
#endif

#include "checks/record.hpp"
#include "simt/semantics/lanes.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

using checks::record;

using eight_records = record __attribute__((vector_size(64)));
using eight_addresses = std::uint64_t __attribute__((vector_size(64)));

inline __attribute__((always_inline)) eight_records load_eight(const record* from) {
  eight_records r;
  std::memcpy(&r, from, sizeof r);
  return r;
}
inline __attribute__((always_inline)) void store_eight(record* to, eight_records r) {
  std::memcpy(to, &r, sizeof r);
}
inline __attribute__((always_inline)) eight_records all_eight(record r) {
  return r - eight_records{};
}

// An answer for each of eight: a bit, or all bits of an element.
#ifdef LOCKSTEP_EIGHT_BITS
struct eight_answers {
  __mmask8 bits;
};
inline __attribute__((always_inline)) eight_answers answers(unsigned bits) {
  return {static_cast<__mmask8>(bits)};
}
inline __attribute__((always_inline)) unsigned bits_of(eight_answers a) { return a.bits; }
inline __attribute__((always_inline)) bool any(eight_answers a) { return a.bits != 0; }
inline __attribute__((always_inline)) eight_answers less(eight_records a, eight_records b) {
  return {_mm512_cmplt_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b))};
}
inline __attribute__((always_inline)) eight_answers equal(eight_records a, eight_records b) {
  return {_mm512_cmpeq_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b))};
}
inline __attribute__((always_inline)) eight_records choose(eight_answers which, eight_records yes,
                                                           eight_records no) {
  return reinterpret_cast<eight_records>(_mm512_mask_blend_epi64(
      which.bits, reinterpret_cast<__m512i>(no), reinterpret_cast<__m512i>(yes)));
}
inline __attribute__((always_inline)) eight_answers operator&(eight_answers a, eight_answers b) {
  return answers(a.bits & b.bits);
}
inline __attribute__((always_inline)) eight_answers operator|(eight_answers a, eight_answers b) {
  return answers(a.bits | b.bits);
}
inline __attribute__((always_inline)) eight_answers operator!(eight_answers a) {
  return answers(~unsigned{a.bits});
}
#else
struct eight_answers {
  eight_records elements;
};
inline __attribute__((always_inline)) eight_answers answers(unsigned bits) {
  constexpr eight_records bit = {1, 2, 4, 8, 16, 32, 64, 128};
  return {(all_eight(bits) & bit) != 0};
}
inline __attribute__((always_inline)) unsigned bits_of(eight_answers a) {
  unsigned bits = 0;
#if defined(__SSE2__)
  __m128d pairs[4];
  std::memcpy(pairs, &a, sizeof pairs);
  for (unsigned i = 0; i < 4; ++i)
    bits |= static_cast<unsigned>(_mm_movemask_pd(pairs[i])) << 2 * i;
#else
  for (unsigned i = 0; i < 8; ++i) bits |= static_cast<unsigned>(a.elements[i] & 1) << i;
#endif
  return bits;
}
inline __attribute__((always_inline)) bool any(eight_answers a) {
  record all = 0;
  for (unsigned i = 0; i < 8; ++i) all |= a.elements[i];
  return all != 0;
}
inline __attribute__((always_inline)) eight_answers less(eight_records a, eight_records b) {
  return {a < b};
}
inline __attribute__((always_inline)) eight_answers equal(eight_records a, eight_records b) {
  return {a == b};
}
inline __attribute__((always_inline)) eight_records choose(eight_answers which, eight_records yes,
                                                           eight_records no) {
  return (which.elements & yes) | (~which.elements & no);
}
inline __attribute__((always_inline)) eight_answers operator&(eight_answers a, eight_answers b) {
  return {a.elements & b.elements};
}
inline __attribute__((always_inline)) eight_answers operator|(eight_answers a, eight_answers b) {
  return {a.elements | b.elements};
}
inline __attribute__((always_inline)) eight_answers operator!(eight_answers a) {
  return {~a.elements};
}
#endif

inline __attribute__((always_inline)) eight_answers less(eight_records a, record b) {
  return less(a, all_eight(b));
}
inline __attribute__((always_inline)) eight_answers equal(eight_records a, record b) {
  return equal(a, all_eight(b));
}

}  // namespace lockstep::simt::LOCKSTEP_ISA

#undef LOCKSTEP_EIGHT_BITS
