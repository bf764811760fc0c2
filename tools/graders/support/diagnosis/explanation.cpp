#include "explanation.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "flows.hpp"
#include "owners.hpp"
#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

std::string thread_of(const recording& seen, std::uint32_t node) {
  return seen.thread_name(seen.node(node).launch, seen.node(node).thread);
}

// Different threads, in their order.
std::vector<std::uint32_t> threads_of(const recording& seen,
                                      const std::vector<std::uint32_t>& nodes) {
  std::vector<std::uint32_t> first_nodes;
  std::set<std::pair<std::uint32_t, std::uint32_t>> known;
  for (const std::uint32_t n : nodes)
    if (known.emplace(seen.node(n).launch, seen.node(n).thread).second) first_nodes.push_back(n);
  return first_nodes;
}

// "threads 1 and 17 of block 0" is for people; two names are clear enough, more are counted.
std::string names_of(const recording& seen, const std::vector<std::uint32_t>& nodes) {
  std::string text = thread_of(seen, nodes[0]);
  if (thread_of(seen, nodes[1]) == text) return text + " in several launches";
  if (nodes.size() == 2) return text + " and " + thread_of(seen, nodes[1]);
  return text + ", " + thread_of(seen, nodes[1]) + " and " + std::to_string(nodes.size() - 2) +
         " more";
}

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

void draw_writes(const recording& seen, std::size_t b, explanation& to) {
  to.evidence.push_back(drawing_of_writes(seen, b));
  to.evidence.push_back("# right, x wrong, . never written, 2 written by several threads");
}

// Of the writers of an element, the stores by the instruction of the last one.
std::vector<std::uint32_t> stores_like_last(const recording& seen,
                                            const std::vector<std::uint32_t>& writers) {
  std::vector<std::uint32_t> stores;
  for (const std::uint32_t n : writers)
    if (seen.node(n).kind == LOCKSTEP_NODE_STORE &&
        seen.node(n).site == seen.node(writers.back()).site)
      stores.push_back(n);
  return stores;
}

// Of an answer that works on device memory.
explanation no_kernel(const recording& seen) {
  if (seen.all().launch_count != 0 || seen.buffers().empty()) return {};
  return {"no kernel is launched", {}};
}

// An input that must stay as it is.
explanation changed_input(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    if (!buffer.is_input || buffer.wrong.empty()) continue;
    const auto& writers = seen.at(b, buffer.wrong.front()).writers;
    if (writers.empty()) continue;
    return {buffer.name + " must stay as it is, but " +
                elements_in_words(buffer.name, buffer.wrong) + " " + is_or_are(buffer.wrong) +
                " overwritten, first by " + thread_of(seen, writers.front()),
            seen.place_of(writers.front())};
  }
  return {};
}

// Elements that different threads store to by one instruction.
std::vector<std::size_t> shared_elements(const recording& seen, std::size_t b) {
  std::vector<std::size_t> shared;
  for (std::size_t e = 0; e < seen.buffers()[b].elements; ++e) {
    const auto& writers = seen.at(b, e).writers;
    if (writers.size() > 1 && threads_of(seen, stores_like_last(seen, writers)).size() > 1)
      shared.push_back(e);
  }
  return shared;
}

// The last condition that every thread meets; a thread that leaves early leaves there.
source_place last_condition(const recording& seen, std::uint32_t launch) {
  const auto made = seen.decisions_of(launch, 0);
  return made.empty() ? source_place{} : seen.place_of_site(made.back()->site);
}

explanation not_written_at_all(const recording& seen, std::size_t b) {
  const auto last = static_cast<std::uint32_t>(seen.all().launch_count - 1);
  explanation found{"no thread writes " + seen.buffers()[b].name, last_condition(seen, last)};
  if (found.place.known())
    found.cause +=
        ": the last condition that a thread meets is in line " + std::to_string(found.place.line);
  else
    found.launch_of = seen.kernel_name(last);
  return found;
}

