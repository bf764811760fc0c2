#include "parts.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "words.hpp"

namespace lockstep::grader::diagnosis {

std::optional<elements_by_count> elements_in(const recording& seen, std::uint32_t value) {
  constexpr unsigned most_nodes = 20'000;
  unsigned looked_at = 0;
  // Sources come before what is made of them.
  std::map<std::uint32_t, std::uint64_t, std::greater<>> open{{value, 1}};
  elements_by_count parts;
  constexpr std::uint64_t many = 1'000'000;
  while (!open.empty()) {
    if (++looked_at > most_nodes) return std::nullopt;
    const auto [n, ways] = *open.begin();
    open.erase(open.begin());
    const lockstep_node& node = seen.node(n);
    if (node.kind == LOCKSTEP_NODE_INITIAL && node.space == LOCKSTEP_SPACE_GLOBAL) {
      for (std::size_t b = 0; b < seen.buffers().size(); ++b)
        if (seen.buffers()[b].contains(node.address))
          parts[{b, seen.buffers()[b].element_of(node.address)}] += ways;
    }
    for (const std::uint32_t source : node.sources)
      if (source != 0) open[source - 1] = std::min(many, open[source - 1] + ways);
  }
  return parts;
}

std::vector<std::uint32_t> history_of(const recording& seen, std::uint32_t value) {
  constexpr std::size_t most = 20'000;
  std::set<std::uint32_t, std::greater<>> open{value};
  std::vector<std::uint32_t> all;
  while (!open.empty() && all.size() < most) {
    const std::uint32_t n = *open.begin();
    open.erase(open.begin());
    all.push_back(n);
    for (const std::uint32_t source : seen.node(n).sources)
      if (source != 0) open.insert(source - 1);
  }
  return all;
}

std::string made_of(const recording& seen, std::uint32_t node) {
  const auto parts = elements_in(seen, node);
  if (!parts) return {};
  std::string text;
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    std::map<std::uint64_t, std::vector<std::size_t>, std::greater<>> by_count;
    for (const auto& [element, count] : *parts)
      if (element.first == b) by_count[count].push_back(element.second);
    if (by_count.empty()) continue;
    const std::string& name = seen.buffers()[b].name;
    std::string of_buffer = elements_in_words(name, by_count.begin()->second);
    if (by_count.size() == 2)
      of_buffer = phrase("less-often", "{} and, less often, {}", of_buffer,
                         elements_in_words(name, by_count.rbegin()->second));
    else if (by_count.size() > 2)
      of_buffer =
          phrase("not-equally-often", "elements of {}, some of them more often than others", name);
    text += (text.empty() ? "" : ", ") + of_buffer;
  }
  return text;
}

}  // namespace lockstep::grader::diagnosis
