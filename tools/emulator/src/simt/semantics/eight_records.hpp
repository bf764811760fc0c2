// Eight records of the checks at once, as vector instructions compare them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define LOCKSTEP_EIGHT_BITS
#endif

#include "checks/record.hpp"
#include "simt/semantics/lanes.hpp"

#define LOCKSTEP_INLINED __attribute__((always_inline))

namespace lockstep::simt::LOCKSTEP_ISA {

using checks::record;

#ifdef LOCKSTEP_EIGHT_BITS
using eight_records = record __attribute__((vector_size(64)));

LOCKSTEP_INLINED inline eight_records all_eight(record r) { return r - eight_records{}; }
LOCKSTEP_INLINED inline eight_records load_eight(const record* from) {
  eight_records r;
  std::memcpy(&r, from, sizeof r);
  return r;
}
LOCKSTEP_INLINED inline void store_eight(record* to, eight_records r) {
  std::memcpy(to, &r, sizeof r);
}
#else
// In parts as wide as the machine's vectors: of wider ones the compiler makes single records.
#if defined(__AVX2__)
using record_part = record __attribute__((vector_size(32)));
#else
using record_part = record __attribute__((vector_size(16)));
#endif
struct eight_records {
  static constexpr unsigned in_part = sizeof(record_part) / sizeof(record), parts = 8 / in_part;

  record_part part[parts] = {};

  constexpr eight_records() = default;
  constexpr eight_records(record a, record b, record c, record d, record e, record f, record g,
                          record h)
#if defined(__AVX2__)
      : part{{a, b, c, d}, {e, f, g, h}} {}
#else
      : part{{a, b}, {c, d}, {e, f}, {g, h}} {
  }
#endif
        LOCKSTEP_INLINED record
        operator[](unsigned i) const {
    return part[i / in_part][i % in_part];
  }

  // Part by part.
  template <class F>
  static LOCKSTEP_INLINED constexpr eight_records made(F f) {
    eight_records r;
#pragma GCC unroll 4
    for (unsigned i = 0; i < parts; ++i) r.part[i] = f(i);
    return r;
  }
#define LOCKSTEP_BY_PARTS(op)                                                                     \
  friend LOCKSTEP_INLINED constexpr eight_records operator op(const eight_records& a,             \
                                                              const eight_records& b) {           \
    return made([&](unsigned i) LOCKSTEP_INLINED { return a.part[i] op b.part[i]; });             \
  }                                                                                               \
  friend LOCKSTEP_INLINED constexpr eight_records operator op(const eight_records& a, record b) { \
    return made([&](unsigned i) LOCKSTEP_INLINED { return a.part[i] op b; });                     \
  }
  LOCKSTEP_BY_PARTS(+)
  LOCKSTEP_BY_PARTS(&)
  LOCKSTEP_BY_PARTS(|)
  LOCKSTEP_BY_PARTS(^)
#undef LOCKSTEP_BY_PARTS
  LOCKSTEP_INLINED eight_records& operator|=(const eight_records& other) {
    return *this = *this | other;
  }
};

LOCKSTEP_INLINED inline eight_records all_eight(record r) {
  return eight_records::made([&](unsigned) LOCKSTEP_INLINED { return r - record_part{}; });
}
LOCKSTEP_INLINED inline eight_records load_eight(const record* from) {
  return eight_records::made([&](unsigned i) LOCKSTEP_INLINED {
    record_part p;
    std::memcpy(&p, from + std::size_t{eight_records::in_part} * i, sizeof p);
    return p;
  });
}
LOCKSTEP_INLINED inline void store_eight(record* to, const eight_records& r) {
  std::memcpy(to, r.part, sizeof r.part);
}
#endif

// An answer for each of eight: a bit, or all bits of an element.
#ifdef LOCKSTEP_EIGHT_BITS
struct eight_answers {
  __mmask8 bits;
};
LOCKSTEP_INLINED inline eight_answers answers(unsigned bits) {
  return {static_cast<__mmask8>(bits)};
}
LOCKSTEP_INLINED inline unsigned bits_of(eight_answers a) { return a.bits; }
LOCKSTEP_INLINED inline bool any(eight_answers a) { return a.bits != 0; }
LOCKSTEP_INLINED inline eight_answers less(eight_records a, eight_records b) {
  return {_mm512_cmplt_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b))};
}
LOCKSTEP_INLINED inline eight_answers equal(eight_records a, eight_records b) {
  return {_mm512_cmpeq_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b))};
}
LOCKSTEP_INLINED inline eight_records choose(eight_answers which, eight_records yes,
                                             eight_records no) {
  return reinterpret_cast<eight_records>(_mm512_mask_blend_epi64(
      which.bits, reinterpret_cast<__m512i>(no), reinterpret_cast<__m512i>(yes)));
}
LOCKSTEP_INLINED inline eight_answers operator&(eight_answers a, eight_answers b) {
  return answers(a.bits & b.bits);
}
LOCKSTEP_INLINED inline eight_answers operator|(eight_answers a, eight_answers b) {
  return answers(a.bits | b.bits);
}
LOCKSTEP_INLINED inline eight_answers operator!(eight_answers a) {
  return answers(~unsigned{a.bits});
}
#else
struct eight_answers {
  eight_records elements;
};
LOCKSTEP_INLINED inline eight_answers answers(unsigned bits) {
  constexpr eight_records bit = {1, 2, 4, 8, 16, 32, 64, 128};
  return {eight_records::made([&](unsigned i)
                                  LOCKSTEP_INLINED { return (bit.part[i] & record{bits}) != 0; })};
}
LOCKSTEP_INLINED inline unsigned bits_of(const eight_answers& a) {
  unsigned bits = 0;
#if defined(__AVX2__)
  for (unsigned i = 0; i < 2; ++i)
    bits |= static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(a.elements.part[i])))
            << 4 * i;
