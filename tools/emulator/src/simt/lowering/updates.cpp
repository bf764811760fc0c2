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

bool is_strong_access(const decoded& i) {
  return (i.operation == op::ld || i.operation == op::st) &&
         (i.has(word::volatile_) || i.has(word::relaxed) || i.has(word::acquire) ||
          i.has(word::release) || i.has(word::mmio));
}

// An exchange whose answer nobody looks at, which stores no more than a store does.
bool is_blind_exchange(const decoded_function& f, const decoded& i) {
  if (i.operation != op::atom || !i.has(word::exch)) return false;
  bool is_looked_at = false;
  each_result(i, [&](std::uint32_t result) {
    for (const decoded& other : f.instructions)
      each_source(other, [&](std::uint32_t r) { is_looked_at = is_looked_at || r == result; });
  });
  return !is_looked_at;
}

// Where its operands say what it stores.
std::size_t stored_operand(const decoded& store) { return store.operation == op::st ? 1 : 2; }

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

// What decides whether the instructions of a function run.
class choices {
 public:
  explicit choices(const decoded_function& f) : f_(f), flow_(f), loops_(loops_of(f)) {}

  // The instruction is in a loop that changes nothing, and ends because of the value.
  template <class F>
  bool is_polled(std::uint32_t instruction, const value_trail& trail, F changes) const {
    const block_set* const loop = innermost(flow_.block_of(instruction));
    if (loop == nullptr) return false;
    bool ends_by_it = false;
    for (std::uint32_t b = 0; b < f_.blocks.size(); ++b) {
      if (!(*loop)[b]) continue;
      for (std::uint32_t i = f_.blocks[b].first; i < f_.blocks[b].last; ++i)
        if (changes(i)) return false;
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
      if (!trail) trail.emplace(f_, std::vector<std::uint32_t>{load});
      for (const ptx::decision& d : flow_.decisions_on(other))
        if (trail->decides(d.branch)) return true;
    }
    return false;
  }

  // How the value decides whether an instruction runs. `may_compare`: so that what is larger or
  // smaller counts.
  std::optional<by> choice_of(std::uint32_t instruction, const value_trail& trail,
                              bool may_compare) const {
    std::optional<by> found;
    for (const ptx::decision& d : flow_.decisions_on(instruction)) {
      if (!trail.decides(d.branch) || is_of_loop(d.branch, instruction)) continue;
      if (may_compare && is_compared(d.branch, trail)) return by::comparison;
      found = by::choice;
    }
    return found;
  }

 private:
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

  const decoded_function& f_;
  const ptx::control_flow flow_;
  const std::vector<block_set> loops_;
};

bool stores_register(const decoded& store) {
  bool is_register = false;
  each_register(store.source->operands.at(stored_operand(store)),
                [&](std::uint32_t) { is_register = true; });
  return is_register;
}

class update_search {
 public:
  explicit update_search(called_functions& in)
      : in_(in), found_(in.functions.size()), choices_(in.functions.size()) {
    std::uint32_t first = 0;
    for (std::uint32_t f = 0; f < in.functions.size(); ++f) {
      const std::size_t count = code(f).instructions.size();
      found_[f].sources.resize(count);
      found_[f].polls.resize(count, false);
      found_[f].of_polled.resize(count, false);
      found_[f].is_source.resize(count, false);
      found_[f].leaves_function.resize(count, false);
      first_.push_back(first);
      first += static_cast<std::uint32_t>(count);
      loads_.push_back(indices(f, op::ld));
      stores_.push_back(indices(f, op::st));
    }
    find_changes();
  }

  std::vector<update_facts> run() {
    for (std::uint32_t f = 0; f < loads_.size(); ++f)
      for (const std::uint32_t load : loads_[f]) follow(f, load);
    for (std::uint32_t f = 0; f < loads_.size(); ++f) {
      std::vector<bool>& polls = found_[f].polls;
      for (const std::uint32_t load : loads_[f])
        if (!polls[load] && !loads_[f].empty() && is_small(f))
          polls[load] = choices_in(f).leads_to_polling(load, loads_[f], polls);
      for (const std::uint32_t load : loads_[f])
        found_[f].of_polled[load] = !polls[load] && is_of_polled(f, load);
    }
    for (const dependence& d : dependences_) {
      // Whoever polls has waited for what it sees.
      const by how = found_[d.load_function].polls[d.load] ? by::choice : d.how;
      found_[d.load_function].is_source[d.load] = true;
      add(found_[d.function].sources[d.store], {first_[d.load_function] + d.load, how});
    }
    return std::move(found_);
  }

 private:
  struct dependence {
    std::uint32_t load_function, load, function, store;
    by how;
  };

  const decoded_function& code(std::uint32_t f) const { return *in_.functions[f].code; }
  bool is_small(std::uint32_t f) const { return code(f).blocks.size() <= most_followed_blocks; }
  choices& choices_in(std::uint32_t f) {
    if (!choices_[f]) choices_[f].emplace(code(f));
    return *choices_[f];
  }

  bool is_of_polled(std::uint32_t f, std::uint32_t load) const {
    const auto read_by = [&](std::uint32_t n) {
      return in_.places_in(f).of(code(f).instructions[n].source->operands.at(1));
    };
    const place here = read_by(load);
    return here.is_known() && std::any_of(loads_[f].begin(), loads_[f].end(), [&](std::uint32_t n) {
             return found_[f].polls[n] && read_by(n) == here;
           });
  }

