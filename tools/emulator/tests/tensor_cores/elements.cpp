#include "elements.hpp"

namespace tensor {

const element_format& format_of(element e) {
  static constexpr element_format all[] = {
      {"f16", 16, 5, 10}, {"bf16", 16, 8, 7}, {"tf32", 32, 8, 10}, {"e4m3", 8, 4, 3},
      {"e5m2", 8, 5, 2},  {"f32", 32, 8, 23}, {"f64", 64, 11, 52}, {"s8", 8, 0, 0},
      {"u8", 8, 0, 0},    {"s4", 4, 0, 0},    {"u4", 4, 0, 0},     {"b1", 1, 0, 0},
      {"s32", 32, 0, 0}};
  return all[static_cast<unsigned>(e)];
}

const char* name_of(kind k) {
  static constexpr const char* names[] = {"unit",  "wide",  "sparse", "cancelling",
                                          "small", "large", "any",    "special"};
  return names[static_cast<unsigned>(k)];
}

std::uint32_t mixed(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

namespace {

// Draws of one element, each from the one before.
class draws {
 public:
  explicit draws(std::uint32_t number) : state_(mixed(number * 2 + 1)) {}
  std::uint32_t next() { return state_ = mixed(state_ + 0x9e3779b9u); }
  unsigned below(unsigned n) { return (next() >> 8) % n; }
  std::uint64_t wide() {
    const std::uint64_t high = next();
    return high << 32 | next();
  }

 private:
  std::uint32_t state_;
};

struct pieces {
  const element_format& f;
  // tf32: behind the significand stand bits that do not count.
  unsigned spare() const { return f.bits - 1 - f.exponent - f.mantissa; }
  int bias() const { return (1 << (f.exponent - 1)) - 1; }
  std::uint64_t put(bool negative, int exponent, std::uint64_t mantissa) const {
    const int most = (1 << f.exponent) - 1;
    const int within = exponent < 0 ? 0 : exponent > most ? most : exponent;
    return ((std::uint64_t{negative} << f.exponent | static_cast<std::uint64_t>(within))
                << f.mantissa |
            (mantissa & ((std::uint64_t{1} << f.mantissa) - 1)))
           << spare();
  }
};

std::uint64_t special(const pieces& p, draws& d) {
  const int top = (1 << p.f.exponent) - 1;
  const std::uint64_t ones = (std::uint64_t{1} << p.f.mantissa) - 1;
  const bool negative = (d.next() & 1) != 0;
  switch (d.below(10)) {
    case 0:
      return p.put(negative, top, 0);  // infinity; of e4m3 a number
    case 1:
      return p.put(negative, top, d.below(2) == 0 ? ones : 1);
    case 2:
      return p.put(negative, top - 1, ones);  // the largest
    case 3:
      return p.put(negative, 0, 1);  // the smallest
    case 4:
      return p.put(negative, 0, ones);
    case 5:
      return p.put(negative, 1, 0);
    case 6:
    case 7:
      return p.put(negative, 0, 0);
    default:
      return p.put(negative, p.bias(), 0);
  }
}

std::uint64_t real(const pieces& p, kind k, bool accumulates, draws& d) {
  const bool negative = (d.next() & 1) != 0;
  const std::uint64_t mantissa = d.wide();
  const int bias = p.bias(), twice = accumulates ? 2 : 1;
  // How far exponents may be from 1's, so that products stay clear of both ends.
  const auto near = [&](int spread) {
    return bias - twice * spread +
           static_cast<int>(d.below(static_cast<unsigned>(2 * twice * spread + 1)));
  };
  const int room = p.f.exponent <= 4 ? 5 : p.f.exponent == 5 ? 7 : 10;
  const bool is_wide = p.f.exponent >= 8;
  switch (k) {
    case kind::unit:
      return p.put(negative, bias - 2 + static_cast<int>(d.below(4)), mantissa);
    case kind::wide:
      return p.put(negative, near(room), mantissa) | (d.next() & ((1u << p.spare()) - 1));
    case kind::sparse:
      return d.below(4) != 0 ? p.put(negative, 0, 0)
                             : p.put(negative, near(is_wide ? 14 : room), mantissa);
    case kind::cancelling: {
      const std::uint64_t few[] = {0, 0, 1, ~std::uint64_t{0}};
      return p.put(negative, bias + static_cast<int>(d.below(accumulates ? 4 : 2)),
                   few[d.below(4)]);
    }
    case kind::small: {
      const int least =
          !is_wide || accumulates ? 0 : bias / 2 - 4 - static_cast<int>(p.f.mantissa) / 2;
      return p.put(negative, least + static_cast<int>(d.below(is_wide ? 12 : 4)), mantissa);
    }
    case kind::large: {
      const int top = (1 << p.f.exponent) - 2;
      const int most = !is_wide || accumulates ? top : bias + bias / 2 + 1;
      return p.put(negative && d.below(4) == 0, most - static_cast<int>(d.below(5)), mantissa);
    }
    case kind::special:
      return special(p, d);
    default:
      return mantissa >> (64 - p.f.bits);
  }
}

}  // namespace

std::uint64_t value(element e, kind k, bool accumulates, std::uint32_t number) {
  const element_format& f = format_of(e);
  draws d(number);
  if (f.exponent != 0) return real({f}, k, accumulates, d);
  const std::uint64_t mask = (std::uint64_t{1} << f.bits) - 1, bits = d.wide() & mask;
  if (k == kind::unit && accumulates) return ((bits & 0xff) - 128) & mask;
  if (k == kind::special) {
    const std::uint64_t few[] = {0, mask, mask >> 1, (mask >> 1) + 1};
    return few[d.below(4)];
  }
  return bits;
}

}  // namespace tensor
