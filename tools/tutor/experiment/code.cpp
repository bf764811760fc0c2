#include "experiment/code.hpp"

#include <algorithm>
#include <set>

namespace lockstep::tutor::experiment {
namespace {

using word_set = std::set<std::string_view>;

bool is_one_of(std::string_view text, const word_set& all) { return all.count(text) > 0; }

const word_set qualifiers = {"const",  "static", "volatile", "constexpr",   "__shared__",
                             "extern", "inline", "register", "__restrict__"};
const word_set integers = {"unsigned", "int",     "long",     "size_t",   "short",
                           "char",     "bool",    "uint32_t", "uint64_t", "int64_t",
                           "int32_t",  "uint8_t", "ptrdiff_t"};
const word_set no_types = {"return", "if",    "else",     "for",  "while", "do",       "switch",
                           "case",   "break", "continue", "goto", "new",   "delete",   "using",
                           "sizeof", "throw", "default",  "true", "false", "template", "typename"};

}  // namespace

code::code(std::string_view source) : source_(source), tokens_(tokens_of(source)) {
  line_begins_.push_back(0);
  for (auto at = source.find('\n'); at != std::string_view::npos; at = source.find('\n', at + 1))
    line_begins_.push_back(at + 1);
  partner_.assign(tokens_.size(), npos);
  declares_.assign(tokens_.size(), false);
  find_partners();
  find_pragmas();
  find_declarations();
  for (const declaration& one : declarations_) {
    if (!one.is_function) continue;
    find_variables(one);
    find_statements(one);
  }
}

std::string_view code::text(std::size_t index) const {
  return index < tokens_.size() ? tokens_[index].text : std::string_view();
}

unsigned code::line_of(std::size_t index) const {
  const auto after =
      std::upper_bound(line_begins_.begin(), line_begins_.end(), tokens_[index].offset);
  return static_cast<unsigned>(after - line_begins_.begin());
}

std::size_t code::end_of(std::size_t index) const {
  return tokens_[index].offset + tokens_[index].text.size();
}

std::string code::text(std::size_t first, std::size_t last) const {
  return std::string(source_.substr(tokens_[first].offset, end_of(last) - tokens_[first].offset));
}

void code::find_pragmas() {
  constexpr std::string_view begins = "#pragma ", once = "once";
  for (const std::size_t line : line_begins_) {
    const auto offset = source_.find_first_not_of(" \t", line);
    if (offset == npos || source_.compare(offset, begins.size(), begins) != 0) continue;
    const auto end = std::min(source_.find_first_of("\r\n", offset), source_.size());
    pragma made;
    made.offset = offset;
    made.text = source_.substr(offset, end - offset);
    made.says = made.text.substr(begins.size());
    if (made.says.substr(0, once.size()) == once) continue;
    while (made.before < tokens_.size() && tokens_[made.before].offset < end) ++made.before;
    pragmas_.push_back(made);
  }
}

std::string_view code::pragma_before(std::size_t index) const {
  for (const pragma& one : pragmas_)
    if (one.before == index) return one.says;
  return {};
}

void code::find_partners() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (is(i, "(") || is(i, "{") || is(i, "[")) open.push_back(i);
    if ((is(i, ")") || is(i, "}") || is(i, "]")) && !open.empty()) {
      partner_[i] = open.back();
      partner_[open.back()] = i;
      open.pop_back();
    }
  }
}

// What stands in a namespace without a name counts as if it stood outside.
void code::find_declarations() {
  std::size_t first = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (is(i, "namespace") && is(i + 1, "{")) {
      first = i + 2;
      ++i;
    } else if (is(i, "}")) {
      first = i + 1;  // of such a namespace
    } else if (is(i, ";")) {
      if (i > first) finish(first, i);
      first = i + 1;
    } else if ((is(i, "{") || is(i, "(") || is(i, "[")) && partner_[i] != npos) {
      const bool is_body = is(i, "{") && !is(i - 1, "=");
      i = partner_[i];
      if (!is_body || is(i + 1, ";") || is(i + 1, ",")) continue;
      finish(first, i);
      first = i + 1;
    }
  }
}

