// Basic blocks -> regions. ptxas joins blocks that always follow each other, and puts a short
// conditional part under a predicate.
#include <algorithm>
#include <iterator>

#include "ptx/control_flow.hpp"
#include "timing/atomics.hpp"
#include "timing/expansion.hpp"
#include "timing/liveness.hpp"
#include "timing/program.hpp"

namespace lockstep::timing {
namespace {

using ptx::basic_block;
using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::word;
using kind = operand::kind_t;

class builder {
 public:
  builder(const ptx::decoded_function& kernel, program& into, bool scheduled, bool may_unroll,
          std::uint32_t registers)
      : scheduled_(scheduled),
        may_unroll_(may_unroll),
        registers_(registers),
        kernel_(kernel),
        into_(into),
        folded_(folded(kernel)),
        predecessors_(kernel.blocks.size()),
        live_(kernel),
        sizes_(live_.sizes()),
        flow_(kernel),
        divergent_(ptx::divergent_registers(kernel, flow_)),
        loaded_(ptx::loaded_registers(kernel)),
        products_(kernel.source->registers.size(), false),
        read_(kernel.source->registers.size(), false),
        taken_(kernel.blocks.size(), false) {
    for (const decoded& i : kernel.instructions)
      for (const std::uint32_t r : ptx::sources_of(i)) read_[r] = true;
    for (std::uint32_t n = 0; n < kernel.instructions.size(); ++n) {
      const decoded& i = kernel.instructions[n];
      if (folded_[n] && (i.operation == op::mul || i.operation == op::shl))
        products_[i.source->operands.front().index] = true;
    }
    for (std::uint32_t b = 0; b < kernel.blocks.size(); ++b)
      for (const std::uint32_t to : kernel.blocks[b].successors) {
        auto& from = predecessors_[to];
        if (std::find(from.begin(), from.end(), b) == from.end()) from.push_back(b);
      }
    into_.registers = static_cast<std::uint32_t>(kernel.source->registers.size());
    into_.instructions = static_cast<std::uint32_t>(kernel.instructions.size());
    into_.region_of.assign(kernel.blocks.size(), -1);
  }

  void run() {
    for (std::uint32_t b = 0; b < kernel_.blocks.size(); ++b) {
      if (taken_[b]) continue;
      into_.region_of[b] = static_cast<std::int32_t>(into_.regions.size());
      region made = grow(b);
      for (const std::uint32_t one : made.blocks) taken_[one] = true;
      merge_shared_loads(made.operations, kernel_);
      add_unrolled(made);
      order(made);
      if (only_waits(kernel_, b)) wait_for_grid(made);
      if (is_join(b)) made.operations.insert(made.operations.begin(), bsync());
      into_.regions.push_back(std::move(made));
    }
  }

 private:
  const basic_block& block(std::uint32_t b) const { return kernel_.blocks[b]; }
  const decoded* last_of(std::uint32_t b) const {
    return block(b).first == block(b).last ? nullptr : &kernel_.instructions[block(b).last - 1];
  }
  bool is_only_from(std::uint32_t b, std::uint32_t from) const {
    return !taken_[b] && predecessors_[b].size() == 1 && predecessors_[b].front() == from;
  }
  bool is_within(std::uint32_t b, const std::vector<std::uint32_t>& blocks) const {
    return !taken_[b] &&
           std::all_of(predecessors_[b].begin(), predecessors_[b].end(), [&](std::uint32_t p) {
             return std::find(blocks.begin(), blocks.end(), p) != blocks.end();
           });
  }

  region grow(std::uint32_t head) {
    region r;
    r.blocks.push_back(head);
    base_of_ = nullptr;
    if (head == 0) add_prologue(r);
    append(r, head, {}, true);
    for (std::uint32_t at = head;;) {
      const auto& to = block(at).successors;
      const decoded* last = last_of(at);
      if (to.empty() || (last != nullptr && last->operation == op::call)) break;
      if (to.size() == 1 && to[0] != head && is_within(to[0], r.blocks)) {
        drop_branch(r, at);
        append(r, at = to[0], {}, true);
        r.blocks.push_back(at);
        continue;
      }
      const std::int32_t next = predicate(r, at);
      if (next < 0) break;
      at = static_cast<std::uint32_t>(next);
    }
    finish(r);
    return r;
  }

