#include "experiment/symbols.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>

#include "experiment/alternatives.hpp"
#include "experiment/copies.hpp"

namespace lockstep::tutor::experiment {
namespace {

// Names of template functions begin with the type that they return: "void sums<int>(int const*)".
std::string without_result(const std::string& name) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < name.size() && (name[i] != '(' || depth > 0); ++i) {
    depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
    if (name[i] == ' ' && depth == 0) begin = i + 1;
  }
  return name.substr(begin);
}

std::string whole_name(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : std::string();
}

std::string demangled(const std::string& symbol) { return without_result(whole_name(symbol)); }

std::map<std::string, std::string> by_name(const std::vector<std::string>& symbols) {
  std::map<std::string, std::string> found;
  for (const std::string& symbol : symbols) found[demangled(symbol)] = symbol;
  return found;
}

// What an alternative has in place of an answer's function; empty if it has none.
std::string in_alternative(const std::map<std::string, std::string>& symbols, std::size_t a,
                           const std::string& name) {
  const auto own = symbols.find(fmt::format("{}::{}{}::{}", original, alternative, a, name));
  return own == symbols.end() ? std::string() : own->second;
}

struct entry {
  std::string symbol, name, otherwise;  // what it jumps to where an alternative has no other
};

std::string code_of(const std::vector<entry>& all,
                    const std::map<std::string, std::string>& symbols, std::size_t alternatives) {
  std::string code = "  .text\n", entries, selected, table;
  for (std::size_t n = 0; n < all.size(); ++n) {
    code += fmt::format(
        "  .globl {0}\n  .type {0}, @function\n{0}:\n  jmp *lockstep_selected+{1}(%rip)\n",
        all[n].symbol, 8 * n);
    entries += fmt::format("  .quad {}\n", all[n].symbol);
    selected += fmt::format("  .quad {}\n", all[n].otherwise);
  }
  for (std::size_t a = 0; a < alternatives; ++a)
    for (const entry& one : all) {
      const std::string own = in_alternative(symbols, a, one.name);
      table += fmt::format("  .quad {}\n", own.empty() ? one.otherwise : own);
    }
  return code + fmt::format(
                    "  .data\n  .balign 8\n  .globl lockstep_selected\nlockstep_selected:\n{}"
                    "  .globl lockstep_entries\nlockstep_entries:\n{}"
                    "  .globl lockstep_alternatives\nlockstep_alternatives:\n{}"
                    "  .globl lockstep_alternative_count\nlockstep_alternative_count:\n  .quad {}\n"
                    "  .globl lockstep_entry_count\nlockstep_entry_count:\n  .quad {}\n"
                    "  .section .note.GNU-stack,\"\",@progbits\n",
                    selected, entries, table, alternatives, all.size());
}

}  // namespace

std::vector<std::string> instances_of_kernels(const code& answer,
                                              const std::vector<std::string>& of_answer) {
  std::vector<std::string> found;
  for (const std::string& symbol : of_answer) {
    const std::string whole = whole_name(symbol), name = without_result(whole);
    const std::string of_template = name.substr(0, name.find_first_of("<("));
    const bool is_instance = of_template.size() < name.size() && name[of_template.size()] == '<';
    const bool is_of_kernel = std::any_of(
        answer.declarations().begin(), answer.declarations().end(),
        [&](const declaration& one) { return is_kernel(answer, one) && one.name == of_template; });
    if (is_instance && is_of_kernel && whole.starts_with("void ")) found.push_back(whole);
  }
  return found;
}

std::string names_of_kernels(const code& answer, const std::vector<std::string>& of_answer,
                             const std::string& ptx, const std::vector<edit>& edits) {
  constexpr std::string_view entry = ".entry ";
  std::map<std::string, std::string> symbols;  // by what they are called
  for (auto at = ptx.find(entry); at != std::string::npos; at = ptx.find(entry, at)) {
    at += entry.size();
    const std::string symbol = ptx.substr(at, ptx.find_first_of("( \n", at) - at);
    symbols[demangled(symbol)] = symbol;
  }
  std::string lines;
  std::vector<bool> has_kernels(edits.size());
  for (const std::string& symbol : of_answer) {
    const std::string name = demangled(symbol);
    const auto there = symbols.find(fmt::format("{}::{}", original, name));
    if (name.empty() || there == symbols.end()) continue;
    lines += symbol + " " + there->second;
    for (std::size_t a = 0; a < edits.size(); ++a) {
      const auto own = symbols.find(fmt::format("{}::{}{}::{}", original, alternative, a, name));
      lines += " " + (own == symbols.end() ? "-" : own->second);
      has_kernels[a] = has_kernels[a] || own != symbols.end();
    }
    lines += "\n";
  }
  for (std::size_t a = 0; a < edits.size(); ++a)
    if (!has_kernels[a] && !edits[a].is_left_out && changes_kernels(answer, edits[a])) return {};
  return lines;
}

std::string entries_for(const std::vector<std::string>& of_answer,
                        const std::vector<std::string>& of_all, std::size_t alternatives) {
  const auto symbols = by_name(of_all);
  std::vector<entry> entries;
  for (const std::string& symbol : of_answer) {
    const std::string name = demangled(symbol);
    const auto first = symbols.find(fmt::format("{}::{}", original, name));
    if (!name.empty() && first != symbols.end()) entries.push_back({symbol, name, first->second});
  }
  return entries.empty() ? std::string() : code_of(entries, symbols, alternatives);
}

host_entries entries_beside_answer(const std::vector<std::string>& of_answer,
                                   const std::vector<std::string>& of_all,
                                   std::size_t alternatives) {
  const auto symbols = by_name(of_all);
  std::vector<entry> entries;
  host_entries made;
  for (const std::string& symbol : of_answer) {
    const std::string name = demangled(symbol);
    bool is_in_any = false;
    for (std::size_t a = 0; a < alternatives && !is_in_any && !name.empty(); ++a)
      is_in_any = !in_alternative(symbols, a, name).empty();
    if (!is_in_any) continue;
    entries.push_back({symbol, name, "lockstep_own_" + symbol});
    made.renamed += fmt::format("{0} lockstep_own_{0}\n", symbol);
  }
  if (!entries.empty()) made.code = code_of(entries, symbols, alternatives);
  return made;
}

}  // namespace lockstep::tutor::experiment