explanation never_written(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    std::vector<std::size_t> missing;
    for (const std::size_t e : buffer.wrong)
      if (seen.at(b, e).writers.empty()) missing.push_back(e);
    if (missing.empty()) continue;
    if (missing.size() == buffer.elements) return not_written_at_all(seen, b);
    explanation found;
    const auto shared = shared_elements(seen, b);
    if (!shared.empty()) {
      const auto by = threads_of(seen, seen.at(b, shared.front()).writers);
      found.cause = elements_in_words(buffer.name, shared) + " " + is_or_are(shared) + " written " +
                    times(by.size()) + ", " + (shared.size() == 1 ? "" : "the first of them ") +
                    "by " + names_of(seen, by) + ", and " +
                    elements_in_words(buffer.name, missing) + " never";
      found.place = seen.place_of(by.back());
    } else {
      const absence why = why_untouched(seen, b, use::writes, missing);
      found.cause = elements_in_words(buffer.name, missing) + " " + is_or_are(missing) +
                    " never written" + (why.reason.empty() ? "" : ": " + why.reason);
      found.place = why.place;
      found.launch_of = why.launch_of;
    }
    draw_writes(seen, b, found);
    return found;
  }
  return {};
}

explanation written_by_several(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    for (const std::size_t e : buffer.wrong) {
      const auto by = threads_of(seen, stores_like_last(seen, seen.at(b, e).writers));
      if (by.size() < 2) continue;
      explanation found{elements_in_words(buffer.name, {e}) + " is written " + times(by.size()) +
                            ", by " + names_of(seen, by),
                        seen.place_of(by.back())};
      draw_writes(seen, b, found);
      return found;
    }
  }
  return {};
}

bool something_is_wrong_with_results(const recording& seen) {
  const auto& buffers = seen.buffers();
  return std::none_of(buffers.begin(), buffers.end(), [](const named_buffer& buffer) {
    return buffer.is_input && !buffer.wrong.empty();
  });
}

// By buffer and element of an input: how often it goes into a value. Nothing if that is made of
// more than a person would look at.
using elements_by_count = std::map<std::pair<std::size_t, std::size_t>, std::uint64_t>;

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

// Whether a result that is wrong is made of fewer elements than one that is right. Where no result
// is made of any, as if only conditions look at the inputs, nobody knows.
bool something_may_be_missing(const recording& seen) {
  std::size_t most_of_right = 0;
  std::size_t least_of_wrong = ~std::size_t{0};
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    if (buffer.is_input || buffer.wrong.empty()) continue;
    constexpr std::size_t most_looked_at = 64;
    for (std::size_t e = 0; e < buffer.elements && e < most_looked_at + buffer.wrong.front(); ++e) {
      const auto& writers = seen.at(b, e).writers;
      if (writers.empty()) continue;
      const auto parts = elements_in(seen, writers.back());
      if (!parts) return true;
      const std::size_t count = parts->size();
      if (std::binary_search(buffer.wrong.begin(), buffer.wrong.end(), e))
        least_of_wrong = std::min(least_of_wrong, count);
      else
        most_of_right = std::max(most_of_right, count);
    }
  }
  return least_of_wrong == ~std::size_t{0} || least_of_wrong < most_of_right || most_of_right == 0;
}

explanation never_read(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    if (!buffer.is_input || buffer.elements == 0) continue;
    std::vector<std::size_t> missing;
    for (std::size_t e = 0; e < buffer.elements; ++e)
      if (seen.at(b, e).readers.empty() &&
          !std::binary_search(buffer.padding.begin(), buffer.padding.end(), e))
        missing.push_back(e);
    if (missing.empty()) continue;
    if (missing.size() + buffer.padding.size() == buffer.elements) {
      // The host may have read it all.
      if (seen.host_reads_after(0, buffer.address)) continue;
      return {"no thread reads " + buffer.name, {}};
    }
    explanation found;
    const absence why = why_untouched(seen, b, use::reads, missing);
    found.cause = elements_in_words(buffer.name, missing) + " " + is_or_are(missing) +
                  " never read" + (why.reason.empty() ? "" : ": " + why.reason);
    found.place = why.place;
    found.launch_of = why.launch_of;
    found.evidence.push_back(drawing(buffer.name, buffer.elements, ".#", [&](std::size_t e) {
      return seen.at(b, e).readers.empty() ? '.' : '#';
    }));
    found.evidence.emplace_back("# read, . never read");
    return found;
  }
  return {};
}

