#include "verdict/members.hpp"

#include <algorithm>
#include <optional>
#include <regex>
#include <string_view>
#include <vector>

#include "support/text.hpp"
#include "verdict/source_lines.hpp"

namespace lockstep::tutor {
namespace {

struct declared_struct {
  std::string name;
  std::vector<std::string> members;
};

std::vector<std::string> members_in(const std::string& body) {
  static const std::regex declarators(R"(([A-Za-z_]\w*)\s*(?:[={][^,;]*)?[,;])");
  std::vector<std::string> found;
  for (std::sregex_iterator at(body.begin(), body.end(), declarators), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

std::optional<declared_struct> struct_with(const std::string& interface,
                                           const std::string& member) {
  static const std::regex definition(R"(\bstruct\s+(\w+)\s*\{([^}]*)\})");
  const std::string code = code_of(interface);
  for (std::sregex_iterator at(code.begin(), code.end(), definition), end; at != end; ++at) {
    declared_struct one{(*at)[1], members_in((*at)[2])};
    if (std::find(one.members.begin(), one.members.end(), member) != one.members.end()) return one;
  }
  return std::nullopt;
}

// Where the brace stands that opens the initialiser of a variable of this type; npos: nowhere.
std::size_t initialiser_of(const std::string& code, const std::string& type) {
  const std::regex variable("\\b" + type + R"(\s+\w+\s*=?\s*(?:)" + type + R"(\s*)?\{)");
  std::smatch found;
  return std::regex_search(code, found, variable)
             ? static_cast<std::size_t>(found.position() + found.length() - 1)
             : std::string::npos;
}

// Where each part of a list begins that the brace opens; the last is its end.
std::vector<std::size_t> parts_of(const std::string& code, std::size_t brace) {
  std::vector<std::size_t> parts{brace + 1};
  int depth = 0;
  for (std::size_t i = brace; i < code.size(); ++i) {
    const char c = code[i];
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
    if ((c == ',' && depth == 1) || depth == 0) parts.push_back(i + (depth == 0 ? 0 : 1));
    if (depth == 0) break;
  }
  return parts;
}

}  // namespace

unsigned line_of_member(const std::string& source, const std::string& interface,
                        const std::string& member) {
  const auto type = struct_with(interface, member);
  if (!type) return 0;
  const std::string code = code_of(source);
  const auto brace = initialiser_of(code, type->name);
  if (brace == std::string::npos) return 0;
  const auto parts = parts_of(code, brace);
  for (std::size_t n = 0; n + 1 < parts.size(); ++n) {
    const auto begin = code.find_first_not_of(" \n\t", parts[n]);
    if (begin >= parts[n + 1]) continue;
    const std::string_view text = std::string_view(code).substr(begin, parts[n + 1] - begin);
    const bool by_name = text.starts_with(".");
    const bool is_it = by_name ? find_word(std::string(text), member) == 1
                               : n < type->members.size() && type->members[n] == member;
    if (is_it)
      return 1 + static_cast<unsigned>(std::count(
                     code.begin(), code.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
  }
  return 0;
}

}  // namespace lockstep::tutor
