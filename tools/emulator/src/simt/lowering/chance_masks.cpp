#include "simt/lowering/chance_masks.hpp"

#include <algorithm>

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::word;
using kind = operand::kind_t;

bool takes_mask(const decoded& i) {
  switch (i.operation) {
    case op::shfl:
    case op::vote:
    case op::match:
    case op::redux:
      return true;
    case op::bar:
    case op::barrier:
      return i.has(word::warp);
    default:
      return false;
  }
}

// The toolkit's own, in a function of a header that the program calls.
bool is_of_library(const decoded& i, const ptx::module& of) {
  for (std::uint32_t at = i.source->location; at != 0 && at < of.locations.size();
       at = of.locations[at].inlined_at) {
    const std::uint32_t file = of.locations[at].file;
    if (file >= of.files.size()) continue;
    for (const char* part : {"cooperative_groups", "/cccl/", "/include/cub/", "/include/thrust/"})
      if (of.files[file].find(part) != std::string_view::npos) return true;
  }
  return false;
}

bool is_copy(const decoded& i) {
  const auto& o = i.source->operands;
  return i.operation == op::mov && o[0].kind == kind::reg && o[1].kind == kind::reg;
}

// Registers to which `grow` leads from those that are set.
template <class F>
void close(const ptx::decoded_function& f, std::vector<bool>& set, F grow) {
  for (bool more = true; more;) {
    more = false;
    for (const decoded& i : f.instructions) {
      if (!grow(i)) continue;
      bool takes = false;
      const auto& o = i.source->operands;
      for (std::size_t n = 1; n < o.size(); ++n)
        each_register(o[n], [&](std::uint32_t r) { takes = takes || set[r]; });
      if (!takes) continue;
      each_result(i, [&](std::uint32_t r) {
        more = more || !set[r];
        set[r] = true;
      });
    }
  }
}

bool names(const operand& o, const std::vector<bool>& set) {
  bool any = false;
  each_register(o, [&](std::uint32_t r) { any = any || set[r]; });
  return any;
}

// Whether anything but a warp-wide operation takes one of the registers, other than to copy it.
bool is_looked_at(const ptx::decoded_function& f, const std::vector<bool>& masks) {
  return std::any_of(f.instructions.begin(), f.instructions.end(), [&](const decoded& i) {
    const auto& o = i.source->operands;
    if (is_copy(i)) return false;
    const std::size_t last = takes_mask(i) ? o.size() - 1 : o.size();
    for (std::size_t n = only_writes_first(i) ? 1 : 0; n < last; ++n)
      if (names(o[n], masks)) return true;
    return i.operation == op::match && names(o.back(), masks);  // its result is looked at
  });
}

// The first or last of the lanes in a mask is taken.
bool is_choice(const decoded& i) {
  return i.operation == op::brev || i.operation == op::clz || i.operation == op::bfind ||
         i.operation == op::fns;
}

bool is_used(const ptx::decoded_function& f, const decoded& operation) {
  std::vector<bool> result(f.source->registers.size(), false), values = result;
  each_result(operation, [&](std::uint32_t r) { result[r] = true; });
  values = result;
  close(f, result, is_copy);
  close(f, values, is_pure);
  bool stored = false;
  for (const decoded& i : f.instructions) {
    const auto& o = i.source->operands;
    if (operation.operation == op::vote && is_choice(i) && names(o[1], result)) return false;
    if (i.operation != op::st && i.operation != op::red && i.operation != op::atom) continue;
    for (std::size_t n = i.operation == op::atom ? 2 : 1; n < o.size(); ++n)
      stored = stored || names(o[n], values);
  }
  return stored;
}

}  // namespace

std::vector<chance> find_chance(const ptx::decoded_function& f, const ptx::module& of) {
  std::vector<chance> found(f.instructions.size(), chance::none);
  for (const decoded& source : f.instructions) {
    if (source.operation != op::activemask || is_of_library(source, of)) continue;
    std::vector<bool> masks(f.source->registers.size(), false);
    each_result(source, [&](std::uint32_t r) { masks[r] = true; });
    close(f, masks, is_copy);
    if (is_looked_at(f, masks)) continue;
    for (std::size_t n = 0; n < f.instructions.size(); ++n) {
      const decoded& i = f.instructions[n];
      if (!takes_mask(i) || !names(i.source->operands.back(), masks) || !is_used(f, i)) continue;
      const bool is_truth = i.operation == op::vote && !i.has(word::ballot);
      found[n] = is_truth ? chance::truth : chance::value;
    }
  }
  return found;
}

}  // namespace lockstep::simt
