// ptxas makes LDS.64 and LDS.128 of loads of neighbouring words: the first one loads, the others
// are parts of its result. That takes an address of which it knows that it is a multiple of as many
// bytes.
#include <algorithm>
#include <bit>

#include "timing/expansion.hpp"
#include "timing/program.hpp"

namespace lockstep::timing {
namespace {

using ptx::operand;

constexpr std::int64_t widest = 16;

struct place {
  std::uint32_t base = 0;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};

// By register: of how many bytes its value is a multiple for certain, at most `widest`.
class alignments {
 public:
  explicit alignments(const ptx::decoded_function& kernel)
      : known_(kernel.source->registers.size(), widest) {
    // From the best that could be, down to what all definitions agree on.
    for (bool changes = true; changes;) {
      changes = false;
      for (const ptx::decoded& i : kernel.instructions) {
        each_result(i, [&](std::uint32_t w) {
          const std::int64_t now = std::min(known_[w], result_of(i));
          changes = changes || now != known_[w];
          known_[w] = now;
        });
      }
    }
  }
  std::int64_t of(std::uint32_t r) const { return known_[r]; }

 private:
  // Variables too: ptxas places them itself.
  std::int64_t of(const operand& o) const {
    if (o.kind == operand::kind_t::reg) return known_[o.index];
    if (o.kind == operand::kind_t::variable) return widest;
    if (o.kind != operand::kind_t::integer) return 1;
    return o.value == 0
               ? widest
               : std::min(widest,
                          std::int64_t{1} << std::countr_zero(static_cast<std::uint64_t>(o.value)));
  }
  std::int64_t product(const operand& a, const operand& b) const {
    return std::min(widest, of(a) * of(b));
  }
  std::int64_t result_of(const ptx::decoded& i) const {
    using ptx::op;
    const auto& o = i.source->operands;
    switch (i.operation) {
      case op::mov:
      case op::cvta:
      case op::cvt:
        return of(o[1]);
      case op::add:
      case op::sub:
      case op::min:
      case op::max:
      case op::selp:
      case op::or_:
      case op::xor_:
        return std::min(of(o[1]), of(o[2]));
      case op::and_:
        return std::max(of(o[1]), of(o[2]));
      case op::shl:
        if (o[2].kind != operand::kind_t::integer) return 1;
        return std::min(
            widest, of(o[1]) << std::min<std::int64_t>(4, static_cast<std::int64_t>(o[2].value)));
      case op::mul:
        return i.has(ptx::word::hi) ? 1 : product(o[1], o[2]);
      case op::mad:
        return i.has(ptx::word::hi) ? 1 : std::min(product(o[1], o[2]), of(o[3]));
      default:
        return 1;
    }
  }

  std::vector<std::int64_t> known_;
};

bool is_candidate(const operation& o) {
  return o.what == action::load && o.space == ptx::state_space::shared && !o.is_volatile &&
         !o.is_guarded;
}

// Of a load from a register's address.
bool place_of(const operation& o, const ptx::decoded_function& kernel, place& at) {
  const ptx::decoded& i = kernel.instructions[o.instruction];
  const operand& from = i.source->operands.at(1);
  if (i.vector != 1 || from.kind != operand::kind_t::address || from.base != operand::kind_t::reg)
    return false;
  at = {from.index, from.offset, static_cast<std::int64_t>(ptx::size_of(i.type))};
  return at.bytes == 4 || at.bytes == 8;
}

}  // namespace

void merge_shared_loads(std::vector<operation>& operations, const ptx::decoded_function& kernel) {
  struct open_load {
    std::size_t operation;
    place at;
  };
  const alignments known(kernel);
  std::vector<open_load> open;  // loads that may stand for others, since the last store or barrier
  for (std::size_t n = 0; n < operations.size(); ++n) {
    operation& o = operations[n];
    place at;
    if (is_candidate(o) && place_of(o, kernel, at)) {
      const auto with = std::find_if(open.begin(), open.end(), [&](const open_load& l) {
        const std::int64_t together = known.of(at.base), group = l.at.offset & ~(together - 1);
        return l.at.base == at.base && l.at.bytes == at.bytes && at.offset >= group &&
               at.offset < group + together;
      });
      if (with == open.end()) {
        open.push_back({n, at});
        continue;
      }
      operation& first = operations[with->operation];
      first.writes.insert(first.writes.end(), o.writes.begin(), o.writes.end());
      o.on = pipe::none;
      o.what = action::compute;
      o.reads.clear();
      o.writes.clear();
      continue;
    }
    const bool orders = o.what == action::store || o.what == action::atomic ||
                        o.what == action::reduction || o.what == action::barrier ||
                        o.what == action::fence;
    if (orders) open.clear();
    std::erase_if(open, [&](const open_load& l) {
      return std::find(o.writes.begin(), o.writes.end(), l.at.base) != o.writes.end();
    });
  }
}

}  // namespace lockstep::timing
