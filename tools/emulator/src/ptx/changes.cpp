#include "ptx/changes.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace lockstep::ptx {

namespace {

using words = std::vector<std::string_view>;
// The instruction as it would be; nothing if the change does not apply to it.
using edit = std::function<std::optional<instruction>(const instruction&)>;

// Where the value of a register comes from, if it is a special register or a parameter as it is.
struct origin {
  const operand* from = nullptr;  // the operand of `mov` or `ld.param`
  unsigned definitions = 0;
};
using origins = std::vector<origin>;  // by register

bool is_one_of(std::string_view text, const words& all) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

scalar type_of(const instruction& i) {
  for (auto m = i.modifiers.rbegin(); m != i.modifiers.rend(); ++m)
    if (const scalar type = scalar_named(*m); type != scalar::none) return type;
  return scalar::none;
}

// -- Comparisons

const words relations = {"lt", "le", "gt", "ge", "eq", "ne"};

bool compares(const instruction& i) { return i.opcode == "setp" || i.opcode == "set"; }

std::optional<instruction> with_word(const instruction& i, const words& those,
                                     std::string_view other) {
  for (std::size_t m = 0; m < i.modifiers.size(); ++m) {
    if (!is_one_of(i.modifiers[m], those) || i.modifiers[m] == other) continue;
    instruction changed = i;
    changed.modifiers[m] = other;
    return changed;
  }
  return std::nullopt;
}

void add_comparisons(std::vector<edit>& edits) {
  for (const std::string_view relation : relations)
    edits.emplace_back([relation](const instruction& i) -> std::optional<instruction> {
      return compares(i) ? with_word(i, relations, relation) : std::nullopt;
    });
}

// -- Operations

struct exchange {
  std::string_view from, to;
};

void add_operations(std::vector<edit>& edits) {
  static constexpr exchange opcodes[] = {
      {"add", "sub"}, {"sub", "add"}, {"min", "max"}, {"max", "min"}, {"and", "or"},
      {"or", "and"},  {"shl", "shr"}, {"shr", "shl"}, {"div", "rem"}, {"rem", "div"}};
  for (const exchange& one : opcodes)
    edits.emplace_back([one](const instruction& i) -> std::optional<instruction> {
      if (i.opcode != one.from) return std::nullopt;
      instruction changed = i;
      changed.opcode = one.to;
      return changed;
    });
  static const std::map<std::string_view, words> by_opcode = {
      {"shfl", {"down", "up", "bfly"}},
      {"vote", {"all", "any"}},
      {"atom", {"add", "min", "max", "and", "or", "xor"}},
      {"red", {"add", "min", "max", "and", "or", "xor"}},
      {"bar", {"and", "or"}},
      {"barrier", {"and", "or"}}};
  for (const auto& [opcode, operations] : by_opcode)
    for (const std::string_view other : operations)
      edits.emplace_back([opcode = opcode, &operations = operations,
                          other](const instruction& i) -> std::optional<instruction> {
        return i.opcode == opcode ? with_word(i, operations, other) : std::nullopt;
      });
  edits.emplace_back([](const instruction& i) -> std::optional<instruction> {
    if (i.opcode != "sub" && i.opcode != "selp") return std::nullopt;
    instruction changed = i;  // the other way round
    std::swap(changed.operands[1], changed.operands[2]);
    return changed;
  });
}

// -- Numbers of threads and blocks

const words numbers = {"%tid.x",  "%tid.y",  "%ctaid.x",  "%ctaid.y",
                       "%ntid.x", "%ntid.y", "%nctaid.x", "%nctaid.y"};

// The number of a thread that a source operand holds; empty: it holds none.
std::string_view number_held(const operand& o, const origins& of) {
  if (o.kind != operand::kind_t::reg || o.negated || of[o.index].definitions != 1) return {};
  const operand* const from = of[o.index].from;
  return from != nullptr && from->kind == operand::kind_t::special && is_one_of(from->text, numbers)
             ? from->text
             : std::string_view();
}

// Whether another operand of the instruction is the same register: then both sides would be alike,
// and the outcome settled.
bool meets(const instruction& i, std::size_t o, std::uint32_t other) {
  for (std::size_t k = 1; k < i.operands.size(); ++k)
    if (k != o && i.operands[k].kind == operand::kind_t::reg && i.operands[k].index == other)
      return true;
  return false;
}

// In one place only, where it is computed with.
void add_thread_numbers_in_place(const origins& of, std::vector<edit>& edits) {
  for (const std::string_view other : numbers)
    for (const std::size_t o : {1, 2, 3})
      edits.emplace_back([&of, other, o](const instruction& i) -> std::optional<instruction> {
        if (o >= i.operands.size()) return std::nullopt;
        const std::string_view is = number_held(i.operands[o], of);
        if (is.empty() || is == other) return std::nullopt;
        for (std::size_t k = 1; k < i.operands.size(); ++k)
          if (k != o && number_held(i.operands[k], of) == other) return std::nullopt;
        instruction changed = i;
        changed.operands[o] = {};
        changed.operands[o].kind = operand::kind_t::special;
        changed.operands[o].text = other;
        return changed;
      });
}

void add_thread_numbers(std::vector<edit>& edits) {
  for (const std::string_view other : numbers)
    edits.emplace_back([other](const instruction& i) -> std::optional<instruction> {
      for (std::size_t o = 0; o < i.operands.size(); ++o) {
        const operand& is = i.operands[o];
        if (is.kind != operand::kind_t::special || !is_one_of(is.text, numbers) || is.text == other)
          continue;
        instruction changed = i;
        changed.operands[o].text = other;
        return changed;
      }
      return std::nullopt;
    });
}

// -- Parameters

bool takes_parameter(const instruction& i) {
  return i.opcode == "ld" && i.operands.size() == 2 &&
         i.operands[1].kind == operand::kind_t::address &&
         i.operands[1].base == operand::kind_t::variable && !i.operands[1].of_module;
}

// In one place, if the other one is in a register, too.
void add_parameters_in_place(const origins& of, std::vector<edit>& edits) {
  const auto parameter_in = [&of](std::uint32_t r) -> const operand* {
    const operand* const from = of[r].definitions == 1 ? of[r].from : nullptr;
    return from != nullptr && from->kind == operand::kind_t::address ? from : nullptr;
  };
  for (std::uint32_t other = 0; other < of.size(); ++other) {
    if (parameter_in(other) == nullptr) continue;
    for (const std::size_t o : {1, 2, 3})
      edits.emplace_back([=](const instruction& i) -> std::optional<instruction> {
        if (o >= i.operands.size()) return std::nullopt;
        const operand& is = i.operands[o];
        if (is.kind != operand::kind_t::reg || is.index == other) return std::nullopt;
        if (parameter_in(is.index) == nullptr || meets(i, o, other)) return std::nullopt;
        instruction changed = i;
        changed.operands[o].index = other;
        return changed;
      });
  }
}

// -- Constants

// The operand that holds the number of an instruction that computes with one; none: there is none.
std::optional<std::size_t> number_in(const instruction& i) {
  static const words computing = {"add", "sub", "mul", "mad", "shl", "shr",  "setp", "and",
                                  "or",  "xor", "mov", "min", "max", "selp", "shfl", "atom",
                                  "red", "st",  "div", "rem", "fma", "bfe",  "cvt",  "vote"};
  if (!is_one_of(i.opcode, computing)) return std::nullopt;
  // A factor of 4 or 8 that widens makes an address of an index.
  if (i.opcode == "mul" && is_one_of("wide", i.modifiers)) return std::nullopt;
  const std::size_t end =
      i.opcode == "shfl" ? std::min<std::size_t>(3, i.operands.size()) : i.operands.size();
  for (std::size_t o = end; o-- > 1;)
    if (i.operands[o].kind == operand::kind_t::integer ||
        i.operands[o].kind == operand::kind_t::real)
      return o;
  return std::nullopt;
}

void add_integers(std::vector<edit>& edits) {
  using other_value = std::uint64_t (*)(std::uint64_t);
  static constexpr other_value others[] = {
      [](std::uint64_t v) { return v + 1; },
      [](std::uint64_t v) { return v - 1; },
      [](std::uint64_t v) { return v * 2; },
      [](std::uint64_t v) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(v) / 2); },
      [](std::uint64_t v) { return std::uint64_t{0} - v; },
      [](std::uint64_t) { return std::uint64_t{0}; },
      [](std::uint64_t) { return ~std::uint64_t{0}; },
      [](std::uint64_t) { return ~std::uint64_t{0} << 31; },        // the least int
      [](std::uint64_t) { return (std::uint64_t{1} << 31) - 1; },   // the greatest
      [](std::uint64_t) { return (std::uint64_t{1} << 32) - 1; }};  // of unsigned numbers
  for (const other_value other : others)
    edits.emplace_back([other](const instruction& i) -> std::optional<instruction> {
      const auto at = number_in(i);
      if (!at || i.operands[*at].kind != operand::kind_t::integer) return std::nullopt;
      const std::uint64_t value = other(i.operands[*at].value);
      if (value == i.operands[*at].value) return std::nullopt;
      instruction changed = i;
      changed.operands[*at].value = value;
      return changed;
    });
}

