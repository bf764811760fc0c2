// From the words of an instruction to the shapes of its matrices.
#include <charconv>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "simt/semantics/semantics.hpp"
#include "simt/tensor_cores/actions.hpp"

namespace lockstep::simt::tensor_cores {
namespace {

using element = matrix_element;
using ptx::decoded;
using ptx::scalar;
using ptx::word;

struct extents {
  unsigned m = 0, n = 0, k = 0;
  bool operator==(const extents&) const = default;
};

// "m16n8k16"
std::optional<extents> extents_of(const decoded& i) {
  for (const std::string_view text : i.source->modifiers) {
    const std::size_t n = text.find('n'), k = text.find('k');
    if (text[0] != 'm' || n == text.npos || k == text.npos) continue;
    extents e;
    const auto number = [&](std::size_t from, std::size_t to, unsigned& value) {
      std::from_chars(text.data() + from, text.data() + to, value);
    };
    number(1, n, e.m);
    number(n + 1, k, e.n);
    number(k + 1, text.size(), e.k);
    return e;
  }
  return {};
}

std::optional<element> element_of(scalar type) {
  switch (type) {
    case scalar::f16:
      return element::f16;
    case scalar::bf16:
      return element::bf16;
    case scalar::tf32:
      return element::tf32;
    case scalar::e4m3:
      return element::e4m3;
    case scalar::e5m2:
      return element::e5m2;
    case scalar::f32:
      return element::f32;
    case scalar::f64:
      return element::f64;
    case scalar::s8:
      return element::s8;
    case scalar::u8:
      return element::u8;
    case scalar::s4:
      return element::s4;
    case scalar::u4:
      return element::u4;
    case scalar::b1:
      return element::b1;
    case scalar::s32:
      return element::s32;
    default:
      return {};
  }
}

bool is_integer(element e) {
  return e == element::s8 || e == element::u8 || e == element::s4 || e == element::u4;
}
bool is_eighth(element e) { return e == element::e4m3 || e == element::e5m2; }

// Whether rows come first, of the first matrix and the second as they are written.
struct layouts {
  unsigned count = 0;
  bool is_row[2] = {};
};
layouts layouts_of(const decoded& i) {
  layouts found;
  for (const std::string_view text : i.source->modifiers) {
    if ((text == "row" || text == "col") && found.count < 2)
      found.is_row[found.count++] = text == "row";
  }
  return found;
}

bool are_factors(element a, element b) {
  return a == b || (is_eighth(a) && is_eighth(b)) ||
         (is_integer(a) && is_integer(b) && bits_of(a) == bits_of(b));
}

bool are_sums(const matrix_product& p, bool may_differ) {
  const auto is_real = [](element e) { return e == element::f16 || e == element::f32; };
  switch (p.a) {
    case element::f16:
      return is_real(p.c) && is_real(p.d) && (may_differ || p.c == p.d);
    case element::e4m3:
    case element::e5m2:
      return is_real(p.d) && p.c == p.d;
    case element::bf16:
    case element::tf32:
      return p.c == element::f32 && p.d == element::f32;
    case element::f64:
      return p.c == element::f64 && p.d == element::f64;
    default:
      return p.c == element::s32 && p.d == element::s32;
  }
}

// PTX ISA 9.7.14.1, 9.7.14.2.
bool has_shape(element e, const extents& x, bool is_wmma) {
  const bool is_even =
      x == extents{16, 16, 16} || x == extents{32, 8, 16} || x == extents{8, 32, 16};
  const bool is_small = x.m == 8 && x.n == 8;
  const unsigned bits = x.k * (e == element::b1 ? 1 : bits_of(e));
  if (e == element::f64)
    return x == extents{8, 8, 4} ||
           (!is_wmma && x.m == 16 && x.n == 8 && (x.k == 4 || x.k == 8 || x.k == 16));
  const bool is_narrow = e == element::s4 || e == element::u4 || e == element::b1;
  if (is_wmma) {
    if (e == element::tf32) return x == extents{16, 16, 8};
    return is_narrow ? is_small && bits == 128 : is_even && !is_eighth(e);
  }
  if (x.m == 16 && x.n == 8) return bits == 128 || bits == 256;
  return is_small &&
         ((bits == 128 && (is_narrow || is_integer(e))) || (e == element::f16 && x.k == 4));
}

// The elements of wmma's matrices, counting a word of bits as one.
struct matrix_shape {
  unsigned k, per_register;
};
matrix_shape shape_of(element e, unsigned k) {
  if (e == element::b1) return {k / 32, 1};
  return {k, e == element::f64 ? 1 : 32 / bits_of(e)};
}

fragment a_of(const extents& x, element e) {
  const auto [k, per_register] = shape_of(e, x.k);
  return fragment_of_a({x.m, k, per_register, x.m >= 16});
}
fragment b_of(const extents& x, element e) {
  const auto [k, per_register] = shape_of(e, x.k);
  return fragment_of_b({x.n, k, per_register, x.n > 16});
}
fragment sum_of(const extents& x, element e) {
  return fragment_of_sum(x.m, x.n, e == element::f16 ? 2 : 1, x.n > 16);
}

// As nvdisasm shows them.
std::uint8_t machine_instructions(const matrix_product& p, bool is_wmma, bool is_quad) {
  if (is_quad) return 0;  // by fma
  if (p.a == element::s4 || p.a == element::u4 || is_eighth(p.a)) return 2;
  if (p.a == element::b1) return p.exclusive_or ? 2 : 1;
  if (!is_wmma || p.a == element::f64) return 1;
  return p.a == element::tf32 ? 4 : 2;
}

std::unique_ptr<multiplication> make_multiplication(const decoded& i) {
  const bool is_wmma = i.operation == ptx::op::wmma;
  const auto x = extents_of(i);
  // wmma.mma of halves names only d's type and c's.
  const bool is_short = is_wmma && i.type_count == 2;
  if (!x || (i.type_count != 4 && !is_short)) return nullptr;
  const auto d = element_of(i.types[0]), c = element_of(i.types[i.type_count - 1]),
             a = is_short ? element::f16 : element_of(i.types[1]),
             b = is_short ? element::f16 : element_of(i.types[2]);
  if (!a || !b || !c || !d) return nullptr;
  auto m = std::make_unique<multiplication>();
  matrix_product& p = m->of;
  p.a = *a;
  p.b = *b;
  p.c = *c;
  p.d = *d;
  m->is_quad = !is_wmma && p.a == element::f16 && x->m == 8;
  const layouts order = layouts_of(i);
  const bool is_row_col = order.is_row[0] && !order.is_row[1];
  const bool any_order = m->is_quad || (is_wmma && bits_of(p.a) >= 8 && p.a != element::b1);
  if (!are_factors(p.a, p.b) || (is_wmma && p.a != p.b) || !are_sums(p, is_wmma || m->is_quad) ||
      !has_shape(p.a, *x, is_wmma) || order.count != 2 || (!is_row_col && !any_order) ||
      (i.has(word::satfinite) && !is_integer(p.a)) || (p.a == element::b1) != i.has(word::popc))
    return nullptr;
  p.m = static_cast<std::uint8_t>(x->m);
  p.n = static_cast<std::uint8_t>(x->n);
  p.k = static_cast<std::uint8_t>(shape_of(p.a, x->k).k);
  // wmma of tf32 is made of steps of four products.
  p.group = is_wmma && p.a == element::tf32 ? 4 : p.k;
  p.saturates = i.has(word::satfinite);
  p.exclusive_or = i.has(word::op_xor);
  p.by_fma = m->is_quad;
  m->machine_instructions = machine_instructions(p, is_wmma, m->is_quad);
  if (m->is_quad) {
    m->a = fragment_of_quad_a(order.is_row[0]);
    m->b = fragment_of_quad_b(order.is_row[1]);
    m->c = fragment_of_quad_sum(p.c == element::f16);
    m->d = fragment_of_quad_sum(p.d == element::f16);
  } else {
    m->a = a_of(*x, p.a);
    m->b = b_of(*x, p.b);
    m->c = sum_of(*x, p.c);
    m->d = sum_of(*x, p.d);
  }
  const auto& o = i.source->operands;
  m->a_registers = static_cast<unsigned>(o[1].elements.size());
  m->b_registers = static_cast<unsigned>(o[2].elements.size());
  m->functions = semantics_for_host().product(p);
  return m;
}

std::unique_ptr<matrix_access> make_access(const decoded& i) {
  const auto x = extents_of(i);
  const auto type = element_of(i.type);
  const layouts order = layouts_of(i);
  if (!x || !type || i.type_count != 1 || order.count != 1) return nullptr;
  auto m = std::make_unique<matrix_access>();
  const bool is_sum = i.has(word::c) || i.has(word::d);
  if (is_sum) {
    const bool is_small = x->m == 8 && x->n == 8;
    const bool has_it =
        *type == element::f64 ? *x == extents{8, 8, 4}
        : *type == element::s32
            ? has_shape(element::s8, *x, true) || (is_small && (x->k == 32 || x->k == 128))
        : *type == element::f32 ? has_shape(element::f16, *x, true) || *x == extents{16, 16, 8}
                                : *type == element::f16 && has_shape(element::f16, *x, true);
    if (!has_it) return nullptr;
    m->of = sum_of(*x, *type);
  } else if (has_shape(*type, *x, true) && (i.has(word::a) || i.has(word::b))) {
    m->of = i.has(word::a) ? a_of(*x, *type) : b_of(*x, *type);
    const bool along_k = i.has(word::a) == order.is_row[0];
    if (!along_k && (bits_of(*type) < 8 || *type == element::b1)) return nullptr;
  } else {
    return nullptr;
  }
  m->bits = static_cast<std::uint8_t>(*type == element::b1 ? 1 : bits_of(*type));
  m->together = *type == element::b1 ? 32 : 1;
  m->is_row_major = order.is_row[0];
  m->space = i.space();
  return m;
}

// Made once for each spelling.
template <class Form>
class made_forms {
 public:
  template <class Make>
  const Form* find(const decoded& i, Make make) {
    const std::scoped_lock lock(mutex_);
    const auto [known, is_new] = all_.try_emplace(ptx::spelled(*i.source));
    if (is_new) known->second = make(i);
    return known->second.get();
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Form>> all_;
};

}  // namespace

const multiplication* find_multiplication(const decoded& i) {
  static made_forms<multiplication> made;
  return made.find(i, make_multiplication);
}

const matrix_access* find_access(const decoded& i) {
  static made_forms<matrix_access> made;
  return made.find(i, make_access);
}

}  // namespace lockstep::simt::tensor_cores