void code::finish(std::size_t first, std::size_t last) {
  declaration made;
  made.first = first;
  made.last = last;
  for (std::size_t i = first; i <= last; ++i) {
    if (is(i, "__global__") || is(i, "__device__")) made.is_device = true;
    if (is(i, "__launch_bounds__")) {
      i = partner_[i + 1];
      continue;
    }
    if (is(i, "=") || is(i, "{")) {
      if (made.name.empty() && i > first) made.name = text(i - 1);
      if (is(i, "{") && !made.is_function) break;
    }
    if (is(i, "(") && partner_[i] != npos && made.name.empty()) {
      made.name = text(i - 1);
      i = partner_[i];
      continue;
    }
    if (is(i, "{")) break;
    if (is(i, "[") && made.name.empty() && i > first) made.name = text(i - 1);
    if (is(i, ";") && made.name.empty() && i > first) made.name = text(i - 1);
  }
  if (is(last, "}")) {
    const std::size_t open = partner_[last];
    const word_set no_functions = {"struct", "class", "enum", "union", "namespace"};
    made.is_function = is(open - 1, ")") || is(open - 1, "const") || is(open - 1, "noexcept");
    for (std::size_t i = first; i < open && !is(i, "("); ++i)
      if (is_one_of(text(i), no_functions)) made.is_function = false;
    made.body = open;
  }
  declarations_.push_back(made);
}

const declaration* code::function_at(std::size_t index) const {
  for (const declaration& one : declarations_)
    if (one.is_function && one.first <= index && index <= one.last) return &one;
  return nullptr;
}

void code::find_statements(const declaration& of) {
  std::vector<std::size_t> blocks;
  for (std::size_t i = of.body; i < of.last; ++i) {
    if (is(i, "{")) {
      blocks.push_back(i);
      continue;
    }
    if (is(i, "}")) {
      if (!blocks.empty()) blocks.pop_back();
      continue;
    }
    statement made;
    made.block = blocks.empty() ? of.body : blocks.back();
    made.begin = i;
    // The heads of if, for and while, and `else`, before it.
    while (i < of.last) {
      const bool has_condition = is(i, "if") || is(i, "for") || is(i, "while") || is(i, "switch");
      std::size_t open = i + 1;
      if (is(open, "constexpr")) ++open;
      if (has_condition && is(open, "(") && partner_[open] != npos) {
        i = partner_[open] + 1;
      } else if (is(i, "else") || is(i, "do")) {
        ++i;
      } else {
        break;
      }
    }
    if (is(i, "{") || is(i, "}")) {
      --i;
      continue;
    }
    made.first = i;
    while (i < of.last && !is(i, ";")) {
      if (partner_[i] != npos && partner_[i] > i) i = partner_[i];
      ++i;
    }
    made.last = i;
    for (std::size_t k = made.first; k < made.last; ++k)
      if (declares_[k]) made.declares = true;
    if (made.last > made.first) statements_.push_back(made);
  }
}

// Behind a type at `index`; `index` itself if there is none.
std::size_t code::after_type(std::size_t index, std::string& type) const {
  std::size_t i = index;
  type.clear();
  bool is_integer = false;
  while (i < tokens_.size() && (is_one_of(text(i), qualifiers) || is_one_of(text(i), integers))) {
    is_integer = is_integer || is_one_of(text(i), integers);
    ++i;
  }
  if (is_integer) {
    type = "integer";
  } else {
    while (is(i, "std") && is(i + 1, "::")) i += 2;
    if (is_one_of(text(i), integers)) {
      type = "integer";
    } else if (i < tokens_.size() && tokens_[i].is == token::kind::word &&
               !is_one_of(text(i), no_types)) {
      type = std::string(text(i));
    } else {
      return index;
    }
    ++i;
    if (is(i, "<") && !tokens_[i].blank_before) {
      while (i < tokens_.size() && !is(i, ">") && !is(i, ";")) ++i;
      ++i;
    }
  }
  while (is_one_of(text(i), qualifiers)) ++i;
  while (is(i, "*") || is(i, "&") || is_one_of(text(i), qualifiers)) {
    if (is(i, "*")) type += "*";
    ++i;
  }
  return i;
}

