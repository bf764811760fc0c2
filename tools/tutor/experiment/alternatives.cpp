#include "experiment/alternatives.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <regex>
#include <set>

#include "support/text.hpp"

namespace lockstep::tutor::experiment {
namespace {

constexpr std::string_view original = "lockstep_original", alternative = "lockstep_alternative_",
                           of_solution = "lockstep_borrowed";

struct directives {
  std::string hoisted, rest;  // rest: blanks in their place
  bool is_simple = true;      // nothing depends on conditions
};

directives split(std::string_view source) {
  directives made;
  bool goes_on = false;
  for (std::size_t begin = 0; begin < source.size();) {
    const auto end = std::min(source.find('\n', begin), source.size());
    const std::string line(source.substr(begin, end - begin));
    const std::string inner = trimmed(line);
    const bool is_pragma = inner.starts_with("#pragma") && inner.find("once") == std::string::npos;
    if (goes_on || (inner.starts_with("#") && !is_pragma)) {
      if (inner.starts_with("#if") || inner.starts_with("#else")) made.is_simple = false;
      made.hoisted += line + "\n";
      made.rest += std::string(line.size(), ' ');
      goes_on = line.ends_with("\\");
    } else {
      made.rest += line;
    }
    if (end < source.size()) made.rest += '\n';
    begin = end + 1;
  }
  return made;
}

bool mentions(const code& answer, const declaration& one, const std::set<std::string_view>& names) {
  for (std::size_t i = one.first; i <= one.last; ++i)
    if (names.count(answer.text(i)) > 0) return true;
  return false;
}

// `f(x)` as `(f)(x)`, for the answer's own functions: their declarations in its header, outside the
// namespace, would otherwise be found through the types of the arguments, too (C++
// [basic.lookup.argdep]).
std::string without_lookup_by_arguments(const code& answer, const std::string& text) {
  std::set<std::string_view> own;
  for (const declaration& one : answer.declarations())
    if (one.is_function) own.insert(one.name);
  std::string made;
  std::size_t done = 0;
  const std::vector<token> all = tokens_of(text);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const std::string_view before = i == 0 ? std::string_view() : all[i - 1].text;
    if (all[i + 1].text != "(" || own.count(all[i].text) == 0 || before == "." || before == "->" ||
        before == "::")
      continue;
    made += text.substr(done, all[i].offset - done) + "(" + std::string(all[i].text) + ")";
    done = all[i].offset + all[i].text.size();
  }
  return made + text.substr(done);
}

std::size_t offset_of(const code& answer, std::size_t index) {
  return answer.tokens()[index].offset;
}

// What has to be there again if a declaration is another one: by number.
std::vector<std::size_t> affected(const code& answer, const edit& one) {
  const auto& all = answer.declarations();
  std::set<std::string_view> names;
  std::vector<bool> is_in(all.size());
  for (const replacement& part : replacements_of(one))
    for (std::size_t d = 0; d < all.size(); ++d) {
      if (part.offset < offset_of(answer, all[d].first) || part.offset > answer.end_of(all[d].last))
        continue;
      is_in[d] = true;
      names.insert(all[d].name);
    }
  for (bool more = true; more;) {
    more = false;
    for (std::size_t d = 0; d < all.size(); ++d) {
      if (is_in[d] || !mentions(answer, all[d], names)) continue;
      is_in[d] = more = true;
      if (!all[d].name.empty()) names.insert(all[d].name);
    }
  }
  std::vector<std::size_t> found;
  for (std::size_t d = 0; d < all.size(); ++d)
    if (is_in[d]) found.push_back(d);
  return found;
}

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

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? without_result(text.get()) : std::string();
}

}  // namespace

std::string source_with(const code& answer, const std::vector<edit>& edits,
                        const std::vector<std::string>& shared, const borrowed& more,
                        bool kernels_alone) {
  directives split_up = split(answer.source());
  if (!split_up.is_simple) return {};
  std::string text = split_up.hoisted + more.includes;
  for (const declaration& one : answer.declarations()) {
    if (one.is_function || std::find(shared.begin(), shared.end(), one.name) == shared.end())
      continue;
    const std::size_t begin = offset_of(answer, one.first), end = answer.end_of(one.last);
    text += split_up.rest.substr(begin, end - begin) + "\n";
    split_up.rest.replace(begin, end - begin, std::string(end - begin, ' '));
  }
  text += fmt::format("namespace {} {{\n#line 1 \"answer.cu\"\n{}\n}}\n", original,
                      without_lookup_by_arguments(answer, split_up.rest));
  if (!more.declarations.empty())
    text += fmt::format("namespace {} {{\n#line 1 \"{}\"\n{}\n}}\n", original, of_solution,
                        without_lookup_by_arguments(answer, more.declarations));
  for (std::size_t a = 0; a < edits.size(); ++a) {
    const edit& one = edits[a];
    text += fmt::format("namespace {} {{ namespace {}{} {{\n#line 1 \"{}{}\"\n", original,
                        alternative, a, alternative, a);
    for (const std::size_t d : affected(answer, one)) {
      const declaration& copied = answer.declarations()[d];
      if (kernels_alone && copied.is_function && !copied.is_device) continue;
      const std::size_t begin = offset_of(answer, copied.first), end = answer.end_of(copied.last);
      std::string part = split_up.rest.substr(begin, end - begin);
      for (const replacement& of : replacements_of(one))
        if (begin <= of.offset && of.offset + of.length <= end)
          part.replace(of.offset - begin, of.length, of.by);
      text += without_lookup_by_arguments(answer, part) + "\n";
    }
    text += "} }\n";
  }
  return text;
}

