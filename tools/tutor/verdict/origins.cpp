#include "verdict/origins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>
#include <utility>

#include "lockstep/protocol/phrase.hpp"
#include "support/text.hpp"
#include "verdict/source_lines.hpp"

namespace lockstep::tutor {
namespace {

using variable_names = std::vector<std::string>;
using line_numbers = std::set<unsigned>;

constexpr std::size_t most_names = 2, most_lines = 3;

// What the expression matches in a text, each once; of two groups, the one that is there.
variable_names all_in(const std::string& text, const char* expression) {
  const std::regex one(expression);
  variable_names found;
  for (std::sregex_iterator at(text.begin(), text.end(), one), end; at != end; ++at)
    for (std::size_t group = 1; group < at->size(); ++group) {
      const std::string name = (*at)[group];
      if (!name.empty() && std::find(found.begin(), found.end(), name) == found.end())
        found.push_back(name);
    }
  return found;
}

// Variables, not members, calls or numbers.
variable_names variables_in(const std::string& text) {
  return all_in(text, R"((?:^|[^\w.>])([A-Za-z_]\w*)(?![\w(]|\s*\())");
}

// "x" of `result[i] = ...` is what comes behind the equals sign.
std::string value_in(const std::string& line) {
  static const std::regex assignment(R"([^=<>!]=[^=])");
  std::smatch at;
  if (std::regex_search(line, at, assignment))
    return line.substr(static_cast<std::size_t>(at.position()) + 2);
  if (const auto result = find_word(line, "return"); result != std::string::npos)
    return line.substr(result + std::string("return").size());
  const auto open = line.find('(');  // dim3 grid(across, down);
  return line.find("dim3 ") == std::string::npos || open == std::string::npos
             ? std::string()
             : line.substr(open + 1);
}

variable_names used_in_launch(const std::string& line, unsigned argument) {
  auto begin = line.find("<<<") + 3, end = std::min(line.find(">>>", begin), line.size());
  for (unsigned n = 1; n < argument; ++n) begin = std::min(line.find(',', begin), end - 1) + 1;
  if (argument != 0) end = std::min(line.find(',', begin), end);
  return variables_in(line.substr(begin, end - begin));
}

variable_names used_as_index(const std::string& line) {
  // `[i]`, `[k - 1]`, `= *p`
  const auto found = all_in(
      line,
      R"((?:\[\s*([A-Za-z_]\w*)(?: [-+] \d+)?\s*\])|(?:(?:^|[=+(,]|return)\s*\*([A-Za-z_]\w*)))");
  if (!found.empty()) return found;
  // `result[8 * row + place] = ...`: what is added last.
  const auto added = all_in(line, R"(\[[^\]]*\+ ([A-Za-z_]\w*)\s*\] =[^=])");
  const bool is_access = line.find('[') != std::string::npos;
  return is_access ? added : variables_in(value_in(line));
}

// Pointers of which the line accesses elements.
variable_names used_as_pointer(const std::string& line) {
  return all_in(line, R"((?:^|[^\w.>])([A-Za-z_]\w*)\[)");
}

variable_names used_as_limit(const std::string& line) {
  return all_in(line, R"((?:<|<=|>|>=) ([A-Za-z_]\w*)(?![\w(.[]))");
}

class function_around {
 public:
  function_around(const std::vector<std::string>& lines, unsigned line) : lines_(lines) {
    begin_ = end_ = line;
    while (begin_ > 1 && !lines[begin_ - 2].starts_with("}")) --begin_;
    while (end_ < lines.size() && !lines[end_ - 1].starts_with("}")) ++end_;
  }

  // The head of the loop around a line that counts a variable; 0: there is none.
  unsigned head_counting(const std::string& name, unsigned line) const {
    for (unsigned n = line; n >= begin_; --n)
      if (is_mentioned(lines_[n - 1], "for") && assigns(lines_[n - 1], name)) return n;
    return 0;
  }