// -- Offsets

void add_offsets(std::vector<edit>& edits) {
  for (const int direction : {1, -1})
    edits.emplace_back([direction](const instruction& i) -> std::optional<instruction> {
      static const words accesses = {"ld", "st", "atom", "red"};
      if (!is_one_of(i.opcode, accesses)) return std::nullopt;
      for (std::size_t o = 0; o < i.operands.size(); ++o) {
        if (i.operands[o].kind != operand::kind_t::address ||
            i.operands[o].base != operand::kind_t::reg)
          continue;
        instruction changed = i;
        changed.operands[o].offset += direction * static_cast<std::int64_t>(size_of(type_of(i)));
        return changed;
      }
      return std::nullopt;
    });
}

// Instructions that stem from one expression, as far as that can be seen.
using source_expression = std::tuple<std::string_view, std::uint32_t, std::string, std::uint64_t,
                                     std::string_view, std::uint32_t>;

std::optional<source_expression> expression_of(const module& m, const instruction& i) {
  const source_line line = m.user_line(i.location);
  if (line.file.empty() || line.line == 0) return std::nullopt;
  std::string spelling(i.opcode);
  for (const std::string_view modifier : i.modifiers) (spelling += '.') += modifier;
  const auto number = number_in(i);
  std::string_view special;
  std::uint32_t parameter = 0;
  for (const operand& o : i.operands)
    if (o.kind == operand::kind_t::special) special = o.text;
  if (takes_parameter(i)) parameter = i.operands[1].index;
  return source_expression{line.file, line.line, spelling, number ? i.operands[*number].value : 0,
                           special,   parameter};
}

