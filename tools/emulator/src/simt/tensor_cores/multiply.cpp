#include "simt/semantics/semantics.hpp"
#include "simt/tensor_cores/actions.hpp"

namespace lockstep::simt::tensor_cores {
namespace {

constexpr unsigned every_lane = 4;  // in place of a quad's number

// One product's elements, by register, lane and place in the register.
template <unsigned PerRegister, class T, class F>
void each_element(const warp& w, const fragment& f, const std::uint32_t* rows, unsigned quad,
                  F use) {
  for (unsigned r = 0; r < f.registers; ++r) {
    T* const word = row<T>(w, rows[r]);
    const std::uint16_t* place = f.of(r);
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane, place += PerRegister)
      if (quad == every_lane || quad_of(lane) == quad) use(word[lane], lane, place);
  }
}

template <unsigned PerRegister, class T>
void gather(const warp& w, const fragment& f, const std::uint32_t* rows, unsigned quad, T* to) {
  constexpr unsigned bits = sizeof(T) * 8 / PerRegister;
  constexpr T mask = static_cast<T>(~T{0}) >> (sizeof(T) * 8 - bits);
  each_element<PerRegister, T>(w, f, rows, quad, [&](T word, unsigned, const std::uint16_t* place) {
    for (unsigned e = 0; e < PerRegister; ++e) to[place[e]] = word >> (e * bits) & mask;
  });
}

template <class T>
void gather(const warp& w, const fragment& f, const std::uint32_t* rows, unsigned quad, T* to) {
  if constexpr (sizeof(T) == 4) {
    switch (f.per_register) {
      case 2:
        return gather<2>(w, f, rows, quad, to);
      case 4:
        return gather<4>(w, f, rows, quad, to);
      case 8:
        return gather<8>(w, f, rows, quad, to);
      default:
        break;
    }
  }
  gather<1>(w, f, rows, quad, to);
}

template <class T>
void scatter(const warp& w, const fragment& f, const std::uint32_t* rows, unsigned quad,
             const T* from) {
  const lane_mask active = w.active;
  const auto put = [&](T& word, unsigned lane, T value) {
    word = (active >> lane & 1) != 0 ? value : word;
  };
  if (f.per_register == 2)
    each_element<2, T>(w, f, rows, quad, [&](T& word, unsigned lane, const std::uint16_t* place) {
      put(word, lane, from[place[0]] | from[place[1]] << 16);
    });
  else
    each_element<1, T>(w, f, rows, quad, [&](T& word, unsigned lane, const std::uint16_t* place) {
      put(word, lane, from[place[0]]);
    });
}

template <class T>
void multiply(warp& w, const step* s, const multiplication& m, matrix_function<T> run) {
  const std::uint32_t* const d = w.on->launch->code->row_lists[s->extra].data();
  const std::uint32_t *const a = d + m.d.registers, *const b = a + m.a_registers,
                             *const c = b + m.b_registers;
  alignas(64) thread_local T factors[2][most_of_factor];
  alignas(64) thread_local T sums[2 * 4][most_of_sum];
  const unsigned first = m.is_quad ? 0 : every_lane, end = m.is_quad ? every_lane : first + 1;
  // All is read before anything is written: registers of d may be those of a factor.
  for (unsigned quad = first; quad < end; ++quad) {
    T *const sum = sums[quad % 4 * 2], *const result = sums[quad % 4 * 2 + 1];
    gather(w, m.a, a, quad, factors[0]);
    gather(w, m.b, b, quad, factors[1]);
    gather(w, m.c, c, quad, sum);
    run(m.of, factors[0], factors[1], sum, result);
  }
  for (unsigned quad = first; quad < end; ++quad) scatter(w, m.d, d, quad, sums[quad % 4 * 2 + 1]);
}

}  // namespace

const step* multiply(warp& w, const step* s) {
  const auto& m = *reinterpret_cast<const multiplication*>(s->immediate);
  if (m.functions.doubles != nullptr)
    multiply(w, s, m, m.functions.doubles);
  else
    multiply(w, s, m, m.functions.words);
  return s + 1;
}

}  // namespace lockstep::simt::tensor_cores
