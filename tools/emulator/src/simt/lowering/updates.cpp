#include "simt/lowering/updates.hpp"

#include <algorithm>
#include <optional>

#include "simt/lowering/register_use.hpp"
#include "simt/lowering/value_trail.hpp"

namespace lockstep::simt {
namespace {

using by = checks::site::source::by;
using ptx::decoded;
using ptx::decoded_function;
using ptx::op;
using ptx::operand;
using ptx::state_space;
using ptx::word;
using kind = operand::kind_t;

// Of a function with more blocks than a person writes, the analysis would take too long.
constexpr std::size_t most_blocks = 4000;

bool is_strong_access(const decoded& i) {
  return (i.operation == op::ld || i.operation == op::st) &&
         (i.has(word::volatile_) || i.has(word::relaxed) || i.has(word::acquire) ||
          i.has(word::release) || i.has(word::mmio));
}

bool changes_shared_data(const decoded& i) {
  switch (i.operation) {
    case op::st:
      return i.space() != state_space::local && i.space() != state_space::param;
    case op::atom:
    case op::red:
    case op::bar:
    case op::barrier:
      return true;
    default:
      return false;
  }
}

bool orders(const decoded& comparison) {
  for (const word w : {word::lt, word::le, word::gt, word::ge, word::lo, word::ls, word::hi,
                       word::hs, word::ltu, word::leu, word::gtu, word::geu})
    if (comparison.has(w)) return true;
  return false;
}

bool at_same_place(const operand& a, const operand& b) {
  return a.kind == b.kind && a.base == b.base && a.index == b.index && a.offset == b.offset &&
         a.of_module == b.of_module;
}

using block_set = std::vector<bool>;

// The natural loops of a function, the smallest first.
std::vector<block_set> loops_of(const decoded_function& f) {
  const std::size_t count = f.blocks.size();
  std::vector<std::vector<std::uint32_t>> before(count);
  for (std::uint32_t b = 0; b < count; ++b)
    for (const std::uint32_t to : f.blocks[b].successors) before[to].push_back(b);
  std::vector<block_set> found;
  for (std::uint32_t from = 0; from < count; ++from) {
    for (const std::uint32_t head : f.blocks[from].successors) {
      if (head > from) continue;
      block_set body(count, false);
      body[head] = true;
      std::vector<std::uint32_t> open{from};
      while (!open.empty()) {
        const std::uint32_t b = open.back();
        open.pop_back();
        if (body[b]) continue;
        body[b] = true;
        open.insert(open.end(), before[b].begin(), before[b].end());
      }
      found.push_back(std::move(body));
    }
  }
  const auto size = [](const block_set& s) { return std::count(s.begin(), s.end(), true); };
  std::stable_sort(found.begin(), found.end(),
                   [&](const auto& a, const auto& b) { return size(a) < size(b); });
  return found;
}

class update_search {
 public:
  explicit update_search(const decoded_function& f) : f_(f), flow_(f), loops_(loops_of(f)) {}

  update_facts run() {
    update_facts found;
    found.sources.resize(f_.instructions.size());
    found.polls.resize(f_.instructions.size(), false);
    found.is_source.resize(f_.instructions.size(), false);
    const auto loads = indices(op::ld), stores = indices(op::st);
    for (const std::uint32_t load : loads) found.polls[load] = polls(load);
    for (const std::uint32_t load : loads)
      if (!found.polls[load]) found.polls[load] = leads_to_polling(load, loads, found.polls);
    for (const std::uint32_t load : loads) {
      const value_trail trail(f_, load);
      for (const std::uint32_t store : stores) {
        const auto how = dependence(store, trail);
        if (!how) continue;
        // Whoever polls has waited for what it sees.
        found.is_source[load] = true;
        found.sources[store].push_back({load, found.polls[load] ? by::choice : *how});
      }
    }
    return found;
  }

 private:
  std::vector<std::uint32_t> indices(op operation) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < f_.instructions.size(); ++i)
      if (f_.instructions[i].operation == operation && is_strong_access(f_.instructions[i]))
        found.push_back(i);
    return found;
  }

  const block_set* innermost(std::uint32_t block) const {
    for (const block_set& l : loops_)
      if (l[block]) return &l;
    return nullptr;
  }

  // One way of a block's branch leads out of the loop, another one does not.
  bool is_exit(std::uint32_t block, const block_set& loop) const {
    const auto& to = f_.blocks[block].successors;
    return std::any_of(to.begin(), to.end(), [&](std::uint32_t b) { return !loop[b]; });
  }