const char* name_of_space(const lockstep_node& node) {
  return node.space == LOCKSTEP_SPACE_SHARED  ? "shared memory"
         : node.space == LOCKSTEP_SPACE_LOCAL ? "its local memory"
                                              : "global memory";
}

void draw_ways(const recording& seen, const contributions& of, explanation& to) {
  const named_buffer& buffer = seen.buffers()[of.buffer];
  to.evidence.push_back(drawing(buffer.name, buffer.elements, "0+1", [&](std::size_t e) {
    return of.ways[e] == 0 ? '0' : of.ways[e] == 1 ? '1' : '+';
  }));
  to.evidence.emplace_back("how often each element goes into the result: 0, 1, + more often");
}

explanation lost(const recording& seen, const flows& flow) {
  for (const contributions& of : flow.inputs) {
    const named_buffer& buffer = seen.buffers()[of.buffer];
    std::vector<std::size_t> missing;
    for (std::size_t e = 0; e < buffer.elements; ++e)
      if (of.ways[e] == 0 && !seen.at(of.buffer, e).readers.empty()) missing.push_back(e);
    if (missing.empty()) continue;
    const std::uint32_t load = seen.at(of.buffer, missing.front()).readers.back();
    const auto end = dead_end_of(seen, load);
    // If none goes into the results, these may be made by conditions alone.
    const bool is_stored = end && seen.node(end->node).kind == LOCKSTEP_NODE_STORE;
    if (missing.size() == buffer.elements && !is_stored) continue;
    explanation found;
    found.cause = elements_in_words(buffer.name, missing) + " " + is_or_are(missing) +
                  " read, but " + (missing.size() == 1 ? "does" : "do") + " not reach the result";
    found.place = seen.place_of(load);
    if (end) {
      const lockstep_node& last = seen.node(end->node);
      const std::string what = missing.size() == 1 ? "it" : "the first of them";
      if (end->overwritten) {
        found.cause += ": " + thread_of(seen, *end->overwritten) + " overwrites " + what + " in " +
                       name_of_space(last);
        found.place = seen.place_of(*end->overwritten);
      } else if (last.kind == LOCKSTEP_NODE_LOAD) {
        found.cause += ": " + thread_of(seen, end->node) + " does nothing with the value";
        found.place = seen.place_of(end->node);
      } else {
        found.cause += ": " + thread_of(seen, end->node) + " leaves " + what + " in " +
                       name_of_space(last) + ", and nobody reads it there";
        found.place = seen.place_of(end->node);
      }
    }
    draw_ways(seen, of, found);
    return found;
  }
  return {};
}

// The second use of a value that goes two ways to the results.
std::uint32_t second_use(const recording& seen, const flows& flow, std::uint32_t node) {
  for (;;) {
    std::vector<std::uint32_t> used;
    for (const std::uint32_t user : seen.users_of(node))
      if (flow.ways[user] != 0) used.push_back(user);
    if (used.empty()) return node;
    if (used.size() > 1) return used[1];
    node = used.front();
  }
}

explanation counted_twice(const recording& seen, const flows& flow) {
  for (const contributions& of : flow.inputs) {
    const named_buffer& buffer = seen.buffers()[of.buffer];
    std::vector<std::size_t> often;
    for (std::size_t e = 0; e < buffer.elements; ++e)
      if (of.ways[e] > 1) often.push_back(e);
    if (often.empty()) continue;
    std::vector<std::uint32_t> loads;
    for (const std::uint32_t n : seen.at(of.buffer, often.front()).readers)
      if (flow.ways[n] != 0) loads.push_back(n);
    explanation found;
    found.cause = elements_in_words(buffer.name, often) + " " +
                  (often.size() == 1 ? "goes" : "go") + " into the result " +
                  times(of.ways[often.front()]);
    const auto by = threads_of(seen, loads);
    if (by.size() > 1) {
      found.cause += std::string(": ") + (often.size() == 1 ? "" : "the first of them ") +
                     "through " + names_of(seen, by);
      found.place = seen.place_of(by.back());
    } else if (!loads.empty()) {
      const std::uint32_t use = second_use(seen, flow, loads.front());
      found.cause += ": the second time through " + thread_of(seen, use);
      found.place = seen.place_of(use);
    }
    draw_ways(seen, of, found);
    return found;
  }
  return {};
}

