#include "check/suppression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "language/language.hpp"
#include "lockstep/protocol/finding_kind.hpp"
#include "support/failure.hpp"
#include "support/near_match.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

constexpr const char* form =
    translatable("A rule is KIND, KIND:FILE or KIND:FILE:LINE, or a file of such lines.");

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const auto& kind : protocol::known_kinds()) names.emplace_back(kind.name);
  return names;
}

suppression read_rule(const std::string& text, const std::string& where) {
  suppression rule;
  rule.written = text;
  const auto first = text.find(':');
  const std::string kind = text.substr(0, first);
  rule.kind = protocol::value_named<protocol::finding_kind>(kind);
  if (kind != "*" && !rule.kind) {
    throw wrong_usage(tr("{}: no file and no kind of finding is called {}", where, kind),
                      did_you_mean(kind, kind_names(), form));
  }
  if (first == std::string::npos) return rule;
  rule.file = text.substr(first + 1);
  const auto last = rule.file.rfind(':');
  if (last != std::string::npos) {
    const std::string number = rule.file.substr(last + 1);
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), rule.line);
    if (error != std::errc() || end != number.data() + number.size() || rule.line == 0)
      throw wrong_usage(tr("{}: {} is not a line number", where, number), form);
    rule.file.resize(last);
  }
  if (rule.file.empty()) throw wrong_usage(tr("{}: the file is missing", where), form);
  return rule;
}

bool ends_in(const std::string& path, const std::string& components) {
  const std::string whole = fs::path(path).lexically_normal().string();
  const std::string part = fs::path(components).lexically_normal().string();
  if (!whole.ends_with(part)) return false;
  return whole.size() == part.size() || part.front() == '/' ||
         whole[whole.size() - part.size() - 1] == '/';
}

// Seen from the current folder, from which reports name files.
bool is_one_path(const std::string& one, const std::string& other) {
  return fs::absolute(one).lexically_normal() == fs::absolute(other).lexically_normal();
}

}  // namespace

bool suppression::matches(const protocol::finding& found) const {
  if (kind && found.kind != *kind) return false;
  if (file.empty()) return true;
  const auto is_here = [&](const protocol::access& one) {
    return !one.file.empty() && (ends_in(one.file, file) || is_one_path(one.file, file)) &&
           (line == 0 || line == one.line);
  };
  return is_here(found.where) || (found.other && is_here(*found.other));
}

std::vector<suppression> read_suppressions(const std::vector<std::string>& arguments) {
  std::vector<suppression> rules;
  for (const auto& argument : arguments) {
    std::error_code error;
    if (!fs::is_regular_file(argument, error)) {
      rules.push_back(read_rule(argument, "--suppress"));
      continue;
    }
    unsigned number = 0;
    for (const auto& line : lines_of(content_of(argument))) {
      ++number;
      const std::string rule = trimmed(line.substr(0, line.find('#')));
      if (!rule.empty()) rules.push_back(read_rule(rule, fmt::format("{}:{}", argument, number)));
    }
  }
  return rules;
}

unsigned suppress(std::vector<seen_finding>& findings, std::vector<suppression>& rules) {
  const auto before = findings.size();
  std::erase_if(findings, [&](const seen_finding& found) {
    const auto rule = std::find_if(rules.begin(), rules.end(),
                                   [&](const suppression& one) { return one.matches(found.what); });
    if (rule == rules.end()) return false;
    ++rule->used;
    return true;
  });
  return static_cast<unsigned>(before - findings.size());
}

}  // namespace lockstep::tutor