  // Empty if a loop counts it, or nothing in the function assigns to it.
  line_numbers lines_computing(const std::string& name, unsigned used_in) const {
    line_numbers direct, first_values;
    const auto [begin, end] = reach_of(name, used_in);
    for (unsigned n = begin; n <= end; ++n) {
      const std::string& whole = lines_[n - 1];
      if (n == used_in || !assigns(whole, name)) continue;
      // What a loop does in the line of its head is no counting.
      const std::string line = is_mentioned(whole, "for") ? behind_head(whole) : whole;
      if (!assigns(line, name) || is_a_thread_number(line)) return {};
      if (begins_with_a_number(line) && !is_mentioned(line, "return")) {
        first_values.insert(n);
        continue;
      }
      direct.insert(n);
    }
    if (direct.empty()) direct = first_values;
    if (direct.size() > most_lines) return {};
    // What it is computed from, one step further at a time, as far as all of a step can be named.
    // Where it is passed by its address, that is not what the line assigns to something else.
    line_numbers all = direct, step;
    for (const unsigned n : direct)
      if (!is_passed(lines_[n - 1], name)) step.insert(n);
    while (!step.empty()) {
      line_numbers sources;
      for (const unsigned n : step) add_sources(n, sources);
      line_numbers with = all;
      with.insert(sources.begin(), sources.end());
      if (with.size() == all.size() || with.size() > most_lines) break;
      all = std::move(with);
      step = std::move(sources);
    }
    return all;
  }

 private:
  static bool assigns(const std::string& line, const std::string& name) {
    for (auto at = find_word(line, name); at != std::string::npos;
         at = find_word(line, name, at + 1))
      if (is_assigned(line.substr(at), name)) return true;
    return is_shape(line, name) || is_passed(line, name);
  }

  // `dim3 block(32, 8);`, and no parameter.
  static bool is_shape(const std::string& line, const std::string& name) {
    const auto at = line.find("dim3 " + name);
    if (at == std::string::npos || !is_mentioned(line, name)) return false;
    const auto next = line.find_first_not_of(' ', at + 5 + name.size());
    return next != std::string::npos &&
           (line[next] == '(' || line[next] == '{' || line[next] == '=');
  }

  // `cudaGetDevice(&device)`, `atomicAdd(&count, 1)`
  static bool is_passed(const std::string& line, const std::string& name) {
    static const std::regex of_name(R"(&(\w+))");
    for (std::sregex_iterator at(line.begin(), line.end(), of_name), end; at != end; ++at) {
      const auto begin = static_cast<std::size_t>(at->position());
      const bool is_argument = begin > 0 && (line[begin - 1] == '(' ||
                                             (begin > 1 && line.compare(begin - 2, 2, ", ") == 0));
      if (is_argument && (*at)[1] == name) return true;
    }
    return false;
  }

  // Where several variables have the name: from the declaration above the line to the next one.
  std::pair<unsigned, unsigned> reach_of(const std::string& name, unsigned used_in) const {
    unsigned begin = begin_, end = end_;
    for (unsigned n = begin_; n <= end_ && end == end_; ++n) {
      if (!is_declared(lines_[n - 1], name)) continue;
      if (n <= used_in)
        begin = n;
      else if (begin != begin_)
        end = n - 1;
    }
    return {begin, end};
  }

  // What follows `for (...)` in its line.
  static std::string behind_head(const std::string& line) {
    int open = 0;
    for (auto at = line.find('(', find_word(line, "for")); at < line.size(); ++at) {
      open += line[at] == '(' ? 1 : line[at] == ')' ? -1 : 0;
      if (open == 0) return line.substr(at + 1);
    }
    return {};
  }

  // `const unsigned t = threadIdx.x;`
  static bool is_a_thread_number(const std::string& line) {
    static const std::regex one(R"(= (thread|block)Idx\.[xyz];)");
    return std::regex_search(line, one);
  }