void code::find_variables(const declaration& of) {
  std::vector<std::size_t> ends = {of.last};
  const auto add = [&](std::size_t at, const std::string& type, std::size_t end) {
    bool is_const = false;
    for (std::size_t k = at; k-- > 0 && !is(k, ";") && !is(k, ",") && !is(k, "(") && !is(k, "{");)
      is_const = is_const || is(k, "const");
    variables_.push_back({text(at), type, at, end, is_const && type.ends_with("*")});
    declares_[at] = true;
  };
  // Of a loop or a condition; what a call gets, `f(a * b)`, declares nothing.
  const auto opens_head = [&](std::size_t open) {
    const word_set heads = {"for", "if", "while", "switch", "constexpr"};
    return open > 0 && is_one_of(text(open - 1), heads);
  };
  for (std::size_t i = of.first; i < of.last; ++i) {
    const bool begins = i == of.body + 1 || is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}") ||
                        (is(i - 1, "(") && (i < of.body || opens_head(i - 1))) ||
                        (is(i - 1, ",") && i < of.body);
    if (is(i, "{")) ends.push_back(partner_[i]);
    if (is(i, "}") && ends.size() > 1) ends.pop_back();
    if (!begins || i == of.first) continue;
    std::string type;
    std::size_t name = after_type(i, type);
    if (name == i || tokens_[name].is != token::kind::word || is_one_of(text(name), no_types))
      continue;
    const std::string_view behind = text(name + 1);
    const word_set ends_name = {"=", ";", ",", ")", "[", "(", "{", ":"};
    if (!is_one_of(behind, ends_name) || (behind == "(" && i < of.body)) continue;
    std::size_t end = i < of.body ? of.last : ends.back();
    // In the head of a loop: up to the end of what it repeats.
    if (is(i - 1, "(") && i > of.body && partner_[i - 1] != npos) {
      const std::size_t head = partner_[i - 1];
      end = is(head + 1, "{") ? partner_[head + 1] : head + 1;
      while (end < of.last && !is(end, ";") && !is(end, "}")) ++end;
    }
    const std::string base = type.substr(0, type.find('*'));
    add(name, behind == "[" ? type + "*" : type, end);
    if (i < of.body) continue;
    // `int a = 0, b[2], *c;`
    for (std::size_t k = name + 1; k < of.last && !is(k, ";") && !is(k, ")"); ++k) {
      if (partner_[k] != npos && partner_[k] > k) k = partner_[k];
      if (!is(k, ",")) continue;
      std::string other = base;
      for (++k; is(k, "*"); ++k) other += "*";
      if (tokens_[k].is == token::kind::word) add(k, is(k + 1, "[") ? other + "*" : other, end);
    }
  }
}

std::vector<const variable*> code::visible(std::size_t index, std::string_view type) const {
  std::vector<const variable*> found;
  for (const variable& one : variables_) {
    if (one.from >= index || index >= one.to || one.type != type) continue;
    // Not in its own initialiser.
    bool is_ready = false;
    for (std::size_t k = one.from; k < index && !is_ready; ++k)
      is_ready = is(k, ";") || is(k, ")") || is(k, "{");
    if (is_ready) found.push_back(&one);
  }
  return found;
}

const variable* code::variable_at(std::size_t index) const {
  if (index > 0 && (is(index - 1, ".") || is(index - 1, "->") || is(index - 1, "::")))
    return nullptr;
  const variable* found = nullptr;
  for (const variable& one : variables_)
    if (one.name == text(index) && one.from < index && index < one.to) found = &one;
  return found;
}

code::range code::value_of_constant(std::size_t index) const {
  std::size_t name = npos;
  if (const variable* const local = variable_at(index)) {
    name = local->from;
  } else {
    for (const declaration& one : declarations_)
      for (std::size_t i = one.first; !one.is_function && i < one.last; ++i)
        if (one.name == text(index) && is(i, one.name)) name = i;
  }
  if (name == npos || !is(name + 1, "=")) return {};
  bool is_constant = false;
  for (std::size_t i = name; i-- > 0;) {
    if (is(i, "const") || is(i, "constexpr")) is_constant = true;
    if (is(i, ";") || is(i, "{") || is(i, "(") || is(i, ")")) break;
  }
  if (!is_constant) return {};
  std::size_t end = name + 2;
  while (end < tokens_.size() && !is(end, ";") && !is(end, ",")) {
    if (partner_[end] != npos && partner_[end] > end) end = partner_[end];
    ++end;
  }
  return {name + 2, end};
}

}  // namespace lockstep::tutor::experiment
