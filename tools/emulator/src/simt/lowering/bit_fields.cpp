#include "simt/lowering/bit_fields.hpp"

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using kind = operand::kind_t;

bool is_same_place(const operand& one, const operand& other) {
  return one.kind == kind::address && other.kind == kind::address && one.base == kind::reg &&
         other.base == kind::reg && one.index == other.index && one.offset == other.offset;
}

class search {
 public:
  explicit search(const ptx::decoded_function& f)
      : f_(f), users_(f.source->registers.size(), 0), user_(users_.size(), 0) {
    for (std::uint32_t n = 0; n < f.instructions.size(); ++n)
      each_source(f.instructions[n], [&](std::uint32_t r) {
        ++users_[r];
        user_[r] = n;
      });
  }

  // From a load along the one use of each value to the store at the same place.
  kept_bits from(const decoded& load) const {
    const operand& place = load.source->operands[1];
    bool clears = false, inserts = false;
    for (const operand* value = &load.source->operands[0];;) {
      if (value->kind != kind::reg || users_[value->index] != 1) return kept_bits::none;
      const decoded& next = f_.instructions[user_[value->index]];
      const auto& o = next.source->operands;
      if (next.source->guard >= 0) return kept_bits::none;
      if (next.operation == op::st) {
        if (!clears || !is_same_place(o[0], place) || size_of(next.type) != size_of(load.type))
          return kept_bits::none;
        return inserts ? kept_bits::rest_is_inserted : kept_bits::rest_is_cleared;
      }
      if (next.operation == op::and_ && o[2].kind == kind::integer)
        clears = true;
      else if (next.operation == op::or_ && clears)
        inserts = true;
      else if (next.operation != op::cvt)
        return kept_bits::none;
      value = &o[0];
    }
  }

 private:
  const ptx::decoded_function& f_;
  std::vector<std::uint32_t> users_, user_;  // by register: how many instructions read it; the last
};

}  // namespace

std::vector<kept_bits> find_kept_bits(const ptx::decoded_function& f) {
  const search all(f);
  std::vector<kept_bits> found;
  for (const decoded& i : f.instructions)
    found.push_back(i.operation == op::ld && i.vector == 1 ? all.from(i) : kept_bits::none);
  return found;
}

}  // namespace lockstep::simt
