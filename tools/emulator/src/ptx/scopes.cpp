#include "ptx/scopes.hpp"

#include <charconv>
#include <string>

#include "ptx/parser.hpp"

namespace lockstep::ptx {
namespace {

constexpr std::uint32_t longest_range = 1'000'000;

// Settle the label operands that `labels` has; false if some still wait.
bool settle(std::vector<operand>& operands,
            const std::unordered_map<std::string_view, std::uint32_t>& labels) {
  bool all = true;
  for (operand& o : operands) {
    if (o.kind == operand::kind_t::label && o.index == symbol::not_used_yet) {
      const auto found = labels.find(o.text);
      if (found != labels.end()) {
        o.index = found->second;
      } else {
        all = false;
      }
    }
    if (!settle(o.elements, labels)) all = false;
  }
  return all;
}

std::string_view first_unsettled(const std::vector<operand>& operands) {
  for (const operand& o : operands) {
    if (o.kind == operand::kind_t::label && o.index == symbol::not_used_yet) return o.text;
    const std::string_view inner = first_unsettled(o.elements);
    if (!inner.empty()) return inner;
  }
  return {};
}

[[noreturn]] void not_declared(std::uint32_t line, std::string_view name) {
  throw syntax_error(line, quoted({token_kind::word, name, line}) + " is not declared");
}

}  // namespace

void scope_stack::open(std::uint32_t line) {
  if (scopes_.size() == deepest) {
    throw syntax_error(line,
                       "blocks { } are nested more than " + std::to_string(deepest) + " deep");
  }
  scopes_.emplace_back();
}

void scope_stack::declare(const token& name, const symbol& what) {
  scope& s = scopes_.back();
  if (s.ranges.count(name.text) || !s.names.emplace(name.text, what).second) {
    throw syntax_error(name.line, quoted(name) + " is declared twice in this scope");
  }
}

void scope_stack::declare_registers(const token& name, std::uint64_t count, const symbol& what) {
  if (count > longest_range) {
    throw syntax_error(name.line, quoted(name) + " declares " + std::to_string(count) +
                                      " registers, more than the " + std::to_string(longest_range) +
                                      " that are allowed");
  }
  if (!scopes_.back()
           .ranges.emplace(name.text, range{what, static_cast<std::uint32_t>(count)})
           .second) {
    throw syntax_error(name.line, quoted(name) + " is declared twice in this scope");
  }
}

symbol* scope_stack::find_in(scope& s, std::string_view name) {
  const auto exact = s.names.find(name);
  if (exact != s.names.end()) return &exact->second;
  if (s.ranges.empty()) return nullptr;

  // %r12 is number 12 of %r<...>, or number 2 of %r1<...>.
  std::size_t split = name.size();
  while (split > 1 && name[split - 1] >= '0' && name[split - 1] <= '9') {
    --split;
    if (name[split] == '0' && split + 1 != name.size()) continue;  // no leading zeros
    std::uint32_t index = 0;
    const auto parsed = std::from_chars(&name[split], name.data() + name.size(), index);
    if (parsed.ec != std::errc{}) return nullptr;
    const auto found = s.ranges.find(name.substr(0, split));
    if (found != s.ranges.end() && index < found->second.count) {
      return &s.names.emplace(name, found->second.what).first->second;
    }
  }
  return nullptr;
}

const symbol* scope_stack::find(std::string_view name) {
  for (auto s = scopes_.rbegin(); s != scopes_.rend(); ++s) {
    if (symbol* const found = find_in(*s, name)) {
      if (found->index == symbol::not_used_yet && found->kind == symbol::kind_t::reg) {
        number(*found, name);
      }
      return found;
    }
  }
  return nullptr;
}

void scope_stack::number(symbol& s, std::string_view name) {
  s.index = static_cast<std::uint32_t>(function_.registers.size());
  for (int i = 0; i < s.width; ++i) function_.registers.push_back({name, s.type});
}

void scope_stack::place_label(const token& name) {
  const auto position = static_cast<std::uint32_t>(function_.body.size());
  if (!scopes_.back().labels.emplace(name.text, position).second) {
    throw syntax_error(name.line, "the label " + quoted(name) + " stands twice in this scope");
  }
}

void scope_stack::use_labels_of_instruction(std::uint32_t index) {
  scopes_.back().waiting_instructions.push_back(index);
}

void scope_stack::use_label_of_list(std::uint32_t list, const token& name) {
  auto& positions = function_.branch_targets[list];
  scopes_.back().waiting_lists.push_back(
      {list, static_cast<std::uint32_t>(positions.size()), name});
  positions.push_back(symbol::not_used_yet);
}

void scope_stack::close() {
  const scope closed = std::move(scopes_.back());
  scopes_.pop_back();
  for (const std::uint32_t index : closed.waiting_instructions) {
    instruction& i = function_.body[index];
    if (settle(i.operands, closed.labels)) continue;
    if (scopes_.empty()) not_declared(i.ptx_line, first_unsettled(i.operands));
    scopes_.back().waiting_instructions.push_back(index);
  }
  for (const list_use& use : closed.waiting_lists) {
    const auto found = closed.labels.find(use.name.text);
    if (found != closed.labels.end()) {
      function_.branch_targets[use.list][use.position] = found->second;
    } else if (scopes_.empty()) {
      not_declared(use.name.line, use.name.text);
    } else {
      scopes_.back().waiting_lists.push_back(use);
    }
  }
}

}  // namespace lockstep::ptx
