#include "lockstep/protocol/trace_options.hpp"

#include <algorithm>
#include <charconv>
#include <regex>

namespace lockstep::protocol {
namespace {

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

bool is_expression(const std::string& text) {
  try {
    const std::regex tried(text);
    return true;
  } catch (const std::regex_error&) {
    return false;
  }
}

// What stands in `text` before `mark`; `text` goes on behind it.
std::string_view take(std::string_view& text, char mark) {
  const std::size_t at = std::min(text.find(mark), text.size());
  const std::string_view first = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return first;
}

}  // namespace

std::optional<number_set> number_set::parse(std::string_view text) {
  number_set result;
  if (text.empty() || text.back() == ',') return {};
  while (!text.empty()) {
    std::string_view range = take(text, ',');
    const bool is_single = range.find('-') == range.npos;
    const auto first = number(take(range, '-'));
    const auto last = is_single ? first : number(range);
    if (!first || !last || *last < *first) return {};
    result.ranges_.emplace_back(*first, *last);
  }
  std::sort(result.ranges_.begin(), result.ranges_.end());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> disjoint;
  for (const auto& range : result.ranges_) {
    if (disjoint.empty() || range.first > disjoint.back().second)
      disjoint.push_back(range);
    else
      disjoint.back().second = std::max(disjoint.back().second, range.second);
  }
  result.ranges_ = std::move(disjoint);
  return result;
}

bool number_set::contains(std::uint64_t number) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const auto& range) {
    return range.first <= number && number <= range.second;
  });
}

std::uint64_t number_set::count_below(std::uint64_t end) const {
  std::uint64_t count = 0;
  for (const auto& [first, last] : ranges_) {
    if (first < end) count += std::min(last, end - 1) - first + 1;
  }
  return count;
}

std::string number_set::text() const {
  std::string text;
  for (const auto& [first, last] : ranges_) {
    if (!text.empty()) text += ",";
    text += std::to_string(first);
    if (last != first) text += "-" + std::to_string(last);
  }
  return text;
}

std::string trace_options::text() const {
  return "launches=" + launches.text() + ";blocks=" + blocks.text() + ";warps=" + warps.text() +
         ";steps=" + std::to_string(steps) + ";only=" + std::string(name_of(only)) +
         ";kernel=" + kernel;
}

std::optional<trace_options> trace_options::parse(std::string_view text) {
  trace_options result;
  while (!text.empty()) {
    const std::string_view name = take(text, '=');
    if (name == "kernel") {
      result.kernel = text;
      return is_expression(result.kernel) ? std::optional(result) : std::nullopt;
    }
    const std::string_view value = take(text, ';');
    const auto some = number_set::parse(value);
    if (name == "steps" && number(value))
      result.steps = *number(value);
    else if (name == "only" && value_named<kept_steps>(value))
      result.only = *value_named<kept_steps>(value);
    else if (name == "launches" && some)
      result.launches = *some;
    else if (name == "blocks" && some)
      result.blocks = *some;
    else if (name == "warps" && some)
      result.warps = *some;
    else
      return {};
  }
  return result;
}

}  // namespace lockstep::protocol
