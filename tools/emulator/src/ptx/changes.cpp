#include "ptx/changes.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "ptx/instruction_edits.hpp"

namespace lockstep::ptx {

namespace {

// Instructions that stem from one expression, as far as that can be seen.
using source_expression = std::tuple<std::string_view, std::uint32_t, std::string, std::uint64_t,
                                     std::string_view, std::uint32_t>;

// The compiler gives the `&&` of an inlined function to the line of the call; it belongs to what it
// combines, if that stands in one line.
source_line line_of(const module& m, const function& f, const instruction& i) {
  const source_line own = m.user_line(i.location);
  if ((i.opcode != "and" && i.opcode != "or") || !is_one_of("pred", i.modifiers)) return own;
  std::optional<source_line> common;
  for (const instruction& one : f.body) {
    const bool is_combined =
        &one != &i && !one.operands.empty() && one.operands[0].kind == operand::kind_t::reg &&
        std::any_of(i.operands.begin() + 1, i.operands.end(), [&](const operand& o) {
          return o.kind == operand::kind_t::reg && o.index == one.operands[0].index;
        });
    if (!is_combined) continue;
    const source_line line = m.user_line(one.location);
    if (common && (common->line != line.line || common->file != line.file)) return own;
    common = line;
  }
  return common.value_or(own);
}

std::optional<source_expression> expression_of(const module& m, const function& f,
                                               const instruction& i) {
  const source_line line = line_of(m, f, i);
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

// A product is made of it.
bool is_factor(const instruction& i, std::size_t operand) {
  return i.opcode == "mul" || (i.opcode == "mad" && operand < 3) ||
         (i.opcode == "shl" && operand == 1);
}

// threadIdx.x * blockDim.x + blockIdx.x, with the numbers of thread and block exchanged. The other
// way round is what almost everybody means.
std::vector<change> exchanged_thread_numbers(const module& m, const function& f,
                                             const origins& of) {
  using place = std::pair<std::uint32_t, std::size_t>;  // instruction and operand
  using places = std::map<std::string_view, std::vector<place>>;
  std::map<std::pair<std::string_view, std::uint32_t>, places> lines;
  for (std::uint32_t n = 0; n < f.body.size(); ++n) {
    const instruction& i = f.body[n];
    const source_line line = line_of(m, f, i);
    if (line.file.empty() || line.line == 0 || i.opcode == "mov") continue;
    for (std::size_t o = 1; o < i.operands.size(); ++o) {
      const std::string_view held = number_held(i.operands[o], of);
      if (!held.empty()) lines[{line.file, line.line}][held].emplace_back(n, o);
    }
  }
  const auto makes_product = [&](const place& one) {
    return is_factor(f.body[one.first], one.second);
  };
  static constexpr std::array<std::array<std::string_view, 3>, 2> axes = {
      {{"%tid.x", "%ctaid.x", "%nctaid.x"}, {"%tid.y", "%ctaid.y", "%nctaid.y"}}};
  std::vector<change> changes;
  for (auto& [line, held] : lines)
    for (const auto& [thread, block, blocks] : axes) {
      const std::vector<place>&of_thread = held[thread], &of_block = held[block];
      const bool is_wrong_way_round =
          !of_thread.empty() && !of_block.empty() && held[blocks].empty() &&
          std::all_of(of_thread.begin(), of_thread.end(), makes_product) &&
          std::none_of(of_block.begin(), of_block.end(), makes_product);
      if (!is_wrong_way_round) continue;
      std::map<std::uint32_t, instruction> replaced;
      const auto put = [&](const std::vector<place>& there, std::string_view other) {
        for (const auto& [n, o] : there) {
          operand& changed = replaced.try_emplace(n, f.body[n]).first->second.operands[o];
          changed = {};
          changed.kind = operand::kind_t::special;
          changed.text = other;
        }
      };
      put(of_thread, block);
      put(of_block, thread);
      change made{change_kind::thread_number,
                  line_of(m, f, f.body[of_thread.front().first]),
                  {},
                  std::string(thread) + " " + std::string(block)};
      for (auto& [n, with] : replaced) made.replaced.emplace_back(n, std::move(with));
      changes.push_back(std::move(made));
    }
  return changes;
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
    if (const auto of = expression_of(m, f, f.body[n])) expressions[*of].push_back(n);

  const origins origins_here = origins_in(f);
  const std::pair<change_kind, std::function<void(std::vector<instruction_edit>&)>> catalogue[] = {
      {change_kind::comparison, add_comparisons},
      {change_kind::operation, add_operations},
      {change_kind::thread_number,
       [&](std::vector<instruction_edit>& edits) {
         add_thread_numbers(edits);
         add_thread_numbers_in_place(origins_here, edits);
       }},
      {change_kind::parameter,
       [&](std::vector<instruction_edit>& edits) { add_parameters_in_place(origins_here, edits); }},
      {change_kind::number, add_integers},
      {change_kind::offset, add_offsets}};
  std::vector<change> changes;
  for (std::uint32_t n = 0; n < f.body.size(); ++n)
    if (auto update = update_at(m, f, n)) changes.push_back(std::move(*update));
  for (const auto& [kind, add] : catalogue) {
    if (kind == change_kind::thread_number)
      for (change& one : exchanged_thread_numbers(m, f, origins_here))
        changes.push_back(std::move(one));
    std::vector<instruction_edit> edits;
    add(edits);
    for (const instruction_edit& one : edits) {
      for (const auto& [of, where] : expressions) {
        change made{kind, line_of(m, f, f.body[where.front()]), {}, {}};
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