// -- Updates

bool is_access_to(const instruction& i, std::string_view opcode, const operand& address) {
  if (i.opcode != opcode || i.operands.size() != 2) return false;
  const operand& at = i.operands[opcode == "st" ? 0 : 1];
  return at.kind == operand::kind_t::address && at.base == operand::kind_t::reg &&
         at.index == address.index && at.offset == address.offset;
}

// The type of atomic addition for a loaded value; empty: there is none.
std::string_view type_of_addition(scalar type) {
  if (type == scalar::f32) return "f32";
  const std::size_t bytes = type == scalar::f64 ? 0 : size_of(type);
  return bytes == 4 ? "u32" : bytes == 8 ? "u64" : "";
}

// A load, an addition to what was loaded and a store to the same place, in one line: the load
// becomes the atomic operation, and nothing is left to store.
std::optional<change> update_at(const module& m, const function& f, std::uint32_t n) {
  constexpr std::uint32_t farthest = 16;  // instructions
  const instruction& load = f.body[n];
  if (load.operands.size() != 2 || !is_access_to(load, "ld", load.operands[1])) return std::nullopt;
  const bool is_shared = is_one_of("shared", load.modifiers);
  const std::string_view type = type_of_addition(type_of(load));
  if (type.empty() || (!is_shared && !is_one_of("global", load.modifiers))) return std::nullopt;
  const source_line line = m.user_line(load.location);
  const instruction* addition = nullptr;
  const operand* added = nullptr;
  for (std::uint32_t k = n + 1; k < f.body.size() && k < n + farthest; ++k) {
    const instruction& i = f.body[k];
    if (m.user_line(i.location).line != line.line || i.opcode == "bra") return std::nullopt;
    if (addition == nullptr && i.opcode == "add" && i.operands.size() == 3) {
      for (const std::size_t o : {1, 2}) {
        if (i.operands[o].kind != operand::kind_t::reg ||
            i.operands[o].index != load.operands[0].index)
          continue;
        addition = &i;
        added = &i.operands[3 - o];
      }
    }
    if (addition == nullptr || !is_access_to(i, "st", load.operands[1]) ||
        i.operands[1].kind != operand::kind_t::reg ||
        i.operands[1].index != addition->operands[0].index)
      continue;
    instruction atomic = load;
    atomic.opcode = "atom";
    atomic.modifiers = {is_shared ? "shared" : "global", "add", type};
    atomic.operands.push_back(*added);
    instruction nothing = i;
    nothing.opcode = "mov";
    nothing.modifiers = {type};
    nothing.operands = {i.operands[1], i.operands[1]};
    return change{change_kind::update, line, {{n, std::move(atomic)}, {k, std::move(nothing)}}, {}};
  }
  return std::nullopt;
}