// "data[250..255]", "data[0] (4 times), data[1..3]"; empty: of none.
std::string made_of(const recording& seen, std::uint32_t node) {
  const auto parts = elements_in(seen, node);
  if (!parts) return {};
  std::string text;
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    std::map<std::uint64_t, std::vector<std::size_t>, std::greater<>> by_count;
    for (const auto& [element, count] : *parts)
      if (element.first == b) by_count[count].push_back(element.second);
    for (const auto& [count, elements] : by_count) {
      text += (text.empty() ? "" : ", ") + elements_in_words(seen.buffers()[b].name, elements);
      if (count > 1) text += " (" + times(count) + ")";
    }
  }
  return text;
}

// The last resort: who wrote the first wrong element, and from what.
explanation wrong_value(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    if (buffer.wrong.empty() || buffer.is_input) continue;
    const std::size_t e = buffer.wrong.front();
    if (seen.at(b, e).writers.empty()) continue;
    const std::uint32_t writer = seen.at(b, e).writers.back();
    explanation found;
    found.cause =
        thread_of(seen, writer) + " writes a wrong value to " + elements_in_words(buffer.name, {e});
    const std::string sources = made_of(seen, writer);
    if (!sources.empty()) found.cause += ", made of " + sources;
    found.place = seen.place_of(writer);
    for (std::size_t other = 0; other < buffer.elements; ++other) {
      if (std::binary_search(buffer.wrong.begin(), buffer.wrong.end(), other)) continue;
      if (seen.at(b, other).writers.empty()) continue;
      const std::string right = made_of(seen, seen.at(b, other).writers.back());
      if (!right.empty())
        found.evidence.push_back(elements_in_words(buffer.name, {other}) +
                                 ", which is right, is made of " + right);
      break;
    }
    draw_writes(seen, b, found);
    return found;
  }
  return {};
}

// The file that results are written from, or else any that has code of the kernels that ran.
std::string file_of_kernels(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b)
    for (std::size_t e = 0; e < seen.buffers()[b].elements; ++e)
      if (const auto& writers = seen.at(b, e).writers; !writers.empty())
        return seen.place_of(writers.back()).file;
  for (std::uint32_t site = 0; site < seen.all().site_count; ++site)
    if (const source_place at = seen.place_of_site(site); at.known()) return at.file;
  return {};
}

}  // namespace

explanation explain(const recording& seen) {
  if (auto found = no_kernel(seen)) return found;
  if (auto found = changed_input(seen)) return found;
  const bool complete = seen.all().complete != 0;
  if (complete) {
    if (auto found = never_written(seen)) return found;
  }
  if (auto found = written_by_several(seen)) return found;
  if (complete && something_is_wrong_with_results(seen)) {
    if (something_may_be_missing(seen))
      if (auto found = never_read(seen)) return found;
    const flows flow = flows_to_results(seen);
    if (auto found = lost(seen, flow)) return found;
    if (auto found = counted_twice(seen, flow)) return found;
  }
  return wrong_value(seen);
}

explanation explain(const std::function<void()>& trial) {
  if (!can_record()) return {};
  std::vector<named_buffer>& buffers = buffers_of_trial();
  buffers.clear();
  if (!record(trial)) return {};
  const auto seen = recording::last(buffers);
  if (!seen) return {};
  explanation why = explain(*seen);
  why.kernels_in = file_of_kernels(*seen);
  return why;
}

}  // namespace lockstep::grader::diagnosis
