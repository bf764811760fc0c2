#include "contributions.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "names.hpp"
#include "parts.hpp"
#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

std::string name_of_space(const lockstep_node& node) {
  return phrase("space", node.space == LOCKSTEP_SPACE_SHARED  ? "shared memory"
                         : node.space == LOCKSTEP_SPACE_LOCAL ? "its local memory"
                                                              : "global memory");
}

bool is_computed(const lockstep_node& node) {
  return node.kind == LOCKSTEP_NODE_COMBINE || node.kind == LOCKSTEP_NODE_CONVERT;
}

void draw_ways(const recording& seen, const contributions& of, explanation& to) {
  const named_buffer& buffer = seen.buffers()[of.buffer];
  to.evidence.push_back(drawing(buffer.name, buffer.elements, "0+1", [&](std::size_t e) {
    return of.ways[e] == 0 ? '0' : of.ways[e] == 1 ? '1' : '+';
  }));
  to.evidence.push_back(
      phrase("key-of-ways", "how often each element goes into the result: 0, 1, + more often"));
}

// What happens in another launch than it should is a matter of the launches; what is not is one of
// the code.
void place_in_launch(const recording& seen, std::uint32_t launch, explanation& to) {
  const source_place at = seen.place_of_launch(launch);
  if (!at.known()) return;
  to.place = at;
  to.launch_of = seen.kernel_name(launch);
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

// "thread 2 of block 0"; "threads 512 to 1023 of block 0", where a statement leaves
// what all of these write, and what nobody else of the block does, unread.
std::string unread_by_threads_of(const recording& seen, std::uint32_t store) {
  const lockstep_node& of = seen.node(store);
  const std::uint32_t threads = seen.block_threads(of.launch), block = of.thread / threads;
  const auto& shape = seen.all().launches[of.launch];
  const bool is_a_row = shape.block[1] == 1 && shape.block[2] == 1 && shape.grid[1] == 1;
  std::set<std::uint32_t> unread, read;
  for (std::uint32_t n = 0; is_a_row && n < seen.all().node_count; ++n) {
    const lockstep_node& node = seen.node(n);
    if (node.site != of.site || node.launch != of.launch || node.thread / threads != block ||
        node.kind != of.kind)
      continue;
    (seen.users_of(n).empty() ? unread : read).insert(node.thread % threads);
  }
  if (unread.size() < 2 || unread.size() != *unread.rbegin() - *unread.begin() + 1 ||
      *unread.begin() != of.thread % threads ||
      std::any_of(read.begin(), read.end(), [&](std::uint32_t t) { return unread.count(t) != 0; }))
    return thread_of(seen, store);
  return phrase("threads-of-block", "threads {} to {} of block {}", *unread.begin(),
                *unread.rbegin(), block);
}

// "nothing reads what thread 2 of block 0 stores here: line 48 reads only other elements", if
// one line reads it.
std::string nothing_reads(const recording& seen, std::uint32_t store, bool is_here) {
  const std::uint32_t site = seen.node(store).site;
  const source_place at = seen.place_of(store);
  std::set<unsigned> lines;
  for (std::uint32_t n = 0; n < seen.all().node_count && lines.size() < 2; ++n) {
    if (seen.node(n).kind != LOCKSTEP_NODE_STORE || seen.node(n).site != site) continue;
    for (const std::uint32_t user : seen.users_of(n))
      if (seen.node(user).kind == LOCKSTEP_NODE_LOAD && seen.place_of(user).known() &&
          seen.place_of(user).file == at.file)
        lines.insert(seen.place_of(user).line);
  }
  const std::string by = unread_by_threads_of(seen, store);
  const bool is_several = by != thread_of(seen, store);
  const std::string what = is_here || at.line == 0
                               ? phrase("lost-unread",
                                        is_several ? "nothing reads what {} write here"
                                                   : "nothing reads what {} writes here",
                                        by)
                               : phrase("lost-unread-on-line",
                                        is_several ? "nothing reads what {} write on line {}"
                                                   : "nothing reads what {} writes on line {}",
                                        by, at.line);
  if (lines.size() != 1 || *lines.begin() == at.line) return what;
  return phrase("others-read-in", "{1}: line {0} reads only other elements", *lines.begin(), what);
}

// The results that are wrong, as far as somebody has written them.
std::vector<std::uint32_t> writers_of(const recording& seen, std::size_t b) {
  std::vector<std::uint32_t> writers;
  for (std::size_t e = 0; e < seen.buffers()[b].elements; ++e)
    if (!seen.at(b, e).writers.empty()) writers.push_back(seen.at(b, e).writers.back());
  return writers;
}

// Elements of the input in the value; nothing if they are too many to look at.
std::optional<std::size_t> count_in(const recording& seen, std::uint32_t value, std::size_t input) {
  const auto parts = elements_in(seen, value);
  if (!parts) return std::nullopt;
  return static_cast<std::size_t>(std::count_if(
      parts->begin(), parts->end(), [&](const auto& one) { return one.first.first == input; }));
}

// Whether what is wrong may be made of all elements of the input. Not if the input goes into other
// results alone, nor if single elements are selected, fewer than there are.
bool may_need_all(const recording& seen, const contributions& of) {
  bool something_is_wrong = false, goes_into_wrong = false;
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    if (buffer.is_input || buffer.wrong.empty()) continue;
    something_is_wrong = true;
    std::size_t most = 0;
    for (const std::uint32_t writer : writers_of(seen, b))
      most = std::max(most, count_in(seen, writer, of.buffer).value_or(2));
    const std::size_t wanted = buffer.elements - buffer.left_alone.size();
    const bool selects =
        !buffer.left_alone.empty() && most == 1 && wanted < seen.buffers()[of.buffer].elements;
    goes_into_wrong = goes_into_wrong || (most > 0 && !selects);
  }
  const bool goes_nowhere =
      std::all_of(of.ways.begin(), of.ways.end(), [](std::uint64_t ways) { return ways == 0; });
  return goes_into_wrong || goes_nowhere || !something_is_wrong;
}

}  // namespace

