#include "experiment/copies.hpp"

#include <algorithm>
#include <set>

#include "support/text.hpp"
#include "support/tokens.hpp"

namespace lockstep::tutor::experiment {
namespace {

bool mentions(const code& answer, const declaration& one, const std::set<std::string_view>& names) {
  for (std::size_t i = one.first; i <= one.last; ++i)
    if (names.count(answer.text(i)) > 0) return true;
  return false;
}

enum class reaching { all, host };

bool is_of_host(const declaration& one) { return one.is_function && !one.is_device; }
bool is_of_device(const declaration& one) { return one.is_function && one.is_device; }

std::vector<std::size_t> affected(const code& answer, const edit& one, reaching what) {
  const auto& all = answer.declarations();
  // Device code never calls what only the host has; a name may be the same.
  std::set<std::string_view> names, names_on_host;
  std::vector<bool> is_in(all.size());
  const auto add = [&](std::size_t d) {
    is_in[d] = true;
    if (all[d].name.empty()) return;
    if (what == reaching::all || !is_of_device(all[d])) names_on_host.insert(all[d].name);
    if (!is_of_host(all[d])) names.insert(all[d].name);
  };
  for (const replacement& part : replacements_of(one))
    for (std::size_t d = 0; d < all.size(); ++d)
      if (part.offset >= offset_of(answer, all[d].first) &&
          part.offset <= answer.end_of(all[d].last))
        add(d);
  for (bool more = true; more;) {
    more = false;
    for (std::size_t d = 0; d < all.size(); ++d) {
      if (is_in[d] || !mentions(answer, all[d], is_of_host(all[d]) ? names_on_host : names))
        continue;
      more = true;
      add(d);
    }
  }
  std::vector<std::size_t> found;
  for (std::size_t d = 0; d < all.size(); ++d)
    if (is_in[d] && (what == reaching::all || !is_of_device(all[d]))) found.push_back(d);
  return found;
}

}  // namespace

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

std::size_t offset_of(const code& answer, std::size_t token) {
  return answer.tokens()[token].offset;
}

std::vector<std::size_t> affected(const code& answer, const edit& one) {
  return affected(answer, one, reaching::all);
}

std::vector<std::size_t> affected_on_host(const code& answer, const edit& one) {
  return affected(answer, one, reaching::host);
}

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

std::string copy_of(const code& answer, const declaration& copied, const edit& with,
                    const std::string& rest) {
  const std::size_t begin = offset_of(answer, copied.first), end = answer.end_of(copied.last);
  std::string part = rest.substr(begin, end - begin);
  for (const replacement& of : replacements_of(with))
    if (begin <= of.offset && of.offset + of.length <= end)
      part.replace(of.offset - begin, of.length, of.by);
  return part;
}

}  // namespace lockstep::tutor::experiment