  std::vector<std::uint32_t> indices(std::uint32_t f, op operation) const {
    std::vector<std::uint32_t> found;
    const auto& all = code(f).instructions;
    for (std::uint32_t i = 0; i < all.size() && is_small(f); ++i)
      if (all[i].operation == operation ? is_strong_access(all[i])
                                        : operation == op::st && is_blind_exchange(code(f), all[i]))
        found.push_back(i);
    return found;
  }

  // Which functions change what others see, themselves or by those that they call.
  void find_changes() {
    changes_.resize(in_.functions.size(), false);
    for (bool more = true; more;) {
      more = false;
      for (std::uint32_t f = 0; f < changes_.size(); ++f) {
        for (std::uint32_t n = 0; n < code(f).instructions.size() && !changes_[f]; ++n) {
          changes_[f] = does_change(f, n);
          more = more || changes_[f];
        }
      }
    }
  }
  bool does_change(std::uint32_t f, std::uint32_t n) const {
    const decoded& i = code(f).instructions[n];
    if (i.operation != op::call)
      return changes_shared_data(i) &&
             (i.operation != op::st ||
              in_.places_in(f).of(i.source->operands[0]).from != place::base::local);
    const auto& calls = in_.functions[f].calls;
    return std::any_of(calls.begin(), calls.end(), [&](const called_functions::call& c) {
      return c.instruction == n && changes_[c.callee];
    });
  }

  static void add(std::vector<checks::site::source>& to, checks::site::source s) {
    const auto known =
        std::find_if(to.begin(), to.end(), [&](const auto& k) { return k.load == s.load; });
    if (known == to.end())
      to.push_back(s);
    else
      known->how = std::min(known->how, s.how);
  }

  void follow(std::uint32_t f, std::uint32_t load) {
    const call_trail trail(in_, f, load);
    found_[f].leaves_function[load] = trail.visits().size() > 1;
    for (const call_trail::visit& v : trail.visits()) {
      if (!v.trail || !is_small(v.function)) continue;
      const auto changes = [&](std::uint32_t n) { return does_change(v.function, n); };
      const auto is_polled = [&](std::uint32_t n) {
        return choices_in(v.function).is_polled(n, *v.trail, changes);
      };
      if ((&v == &trail.visits().front() && is_polled(load)) ||
          std::any_of(v.results_of.begin(), v.results_of.end(), is_polled))
        found_[f].polls[load] = true;
      for (const std::uint32_t store : stores_[v.function]) {
        if (v.trail->is_taken(store, stored_operand(code(v.function).instructions[store]))) {
          dependences_.push_back({f, load, v.function, store, by::value});
          continue;
        }
        const bool may_compare = stores_register(code(v.function).instructions[store]);
        if (const auto how = choices_in(v.function).choice_of(store, *v.trail, may_compare))
          dependences_.push_back({f, load, v.function, store, *how});
      }
      for (const called_functions::call& c : in_.functions[v.function].calls)
        if (const auto how = choices_in(v.function).choice_of(c.instruction, *v.trail, true))
          add_all_in(c.callee, f, load, *how);
    }
  }

  // The value decides whether a function is called at all.
  void add_all_in(std::uint32_t function, std::uint32_t f, std::uint32_t load, by how) {
    std::vector<std::uint32_t> open{function};
    for (std::size_t n = 0; n < open.size(); ++n) {
      for (const std::uint32_t store : stores_[open[n]])
        dependences_.push_back(
            {f, load, open[n], store,
             stores_register(code(open[n]).instructions[store]) ? how : by::choice});
      for (const called_functions::call& c : in_.functions[open[n]].calls)
        if (std::find(open.begin(), open.end(), c.callee) == open.end()) open.push_back(c.callee);
    }
  }

  called_functions& in_;
  std::vector<update_facts> found_;
  std::vector<std::optional<choices>> choices_;
  std::vector<std::uint32_t> first_;
  std::vector<std::vector<std::uint32_t>> loads_, stores_;  // by function: strong; and exchanges
  std::vector<bool> changes_;
  std::vector<dependence> dependences_;
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

std::vector<update_facts> find_updates(called_functions& in) {
  // Without a strong store nothing is updated, but loads may poll what the host sets.
  const bool loads = std::any_of(in.functions.begin(), in.functions.end(), [&](const auto& f) {
    const auto& all = f.code->instructions;
    return std::any_of(all.begin(), all.end(), [&](const decoded& i) {
      return i.operation == op::ld && is_strong_access(i);
    });
  });
  if (!loads) return {};
  return update_search(in).run();
}

bool writes_back(called_functions& in, std::uint32_t load_function, std::uint32_t load,
                 std::uint32_t store_function, std::uint32_t store) {
  const decoded_function& f = *in.functions[store_function].code;
  const operand& to = f.instructions[store].source->operands.at(0);
  if (f.blocks.size() > most_followed_blocks) return false;
  const call_trail trail(in, load_function, load);
  std::optional<choices> deciding;
  for (const call_trail::visit& v : trail.visits()) {
    if (v.function != store_function || !v.trail || !v.loaded_from.is_known() ||
        in.places_in(store_function).of(to) != v.loaded_from)
      continue;
    if (v.trail->is_taken(store, 1)) return true;
    if (!deciding) deciding.emplace(f);
    if (deciding->choice_of(store, *v.trail, true) == by::comparison) return true;
  }
  return false;
}

bool is_chosen_by_order(const decoded_function& f, std::uint32_t store,
                        const std::vector<bool>& made) {
  if (f.blocks.size() > most_followed_blocks) return false;
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
