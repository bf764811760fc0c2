#include "names.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "words.hpp"

namespace lockstep::grader::diagnosis {

std::string thread_of(const recording& seen, std::uint32_t node) {
  return seen.thread_name(seen.node(node).launch, seen.node(node).thread);
}

std::vector<std::uint32_t> threads_of(const recording& seen,
                                      const std::vector<std::uint32_t>& nodes) {
  std::vector<std::uint32_t> first_nodes;
  std::set<std::pair<std::uint32_t, std::uint32_t>> known;
  for (const std::uint32_t n : nodes)
    if (known.emplace(seen.node(n).launch, seen.node(n).thread).second) first_nodes.push_back(n);
  return first_nodes;
}

std::string names_of(const recording& seen, const std::vector<std::uint32_t>& nodes) {
  std::string text = thread_of(seen, nodes[0]);
  const std::string second = thread_of(seen, nodes[1]);
  if (second == text) return phrase("in-several-launches", "{} in several launches", text);
  if (nodes.size() == 2) return phrase("both", "{} and {}", text, second);
  return phrase("and-more", "{}, {} and {} more", text, second, nodes.size() - 2);
}

std::string last_condition_in_words(const source_place& at) {
  return phrase("last-condition", "the last condition that a thread tests is on line {}", at.line);
}

namespace {

// Who wrote what: one line for a buffer.
std::string drawing_of_writes(const recording& seen, std::size_t b) {
  const named_buffer& buffer = seen.buffers()[b];
  return drawing(buffer.name, buffer.elements, "x2.#", [&](std::size_t e) {
    const auto& writers = seen.at(b, e).writers;
    if (writers.empty()) return '.';
    if (threads_of(seen, writers).size() > 1) return '2';
    const bool wrong = std::binary_search(buffer.wrong.begin(), buffer.wrong.end(), e);
    return wrong ? 'x' : '#';
  });
}

}  // namespace

void draw_writes(const recording& seen, std::size_t b, explanation& to) {
  to.evidence.push_back(drawing_of_writes(seen, b));
  to.evidence.push_back(
      phrase("key-of-writes", "# right, x wrong, . never written, 2 written by several threads"));
}

}  // namespace lockstep::grader::diagnosis
