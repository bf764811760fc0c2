#include "lockstep/protocol/finding_cause.hpp"

#include <algorithm>
#include <tuple>

namespace lockstep::protocol {
namespace {

auto line_of(const access& side) { return std::tie(side.file, side.line); }

bool have_same_places(const finding& a, const finding& b) {
  if (!a.other || !b.other)
    return a.other.has_value() == b.other.has_value() && line_of(a.where) == line_of(b.where);
  return std::minmax(line_of(a.where), line_of(*a.other)) ==
         std::minmax(line_of(b.where), line_of(*b.other));
}

bool is_part_of(const finding& of_a_warp, const finding& race) {
  return of_a_warp.kind == finding_kind::warp_race && race.kind == finding_kind::race &&
         (of_a_warp.is_warning() || !race.is_warning());
}

}  // namespace

bool have_one_cause(const finding& a, const finding& b) {
  if (a.kind != b.kind && !is_part_of(a, b) && !is_part_of(b, a)) return false;
  if (a.space != b.space || a.kernel != b.kernel || !have_same_places(a, b)) return false;
  if (a.kernel.empty())
    return a.where.line != 0 ? a.where.callers == b.where.callers : a.message == b.message;
  return a.where.line != 0 || a.where.kind == b.where.kind;
}

bool is_worse_than(const finding& known, const finding& found) {
  if (known.is_warning() != found.is_warning()) return known.is_warning();
  if (known.kind != found.kind) return is_part_of(known, found);
  return crosses_blocks(found) && !crosses_blocks(known);
}

}  // namespace lockstep::protocol
