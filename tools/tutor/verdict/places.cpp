#include "verdict/places.hpp"

#include <algorithm>
#include <regex>
#include <string_view>
#include <vector>

#include "support/text.hpp"
#include "verdict/source_lines.hpp"

namespace lockstep::tutor {
namespace {

bool returns_a_value(const std::string& line) {
  const auto at = find_word(line, "return");
  return at != std::string::npos && !behind(line, at + 6).starts_with(";");
}

// Where the function that begins there returns its value, or of one without a value, its loop. If
// there is not one alone, its first line, as of a kernel: that is where its promises stand.
unsigned line_of_result(const std::vector<std::string>& lines, unsigned begin) {
  if (is_mentioned(lines[begin - 1], "__global__")) return begin;
  numbers_of_lines values, loops;
  for (unsigned n = begin; n <= lines.size() && !lines[n - 1].starts_with("}"); ++n) {
    if (returns_a_value(lines[n - 1])) values.push_back(n);
    if (is_mentioned(lines[n - 1], "for") || is_mentioned(lines[n - 1], "while"))
      loops.push_back(n);
  }
  if (values.size() == 1) return values.front();
  return values.empty() && loops.size() == 1 ? loops.front() : begin;
}

bool is_for_the_device(const std::string& line) {
  constexpr const char* words[] = {"__device__", "__global__", "__launch_bounds__",
                                   "__cluster_dims__", "__maxnreg__"};
  return std::any_of(std::begin(words), std::end(words),
                     [&](const char* word) { return is_mentioned(line, word); });
}

// Their first lines, as far as they begin at the margin.
numbers_of_lines lines_of_host_functions(const std::vector<std::string>& lines) {
  const auto begins_with_any = [](const std::string& line, auto... words) {
    return (line.starts_with(words) || ...);
  };
  numbers_of_lines found;
  for (unsigned n = 1; n <= lines.size(); ++n) {
    const std::string& line = lines[n - 1];
    const auto bracket = line.find('(');
    if (line.empty() || !is_of_name(line[0]) || bracket == std::string::npos) continue;
    if (trimmed(line).ends_with(";") || line.find('=') < bracket || line.find('{') < bracket)
      continue;
    if (begins_with_any(line, "template", "using", "struct", "class", "static_assert",
                        "namespace") ||
        is_for_the_device(line))
      continue;
    const std::string above = n > 1 ? trimmed(lines[n - 2]) : "";  // may be a part of it
    if (!above.ends_with(";") && !above.ends_with("}") && is_for_the_device(above)) continue;
    found.push_back(n);
  }
  return found;
}

// "i" of "data[i]"; nothing of "data[2 * i]".
std::vector<std::string> subscripts_in(const std::string& line) {
  std::vector<std::string> found;
  for (auto open = line.find('['); open != std::string::npos; open = line.find('[', open + 1)) {
    const auto close = line.find(']', open);
    if (close == std::string::npos) break;
    const std::string inside = trimmed(line.substr(open + 1, close - open - 1));
    const bool is_number = inside.empty() || (inside[0] >= '0' && inside[0] <= '9');
    if (!is_number && std::all_of(inside.begin(), inside.end(), is_of_name))
      found.push_back(inside);
  }
  return found;
}

bool is_name(const std::string& text) {
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') &&
         std::all_of(text.begin(), text.end(), is_of_name);
}

// What stands between the parentheses, or behind the equals sign, of `dim3 grid(across, down);`.
std::vector<std::string> initialisers_of(const std::string& line, const std::string& name) {
  std::string rest = line.substr(find_word(line, name) + name.size());
  const auto begin = rest.find_first_of("({="), end = rest.find_last_of(")};");
  if (begin == std::string::npos || end == std::string::npos || end <= begin) return {};
  rest = rest.substr(begin + 1, end - begin - 1);
  std::vector<std::string> found;
  for (std::size_t at = 0; at <= rest.size();) {
    const auto comma = std::min(rest.find(',', at), rest.size());
    found.push_back(trimmed(rest.substr(at, comma - at)));
    at = comma + 1;
  }
  return found;
}

// Where the value of `name`, which `line` defines, is computed: further up, if the line only passes
// on other names.
unsigned line_that_computes(const std::vector<std::string>& lines, const std::string& name,
                            unsigned line) {
  for (const std::string& part : initialisers_of(lines[line - 1], name)) {
    if (!is_name(part)) return line;
    if (const unsigned above = line_that_assigns(lines, part, line - 1); above != 0) return above;
  }
  return line;
}

// `for (unsigned k = 0; ...; ++k)`.
bool counts_a_loop(const std::string& line, const std::string& name) {
  return is_mentioned(line, "for") && (line.find("++" + name) != std::string::npos ||
                                       line.find(name + "++") != std::string::npos);
}

// "tile" of "if (t < 32) tile[t] += x;".
std::string assigned_in(const std::string& line) {
  int depth = 0;  // of parentheses: what stands in those of `for` is another matter
  for (std::size_t equals = 0; equals < line.size(); ++equals) {
    depth += line[equals] == '(' ? 1 : line[equals] == ')' ? -1 : 0;
    if (line[equals] != '=' || depth != 0) continue;
    const char before = equals == 0 ? ' ' : line[equals - 1];
    const bool compares = before == '<' || before == '>' || before == '!' || before == '=' ||
                          line.compare(equals, 2, "==") == 0;
    if (compares) continue;
    std::string left = line.substr(0, equals);
    while (!left.empty() && !is_of_name(left.back()) && left.back() != ']') left.pop_back();
    for (int open = 0; !left.empty() && (left.back() == ']' || open > 0); left.pop_back())
      open += left.back() == ']' ? 1 : left.back() == '[' ? -1 : 0;
    auto begin = left.size();
    while (begin > 0 && is_of_name(left[begin - 1])) --begin;
    return left.substr(begin);
  }
  return {};
}

// The line of code whose comment, in the same line or above it, says the word; 0: none, or several.
// What stands at the head of the file is about all of it.
unsigned line_with_comment(const std::string& source, const std::vector<std::string>& code,
                           const std::string& word) {
  const auto lines = lines_of(source);
  unsigned found = 0;
  unsigned n = 1;
  while (n <= lines.size() && trimmed(code[n - 1]).empty()) ++n;
  for (; n <= lines.size(); ++n) {
    if (!is_mentioned(lines[n - 1], word) || is_mentioned(code[n - 1], word)) continue;
    unsigned at = n;
    while (at < code.size() && trimmed(code[at - 1]).empty()) ++at;
    if (found != 0 && found != at) return 0;
    found = at;
  }
  return found;
}

}  // namespace

unsigned line_of_launch(const std::string& source, const std::string& kernel) {
  const auto found = lines_with(lines_of(code_of(source)), kernel, launches);
  return found.size() == 1 ? found.front() : 0;
}

unsigned line_of_shape(const std::string& source, const std::string& kernel, unsigned argument,
                       unsigned launched) {
  const auto lines = lines_of(code_of(source));
  if (launched == 0) launched = line_of_launch(source, kernel);
  if (launched == 0 || launched > lines.size()) return 0;
  const std::string& launch = lines[launched - 1];
  if (launch.find("<<<") == std::string::npos) return launched;
  auto begin = launch.find("<<<") + 3, end = launch.find(',', begin);
  if (argument == 2 && end != std::string::npos) {
    begin = end + 1;
    end = std::min(launch.find(',', begin), launch.find(">>>", begin));
  }
  if (end == std::string::npos) return launched;
  const std::string shape = trimmed(launch.substr(begin, end - begin));
  const unsigned assigned = line_that_assigns(lines, shape, launched - 1);
  if (assigned == 0) return launched;
  return argument == 3 ? assigned : line_that_computes(lines, shape, assigned);
}

unsigned line_of_name(const std::string& source, const std::string& names, unsigned occurrence) {
  const auto lines = lines_of(code_of(source));
  for (const std::string& name : words_of_list(names)) {
    const auto defined = lines_with(lines, name, is_defined);
    if (!defined.empty()) return defined.size() == 1 ? line_of_result(lines, defined.front()) : 0;
    for (const auto holds : {is_assigned, is_called, is_mentioned}) {
      const auto found = lines_with(lines, name, holds);
      if (found.empty()) continue;
      if (occurrence == 0) return found.size() == 1 ? found.front() : 0;
      return occurrence <= found.size() ? found[occurrence - 1] : 0;
    }
  }
  return 0;
}

unsigned line_of_comment(const std::string& source, const std::string& names) {
  const auto lines = lines_of(code_of(source));
  for (const std::string& name : words_of_list(names))
    if (const unsigned said = line_with_comment(source, lines, name); said != 0) return said;
  return 0;
}

unsigned line_of_subscript(const std::string& source, unsigned line) {
  const auto lines = lines_of(code_of(source));
  if (line == 0 || line > lines.size()) return 0;
  unsigned found = 0;
  for (const std::string& name : subscripts_in(lines[line - 1])) {
    const unsigned assigned = line_that_assigns(lines, name, line);
    if (assigned == 0 || counts_a_loop(lines[assigned - 1], name)) continue;
    if (found != 0 && found != assigned) return 0;
    found = assigned;
  }
  return found;
}

unsigned line_of_host_function(const std::string& source) {
  const auto found = lines_of_host_functions(lines_of(code_of(source)));
  return found.size() == 1 ? found.front() : 0;
}

std::vector<std::string> host_functions_of(const std::string& source) {
  const auto lines = lines_of(code_of(source));
  std::vector<std::string> names;
  for (const unsigned n : lines_of_host_functions(lines)) {
    const std::string& line = lines[n - 1];
    const std::string before = trimmed(line.substr(0, line.find('(')));
    const auto begin = std::find_if_not(before.rbegin(), before.rend(), is_of_name).base();
    if (!is_mentioned(line, "constexpr") && !is_mentioned(line, "consteval"))
      names.emplace_back(begin, before.end());
  }
  return names;
}

unsigned line_of_instantiation(const std::string& source, const std::string& what) {
  static const std::regex function(R"((\w+)<[^()]*>\()");
  std::smatch name;
  if (!std::regex_search(what, name, function)) return 0;
  const auto lines = lines_of(code_of(source));
  unsigned found = 0;
  for (unsigned n = 1; n <= lines.size(); ++n)
    if (lines[n - 1].starts_with("template ") && !lines[n - 1].starts_with("template <") &&
        is_mentioned(lines[n - 1], name[1]))
      found = n;
  return found;
}

unsigned line_of_undefined(const std::string& source, const std::string& what) {
  static const std::regex function(
      R"((?:[Uu]nresolved extern function|[Uu]ndefined reference to) [`'](?:.*[ :])?(\w+)(?:\(|'|`))");
  static const std::regex declaration(R"(\b(?:extern|__device__|__global__|__host__)\b)");
  std::smatch name;
  if (!std::regex_search(what, name, function)) return 0;
  const auto lines = lines_of(code_of(source));
  for (unsigned n = 1; n <= lines.size(); ++n)
    if (is_mentioned(lines[n - 1], name[1]) && !std::regex_search(lines[n - 1], declaration))
      return n;
  return 0;
}

unsigned line_of_name_like(const std::string& source, const std::string& word) {
  const auto lines = lines_of(code_of(source));
  if (word.empty() || !std::all_of(word.begin(), word.end(), is_of_name)) return 0;
  unsigned found = 0;
  for (unsigned n = 1; n <= lines.size(); ++n) {
    const std::string& line = lines[n - 1];
    const auto at = line.find(word);
    if (at == std::string::npos || (at > 0 && is_of_name(line[at - 1]))) continue;
    const auto end = at + word.size();
    if (end < line.size() && is_of_name(line[end]) && line[end] != '_') continue;
    if (found != 0) return 0;
    found = n;
  }
  return found;
}

unsigned line_of_loop(const std::string& source, unsigned line) {
  const auto lines = lines_of(code_of(source));
  if (line == 0 || line > lines.size()) return 0;
  const auto indentation = [&](unsigned n) { return lines[n - 1].find_first_not_of(' '); };
  const auto begins_loop = [&](unsigned n) {
    return is_called(lines[n - 1], "for") || is_called(lines[n - 1], "while");
  };
  auto inner = indentation(line);
  if (begins_loop(line)) return line;
  for (unsigned n = line; n > 1 && inner > 0; --n) {
    const auto here = indentation(n - 1);
    if (here == std::string::npos || here >= inner) continue;
    inner = here;
    if (begins_loop(n - 1)) return n - 1;
  }
  return 0;
}

unsigned line_of_loop_in(const std::string& source, const std::string& kernel) {
  const auto lines = lines_of(code_of(source));
  unsigned found = 0;
  bool is_in_kernel = false;
  for (unsigned n = 1; n <= lines.size(); ++n) {
    const std::string& line = lines[n - 1];
    if (line.starts_with("}")) is_in_kernel = false;
    if (line.find("<<<") == std::string::npos && is_called(line, kernel) && !line.starts_with(" "))
      is_in_kernel = true;
    if (!is_in_kernel || (!is_called(line, "for") && !is_called(line, "while"))) continue;
    if (found != 0) return 0;
    found = n;
  }
  return found;
}

unsigned line_of_declaration(const std::string& source, unsigned line,
                             const std::vector<std::string>& types) {
  const auto lines = lines_of(code_of(source));
  if (line == 0 || line > lines.size()) return 0;
  const std::string name = assigned_in(lines[line - 1]);
  if (name.empty()) return 0;
  for (unsigned n = line; n > 0 && !lines[n - 1].starts_with("}"); --n)
    if (is_declared(lines[n - 1], name)) {
      const bool fits = std::any_of(types.begin(), types.end(), [&](const std::string& type) {
        return is_mentioned(lines[n - 1], type);
      });
      return fits ? n : 0;
    }
  return 0;
}

dropped_call first_dropped_call(const std::string& source, unsigned line) {
  const auto lines = lines_of(code_of(source));
  dropped_call found;
  for (unsigned n = std::min<std::size_t>(line, lines.size()); n > 0; --n) {
    const std::string& text = lines[n - 1];
    if (text.starts_with("}")) break;
    const std::string statement = trimmed(text);
    const auto end = std::find_if_not(statement.begin(), statement.end(), is_of_name);
    const std::string word(statement.begin(), end);
    if (word.starts_with("cuda") && end != statement.end() && *end == '(') found = {n, word};
  }
  return found;
}

unsigned line_of_shared_array(const std::string& source, const std::string& name) {
  const auto lines = lines_of(code_of(source));
  const auto found = lines_with(lines, name, [](const std::string& line, const std::string& array) {
    return is_mentioned(line, "__shared__") && is_mentioned(line, array);
  });
  return found.size() == 1 ? found.front() : 0;
}

unsigned line_of_violation(const std::string& violation, const std::string& source) {
  static const std::regex named(R"((?:uses|defines) .*?(\w+)(?:<[^<>]*>)?, which is)"),
      included(R"(includes (?:.*/)?([\w.]+))"), early(R"(runs code before)"),
      computed(R"(computes (\w+) when)");
  const auto lines = lines_of(source);
  const auto first_with = [&](const std::string& text) -> unsigned {
    const auto found = std::find_if(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.find(text) != std::string::npos && !trimmed(line).starts_with("//");
    });
    return found == lines.end() ? 0 : 1 + static_cast<unsigned>(found - lines.begin());
  };
  std::smatch what;
  if (std::regex_search(violation, what, named) || std::regex_search(violation, what, included) ||
      std::regex_search(violation, what, computed))
    return first_with(what[1]);
  if (violation.find("(.incbin)") != std::string::npos) return first_with("incbin");
  if (violation.find("to include by a macro") != std::string::npos) {
    static const std::regex by_macro(R"(#\s*include\w*\s+[A-Za-z_])");
    const auto found = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
      return std::regex_search(line, by_macro);
    });
    return found == lines.end() ? 0 : 1 + static_cast<unsigned>(found - lines.begin());
  }
  if (std::regex_search(violation, early)) return first_with("__attribute__");
  if (violation.find("CUB or Thrust") != std::string::npos) {
    static const std::regex renamed(R"(namespace (\w+) = (?:cub|thrust))");
    std::smatch alias;
    // Where it is used, under its other name.
    if (std::regex_search(source, alias, renamed))
      if (const unsigned used = first_with(alias[1].str() + "::"); used != 0) return used;
    return std::max({first_with("cub::"), first_with("thrust::"), first_with("= cub;")});
  }
  return 0;
}

}  // namespace lockstep::tutor