origins origins_in(const function& f) {
  static const words without_result = {"st", "red", "bra", "bar", "barrier", "call", "ret", "exit"};
  origins all(f.registers.size());
  for (const instruction& i : f.body) {
    if (i.operands.empty() || is_one_of(i.opcode, without_result)) continue;
    const auto define = [&](const operand& o) {
      if (o.kind == operand::kind_t::reg) ++all[o.index].definitions;
    };
    define(i.operands[0]);
    for (const operand& element : i.operands[0].elements) define(element);
    if (i.operands[0].kind != operand::kind_t::reg || i.operands.size() < 2 || i.guard >= 0)
      continue;
    const bool is_number = i.opcode == "mov" && i.operands[1].kind == operand::kind_t::special;
    if (is_number || takes_parameter(i)) all[i.operands[0].index].from = &i.operands[1];
  }
  return all;
}

// Two comparisons of a function that leave out what is equal, or take it in: the mistake may have
// been made twice.
std::vector<change> pairs_of_comparisons(const function& f, const std::vector<change>& single) {
  static const std::map<std::string_view, std::string_view> others = {
      {"lt", "le"}, {"le", "lt"}, {"gt", "ge"}, {"ge", "gt"}};
  const auto relation_of = [](const instruction& i) -> std::string_view {
    for (const std::string_view m : i.modifiers)
      if (is_one_of(m, relations)) return m;
    return {};
  };
  std::vector<const change*> nudges;
  for (const change& one : single) {
    if (one.kind != change_kind::comparison) continue;
    const auto& [index, becomes] = one.replaced.front();
    const auto known = others.find(relation_of(becomes));
    if (known != others.end() && known->second == relation_of(f.body[index]))
      nudges.push_back(&one);
  }
  std::vector<change> pairs;
  for (auto a = nudges.begin(); a != nudges.end(); ++a)
    for (auto b = a + 1; b != nudges.end(); ++b) {
      if ((*a)->replaced.front().first == (*b)->replaced.front().first) continue;
      change both = **a;
      both.replaced.insert(both.replaced.end(), (*b)->replaced.begin(), (*b)->replaced.end());
      pairs.push_back(std::move(both));
    }
  return pairs;
}

// The word that an edit has replaced.
std::string word_replaced(const instruction& before, const instruction& after, const origins& of) {
  if (before.opcode != after.opcode) return std::string(before.opcode);
  for (std::size_t m = 0; m < before.modifiers.size(); ++m)
    if (before.modifiers[m] != after.modifiers[m]) return std::string(before.modifiers[m]);
  for (std::size_t o = 0; o < before.operands.size(); ++o) {
    const operand& was = before.operands[o];
    if (was.kind == operand::kind_t::integer && was.value != after.operands[o].value)
      return std::to_string(static_cast<std::int64_t>(was.value));
    if (after.operands[o].kind != operand::kind_t::special) continue;
    if (was.kind == operand::kind_t::reg) return std::string(number_held(was, of));
    if (was.text != after.operands[o].text) return std::string(was.text);
  }
  return {};
}

}  // namespace

std::vector<change> changes_of(const module& m, const function& f) {
  std::map<source_expression, std::vector<std::uint32_t>> expressions;
  for (std::uint32_t n = 0; n < f.body.size(); ++n)
    if (const auto of = expression_of(m, f.body[n])) expressions[*of].push_back(n);

  const origins origins_here = origins_in(f);
  const std::pair<change_kind, std::function<void(std::vector<edit>&)>> catalogue[] = {
      {change_kind::comparison, add_comparisons},
      {change_kind::operation, add_operations},
      {change_kind::thread_number,
       [&](std::vector<edit>& edits) {
         add_thread_numbers(edits);
         add_thread_numbers_in_place(origins_here, edits);
       }},
      {change_kind::parameter,
       [&](std::vector<edit>& edits) { add_parameters_in_place(origins_here, edits); }},
      {change_kind::number, add_integers},
      {change_kind::offset, add_offsets}};
  std::vector<change> changes;
  for (std::uint32_t n = 0; n < f.body.size(); ++n)
    if (auto update = update_at(m, f, n)) changes.push_back(std::move(*update));
  for (const auto& [kind, add] : catalogue) {
    std::vector<edit> edits;
    add(edits);
    for (const edit& one : edits) {
      for (const auto& [of, where] : expressions) {
        change made{kind, m.user_line(f.body[where.front()].location), {}, {}};
        for (const std::uint32_t n : where) {
          auto changed = one(f.body[n]);
          if (!changed) continue;
          made.now = word_replaced(f.body[n], *changed, origins_here);
          made.replaced.emplace_back(n, std::move(*changed));
        }
        if (!made.replaced.empty()) changes.push_back(std::move(made));
      }
    }
    if (kind == change_kind::comparison)
      for (change& both : pairs_of_comparisons(f, changes)) changes.push_back(std::move(both));
  }
  return changes;
}

}  // namespace lockstep::ptx
