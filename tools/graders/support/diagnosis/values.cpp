#include "values.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "digits.hpp"
#include "names.hpp"
#include "parts.hpp"
#include "words.hpp"
#include "writes.hpp"

namespace lockstep::grader::diagnosis {

namespace {

// A counter, to which threads add what is made of nothing.
explanation counted_too_often(const recording& seen, std::size_t b, std::size_t e) {
  const auto& writers = seen.at(b, e).writers;
  const bool is_counter = std::all_of(writers.begin(), writers.end(), [&](std::uint32_t n) {
    return seen.node(n).kind == LOCKSTEP_NODE_ATOMIC && seen.node(n).sources[1] == 0;
  });
  const auto by = threads_of(seen, writers);
  if (!is_counter || by.size() < 2) return {};
  return {phrase("updated-often", "{} is updated {}, by {}",
                 elements_in_words(seen.buffers()[b].name, {e}), times(writers.size()),
                 names_of(seen, by)),
          seen.place_of(writers.back())};
}

// -- Values that are taken twice in place of others

std::uint64_t most_often(const elements_by_count& parts) {
  std::uint64_t most = 0;
  for (const auto& [element, count] : parts) most = std::max(most, count);
  return most;
}

// The earliest combination of a value with one that has the same element in it.
std::optional<std::uint32_t> taken_twice_at(const recording& seen, std::uint32_t value) {
  std::optional<std::uint32_t> earliest;
  for (const std::uint32_t n : history_of(seen, value)) {
    const lockstep_node& node = seen.node(n);
    if (node.kind != LOCKSTEP_NODE_COMBINE || node.sources[0] == 0 || node.sources[1] == 0)
      continue;
    const auto first = elements_in(seen, node.sources[0] - 1);
    const auto second = elements_in(seen, node.sources[1] - 1);
    if (!first || !second) return std::nullopt;
    if (std::any_of(first->begin(), first->end(),
                    [&](const auto& one) { return second->count(one.first) != 0; }))
      earliest = n;
  }
  return earliest;
}

// The loads of an element that a value is made of, in their order.
std::vector<std::uint32_t> loads_of(const recording& seen, std::uint32_t value, std::size_t b,
                                    std::size_t element) {
  std::vector<std::uint32_t> loads;
  const auto& readers = seen.at(b, element).readers;
  for (const std::uint32_t n : history_of(seen, value))
    if (std::find(readers.begin(), readers.end(), n) != readers.end()) loads.push_back(n);
  std::reverse(loads.begin(), loads.end());
  return loads;
}

// The one input that goes in does so several times, and others of its buffer do not at all.
explanation takes_one_for_another(const recording& seen, const std::string& element,
                                  std::uint32_t writer, std::optional<std::uint32_t> right) {
  const auto parts = elements_in(seen, writer);
  constexpr std::size_t most_looked_at = 2'000;
  if (!parts || parts->empty() || parts->size() > most_looked_at) return {};
  const std::uint64_t most = most_often(*parts);
  if (most < 2) return {};
  if (right) {
    const auto of_right = elements_in(seen, *right);
    if (!of_right || most_often(*of_right) >= most) return {};
  }
  const auto often = std::find_if(parts->begin(), parts->end(),
                                  [&](const auto& one) { return one.second == most; });
  const auto b = often->first.first;
  std::vector<std::size_t> missing;
  for (std::size_t e = 0; e < seen.buffers()[b].elements; ++e)
    if (parts->count({b, e}) == 0 && !seen.at(b, e).readers.empty()) missing.push_back(e);
  const auto at = taken_twice_at(seen, writer);
  const auto loads = loads_of(seen, writer, b, often->first.second);
  const bool is_all_there_is = seen.buffers()[b].elements == 1;
  if ((missing.empty() && !is_all_there_is) || parts->size() != 1 || !at) return {};
  const std::string& name = seen.buffers()[b].name;
  const std::string twice = elements_in_words(name, {often->first.second});
  const std::string cause =
      missing.empty() ? phrase("taken-often", "{} goes into {} {}", twice, element, times(most))
                      : phrase("taken-for-another", "{} goes into {} {}, and {} not at all", twice,
                               element, times(most), elements_in_words(name, missing));
  if (loads.size() > 1)
    return {
        cause + ": " +
            phrase("loaded-last-by", "the last time {} loads it", thread_of(seen, loads.back())),
        seen.place_of(loads.back())};
  return {cause + ": " +
              phrase("combined-with-itself", "{} combines it with itself", thread_of(seen, *at)),
          seen.place_of(*at)};
}

// -- Values that are made of no input

// At most a condition is made of it.
bool goes_nowhere(const recording& seen, std::uint32_t value) {
  const auto& users = seen.users_of(value);
  return std::all_of(users.begin(), users.end(), [&](std::uint32_t n) {
    return seen.node(n).kind == LOCKSTEP_NODE_COMBINE && seen.users_of(n).empty();
  });
}

// The last load of an input's value by the block of `writer` with which it does no more than
// compare.
std::optional<std::uint32_t> only_compared_at(const recording& seen, std::uint32_t writer) {
  const lockstep_node& by = seen.node(writer);
  const std::uint32_t threads = seen.block_threads(by.launch);
  std::vector<bool> is_from_input(seen.all().node_count);
  std::optional<std::uint32_t> last;
  for (std::uint32_t n = 0; n < seen.all().node_count; ++n) {
    const lockstep_node& node = seen.node(n);
    if (node.kind == LOCKSTEP_NODE_INITIAL) {
      for (const named_buffer& one : seen.buffers())
        is_from_input[n] = is_from_input[n] || (node.space == LOCKSTEP_SPACE_GLOBAL &&
                                                one.is_input && one.contains(node.address));
      continue;
    }
    for (const std::uint32_t source : node.sources)
      is_from_input[n] = is_from_input[n] || (source != 0 && is_from_input[source - 1]);
    const bool is_of_block =
        node.launch == by.launch && node.thread / threads == by.thread / threads;
    if (is_from_input[n] && is_of_block && node.kind == LOCKSTEP_NODE_LOAD && goes_nowhere(seen, n))
      last = n;
  }
  return last;
}

explanation takes_no_input(const recording& seen, const std::string& element,
                           std::uint32_t writer) {
  const auto parts = elements_in(seen, writer);
  if (!parts || !parts->empty()) return {};
  const auto at = only_compared_at(seen, writer);
  if (!at || !seen.place_of(*at).known()) return {};
  return {
      phrase("takes-no-input", "no element of an input goes into {}: {} only compares them here",
             element, thread_of(seen, *at)),
      seen.place_of(*at)};
}

// The last writer of an element that is right; nothing if there is none.
std::optional<std::size_t> right_element(const recording& seen, const named_buffer& buffer,
                                         std::size_t b) {
  for (std::size_t e = 0; e < buffer.elements; ++e)
    if (!std::binary_search(buffer.wrong.begin(), buffer.wrong.end(), e) &&
        !seen.at(b, e).writers.empty())
      return e;
  return std::nullopt;
}

explanation wrong_element(const recording& seen, std::size_t b, std::size_t e) {
  const named_buffer& buffer = seen.buffers()[b];
  const std::uint32_t writer = seen.at(b, e).writers.back();
  const std::string element = elements_in_words(buffer.name, {e});
  const auto other = right_element(seen, buffer, b);
  const auto right = other ? std::optional(seen.at(b, *other).writers.back()) : std::nullopt;
  if (auto found = counted_too_often(seen, b, e)) return found;
  if (auto found = takes_one_for_another(seen, element, writer, right)) return found;
  if (buffer.first_belongs_in)
    return {phrase("misplaced-value",
                   "{} writes to {} what belongs in {}: the values are right, their order is not",
                   thread_of(seen, writer), element,
                   elements_in_words(buffer.name, {*buffer.first_belongs_in})),
            seen.place_of(writer)};
  const bool most_are_wrong = 2 * buffer.wrong.size() > buffer.elements;
  if (most_are_wrong && buffer.wrong_alike.empty())
    if (auto found = takes_no_input(seen, element, writer)) return found;
  if (auto found = loses_digits(seen, element, writer, right)) return found;
  const std::string sources = made_of(seen, writer);
  const std::string by = thread_of(seen, writer);
  const std::string wrong =
      buffer.wrong_alike.empty()
          ? phrase("wrong-value", "{} writes a wrong value to {}", by, element)
          : phrase("value-off-by", "{} writes a value to {} that is {}", by, element,
                   buffer.wrong_alike);
  explanation found{
      sources.empty() ? wrong : phrase("with-sources", "{}, computed from {}", wrong, sources),
      seen.place_of(writer)};
  const std::string made_right = right ? made_of(seen, *right) : "";
  if (!made_right.empty())
    found.evidence.push_back(phrase("right-is-made-of", "{}, which is right, is computed from {}",
                                    elements_in_words(buffer.name, {*other}), made_right));
  return found;
}

}  // namespace

explanation wrong_value(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    if (buffer.wrong.empty() || buffer.is_input) continue;
    if (seen.at(b, buffer.wrong.front()).writers.empty()) continue;
    explanation found = wrong_element(seen, b, buffer.wrong.front());
    draw_writes(seen, b, found);
    return found;
  }
  return {};
}

}  // namespace lockstep::grader::diagnosis
