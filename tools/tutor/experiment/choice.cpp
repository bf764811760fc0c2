#include "experiment/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "experiment/alternatives.hpp"

namespace lockstep::tutor::experiment {
namespace {

// cost_of: a kernel is dear, and a function of the host must not wait for all of them.
constexpr std::size_t most_on_device = 40'000, most_on_host = 8'000;

// Whether it names a variable of the same function where there is none of this name: that would be
// one compilation more.
bool uses_what_is_out_of_scope(const code& answer, const edit& one) {
  const auto& all = answer.tokens();
  const auto behind = std::find_if(all.begin(), all.end(),
                                   [&](const token& at) { return at.offset >= one.offset; });
  const auto place = static_cast<std::size_t>(behind - all.begin());
  if (place >= all.size() || answer.function_at(place) == nullptr) return false;
  const declaration& function = *answer.function_at(place);
  const std::vector<token> words = tokens_of(one.by);
  for (std::size_t w = 0; w < words.size(); ++w) {
    const bool is_declared_or_member =
        w > 0 && (words[w - 1].is == token::kind::word || words[w - 1].text == "*" ||
                  words[w - 1].text == "." || words[w - 1].text == "->");
    if (words[w].is != token::kind::word || is_declared_or_member) continue;
    bool is_of_function = false, is_visible = false;
    for (const variable& known : answer.variables()) {
      if (known.name != words[w].text || known.from < function.first || known.from > function.last)
        continue;
      is_of_function = true;
      is_visible = is_visible || (known.from <= place && place <= known.to);
    }
    const bool is_declared_in_it =
        one.by.find(' ' + std::string(words[w].text) + " =") != std::string::npos;
    if (is_of_function && !is_visible && !is_declared_in_it) return true;
  }
  return false;
}

}  // namespace

bool is_among(unsigned line, const std::vector<unsigned>& lines) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

std::vector<unsigned> lines_with_words_of(const std::string& verdict, const code& answer,
                                          const std::vector<unsigned>& suspects) {
  std::set<std::string_view> named;
  for (const token& one : tokens_of(verdict))
    if (one.is == token::kind::word) named.insert(one.text);
  for (std::size_t i = 0; i + 1 < answer.tokens().size(); ++i)
    if (answer.is(i + 1, "[") && is_among(answer.line_of(i), suspects))
      named.insert(answer.text(i));
  std::vector<unsigned> found;
  for (std::size_t i = 0; i < answer.tokens().size(); ++i)
    if (named.count(answer.text(i)) > 0 && answer.variable_at(i) != nullptr)
      found.push_back(answer.line_of(i));
  return found;
}

std::vector<edit> affordable(const code& answer, std::vector<edit> all,
                             const std::vector<unsigned>& suspects,
                             const std::vector<unsigned>& likely, bool kernels_were_tried) {
  // A line with much in it must not keep the others from their turn.
  constexpr unsigned turn = 6;
  std::map<unsigned, unsigned> edits_before;  // by line
  constexpr unsigned behind_differences = 2;
  std::vector<std::pair<unsigned, std::size_t>> in_order;  // place, index
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].leads_to_solution) {
      in_order.emplace_back(all[i].rank, i);
      continue;
    }
    const unsigned line = all[i].line;
    const unsigned distance = is_among(line, suspects) ? 0 : is_among(line, likely) ? 1 : 3;
    in_order.emplace_back(
        behind_differences + 2 * all[i].rank + distance + edits_before[line]++ / turn, i);
  }
  std::sort(in_order.begin(), in_order.end());
  std::set<std::string> seen;
  std::size_t on_device = 0, on_host = 0;
  std::vector<edit> chosen;
  for (const auto& place : in_order) {
    edit& one = all[place.second];
    if (uses_what_is_out_of_scope(answer, one)) continue;
    if (!seen.insert(fmt::format("{} {} {} {}", one.offset, one.length, one.by, one.more.size()))
             .second)
      continue;
    const auto cost = cost_of(answer, one);
    if (cost.is_on_device && one.is_simple && kernels_were_tried) continue;
    std::size_t& sum = cost.is_on_device ? on_device : on_host;
    if (sum > (cost.is_on_device ? most_on_device : most_on_host)) continue;
    sum += cost.amount;
    chosen.push_back(std::move(one));
  }
  return chosen;
}

}  // namespace lockstep::tutor::experiment