  // What ptxas begins every kernel with: LDC R1 (the stack), ULDC.64 (how global memory is mapped).
  void add_prologue(region& r) {
    for (int n = 0; n < 2; ++n) {
      operation one;
      one.on = pipe::control;
      one.latency = 1;
      r.operations.push_back(std::move(one));
    }
  }

  void order(region& r) {
    if (!scheduled_) return;
    sizes_.resize(into_.registers, 1);
    schedule(r.operations, {sizes_, live_.behind(r), registers_});
  }

  // What spills is not unrolled here: of the two it is not known which spills are whose.
  void add_unrolled(region& loop) {
    const unsigned rounds = may_unroll_ ? rounds_of(loop, kernel_) : 1;
    if (rounds == 1) return;
    sizes_.resize(into_.registers, 1);
    region longer = unroll(loop, rounds, kernel_, sizes_);
    into_.registers = static_cast<std::uint32_t>(sizes_.size());
    order(longer);
    loop.unrolled = static_cast<std::int32_t>(into_.unrolled.size());
    into_.unrolled.push_back(std::move(longer));
  }

  static void wait_for_grid(region& r) {
    operation one;
    one.instruction = r.operations.empty() ? 0 : r.operations.front().instruction;
    one.on = pipe::control;
    one.what = action::grid_wait;
    r.operations = {one};
    r.waits_for_grid = true;
  }

  // Where lanes meet again that parted at a branch that is one still.
  bool is_join(std::uint32_t b) const {
    return std::any_of(predecessors_[b].begin(), predecessors_[b].end(), [&](std::uint32_t p) {
      const decoded* last = last_of(p);
      return p < b && last != nullptr && parts_lanes(*last) &&
             kernel_.block_at[last->source->operands.front().index] == b;
    });
  }
  static operation bsync() {
    operation one;
    one.on = pipe::control;
    one.what = action::branch;
    return one;
  }

  // Puts the conditional part behind `at` under a predicate. The block to go on from, -1: none.
  std::int32_t predicate(region& r, std::uint32_t at) {
    const decoded* last = last_of(at);
    const auto& to = block(at).successors;
    if (last == nullptr || last->operation != op::bra || last->source->guard < 0 || to.size() != 2)
      return -1;
    for (const std::uint32_t part : to) {
      const std::uint32_t behind = part == to[0] ? to[1] : to[0];
      if (!is_only_from(part, at) || part == r.blocks.front() || behind == r.blocks.front())
        continue;
      const auto& out = block(part).successors;
      const auto condition = static_cast<std::uint32_t>(last->source->guard);
      if (out.size() == 2 && std::find(out.begin(), out.end(), behind) != out.end() &&
          may_be_speculated(kernel_, folded_, part)) {
        drop_branch(r, at);
        append(r, part, {condition}, false);
        r.blocks.push_back(part);
        return static_cast<std::int32_t>(part);
      }
      if (out.size() == 1 && out[0] == behind &&
          may_be_predicated(kernel_, folded_, part, loaded_[condition])) {
        drop_branch(r, at);
        append(r, part, {condition}, true);
        drop_branch(r, part);
        r.blocks.push_back(part);
        if (!is_within(behind, r.blocks)) {
          r.falls_to = static_cast<std::int32_t>(behind);
          return -1;
        }
        append(r, behind, {}, true);
        r.blocks.push_back(behind);
        return static_cast<std::int32_t>(behind);
      }
    }
    return -1;
  }

  void drop_branch(region& r, std::uint32_t of) {
    std::erase_if(r.operations, [&](const operation& o) {
      return o.what == action::branch && o.instruction + 1 == block(of).last;
    });
  }

  // Without side effects under the condition: `is_guarded` where the part has some.
  void append(region& r, std::uint32_t b, std::vector<std::uint32_t> condition, bool guards) {
    for (std::uint32_t n = block(b).first; n < block(b).last; ++n) {
      const decoded& i = kernel_.instructions[n];
      add(r, n, guards || i.operation == op::bra ? condition : std::vector<std::uint32_t>{},
          guards && !condition.empty());
    }
  }

