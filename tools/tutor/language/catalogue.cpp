#include "language/catalogue.hpp"

#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

std::string key(const std::string& id, const std::string& form) { return id + '\4' + form; }

// The text between the quotes of a line: "a \"b\"\n".
std::string unquoted(std::string_view line) {
  const auto begin = line.find('"'), end = line.rfind('"');
  if (begin == std::string_view::npos || begin == end) return {};
  std::string text;
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (line[i] != '\\' || i + 1 == end) {
      text += line[i];
      continue;
    }
    const char escaped = line[++i];
    text += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
  }
  return text;
}

struct entry {
  std::string msgctxt, msgid, msgstr;
  bool fuzzy = false;
};

}  // namespace

catalogue::catalogue(std::string_view po) {
  entry now;
  std::string* continued = nullptr;
  const auto finish = [&] {
    if (!now.fuzzy && !now.msgstr.empty()) entries_[key(now.msgctxt, now.msgid)] = now.msgstr;
    now = {};
    continued = nullptr;
  };
  for (const std::string& line : lines_of(po)) {
    const auto begins = [&](const char* word) { return line.starts_with(word); };
    if (line.empty()) finish();
    if (begins("#,") && line.find("fuzzy") != std::string::npos) now.fuzzy = true;
    if (begins("#~")) continue;
    if (begins("msgctxt ")) continued = &now.msgctxt;
    if (begins("msgid ")) continued = &now.msgid;
    if (begins("msgstr ")) continued = &now.msgstr;
    if (continued != nullptr && (begins("msg") || begins("\""))) *continued += unquoted(line);
  }
  finish();
}

std::optional<std::string> catalogue::translation(const std::string& id,
                                                  const std::string& form) const {
  if (form.empty()) return std::nullopt;  // the header
  const auto found = entries_.find(key(id, form));
  return found == entries_.end() ? std::nullopt : std::optional(found->second);
}

std::string catalogue::field(std::string_view name) const {
  const auto header = entries_.find(key({}, {}));
  if (header == entries_.end()) return {};
  const std::string opening = std::string(name) + ":";
  for (const std::string& line : lines_of(header->second))
    if (line.starts_with(opening)) return trimmed(line.substr(opening.size()));
  return {};
}

}  // namespace lockstep::tutor
