#include "lockstep/protocol/phrase.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "lockstep/protocol/words.hpp"

namespace lockstep::protocol {
namespace {

// What was said in this process, by its text.
struct memory {
  std::mutex busy;
  std::unordered_map<std::string, phrased> by_text;
};

// Never destroyed: what is left at the end of a process (leaks) is reported behind destructors.
memory& said() {
  static memory& all = *new memory;
  return all;
}

// "it" is no part of "unit".
bool stands_alone(const std::string& text, std::size_t at, std::size_t size) {
  const std::size_t end = at + size;
  const bool goes_on_before = at > 0 && is_in_word(text[at - 1]) && is_in_word(text[at]);
  const bool goes_on_behind =
      end < text.size() && is_in_word(text[end - 1]) && is_in_word(text[end]);
  return !goes_on_before && !goes_on_behind;
}

struct place {
  std::size_t at, size;
  phrased what;
};

// The longest phrases in a text, in the order in which they stand there.
std::vector<place> places_in(const std::string& text) {
  memory& all = said();
  const std::lock_guard lock(all.busy);
  if (const auto whole = all.by_text.find(text); whole != all.by_text.end())
    return {{0, text.size(), whole->second}};
  std::vector<place> found;
  for (const auto& [part, made] : all.by_text) {
    if (part.empty() || part.size() > text.size()) continue;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
      if (stands_alone(text, at, part.size())) found.push_back({at, part.size(), made});
  }
  std::sort(found.begin(), found.end(), [](const place& a, const place& b) {
    return a.size != b.size ? a.size > b.size : a.at < b.at;
  });
  std::vector<place> kept;
  for (place& one : found) {
    const bool overlaps = std::any_of(kept.begin(), kept.end(), [&](const place& other) {
      return one.at < other.at + other.size && other.at < one.at + one.size;
    });
    if (!overlaps) kept.push_back(std::move(one));
  }
  std::sort(kept.begin(), kept.end(), [](const place& a, const place& b) { return a.at < b.at; });
  return kept;
}

void collect(const std::string& text, std::vector<phrased>& to) {
  for (place& one : places_in(text)) {
    const bool is_known = std::any_of(
        to.begin(), to.end(), [&](const phrased& other) { return other.text == one.what.text; });
    if (is_known) continue;
    to.push_back(one.what);
    for (const std::string& argument : one.what.arguments) collect(argument, to);
  }
}

std::string id_and_arguments(const phrased& made) {
  std::vector<std::string> arguments;
  for (const std::string& one : made.arguments) arguments.push_back(by_ids(one));
  if (made.id.empty()) return filled(made.form, arguments);
  std::string text = made.id;
  for (std::size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "(" : ", ") + arguments[i];
  return arguments.empty() ? text : text + ")";
}

}  // namespace

std::string filled(std::string_view form, const std::vector<std::string>& arguments) {
  std::string text;
  std::size_t next = 0;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const char c = form[i];
    if ((c == '{' || c == '}') && i + 1 < form.size() && form[i + 1] == c) {
      text += c;
      ++i;
      continue;
    }
    const auto end = c == '{' ? form.find('}', i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      text += c;
      continue;
    }
    std::size_t number = 0;
    for (std::size_t k = i + 1; k < end; ++k) number = 10 * number + std::size_t(form[k] - '0');
    if (end == i + 1) number = next++;
    if (number < arguments.size()) text += arguments[number];
    i = end;
  }
  return text;
}

std::string note(phrased made) {
  if (made.text.empty()) made.text = filled(made.form, made.arguments);
  std::string text = made.text;
  // What adds nothing to its argument says nothing of it either.
  const auto& arguments = made.arguments;
  if (std::find(arguments.begin(), arguments.end(), text) != arguments.end()) return text;
  memory& all = said();
  const std::lock_guard lock(all.busy);
  // What is known by its id is not forgotten for what is known by its words alone.
  const auto known = all.by_text.find(text);
  const bool is_better = known == all.by_text.end() || known->second.id.empty() || !made.id.empty();
  if (is_better) all.by_text.insert_or_assign(text, std::move(made));
  return text;
}

std::string with_phrases(const std::string& text,
                         const std::function<std::string(const phrased&)>& instead) {
  std::string changed;
  std::size_t from = 0;
  for (const place& one : places_in(text)) {
    changed += text.substr(from, one.at - from) + instead(one.what);
    from = one.at + one.size;
  }
  return changed + text.substr(from);
}

std::vector<phrased> phrases_in(const std::string& text) {
  std::vector<phrased> all;
  collect(text, all);
  return all;
}

std::string by_ids(const std::string& text) { return with_phrases(text, id_and_arguments); }

}  // namespace lockstep::protocol
