#include "lockstep/protocol/finding_cause.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace lockstep::protocol {
namespace {

auto line_of(const access& side) { return std::tie(side.file, side.line); }

// The other side of a read that nobody has written is but one of its uses.
bool have_same_places(const finding& a, const finding& b) {
  if (a.kind == finding_kind::uninitialized_read) return line_of(a.where) == line_of(b.where);
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
  if (a.space != b.space || !have_same_places(a, b)) return false;
  if (a.kernel.empty() != b.kernel.empty()) return false;
  if (a.kernel.empty())
    return a.where.line != 0 ? a.where.callers == b.where.callers : a.message == b.message;
  return a.where.line != 0 || (a.kernel == b.kernel && a.where.kind == b.where.kind);
}

bool is_worse_than(const finding& known, const finding& found) {
  if (known.is_warning() != found.is_warning()) return known.is_warning();
  if (known.kind != found.kind) return is_part_of(known, found);
  return crosses_blocks(found) && !crosses_blocks(known);
}

bool take_in(finding& known, const finding& found) {
  std::vector<std::string> kernels = known.also_in;
  const auto add = [&](const std::string& kernel) {
    if (std::find(kernels.begin(), kernels.end(), kernel) == kernels.end())
      kernels.push_back(kernel);
  };
  add(known.kernel);
  add(found.kernel);
  for (const std::string& kernel : found.also_in) add(kernel);
  const std::uint64_t count = known.count + found.count, launches = known.launches;
  const bool is_worse = is_worse_than(known, found);
  if (is_worse) known = found;
  known.count = count;
  known.launches = launches;
  std::erase(kernels, known.kernel);
  known.also_in = std::move(kernels);
  return is_worse;
}

}  // namespace lockstep::protocol
