// ptxas makes LDS.64 and LDS.128 of loads of neighbouring words: the first one loads, the others
// are parts of its result.
#include <algorithm>

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
  std::vector<open_load> open;  // loads that may stand for others, since the last store or barrier
  for (std::size_t n = 0; n < operations.size(); ++n) {
    operation& o = operations[n];
    place at;
    if (is_candidate(o) && place_of(o, kernel, at)) {
      const auto with = std::find_if(open.begin(), open.end(), [&](const open_load& l) {
        const std::int64_t group = l.at.offset & ~(widest - 1);
        return l.at.base == at.base && l.at.bytes == at.bytes && at.offset >= group &&
               at.offset < group + widest;
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
