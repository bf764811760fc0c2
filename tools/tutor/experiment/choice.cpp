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

std::vector<edit> affordable(const code& answer, const acceptance& of_compiler,
                             std::vector<edit> all, const std::vector<unsigned>& suspects,
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
    if (!seen.insert(fmt::format("{} {} {} {}", one.offset, one.length, one.by, one.more.size()))
             .second)
      continue;
    const auto cost = cost_of(answer, one);
    if (cost.is_on_device && one.is_simple && kernels_were_tried) continue;
    std::size_t& sum = cost.is_on_device ? on_device : on_host;
    if (sum > (cost.is_on_device ? most_on_device : most_on_host)) continue;
    if (!of_compiler.may_be(one)) continue;
    sum += cost.amount;
    chosen.push_back(std::move(one));
  }
  return chosen;
}

}  // namespace lockstep::tutor::experiment