bool are_of_kernels(const code& answer, const std::vector<edit>& edits) {
  constexpr std::array<std::string_view, 4> in_device_memory = {"__device__", "__constant__",
                                                                "__managed__", "__shared__"};
  for (const declaration& one : answer.declarations())
    for (std::size_t i = one.first; !one.is_function && i <= one.last; ++i)
      if (std::find(in_device_memory.begin(), in_device_memory.end(), answer.text(i)) !=
          in_device_memory.end())
        return false;
  // What is outside of all functions, a constant, may be the host's, too.
  const auto is_in_kernel = [&](const replacement& part) {
    return std::any_of(
        answer.declarations().begin(), answer.declarations().end(), [&](const declaration& one) {
          return one.is_function && one.is_device && offset_of(answer, one.first) <= part.offset &&
                 part.offset + part.length <= answer.end_of(one.last);
        });
  };
  return std::all_of(edits.begin(), edits.end(), [&](const edit& one) {
    const auto parts = replacements_of(one);
    return one.of == edit::group::nothing || std::all_of(parts.begin(), parts.end(), is_in_kernel);
  });
}

cost cost_of(const code& answer, const edit& one) {
  constexpr std::size_t device_costs = 5;
  cost sum;
  std::size_t instantiations = 0;  // "template void sums(int*);"
  for (const std::size_t d : affected(answer, one)) {
    const declaration& copied = answer.declarations()[d];
    if (answer.is(copied.first, "template") && !answer.is(copied.first + 1, "<")) ++instantiations;
    sum.amount += (copied.last - copied.first) * (copied.is_device ? device_costs : 1);
    sum.is_on_device = sum.is_on_device || copied.is_device;
  }
  // What is compiled for three types costs as much as three functions.
  sum.amount *= std::max<std::size_t>(instantiations, 1);
  return sum;
}

bool borrowed_is_faulty(const std::string& compiler_output) {
  return compiler_output.find(of_solution) != std::string::npos;
}

std::vector<std::size_t> faulty_ones(const std::string& compiler_output) {
  static const std::regex place(
      R"((?:lockstep_alternative_(\d+)[(:]\d+)|(?:at line \d+ of "?lockstep_alternative_(\d+)))");
  std::set<std::size_t> found;
  for (std::sregex_iterator at(compiler_output.begin(), compiler_output.end(), place), end;
       at != end; ++at)
    found.insert(std::stoul((*at)[(*at)[1].matched ? 1 : 2]));
  return {found.begin(), found.end()};
}

std::string names_of_kernels(const std::vector<std::string>& of_answer, const std::string& ptx,
                             const std::vector<edit>& edits) {
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
    if (!has_kernels[a] && edits[a].of != edit::group::nothing) return {};
  return lines;
}

std::string entries_for(const std::vector<std::string>& of_answer,
                        const std::vector<std::string>& of_all, std::size_t alternatives) {
  std::map<std::string, std::string> symbols;  // by what they are called
  for (const std::string& symbol : of_all) symbols[demangled(symbol)] = symbol;
  const auto in_namespace = [&](const std::string& name, std::size_t a) -> std::string {
    const std::string nested = fmt::format("{}::{}{}::", original, alternative, a);
    const auto found = symbols.find(nested + name);
    return found == symbols.end() ? std::string() : found->second;
  };
  std::string code = "  .text\n", entries, selected, table;
  std::vector<std::string> names, defaults;
  for (const std::string& symbol : of_answer) {
    const std::string name = demangled(symbol);
    const auto first = symbols.find(fmt::format("{}::{}", original, name));
    if (name.empty() || first == symbols.end()) continue;
    code += fmt::format(
        "  .globl {0}\n  .type {0}, @function\n{0}:\n  jmp *lockstep_selected+{1}(%rip)\n", symbol,
        8 * names.size());
    entries += fmt::format("  .quad {}\n", symbol);
    selected += fmt::format("  .quad {}\n", first->second);
    names.push_back(name);
    defaults.push_back(first->second);
  }
  if (names.empty()) return {};
  for (std::size_t a = 0; a < alternatives; ++a)
    for (std::size_t n = 0; n < names.size(); ++n) {
      const std::string own = in_namespace(names[n], a);
      table += fmt::format("  .quad {}\n", own.empty() ? defaults[n] : own);
    }
  return code + fmt::format(
                    "  .data\n  .balign 8\n  .globl lockstep_selected\nlockstep_selected:\n{}"
                    "  .globl lockstep_entries\nlockstep_entries:\n{}"
                    "  .globl lockstep_alternatives\nlockstep_alternatives:\n{}"
                    "  .globl lockstep_alternative_count\nlockstep_alternative_count:\n  .quad {}\n"
                    "  .globl lockstep_entry_count\nlockstep_entry_count:\n  .quad {}\n"
                    "  .section .note.GNU-stack,\"\",@progbits\n",
                    selected, entries, table, alternatives, names.size());
}

}  // namespace lockstep::tutor::experiment
