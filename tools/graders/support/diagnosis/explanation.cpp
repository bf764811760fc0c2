#include "explanation.hpp"

#include <algorithm>
#include <set>

#include "flows.hpp"
#include "owners.hpp"
#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

std::string line_of(const source_place& place) { return "line " + std::to_string(place.line); }

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

explanation no_kernel(const recording& seen) {
  if (seen.all().launch_count != 0) return {};
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

explanation never_written(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    std::vector<std::size_t> missing;
    for (const std::size_t e : buffer.wrong)
      if (seen.at(b, e).writers.empty()) missing.push_back(e);
    if (missing.empty()) continue;
    explanation found;
    const absence why = why_untouched(seen, b, use::writes, missing);
    found.cause =
        (missing.size() == buffer.elements ? "no thread writes " + buffer.name
                                           : elements_in_words(buffer.name, missing) + " " +
                                                 is_or_are(missing) + " never written") +
        (why.reason.empty() ? "" : ": " + why.reason);
    found.place = why.place;
    found.launch_of = why.launch_of;
    draw_writes(seen, b, found);
    return found;
  }
  return {};
}

explanation written_by_several(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    for (const std::size_t e : buffer.wrong) {
      std::vector<std::uint32_t> stores;
      for (const std::uint32_t n : seen.at(b, e).writers)
        if (seen.node(n).kind == LOCKSTEP_NODE_STORE &&
            seen.node(n).site == seen.node(seen.at(b, e).writers.back()).site)
          stores.push_back(n);
      const auto by = threads_of(seen, stores);
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

explanation never_read(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    if (!buffer.is_input || buffer.elements == 0) continue;
    std::vector<std::size_t> missing;
    for (std::size_t e = 0; e < buffer.elements; ++e)
      if (seen.at(b, e).readers.empty()) missing.push_back(e);
    if (missing.empty()) continue;
    if (missing.size() == buffer.elements) {
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
    explanation found;
    found.cause = elements_in_words(buffer.name, missing) + " " + is_or_are(missing) +
                  " read, but " + (missing.size() == 1 ? "does" : "do") + " not reach the result";
    const std::uint32_t load = seen.at(of.buffer, missing.front()).readers.back();
    found.place = seen.place_of(load);
    if (const auto end = dead_end_of(seen, load)) {
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

// The elements of inputs that a value is made of.
std::vector<std::string> made_of(const recording& seen, std::uint32_t result) {
  std::vector<std::string> names;
  std::set<std::uint32_t> known{result};
  std::vector<std::uint32_t> open{result};
  constexpr std::size_t most = 4;
  while (!open.empty() && names.size() <= most) {
    const std::uint32_t n = open.back();
    open.pop_back();
    const lockstep_node& node = seen.node(n);
    if (node.kind == LOCKSTEP_NODE_INITIAL && node.space == LOCKSTEP_SPACE_GLOBAL) {
      for (const named_buffer& buffer : seen.buffers())
        if (buffer.contains(node.address))
          names.push_back(elements_in_words(buffer.name, {buffer.element_of(node.address)}));
    }
    for (const std::uint32_t source : node.sources)
      if (source != 0 && known.insert(source - 1).second) open.push_back(source - 1);
  }
  return names;
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
    const auto sources = made_of(seen, writer);
    if (!sources.empty() && sources.size() <= 4) {
      found.cause += ", made of ";
      for (std::size_t i = 0; i < sources.size(); ++i)
        found.cause += (i == 0 ? "" : i + 1 == sources.size() ? " and " : ", ") + sources[i];
    }
    found.place = seen.place_of(writer);
    draw_writes(seen, b, found);
    return found;
  }
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
  record(trial);
  const auto seen = recording::last(buffers);
  return seen ? explain(*seen) : explanation{};
}

}  // namespace lockstep::grader::diagnosis