  bool polls(std::uint32_t load) const {
    const block_set* const loop = innermost(flow_.block_of(load));
    if (loop == nullptr) return false;
    const value_trail trail(f_, load);
    bool ends_by_it = false;
    for (std::uint32_t b = 0; b < f_.blocks.size(); ++b) {
      if (!(*loop)[b]) continue;
      for (std::uint32_t i = f_.blocks[b].first; i < f_.blocks[b].last; ++i)
        if (changes_shared_data(f_.instructions[i])) return false;
      ends_by_it = ends_by_it || (is_exit(b, *loop) && trail.decides(f_.blocks[b].last - 1));
    }
    return ends_by_it;
  }

  // The first turn of a polling loop, which the compiler has put in front of it.
  bool leads_to_polling(std::uint32_t load, const std::vector<std::uint32_t>& loads,
                        const std::vector<bool>& polling) const {
    const operand& place = f_.instructions[load].source->operands.at(1);
    std::optional<value_trail> trail;
    for (const std::uint32_t other : loads) {
      if (other == load || !polling[other] ||
          !at_same_place(place, f_.instructions[other].source->operands.at(1)))
        continue;
      if (!trail) trail.emplace(f_, load);
      for (const ptx::decision& d : flow_.decisions_on(other))
        if (trail->decides(d.branch)) return true;
    }
    return false;
  }

  // A loop that the branch leads into or out of asks something else with every turn.
  bool is_of_loop(std::uint32_t branch, std::uint32_t store) const {
    const std::uint32_t at = flow_.block_of(branch);
    const block_set *const around = innermost(at), *const around_store =
                                                       innermost(flow_.block_of(store));
    return (around != nullptr && is_exit(at, *around)) ||
           (around_store != nullptr && !(*around_store)[at]);
  }

  // `x > *p` and the like.
  bool is_compared(std::uint32_t branch, const value_trail& trail) const {
    const std::vector<bool> looked_at =
        ptx::ingredients(f_, ptx::condition_of(f_.instructions[branch]));
    for (std::uint32_t n = 0; n < f_.instructions.size(); ++n) {
      const decoded& i = f_.instructions[n];
      if (i.operation != op::setp || !orders(i)) continue;
      bool gives = false, other = false, takes = false;
      each_result(i, [&](std::uint32_t r) { gives = gives || looked_at[r]; });
      const auto& o = i.source->operands;
      for (std::size_t k = 1; k < o.size(); ++k)
        if (o[k].kind == kind::reg) (trail.is_taken(n, k) ? takes : other) = true;
      if (gives && takes && other) return true;
    }
    return false;
  }

  std::optional<by> dependence(std::uint32_t store, const value_trail& trail) const {
    if (trail.is_taken(store, 1)) return by::value;
    bool is_register = false;
    each_register(f_.instructions[store].source->operands.at(1),
                  [&](std::uint32_t) { is_register = true; });
    std::optional<by> found;
    for (const ptx::decision& d : flow_.decisions_on(store)) {
      if (!trail.decides(d.branch) || is_of_loop(d.branch, store)) continue;
      if (is_register && is_compared(d.branch, trail)) return by::comparison;
      found = by::choice;
    }
    return found;
  }

  const decoded_function& f_;
  const ptx::control_flow flow_;
  const std::vector<block_set> loops_;
};

}  // namespace

std::vector<bool> made_of(const decoded_function& f, const decoded& of) {
  std::vector<bool> made(f.source->registers.size(), false);
  each_result(of, [&](std::uint32_t r) { made[r] = true; });
  for (bool more = true; more;) {
    more = false;
    for (const decoded& i : f.instructions) {
      bool takes = false;
      if (is_pure(i)) each_source(i, [&](std::uint32_t r) { takes = takes || made[r]; });
      if (!takes) continue;
      each_result(i, [&](std::uint32_t r) {
        more = more || !made[r];
        made[r] = true;
      });
    }
  }
  return made;
}

update_facts find_updates(const decoded_function& f) {
  const auto has = [&](op operation) {
    return std::any_of(f.instructions.begin(), f.instructions.end(), [&](const decoded& i) {
      return i.operation == operation && is_strong_access(i);
    });
  };
  if (f.blocks.size() > most_blocks || !has(op::ld) || !has(op::st)) return {};
  return update_search(f).run();
}

bool is_chosen_by_order(const decoded_function& f, std::uint32_t store,
                        const std::vector<bool>& made) {
  if (f.blocks.size() > most_blocks) return false;
  const ptx::control_flow flow(f);
  std::vector<bool> decides(f.source->registers.size(), false);
  for (const ptx::decision& d : flow.decisions_on(store))
    for (const std::uint32_t r : ptx::condition_of(f.instructions[d.branch])) decides[r] = true;
  return std::any_of(f.instructions.begin(), f.instructions.end(), [&](const decoded& i) {
    const auto& all = i.source->operands;
    return i.operation == op::setp && orders(i) && all[0].kind == kind::reg &&
           decides[all[0].index] && std::any_of(all.begin() + 1, all.end(), [&](const operand& o) {
             return o.kind == kind::reg && made[o.index];
           });
  });
}

}  // namespace lockstep::simt
