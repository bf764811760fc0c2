#include "writes.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "launches.hpp"
#include "lost_updates.hpp"
#include "names.hpp"
#include "owners.hpp"
#include "source_words.hpp"
#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

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

// Of the writers of an element, the stores in the launch of the last one.
std::vector<std::uint32_t> stores_of_launch(const recording& seen,
                                            const std::vector<std::uint32_t>& writers) {
  std::vector<std::uint32_t> stores;
  for (const std::uint32_t n : writers)
    if (seen.node(n).kind == LOCKSTEP_NODE_STORE &&
        seen.node(n).launch == seen.node(writers.back()).launch)
      stores.push_back(n);
  return stores;
}

// Elements that different threads store to by one instruction; or, if there are none, in one launch
// and without a look at them.
std::vector<std::size_t> shared_elements(const recording& seen, std::size_t b) {
  std::vector<std::size_t> shared, in_launch;
  for (std::size_t e = 0; e < seen.buffers()[b].elements; ++e) {
    const auto& [writers, readers] = seen.at(b, e);
    if (writers.size() < 2) continue;
    if (threads_of(seen, stores_like_last(seen, writers)).size() > 1) shared.push_back(e);
    if (readers.empty() && threads_of(seen, stores_of_launch(seen, writers)).size() > 1)
      in_launch.push_back(e);
  }
  return shared.empty() ? in_launch : shared;
}

// The last condition that every thread meets; a thread that leaves early leaves there.
source_place last_condition(const recording& seen, std::uint32_t launch) {
  const auto made = seen.decisions_of(launch, 0);
  return made.empty() ? source_place{} : seen.place_of_site(made.back()->site);
}

// Whether that condition is the last thing that every thread tests, with one outcome for all, and
// it ends no loop.
bool is_the_end_for_all(const recording& seen, std::uint32_t launch) {
  constexpr std::uint64_t most_threads = 2'048;
  const std::uint64_t threads = std::min(seen.threads_of(launch), most_threads);
  const lockstep_decision* first = nullptr;
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    const auto made = seen.decisions_of(launch, thread);
    if (made.empty()) return false;
    if (first == nullptr) first = made.back();
    for (const lockstep_decision* one : made)
      if (one->site == first->site && one->taken != first->taken) return false;
    if (made.back()->site != first->site) return false;
  }
  return first != nullptr;
}

// Whether the function goes on to speak of the buffer, by the name that the grader has for it.
bool is_mentioned_from(const source_place& at, const std::string& name) {
  for (unsigned n = at.line;; ++n) {
    const std::string line = line_of_file(at.file, n);
    const auto words = words_of(line);
    if (words.empty() && line_of_file(at.file, n + 1).empty()) return false;
    if (std::find(words.begin(), words.end(), name) != words.end()) return true;
    if (!line.empty() && line.front() == '}') return false;
  }
}

bool nobody_writes(const recording& seen, std::size_t b) {
  for (std::size_t e = 0; e < seen.buffers()[b].elements; ++e)
    if (!seen.at(b, e).writers.empty()) return false;
  return true;
}

// Something goes where nothing should.
explanation written_in_place_of(const recording& seen, std::size_t b,
                                const std::vector<std::size_t>& missing) {
  const named_buffer& buffer = seen.buffers()[b];
  std::vector<std::size_t> filled;
  for (const std::size_t e : buffer.left_alone)
    if (!seen.at(b, e).writers.empty()) filled.push_back(e);
  if (filled.empty()) return {};
  const std::uint32_t writer = seen.at(b, filled.front()).writers.front();
  return {phrase("written-elsewhere",
                 form_for(filled, "{} writes {}, where nothing belongs, and no thread writes {}",
                          "{} writes the first of {}, where nothing belongs, and no thread writes "
                          "{}"),
                 thread_of(seen, writer), elements_in_words(buffer.name, filled),
                 elements_in_words(buffer.name, missing)),
          seen.place_of(writer)};
}

explanation not_written_at_all(const recording& seen, std::size_t b) {
  const auto last = static_cast<std::uint32_t>(seen.all().launch_count - 1);
  explanation found{phrase("nobody-writes", "no thread writes {}", seen.buffers()[b].name),
                    last_condition(seen, last)};
  if (found.place.known())
    found.cause +=
        ": " +
        (is_the_end_for_all(seen, last) && is_mentioned_from(found.place, seen.buffers()[b].name)
             ? phrase("keeps-everybody", "the condition on line {} keeps every thread from it",
                      found.place.line)
             : last_condition_in_words(found.place));
  else
    found.launch_of = seen.kernel_name(last), found.place = seen.place_of_launch(last);
  return found;
}

}  // namespace

