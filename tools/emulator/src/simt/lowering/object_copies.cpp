#include "simt/lowering/object_copies.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "simt/lowering/register_use.hpp"
#include "simt/lowering/value_copies.hpp"

namespace lockstep::simt {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using kind = operand::kind_t;

// An address as a register and an offset, through additions of constants.
class addresses {
 public:
  explicit addresses(const ptx::decoded_function& f)
      : definitions_(f.source->registers.size(), 0), sum_(definitions_.size(), nullptr) {
    for (const decoded& i : f.instructions) {
      each_result(i, [&](std::uint32_t r) { ++definitions_[r]; });
      const auto& o = i.source->operands;
      if (i.operation == op::add && o[0].kind == kind::reg && o[1].kind == kind::reg &&
          o[2].kind == kind::integer)
        sum_[o[0].index] = &i;
    }
  }
  std::pair<std::uint32_t, std::int64_t> root_of(const operand& address) const {
    std::uint32_t base = address.index;
    std::int64_t offset = address.offset;
    while (definitions_[base] == 1 && sum_[base] != nullptr) {
      const auto& o = sum_[base]->source->operands;
      base = o[1].index;
      offset += static_cast<std::int64_t>(o[2].value);
    }
    return {base, offset};
  }

 private:
  std::vector<unsigned> definitions_;
  std::vector<const decoded*> sum_;
};

struct piece {
  std::uint32_t instruction;
  std::int64_t begin, end;
  bool is_of_bytes;
};

void note_objects(std::vector<piece> pieces, bool for_debugger, std::vector<copied_object>& found) {
  std::sort(pieces.begin(), pieces.end(),
            [](const piece& a, const piece& b) { return a.begin < b.begin; });
  for (std::size_t first = 0, n; first < pieces.size(); first = n) {
    std::int64_t end = pieces[first].end;
    for (n = first + 1; n < pieces.size() && pieces[n].begin <= end; ++n)
      end = std::max(end, pieces[n].end);
    for (std::size_t p = first; p < n; ++p) {
      if (!for_debugger && !pieces[p].is_of_bytes) continue;
      found[pieces[p].instruction].before =
          static_cast<std::uint32_t>(pieces[p].begin - pieces[first].begin);
      found[pieces[p].instruction].after = static_cast<std::uint32_t>(end - pieces[p].end);
    }
  }
}

}  // namespace

std::vector<copied_object> find_object_copies(const ptx::decoded_function& f, bool for_debugger) {
  const value_copies copies(f);
  const addresses all(f);
  std::vector<copied_object> found(f.instructions.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<piece>> pieces;  // by base and line
  for (std::uint32_t n = 0; n < f.instructions.size(); ++n) {
    const decoded& i = f.instructions[n];
    if (i.operation != op::ld) continue;
    bool is_copied = true;
    each_result(i, [&](std::uint32_t r) {
      is_copied = is_copied && copies.origin(r) != value_copies::none;
    });
    const operand& from = i.source->operands[1];
    if (!is_copied || from.kind != kind::address || from.base != kind::reg) continue;
    found[n].is_copied = true;
    const auto [base, offset] = all.root_of(from);
    const auto bytes = static_cast<std::int64_t>(ptx::size_of(i.type));
    pieces[{base, i.source->location}].push_back(
        {n, offset, offset + bytes * i.vector, bytes == 1});
  }
  for (auto& [base, of_base] : pieces) note_objects(std::move(of_base), for_debugger, found);
  return found;
}

}  // namespace lockstep::simt