explanation lost(const recording& seen, const flows& flow) {
  for (const contributions& of : flow.inputs) {
    if (!may_need_all(seen, of)) continue;
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
    found.cause = phrase("read-but-lost",
                         form_for(missing, "{} is read, but does not reach the result",
                                  "{} are read, but do not reach the result"),
                         elements_in_words(buffer.name, missing));
    found.place = seen.place_of(load);
    if (end) {
      const lockstep_node& last = seen.node(end->node);
      if (end->overwritten) {
        found.cause += ": " + phrase("lost-overwritten",
                                     form_for(missing, "{} overwrites it in {}",
                                              "{} overwrites the first of them in {}"),
                                     thread_of(seen, *end->overwritten), name_of_space(last));
        found.place = seen.place_of(*end->overwritten);
        const std::uint32_t launch = seen.node(*end->overwritten).launch;
        if (launch != last.launch) place_in_launch(seen, launch, found);
      } else if (last.kind == LOCKSTEP_NODE_LOAD) {
        found.cause += ": " + phrase("lost-unused", "{} does nothing with the value",
                                     thread_of(seen, end->node));
        found.place = seen.place_of(end->node);
      } else if (is_computed(last)) {
        found.cause +=
            ": " + phrase("lost-in-register",
                          form_for(missing, "what {} computes from it stays in a register",
                                   "what {} computes from the first of them stays in a "
                                   "register"),
                          thread_of(seen, end->node));
        found.place = seen.place_of(end->node);
      } else {
        found.place = seen.place_of(end->node);
        const auto last_launch = static_cast<std::uint32_t>(seen.all().launch_count - 1);
        if (last.space == LOCKSTEP_SPACE_GLOBAL && last.launch != last_launch &&
            seen.all().launches[last_launch].parent == 0)
          place_in_launch(seen, last_launch, found);
        found.cause +=
            ": " + nothing_reads(seen, end->node, found.place == seen.place_of(end->node));
        found.may_be_a_race = last.space == LOCKSTEP_SPACE_SHARED;
      }
    }
    draw_ways(seen, of, found);
    return found;
  }
  return {};
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
    found.cause = phrase("counted-often",
                         form_for(often, "{} goes into the result {}", "{} go into the result {}"),
                         elements_in_words(buffer.name, often), times(of.ways[often.front()]));
    const auto by = threads_of(seen, loads);
    if (by.size() > 1) {
      found.cause += ": " + phrase("counted-through",
                                   form_for(often, "through {}", "the first of them through {}"),
                                   names_of(seen, by));
      found.place = seen.place_of(by.back());
      const std::uint32_t launch = seen.node(by.back()).launch;
      if (launch != seen.node(by.front()).launch && seen.all().launches[launch].parent == 0)
        place_in_launch(seen, launch, found);
    } else if (loads.size() > 1 && seen.place_of(loads.back()).known() &&
               !(seen.place_of(loads.back()) == seen.place_of(loads.front()))) {
      found.cause +=
          ": " + phrase("counted-loaded-too",
                        form_for(often, "{} also loads it on line {}",
                                 "{} also loads the first of them on line {}"),
                        thread_of(seen, loads.back()), seen.place_of(loads.front()).line);
      found.place = seen.place_of(loads.back());
    } else if (!loads.empty()) {
      const std::uint32_t use = second_use(seen, flow, loads.front());
      found.cause +=
          ": " + phrase("counted-second-time", "the second time through {}", thread_of(seen, use));
      // What the course gives to answers is no place to look at.
      const bool is_given = seen.place_of(use).file != seen.place_of(loads.front()).file;
      found.place = seen.place_of(is_given ? loads.front() : use);
    }
    draw_ways(seen, of, found);
    return found;
  }
  return {};
}

}  // namespace lockstep::grader::diagnosis
