#include "lockstep/protocol/kernel_name.hpp"

#include <vector>

namespace lockstep::protocol {
namespace {

constexpr std::size_t longest_arguments = 32;  // of a template
constexpr std::size_t longest_name = 64;
constexpr std::string_view anonymous = "(anonymous namespace)::";

// How far the name of an operator reaches that begins here: operator(), operator<<; 0: none does.
std::size_t operator_at(std::string_view text, std::size_t at) {
  constexpr std::string_view word = "operator";
  const auto is_of_name = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  if (text.substr(at, word.size()) != word || (at != 0 && is_of_name(text[at - 1]))) return 0;
  const std::string_view rest = text.substr(at + word.size());
  if (rest.substr(0, 2) == "()") return word.size() + 2;
  const std::size_t end = rest.find_first_not_of("<>=!+-*/%&|^~,[]");
  return word.size() + (end == std::string_view::npos ? rest.size() : end);
}

// Position of what closes the bracket at `open`; npos if nothing does. "->" is part of a name.
std::size_t closing(std::string_view text, std::size_t open) {
  std::vector<char> expected;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' || c == '(' || c == '{')
      expected.push_back(c == '<' ? '>' : c == '(' ? ')' : '}');
    else if (c == '>' && i != 0 && text[i - 1] == '-')
      continue;
    else if ((c == '>' || c == ')' || c == '}') && !expected.empty() && expected.back() == c)
      expected.pop_back();
    if (expected.empty()) return i;
  }
  return std::string_view::npos;
}

// Numba tells versions of a kernel apart by tags: f[abi:v1].
void remove_tags(std::string& text) {
  for (auto at = text.find("[abi:"); at != std::string::npos; at = text.find("[abi:")) {
    const auto end = text.find(']', at);
    if (end == std::string::npos) return;
    text.erase(at, end + 1 - at);
  }
}

std::string without_anonymous(std::string_view name) {
  std::string text(name);
  remove_tags(text);
  for (auto at = text.find(anonymous); at != std::string::npos; at = text.find(anonymous))
    text.erase(at, anonymous.size());
  // What nvcc makes of them in relocatable code.
  for (const std::string_view begin : {"_INTERNAL_", "_GLOBAL__N_"}) {
    for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin)) {
      const auto end = text.find("::", at);
      if (end == std::string::npos) return text;
      text.erase(at, end + 2 - at);
    }
  }
  return text;
}

// The name proper: behind the result's type, before the parameters.
std::string_view name_proper(std::string_view text) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const std::size_t length = operator_at(text, i); length != 0) {
      i += length - 1;
    } else if (text[i] == '<' || text[i] == '{') {
      const std::size_t end = closing(text, i);
      if (end == std::string_view::npos) return text.substr(begin);
      i = end;
    } else if (text[i] == '(') {
      return text.substr(begin, i - begin);
    } else if (text[i] == ' ' && text.substr(begin, 8) != "operator") {
      begin = i + 1;
    }
  }
  return text.substr(begin);
}

std::string with_short_arguments(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const std::size_t length = operator_at(text, i); length != 0) {
      out += text.substr(i, length);
      i += length - 1;
      continue;
    }
    out += text[i];
    if (text[i] != '<') continue;
    const std::size_t end = closing(text, i);
    if (end == std::string_view::npos || end - i - 1 <= longest_arguments) continue;
    out += "...";
    i = end - 1;
  }
  return out;
}

// a::b::c<d::e>: the last component outside of template arguments.
std::string_view last_component(std::string_view text) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '<' || text[i] == '{') {
      const std::size_t end = closing(text, i);
      if (end == std::string_view::npos) break;
      i = end;
    } else if (text.substr(i, 2) == "::") {
      begin = i + 2;
    }
  }
  return text.substr(begin);
}

}  // namespace

std::string qualified_name(std::string_view demangled) {
  const std::string whole = without_anonymous(demangled);
  return std::string(name_proper(whole));
}

std::string short_name(std::string_view demangled) {
  const std::string whole = without_anonymous(demangled);
  std::string name = with_short_arguments(name_proper(whole));
  if (name.empty()) return std::string(demangled);
  if (name.size() > longest_name) name = last_component(name);
  return name;
}

}  // namespace lockstep::protocol
