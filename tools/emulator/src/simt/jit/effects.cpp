// Which rows a step reads and writes.
#include "simt/control/actions.hpp"
#include "simt/jit/operation.hpp"
#include "simt/semantics/setp_form.hpp"

namespace lockstep::simt::jit {
namespace {

using ptx::scalar;
using enum operation_kind;

class collector {
 public:
  collector(const step& s, effects& out) : s_(s), out_(out) {}

  void read(std::uint32_t row, std::uint8_t bytes) { out_.read[out_.reads++] = {row, bytes}; }
  void write(std::uint32_t row, std::uint8_t bytes) { out_.written[out_.writes++] = {row, bytes}; }

  // d = f(a, b, c), as many as `operands`.
  void plain(unsigned operands, std::uint8_t bytes) { plain(operands, bytes, bytes); }
  void plain(unsigned operands, std::uint8_t bytes, std::uint8_t of_result) {
    const std::uint32_t sources[] = {s_.a, s_.b, s_.c};
    for (unsigned i = 0; i < operands; ++i) read(sources[i], bytes);
    write(s_.d, of_result);
  }

  void comparison(const operation& what) {
    const std::uint8_t bytes = bytes_of(what.type);
    read(s_.a, bytes);
    read(s_.b, bytes);
    if (what.kind == compare) return write(s_.d, 0);
    const setp_form form = setp_form::unpack(s_.immediate);
    if (form.combine != setp_form::no_combine) read(s_.c, 0);
    if (form.has_first) write(s_.d, 0);
    if (form.has_second) write(s_.extra, 0);
  }

  void external_fields(const operation& what) {
    const auto fields = [&](std::uint8_t which, auto use) {
      if ((which & row_a) != 0) use(s_.a);
      if ((which & row_b) != 0) use(s_.b);
      if ((which & row_c) != 0) use(s_.c);
      if ((which & row_d) != 0) use(s_.d);
      if ((which & row_immediate) != 0) use(static_cast<std::uint32_t>(s_.immediate));
      if ((which & row_extra) != 0 && s_.extra != no_predicate) use(s_.extra);
    };
    fields(what.reads, [&](std::uint32_t row) { read(row, any_width); });
    fields(what.writes, [&](std::uint32_t row) { write(row, any_width); });
  }

 private:
  const step& s_;
  effects& out_;
};

}  // namespace

effects effects_of(const step& s, const operation& what) {
  effects found;
  collector of(s, found);
  const std::uint8_t bytes = bytes_of(what.type);
  switch (what.kind) {
    case unknown:
      found.anything = true;
      break;
    case external:
      of.external_fields(what);
      break;
    case nothing:
    case join:
    case jump:
    case leave:
    case count:
    case unguard:
    case meet:
    case follow:
      break;
    case branch:
    case guard:
      of.read(s.a, 0);
      break;
    case mad_wide:
      of.read(s.c, static_cast<std::uint8_t>(2 * bytes));
      [[fallthrough]];
    case mul_wide:
      of.plain(2, bytes, static_cast<std::uint8_t>(2 * bytes));
      break;
    case shl:
    case shr:
      of.read(s.b, 4);
      of.plain(1, bytes);
      break;
    case mad:
    case fma:
    case lop3:
    case shf_left_wrap:
    case shf_right_wrap:
      of.plain(3, bytes);
      break;
    case abs:
    case neg:
    case bit_not:
    case popc:
    case clz:
    case fabs:
    case fneg:
    case fsqrt:
    case frcp:
    case copy:
    case copy_predicate:
    case not_predicate:
      of.plain(1, bytes);
      break;
    case compare:
    case compare_combined:
      of.comparison(what);
      break;
    case select:
      of.read(s.c, 0);
      of.plain(2, bytes);
      break;
    case resize:
    case to_float:
    case to_integer:
    case float_width:
      of.plain(1, bytes_of(what.from), bytes);
      break;
    case vote:
      of.read(s.c, 4);
      of.plain(1, 0, bytes);
      break;
    case warp_sync:
      of.read(s.c, 4);
      break;
    case shuffle:
      of.plain(1, 4);
      if (s.extra != no_predicate) of.write(s.extra, 0);
      break;
    case update:
      of.write(s.d, what.access.register_bytes);
      [[fallthrough]];
    case reduce:
      of.read(s.a, what.access.narrow_address ? 4 : 8);
      of.read(s.b, what.access.register_bytes);
      break;
    case observe:
      of.read(s.a, what.access.narrow_address ? 4 : 8);
      break;
    case load:
    case store:
      of.read(s.a, what.access.narrow_address ? 4 : 8);
      if (what.kind == load)
        of.write(s.d, what.access.register_bytes);
      else
        of.read(s.b, what.access.register_bytes);
      break;
    default:  // all that is left has two operands
      of.plain(2, bytes);
      break;
  }
  return found;
}

}  // namespace lockstep::simt::jit