  // `unsigned total = 0;`
  static bool begins_with_a_number(const std::string& line) {
    static const std::regex one(R"(\w+ \w+ = -?[\d.]+[uUlLfF]*;)");
    return std::regex_search(line, one);
  }

  void add_sources(unsigned of, line_numbers& to) const {
    for (const std::string& name : variables_in(value_in(lines_[of - 1]))) {
      unsigned above = of - 1;
      while (above >= begin_ && !assigns(lines_[above - 1], name)) --above;
      if (above >= begin_ && !is_mentioned(lines_[above - 1], "for") &&
          !is_mentioned(lines_[above - 1], "constexpr"))
        to.insert(above);
    }
  }

  const std::vector<std::string>& lines_;
  unsigned begin_ = 0, end_ = 0;
};

std::string in_words(const line_numbers& lines) {
  std::string text;
  std::size_t left = lines.size();
  for (const unsigned n : lines) {
    text += std::to_string(n);
    if (--left > 0) text += left == 1 ? " and " : ", ";
  }
  return protocol::phrase("line", lines.size() == 1 ? "line {}" : "lines {}", text);
}

}  // namespace

std::string computed_elsewhere(const std::string& source, unsigned line,
                               const std::vector<unsigned>& conditions, unsigned argument,
                               part_of_access part) {
  const auto lines = lines_of(code_of(source));
  if (line == 0 || line > lines.size()) return {};
  std::string text;
  line_numbers named(conditions.begin(), conditions.end());
  named.insert(line);
  std::size_t count = 0;
  const auto add = [&](const variable_names& all, unsigned used_in) {
    for (const std::string& name : all) {
      if (count == most_names) return;
      const auto found = function_around(lines, used_in).lines_computing(name, used_in);
      if (std::includes(named.begin(), named.end(), found.begin(), found.end())) continue;
      text += count++ == 0
                  ? protocol::phrase("computed-in", "`{}` is computed on {}", name, in_words(found))
                  : fmt::format(", `{}` on {}", name, in_words(found));
      named.insert(found.begin(), found.end());
    }
  };
  for (const unsigned condition : conditions)
    if (condition <= lines.size()) add(used_as_limit(lines[condition - 1]), condition);
  const auto add_loops = [&](const variable_names& all) {
    for (const std::string& name : all) {
      const unsigned head = function_around(lines, line).head_counting(name, line);
      if (count == most_names || head == 0 || !named.insert(head).second) continue;
      text += (count++ == 0 ? "" : ", ") +
              protocol::phrase("counted-in", "`{}` is counted on line {}", name, head);
    }
  };
  const std::string& here = lines[line - 1];
  const bool launches = here.find("<<<") != std::string::npos;
  if (part == part_of_access::pointer) {
    add(used_as_pointer(here), line);
    return text;
  }
  add(launches ? used_in_launch(here, argument) : used_as_index(here), line);
  if (!launches && count == 0)
    add_loops(all_in(here, R"(\[[^\]]*?([A-Za-z_]\w*)(?: [-+] \d+)?\s*\])"));
  return text;
}

std::string result_computed_in(const std::string& source) {
  const auto lines = lines_of(code_of(source));
  unsigned returns = 0;
  for (unsigned n = 1; n <= lines.size(); ++n) {
    if (is_mentioned(lines[n - 1], "__global__")) return {};
    if (value_in(lines[n - 1]).empty() || !is_mentioned(lines[n - 1], "return")) continue;
    if (returns != 0) return {};
    returns = n;
  }
  if (returns == 0) return {};
  for (const std::string& name : variables_in(value_in(lines[returns - 1]))) {
    const auto found = function_around(lines, returns).lines_computing(name, returns);
    if (!found.empty())
      return protocol::phrase("result-computed-in", "the result, `{}`, is computed on {}", name,
                              in_words(found));
  }
  return {};
}

}  // namespace lockstep::tutor
