#include "ptx/instruction_edits.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep::ptx {

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

namespace {
bool compares(const instruction& i) { return i.opcode == "setp" || i.opcode == "set"; }
}  // namespace

namespace {
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
}  // namespace

void add_comparisons(std::vector<instruction_edit>& edits) {
  for (const std::string_view relation : relations)
    edits.emplace_back([relation](const instruction& i) -> std::optional<instruction> {
      return compares(i) ? with_word(i, relations, relation) : std::nullopt;
    });
}

// -- Operations

namespace {
struct exchange {
  std::string_view from, to;
};
}  // namespace

void add_operations(std::vector<instruction_edit>& edits) {
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

namespace {
// Whether another operand of the instruction is the same register: then both sides would be alike,
// and the outcome settled.
bool meets(const instruction& i, std::size_t o, std::uint32_t other) {
  for (std::size_t k = 1; k < i.operands.size(); ++k)
    if (k != o && i.operands[k].kind == operand::kind_t::reg && i.operands[k].index == other)
      return true;
  return false;
}
}  // namespace

// In one place only, where it is computed with.
void add_thread_numbers_in_place(const origins& of, std::vector<instruction_edit>& edits) {
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

void add_thread_numbers(std::vector<instruction_edit>& edits) {
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
void add_parameters_in_place(const origins& of, std::vector<instruction_edit>& edits) {
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

void add_integers(std::vector<instruction_edit>& edits) {
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

void add_offsets(std::vector<instruction_edit>& edits) {
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

}  // namespace lockstep::ptx
