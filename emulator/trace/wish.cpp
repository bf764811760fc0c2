#include "trace/wish.hpp"

#include <algorithm>
#include <charconv>
#include <regex>

namespace lockstep::trace {
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

std::optional<numbers> numbers::parse(std::string_view text) {
  numbers result;
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
  std::vector<std::pair<std::uint64_t, std::uint64_t>> apart;
  for (const auto& range : result.ranges_) {
    if (apart.empty() || range.first > apart.back().second)
      apart.push_back(range);
    else
      apart.back().second = std::max(apart.back().second, range.second);
  }
  result.ranges_ = std::move(apart);
  return result;
}

bool numbers::contains(std::uint64_t number) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const auto& range) {
    return range.first <= number && number <= range.second;
  });
}

std::uint64_t numbers::below(std::uint64_t end) const {
  std::uint64_t count = 0;
  for (const auto& [first, last] : ranges_) {
    if (first < end) count += std::min(last, end - 1) - first + 1;
  }
  return count;
}

std::string numbers::text() const {
  std::string text;
  for (const auto& [first, last] : ranges_) {
    if (!text.empty()) text += ",";
    text += std::to_string(first);
    if (last != first) text += "-" + std::to_string(last);
  }
  return text;
}

std::string_view name_of(kept which) {
  return which == kept::all ? "all" : which == kept::memory ? "memory" : "branches";
}

std::optional<kept> kept_called(std::string_view name) {
  for (const kept which : {kept::all, kept::memory, kept::branches})
    if (name == name_of(which)) return which;
  return {};
}

std::string wish::text() const {
  return "launches=" + launches.text() + ";blocks=" + blocks.text() + ";warps=" + warps.text() +
         ";steps=" + std::to_string(steps) + ";only=" + std::string(name_of(only)) +
         ";kernel=" + kernel;
}

std::optional<wish> wish::parse(std::string_view text) {
  wish result;
  while (!text.empty()) {
    const std::string_view name = take(text, '=');
    if (name == "kernel") {
      result.kernel = text;
      return is_expression(result.kernel) ? std::optional(result) : std::nullopt;
    }
    const std::string_view value = take(text, ';');
    const auto some = numbers::parse(value);
    if (name == "steps" && number(value))
      result.steps = *number(value);
    else if (name == "only" && kept_called(value))
      result.only = *kept_called(value);
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

}  // namespace lockstep::trace
