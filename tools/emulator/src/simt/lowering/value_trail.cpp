#include "simt/lowering/value_trail.hpp"

#include <algorithm>

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {

using ptx::decoded;

value_trail::value_trail(const ptx::decoded_function& f, const std::vector<std::uint32_t>& from)
    : taken_(f.instructions.size(), 0) {
  using registers = std::vector<bool>;
  const registers none(f.source->registers.size(), false);
  std::vector<registers> on_entry(f.blocks.size(), none);
  const auto is_origin = [&](std::uint32_t n) {
    return std::find(from.begin(), from.end(), n) != from.end();
  };
  const auto pass = [&](std::uint32_t n, registers& holds) {
    const decoded& i = f.instructions[n];
    const auto& o = i.source->operands;
    std::uint32_t taken = 0;
    for (std::size_t k = 0; k < o.size() && k < guard_bit; ++k)
      each_register(o[k], [&](std::uint32_t r) {
        if (holds[r]) taken |= 1u << k;
      });
    if (i.source->guard >= 0 && holds[static_cast<std::uint32_t>(i.source->guard)])
      taken |= 1u << guard_bit;
    taken_[n] |= taken;
    bool gives = is_origin(n);
    // In which memory an address lies is not what it was computed from.
    const bool carries = is_pure(i) && i.operation != ptx::op::isspacep;
    if (carries) each_source(i, [&](std::uint32_t r) { gives = gives || holds[r]; });
    const bool always = i.source->guard < 0 && only_writes_first(i);
    each_result(i, [&](std::uint32_t r) {
      if (gives)
        holds[r] = true;
      else if (always || i.operation == ptx::op::ld)
        holds[r] = holds[r] && i.source->guard >= 0;
    });
  };
  std::vector<bool> is_due(f.blocks.size(), false);
  std::vector<std::uint32_t> due;
  const auto add = [&](std::uint32_t b) {
    if (!is_due[b]) due.push_back(b);
    is_due[b] = true;
  };
  for (std::uint32_t b = 0; b < f.blocks.size(); ++b)
    if (std::any_of(from.begin(), from.end(), [&](std::uint32_t n) {
          return f.blocks[b].first <= n && n < f.blocks[b].last;
        }))
      add(b);
  while (!due.empty()) {
    const std::uint32_t b = due.back();
    due.pop_back();
    is_due[b] = false;
    registers holds = on_entry[b];
    for (std::uint32_t n = f.blocks[b].first; n < f.blocks[b].last; ++n) pass(n, holds);
    for (const std::uint32_t to : f.blocks[b].successors) {
      bool more = false;
      for (std::size_t r = 0; r < holds.size(); ++r) {
        more = more || (holds[r] && !on_entry[to][r]);
        if (holds[r]) on_entry[to][r] = true;
      }
      if (more) add(to);
    }
  }
}

}  // namespace lockstep::simt