  void add(region& r, std::uint32_t n, const std::vector<std::uint32_t>& condition,
           bool is_guarded) {
    const decoded& i = kernel_.instructions[n];
    operation o;
    o.instruction = n;
    o.what = action_of(i);
    if (o.what == action::load || o.what == action::store || o.what == action::atomic ||
        o.what == action::reduction)
      o.space = i.space();
    o.is_volatile = i.has(word::volatile_) || i.has(word::relaxed) || i.has(word::acquire) ||
                    i.has(word::cg) || i.has(word::cv) || i.has(word::mmio);
    o.is_guarded = is_guarded || i.source->guard >= 0;
    o.reads = ptx::sources_of(i);
    o.reads.insert(o.reads.end(), condition.begin(), condition.end());
    each_result(i, [&](std::uint32_t w) { o.writes.push_back(w); });
    const bool is_used =
        std::any_of(o.writes.begin(), o.writes.end(), [&](std::uint32_t w) { return read_[w]; });
    describe_atomic(o, i, is_used);
    if (o.is_guarded) o.reads.insert(o.reads.end(), o.writes.begin(), o.writes.end());
    std::vector<link> links = folded_[n] ? std::vector<link>{} : expansion(i);
    if (has_shared_variable(i) && !is_in_loop(flow_.block_of(n))) add_shared_base(r, o);
    if (o.is_for_warp) links = for_warp(has_own_values(i, divergent_), is_used);
    if (is_real_move(i, n)) links = {{pipe::alu_or_fma, 4}};
    if (fuses_product(i)) links = {{pipe::fma_heavy, 5}};
    if (links.empty()) {
      o.what = action::compute;
      r.operations.push_back(std::move(o));
      return;
    }
    if (parts_lanes(i)) {  // BSSY
      operation mark = o;
      mark.reads.clear();
      mark.writes.clear();
      mark.what = action::compute;
      mark.on = pipe::control;
      mark.latency = 1;
      r.operations.push_back(mark);
    }
    std::uint32_t between = 0;
    bool is_first = true;
    for (std::size_t l = 0; l < links.size(); ++l) {
      for (unsigned k = 0; k < links[l].count; ++k) {
        const bool is_last = l + 1 == links.size() && k + 1 == links[l].count;
        operation one = o;
        one.on = links[l].on;
        one.latency = links[l].latency;
        one.is_last = is_last;
        if (!is_first) one.reads = {between};
        if (!is_last) {
          if (one.on != pipe::memory) one.what = action::compute;
          if (one.is_for_warp && one.on == pipe::memory) one.what = action::shuffle;
          one.writes = {between = into_.registers++};
        }
        is_first = false;
        r.operations.push_back(std::move(one));
      }
    }
  }

  // An operation whose result nobody reads gives none: RED.
  void describe_atomic(operation& o, const decoded& i, bool is_used) const {
    if (o.what != action::atomic && o.what != action::reduction) return;
    if (!is_used) {
      o.what = action::reduction;
      o.writes.clear();
    }
    o.form = form_of(i, is_used);
    o.is_for_warp = is_for_warp(i, divergent_, is_used);
    o.is_wide = ptx::size_of(i.type) == 8;
  }

  bool has_shared_variable(const decoded& i) const {
    const auto is_shared = [&](const operand& o) {
      const bool is_variable =
          o.kind == kind::variable || (o.kind == kind::address && o.base == kind::variable);
      if (!is_variable) return false;
      // Where a variable of the module is, its address's width says.
      if (o.of_module)
        return i.operation == op::mov ? ptx::size_of(i.type) == 4
                                      : i.space() == ptx::state_space::shared;
      return kernel_.source->variables[o.index].space == ptx::state_space::shared;
    };
    const auto& o = i.source->operands;
    return std::any_of(o.begin(), o.end(), is_shared);
  }

  bool is_in_loop(std::uint32_t b) const {
    for (std::uint32_t last = b; last < kernel_.blocks.size(); ++last)
      for (const std::uint32_t to : block(last).successors)
        if (to <= b) return true;
    return false;
  }

