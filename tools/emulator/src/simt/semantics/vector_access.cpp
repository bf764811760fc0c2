// Loads and stores of vectors: the elements of one lane lie side by side and are one access.
// step::a is the address row, step::immediate the offset, step::c what lies where
// (vector_elements); code::row_lists[step::extra] are the elements' rows.
//
// The memory model lets the elements be accessed in any order, but the hardware moves an aligned
// vector of up to 16 bytes whole, and programs build on it: CUB's scans keep a tile's status and
// its value in one. So each lane's vector is one load or store of the host (single-copy atomic for
// up to 8 bytes everywhere, for 16 on x86-64 with AVX), and the elements change places with the
// rows in a buffer.
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "simt/semantics/access_counts.hpp"
#include "simt/semantics/access_types.hpp"
#include "simt/semantics/address.hpp"
#include "simt/semantics/families.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

// Between rows and a buffer with the vectors of all lanes. A load leaves inactive lanes alone.
template <class M, class R, unsigned Elements>
void elements_to_vectors(const warp& w, const std::uint32_t* rows, M* vectors) {
  const R* element[Elements];
  for (unsigned e = 0; e < Elements; ++e) element[e] = row<R>(w, rows[e]);
#pragma GCC ivdep
  for (unsigned i = 0; i < lanes_per_warp; ++i)
    for (unsigned e = 0; e < Elements; ++e)
      vectors[i * Elements + e] = static_cast<M>(element[e][i]);
}
template <class M, class R, unsigned Elements>
void vectors_to_elements(warp& w, const std::uint32_t* rows, const M* vectors) {
  for (unsigned e = 0; e < Elements; ++e) {
    if (rows[e] == no_row) continue;
    write<R>(w, rows[e], [=](unsigned i) { return static_cast<R>(vectors[i * Elements + e]); });
  }
}

template <class M, class R, bool Store>
void exchange_elements(warp& w, const std::vector<std::uint32_t>& rows, std::byte* buffer) {
  auto* vectors = reinterpret_cast<M*>(buffer);
  const auto of = [&](auto elements) {
    constexpr unsigned count = decltype(elements)::value;
    if constexpr (sizeof(M) * count > longest_vector)
      return;
    else if constexpr (Store)
      elements_to_vectors<M, R, count>(w, rows.data(), vectors);
    else
      vectors_to_elements<M, R, count>(w, rows.data(), vectors);
  };
  if (rows.size() == 2) return of(std::integral_constant<unsigned, 2>());
  if (rows.size() == 4) return of(std::integral_constant<unsigned, 4>());
  of(std::integral_constant<unsigned, 8>());
}

template <bool Store>
__attribute__((noinline)) void exchange(warp& w, const step* s,
                                        const std::vector<std::uint32_t>& rows, std::byte* buffer) {
  const auto what = vector_elements::unpack(s->c);
  const bool sign = what.sign && !Store && what.bytes < what.register_bytes;
  by_element(what.bytes, sign, what.register_bytes, [&](auto memory, auto element) {
    exchange_elements<decltype(memory), decltype(element), Store>(w, rows, buffer);
  });
}

// What the host moves in one piece. Volatile, so that the compiler does not make several of it.
template <class Unit>
void move_piece(std::byte* to, const std::byte* from) {
  typedef Unit unit __attribute__((may_alias, aligned(1)));
  *reinterpret_cast<volatile unit*>(to) = *reinterpret_cast<const volatile unit*>(from);
}
typedef std::uint64_t sixteen_bytes __attribute__((vector_size(16)));

template <std::uint32_t Bytes>
inline void move_vector(std::byte* to, const std::byte* from) {
  if constexpr (Bytes == 2) move_piece<std::uint16_t>(to, from);
  if constexpr (Bytes == 4) move_piece<std::uint32_t>(to, from);
  if constexpr (Bytes == 8) move_piece<std::uint64_t>(to, from);
  if constexpr (Bytes >= 16) move_piece<sixteen_bytes>(to, from);
  if constexpr (Bytes == 32) move_piece<sixteen_bytes>(to + 16, from + 16);
}

template <state_space Space, class A, std::uint32_t Bytes, bool Counting, bool Store>
const step* vector_access(warp& w, const step* s) {
  constexpr access_kind access = Store ? access_kind::write : access_kind::read;
  const std::vector<std::uint32_t>& rows = w.on->launch->code->row_lists[s->extra];
  lane_addresses a;
  locate<Space, A, Bytes>(w, s, Bytes, access, a);
  if constexpr (Counting) count_access<Space>(w, s, a, Bytes);
  alignas(64) std::byte buffer[Bytes * lanes_per_warp];
  if constexpr (Store) exchange<true>(w, s, rows, buffer);
  const auto move = [&](unsigned i, std::byte* memory) {
    if constexpr (Store)
      move_vector<Bytes>(memory, buffer + i * Bytes);
    else
      move_vector<Bytes>(buffer + i * Bytes, memory);
  };
  if (!a.in_range) {
    std::byte* memory[lanes_per_warp];
    each(w.active, [&](unsigned i) {
      memory[i] = any_lane_pointer<Space>(w, s, i, a.of(i, Bytes), Bytes, access);
      if (!Store) move(i, memory[i]);  // which may hold something else for the next lane
    });
    if constexpr (Store) each_as_stored<Bytes>(w.active, [&](unsigned i) { move(i, memory[i]); });
  } else if (a.consecutive) {
    std::byte* const memory = a.host_at(a.first);
    for (unsigned i = 0; i < lanes_per_warp; ++i) move(i, memory + i * Bytes);
  } else {
    each_as_stored<Store ? Bytes : 4>(w.active,
                                      [&](unsigned i) { move(i, a.template host<Space>(i)); });
  }
  if constexpr (!Store) exchange<false>(w, s, rows, buffer);
  return s + 1;  // not `proceed`: the addresses stay on the stack until then
}

template <state_space Space, class A, bool Store>
action by_bytes(const access_form& f) {
  const auto of = [&](auto bytes) -> action {
    constexpr std::uint32_t count = decltype(bytes)::value;
    return f.counting ? &vector_access<Space, A, count, true, Store>
                      : &vector_access<Space, A, count, false, Store>;
  };
  switch (f.bytes * f.elements) {
    case 2:
      return of(std::integral_constant<std::uint32_t, 2>());
    case 4:
      return of(std::integral_constant<std::uint32_t, 4>());
    case 8:
      return of(std::integral_constant<std::uint32_t, 8>());
    case 16:
      return of(std::integral_constant<std::uint32_t, 16>());
    case 32:
      return of(std::integral_constant<std::uint32_t, longest_vector>());
    default:
      return nullptr;
  }
}

template <bool Store>
action vector_access_action(const access_form& f) {
  return by_address(f, [&](auto at) {
    using kind = decltype(at);
    return by_bytes<kind::space, typename kind::element, Store>(f);
  });
}

}  // namespace

action vector_load_action(const access_form& f) { return vector_access_action<false>(f); }
action vector_store_action(const access_form& f) { return vector_access_action<true>(f); }

}  // namespace lockstep::simt::LOCKSTEP_ISA