std::vector<std::size_t> unwritten_results(const recording& seen, std::size_t b) {
  std::vector<std::size_t> missing;
  for (const std::size_t e : seen.buffers()[b].wrong)
    if (seen.at(b, e).writers.empty()) missing.push_back(e);
  return missing;
}

// Of an answer that works on device memory.
explanation no_kernel(const recording& seen) {
  if (seen.all().launch_count != 0 || seen.buffers().empty()) return {};
  explanation found{phrase("no-kernel-launched", "no kernel is launched"), {}};
  found.seen_from = "host";
  return found;
}

// An input that must stay as it is.
explanation changed_input(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    if (!buffer.is_input || buffer.wrong.empty()) continue;
    const auto& writers = seen.at(b, buffer.wrong.front()).writers;
    if (writers.empty()) continue;
    return {
        phrase("input-changed",
               form_for(buffer.wrong, "{} must stay as it is, but {} is overwritten, first by {}",
                        "{} must stay as it is, but {} are overwritten, first by {}"),
               buffer.name, elements_in_words(buffer.name, buffer.wrong),
               thread_of(seen, writers.front())),
        seen.place_of(writers.front())};
  }
  return {};
}

// What lies between the rows of a matrix must stay as it is.
explanation written_between_rows(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    if (buffer.is_input) continue;
    std::vector<std::size_t> written;
    for (const std::size_t e : buffer.padding)
      if (!seen.at(b, e).writers.empty()) written.push_back(e);
    if (written.empty()) continue;
    const std::uint32_t writer = seen.at(b, written.front()).writers.front();
    return {phrase("written-between-rows",
                   form_for(written, "{} lies past the end of a row, and {} writes to it",
                            "{} lie past the end of a row, and {} writes to the first of them"),
                   elements_in_words(buffer.name, written), thread_of(seen, writer)),
            seen.place_of(writer)};
  }
  return {};
}

explanation never_written(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    const auto missing = unwritten_results(seen, b);
    if (missing.empty()) continue;
    if (nobody_writes(seen, b)) return not_written_at_all(seen, b);
    explanation found;
    const auto shared = shared_elements(seen, b);
    if (auto taken_twice = places_taken_twice(seen, b, missing)) {
      found = std::move(taken_twice);
    } else if (!shared.empty()) {
      const auto by = threads_of(seen, seen.at(b, shared.front()).writers);
      found.cause = phrase(
          "written-often-others-never",
          form_for(shared, "{} is written {}, and {} never", "{} are written {}, and {} never"),
          elements_in_words(buffer.name, shared), times(by.size()),
          elements_in_words(buffer.name, missing));
      found.evidence.push_back(phrase("who-writes", "{} is written by {}",
                                      elements_in_words(buffer.name, {shared.front()}),
                                      names_of(seen, by)));
      found.place = seen.place_of(by.back());
    } else if (const auto several = first_shared_by_grids(seen, b)) {
      found.cause =
          phrase("written-by-grids-others-never",
                 "{} is written by {} grids, the last of them launched on line {}, and {} never",
                 elements_in_words(buffer.name, {several->element}), several->grids,
                 several->launched_at.line, elements_in_words(buffer.name, missing));
      found.place = several->launched_at;
    } else if (auto misplaced = written_in_place_of(seen, b, missing)) {
      found = std::move(misplaced);
    } else {
      found.cause =
          phrase("never-written", form_for(missing, "{} is never written", "{} are never written"),
                 elements_in_words(buffer.name, missing));
      add(why_untouched(seen, b, use::writes, missing), found);
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
      explanation found{
          phrase("written-often", "{} is written {}, by {}", elements_in_words(buffer.name, {e}),
                 times(by.size()), names_of(seen, by)),
          seen.place_of(by.back())};
      draw_writes(seen, b, found);
      return found;
    }
  }
  return {};
}

explanation left_out_by_stores(explanation reading, const std::function<void()>& trial) {
  if (!can_record() || !record(trial)) return reading;
  const auto seen = recording::last(buffers_of_trial());
  if (!seen) return reading;
  unsigned filled_in = 0;  // the only line that stores to shared memory, beside that of the read
  for (std::uint32_t n = 0; n < seen->all().node_count; ++n) {
    const lockstep_node& node = seen->node(n);
    if (node.kind != LOCKSTEP_NODE_STORE || node.space != LOCKSTEP_SPACE_SHARED) continue;
    const source_place filled = seen->place_of(n);
    if (filled == reading.place || filled.file != reading.place.file) continue;
    if (filled_in != 0 && filled_in != filled.line) return reading;
    filled_in = filled.line;
  }
  if (filled_in != 0)
    reading.cause +=
        ": " + phrase("left-out-by-store", "the store on line {} leaves it out", filled_in);
  return reading;
}

}  // namespace lockstep::grader::diagnosis