#elif defined(__SSE2__)
  for (unsigned i = 0; i < 4; ++i)
    bits |= static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(a.elements.part[i])))
            << 2 * i;
#else
  for (unsigned i = 0; i < 8; ++i) bits |= static_cast<unsigned>(a.elements[i] & 1) << i;
#endif
  return bits;
}
LOCKSTEP_INLINED inline bool any(const eight_answers& a) {
  record_part all = a.elements.part[0];
  for (unsigned i = 1; i < eight_records::parts; ++i) all |= a.elements.part[i];
#if defined(__AVX2__)
  return _mm256_testz_si256(reinterpret_cast<__m256i>(all), reinterpret_cast<__m256i>(all)) == 0;
#else
  return (all[0] | all[1]) != 0;
#endif
}
LOCKSTEP_INLINED inline eight_answers less(const eight_records& a, const eight_records& b) {
  return {eight_records::made([&](unsigned i) LOCKSTEP_INLINED { return a.part[i] < b.part[i]; })};
}
LOCKSTEP_INLINED inline eight_answers equal(const eight_records& a, const eight_records& b) {
  return {eight_records::made([&](unsigned i) LOCKSTEP_INLINED { return a.part[i] == b.part[i]; })};
}
LOCKSTEP_INLINED inline eight_records choose(const eight_answers& which, const eight_records& yes,
                                             const eight_records& no) {
  return eight_records::made([&](unsigned i) LOCKSTEP_INLINED {
    const record_part where = which.elements.part[i];
    return (where & yes.part[i]) | (~where & no.part[i]);
  });
}
LOCKSTEP_INLINED inline eight_answers operator&(const eight_answers& a, const eight_answers& b) {
  return {a.elements & b.elements};
}
LOCKSTEP_INLINED inline eight_answers operator|(const eight_answers& a, const eight_answers& b) {
  return {a.elements | b.elements};
}
LOCKSTEP_INLINED inline eight_answers operator!(const eight_answers& a) {
  return {a.elements ^ record{-1}};
}
#endif

LOCKSTEP_INLINED inline eight_answers less(eight_records a, record b) {
  return less(a, all_eight(b));
}
LOCKSTEP_INLINED inline eight_answers equal(eight_records a, record b) {
  return equal(a, all_eight(b));
}

}  // namespace lockstep::simt::LOCKSTEP_ISA

#undef LOCKSTEP_EIGHT_BITS
#undef LOCKSTEP_INLINED