  // Once a region, outside loops: ptxas computes it anew rather than keep it over a branch.
  void add_shared_base(region& r, operation& user) {
    const std::vector<link> links = shared_base();
    if (base_of_ != &r) {
      base_of_ = &r;
      for (const link& l : links) {
        operation one;
        one.instruction = user.instruction;
        one.on = l.on;
        one.latency = l.latency;
        if (&l != &links.front()) one.reads = {base_};
        base_ = into_.registers++;
        one.writes = {base_};
        r.operations.push_back(std::move(one));
      }
    }
    user.reads.push_back(base_);
  }

  // A copy of a register costs an instruction where the old value of the target is still read
  // behind the source's definition: otherwise both share a register.
  bool is_real_move(const decoded& i, std::uint32_t n) const {
    const auto& o = i.source->operands;
    if (i.operation != op::mov || o.size() != 2 || o[0].kind != kind::reg || o[1].kind != kind::reg)
      return false;
    std::uint32_t first = n;
    for (const std::uint32_t b : blocks_before(n)) first = std::min(first, block(b).first);
    bool is_read = false;
    for (std::uint32_t m = n; m-- > first;) {
      const decoded& before = kernel_.instructions[m];
      bool defines = false;
      each_result(before, [&](std::uint32_t w) { defines = defines || w == o[1].index; });
      if (defines) return is_read;
      const auto sources = ptx::sources_of(before);
      is_read = is_read || std::find(sources.begin(), sources.end(), o[0].index) != sources.end();
    }
    return false;
  }
  std::vector<std::uint32_t> blocks_before(std::uint32_t n) const {
    // Those of straight code that leads here: a loop's body in layout order.
    std::vector<std::uint32_t> all = {flow_.block_of(n)};
    for (unsigned steps = 0; steps < 16 && all.back() > 0; ++steps) {
      const std::uint32_t b = all.back();
      const auto& from = predecessors_[b];
      const bool is_head =
          std::any_of(from.begin(), from.end(), [b](std::uint32_t p) { return p >= b; });
      if (is_head || from.empty()) break;
      all.push_back(*std::min_element(from.begin(), from.end()));
    }
    return all;
  }

  // A forward branch on which lanes of a warp may part: it has a BSSY before it, and a BSYNC where
  // its ways join.
  bool parts_lanes(const decoded& i) const {
    return i.operation == op::bra && i.source->guard >= 0 &&
           divergent_[static_cast<std::uint32_t>(i.source->guard)] &&
           i.source->operands.front().index >
               static_cast<std::size_t>(i.source - kernel_.source->body.data());
  }

  // add.s64 of a product that is folded into it: IMAD.WIDE.
  bool fuses_product(const decoded& i) const {
    if ((i.operation != op::add && i.operation != op::sub) || ptx::size_of(i.type) != 8 ||
        i.type == ptx::scalar::f64)
      return false;
    const auto sources = ptx::sources_of(i);
    return std::any_of(sources.begin(), sources.end(),
                       [&](std::uint32_t r) { return products_[r]; });
  }

  void finish(region& r) const {
    if (r.falls_to >= 0) return;
    const std::int32_t next = block(r.blocks.back()).falls_to;
    r.falls_to = next;
  }

  const bool scheduled_, may_unroll_;
  const std::uint32_t registers_;
  const ptx::decoded_function& kernel_;
  program& into_;
  std::vector<bool> folded_;
  std::vector<std::vector<std::uint32_t>> predecessors_;
  const liveness live_;
  std::vector<std::uint8_t> sizes_;  // of registers, those within expansions included
  ptx::control_flow flow_;
  std::vector<bool> divergent_, loaded_;
  std::vector<bool> products_;       // by register: folded into the sum that reads it
  std::vector<bool> read_;           // by register: by some instruction
  std::vector<bool> taken_;          // by block: in a region
  const region* base_of_ = nullptr;  // which has the address of shared memory in
  std::uint32_t base_ = 0;           // this register
};

}  // namespace

program::program(const ptx::decoded_function& kernel, const ptx::spill_code& spills,
                 std::uint32_t machine_registers, bool scheduled) {
  builder(kernel, *this, scheduled, spills.accesses.empty(), machine_registers).run();
  if (!spills.accesses.empty()) insert_spills(*this, kernel, spills);
}

}  // namespace lockstep::timing
