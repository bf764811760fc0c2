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
  if (thread_of(seen, nodes[1]) == text) return text + " in several launches";
  if (nodes.size() == 2) return text + " and " + thread_of(seen, nodes[1]);
  return text + ", " + thread_of(seen, nodes[1]) + " and " + std::to_string(nodes.size() - 2) +
         " more";
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
  to.evidence.push_back("# right, x wrong, . never written, 2 written by several threads");
}

}  // namespace lockstep::grader::diagnosis
