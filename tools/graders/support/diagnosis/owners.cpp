#include "owners.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

struct touch {
  std::size_t element;
  std::uint32_t node;
};

const std::vector<std::uint32_t>& nodes_of(const recording::element& touched, use how) {
  return how == use::writes ? touched.writers : touched.readers;
}

// The first touch of each element, in the launch that touches most.
std::vector<touch> touches_of(const recording& seen, std::size_t b, use how) {
  std::map<std::uint32_t, std::vector<touch>> by_launch;
  for (std::size_t e = 0; e < seen.buffers()[b].elements; ++e) {
    const auto& nodes = nodes_of(seen.at(b, e), how);
    if (!nodes.empty()) by_launch[seen.node(nodes.front()).launch].push_back({e, nodes.front()});
  }
  std::vector<touch> most;
  for (auto& [launch, touches] : by_launch)
    if (touches.size() > most.size()) most = std::move(touches);
  return most;
}

// A rule by which elements go to threads: the thread (in the grid's order) of an element.
struct rule {
  std::function<std::size_t(std::size_t element)> thread_of;
  std::size_t of = 1;  // threads of which any may have the element: a warp's, or a block's
};

struct shape {
  std::size_t threads, block, width_of_grid, block_x, block_y, grid_x;
};

shape shape_of(const recording& seen, std::uint32_t launch) {
  const lockstep_recorded_launch& of = seen.all().launches[launch];
  return {static_cast<std::size_t>(seen.threads_of(launch)),
          seen.block_threads(launch),
          std::size_t{of.grid[0]} * of.block[0],
          of.block[0],
          of.block[1],
          of.grid[0]};
}

// In two dimensions: the element in row y and column x, for rows of `width` elements.
rule in_rows(const shape& s, std::size_t width) {
  return {[s, width](std::size_t e) {
    const std::size_t x = e % width, y = e / width;
    const std::size_t block = y / s.block_y * s.grid_x + x / s.block_x;
    if (x >= s.width_of_grid) return s.threads;  // no thread
    return block * s.block + y % s.block_y * s.block_x + x % s.block_x;
  }};
}

std::vector<rule> rules_of(const recording& seen, std::size_t b, const std::vector<touch>& touches,
                           const shape& s) {
  constexpr std::size_t warp = 32;
  const std::size_t elements = seen.buffers()[b].elements;
  std::vector<rule> all;
  all.push_back({[](std::size_t e) { return e; }});
  all.push_back({[s](std::size_t e) { return e * s.block; }, s.block});
  if (s.block > warp) all.push_back({[](std::size_t e) { return e * warp; }, warp});
  all.push_back({[s](std::size_t e) { return e % s.threads; }});
  for (const std::size_t each : {2, 4, 8, 16}) {
    // Threads that are as many as the elements need no more than one each.
    if (s.threads < elements) {
      all.push_back(
          {[s, each](std::size_t e) { return e / (each * s.block) * s.block + e % s.block; }});
      all.push_back({[each](std::size_t e) { return e / each; }});
    }
    all.push_back({[s, each](std::size_t e) { return e / each * s.block; }, s.block});
  }
  // The width of rows shows in the second one.
  for (const touch& one : touches) {
    const std::uint32_t thread = seen.node(one.node).thread;
    const std::size_t in_block = thread % s.block, block = thread / s.block;
    const std::size_t y = block / s.grid_x * s.block_y + in_block / s.block_x % s.block_y;
    const std::size_t x = block % s.grid_x * s.block_x + in_block % s.block_x;
    if (y == 0 || one.element < x || (one.element - x) % y != 0) continue;
    const std::size_t width = (one.element - x) / y;
    if (width > 0 && width <= elements) all.push_back(in_rows(s, width));
    break;
  }
  return all;
}

// Whether the touches follow the rule, and show it: two of them at least, to be made by others.
bool holds(const recording& seen, const rule& one, const std::vector<touch>& touches) {
  const std::size_t first = one.thread_of(touches.front().element) / one.of;
  bool is_shown = false;
  for (const touch& t : touches) {
    const std::size_t ought = one.thread_of(t.element) / one.of;
    if (seen.node(t.node).thread / one.of != ought) return false;
    is_shown = is_shown || ought != first;
  }
  return is_shown;
}

// Places that the threads look up, as in a list, belong to nobody.
bool are_looked_up(const recording& seen, const std::vector<touch>& touches) {
  return std::any_of(touches.begin(), touches.end(),
                     [&](const touch& t) { return seen.node(t.node).index != 0; });
}

// The touch that shows best why the thread leaves out the element: one by a thread that touches
// more elements than it does, or else one of its own; of several, the nearest.
const touch& to_compare_with(const recording& seen, const std::vector<touch>& touches,
                             std::size_t missing, std::size_t thread) {
  std::map<std::uint32_t, std::size_t> count;  // by thread
  for (const touch& one : touches) ++count[seen.node(one.node).thread];
  const auto own = count.find(static_cast<std::uint32_t>(thread));
  const std::size_t own_count = own == count.end() ? 0 : own->second;
  const bool somebody_has_more = std::any_of(
      count.begin(), count.end(), [&](const auto& one) { return one.second > own_count; });
  const auto rank = [&](const touch& one) {
    const std::uint32_t by = seen.node(one.node).thread;
    const bool is_wanted = somebody_has_more ? count[by] > own_count : by == thread;
    const std::size_t distance =
        one.element > missing ? one.element - missing : missing - one.element;
    return std::pair(!is_wanted, distance);
  };
  return *std::min_element(touches.begin(), touches.end(),
                           [&](const touch& a, const touch& b) { return rank(a) < rank(b); });
}

// The condition that ends a loop, if it is the last that a thread tests: it was met before, with
// another outcome. Unknown if there is none.
source_place end_of_last_loop(const recording& seen, std::uint32_t launch, std::uint32_t thread) {
  const auto made = seen.decisions_of(launch, thread);
  if (made.empty()) return {};
  const bool is_loop = std::any_of(made.begin(), made.end() - 1, [&](const auto* one) {
    return one->site == made.back()->site && one->taken != made.back()->taken;
  });
  return is_loop ? seen.place_of_site(made.back()->site) : source_place{};
}

std::string loop_ended_by(const source_place& condition) {
  return phrase("until-loop-ends", "until the condition on line {} ends its loop", condition.line);
}

// The thread of an access to one element should have made another one to the element in question.
absence takes_others(const recording& seen, std::uint32_t launch, std::uint32_t access,
                     const std::vector<std::size_t>& missing) {
  const std::uint32_t thread = seen.node(access).thread;
  const std::string skips =
      phrase("takes-others",
             form_for(missing, "{}, which should handle it, handles only other elements",
                      "{}, which should handle the first of them, handles only other elements"),
             seen.thread_name(launch, thread));
  absence why{skips, seen.place_of(access)};
  why.is_in_loop = true;
  // A loop that the thread has left: its condition stands before the access, and comes behind it.
  const source_place last = end_of_last_loop(seen, launch, thread);
  if (!last.known() || last.file != why.place.file || last.line > why.place.line) return why;
  why.reason += ", " + loop_ended_by(last);
  why.place = last;
  return why;
}

using decisions = std::vector<const lockstep_decision*>;

// Where two ways that have parted come together again: how far behind `i` and `j` that is.
std::pair<std::size_t, std::size_t> to_common_site(const decisions& own, std::size_t i,
                                                   const decisions& others, std::size_t j) {
  constexpr std::size_t most = 64;
  for (std::size_t both = 1; both < most; ++both)
    for (std::size_t of_own = 0; of_own <= both; ++of_own) {
      const std::size_t a = i + of_own, b = j + both - of_own;
      if (a < own.size() && b < others.size() && own[a]->site == others[b]->site)
        return {of_own, both - of_own};
    }
  return {own.size() - i, others.size() - j};
}

// The last branch before an access by the thread of `others` at which the ways part: those before
// it have come together again.
std::optional<std::uint32_t> last_parting(const recording& seen, const decisions& own,
                                          const decisions& others, const source_place& access) {
  std::optional<std::uint32_t> last;
  for (std::size_t i = 0, j = 0; i < own.size() && j < others.size();) {
    const bool is_same_site = own[i]->site == others[j]->site;
    if (!is_same_site || own[i]->taken != others[j]->taken) {
      const source_place at = seen.place_of_site(own[i]->site);
      if (!last || (at.file == access.file && at.line <= access.line)) last = own[i]->site;
    }
    const auto [a, b] = is_same_site ? std::pair<std::size_t, std::size_t>{1, 1}
                                     : to_common_site(own, i, others, j);
    i += a, j += b;
  }
  return last;
}

absence kept_away(const recording& seen, std::uint32_t launch, std::uint32_t thread,
                  std::uint32_t access, use how, const std::vector<std::size_t>& missing) {
  const source_place accessed = seen.place_of(access);
  const auto site = last_parting(seen, seen.decisions_of(launch, thread),
                                 seen.decisions_of(launch, seen.node(access).thread), accessed);
  if (!site) return {"", accessed};
  const source_place at = seen.place_of_site(*site);
  const std::string by = seen.thread_name(launch, thread);
  return {how == use::writes
              ? phrase("kept-from-it",
                       form_for(missing, "the condition on line {} keeps {} from it",
                                "the condition on line {} keeps {} from writing the first of them"),
                       at.line, by)
              : phrase("kept-from-it",
                       form_for(missing, "the condition on line {} keeps {} from it",
                                "the condition on line {} keeps {} from reading the first of them"),
                       at.line, by),
          at};
}

// One thread alone has touched any element: what every other one tests last before that keeps it
// away, whichever element it should have touched.
absence only_one_passes(const recording& seen, std::uint32_t launch,
                        const std::vector<touch>& touches) {
  constexpr std::uint64_t most_threads = 2'048;
  const std::uint32_t access = touches.front().node, one = seen.node(access).thread;
  const source_place accessed = seen.place_of(access);
  const bool is_alone = std::all_of(touches.begin(), touches.end(), [&](const touch& t) {
    return seen.node(t.node).thread == one && seen.node(t.node).site == seen.node(access).site;
  });
  const std::uint64_t threads = seen.threads_of(launch);
  if (!is_alone || threads < 2 || threads > most_threads) return {"", accessed};
  const decisions way = seen.decisions_of(launch, one);
  source_place at;
  for (std::uint32_t other = 0; other < threads; ++other) {
    if (other == one) continue;
    const auto site = last_parting(seen, seen.decisions_of(launch, other), way, accessed);
    if (!site) return {"", accessed};
    const source_place here = seen.place_of_site(*site);
    if (!here.known() || (at.known() && !(here == at))) return {"", accessed};
    at = here;
  }
  return {phrase("only-one-passes", "only {} passes the condition on line {}",
                 seen.thread_name(launch, one), at.line),
          at};
}

}  // namespace

std::optional<std::uint32_t> parting(const std::vector<const lockstep_decision*>& own,
                                     const std::vector<const lockstep_decision*>& others) {
  for (std::size_t i = 0; i < own.size() && i < others.size(); ++i) {
    if (own[i]->site != others[i]->site) return own[i]->site;
    if (own[i]->taken != others[i]->taken) return own[i]->site;
  }
  return std::nullopt;
}

std::string end_of_loop(const recording& seen, std::uint32_t launch, std::uint32_t thread) {
  const source_place at = end_of_last_loop(seen, launch, thread);
  return at.known() ? ", " + loop_ended_by(at) : std::string();
}

void add(const absence& why, explanation& to) {
  if (!why.reason.empty()) to.cause += ": " + why.reason;
  to.place = why.place;
  to.launch_of = why.launch_of;
  if (why.is_in_loop) to.seen_from = "loop";
  if (!why.launch_of.empty()) to.occurrence = of_grid;
}

absence why_untouched(const recording& seen, std::size_t b, use how,
                      const std::vector<std::size_t>& elements) {
  const std::vector<touch> touches = touches_of(seen, b, how);
  if (touches.empty() || elements.empty()) return {};
  const std::uint32_t launch = seen.node(touches.front().node).launch;
  const shape s = shape_of(seen, launch);
  const source_place accessed = seen.place_of(touches.front().node);
  if (are_looked_up(seen, touches)) return {"", accessed};
  for (const rule& one : rules_of(seen, b, touches, s)) {
    if (!holds(seen, one, touches)) continue;
    const std::size_t missing = elements.front();
    const std::size_t thread = one.thread_of(missing);
    if (thread >= s.threads) {
      const std::string kernel = seen.kernel_name(launch);
      const std::size_t blocks = s.threads / s.block;
      const std::string size = phrase(
          "grid-size", "{} of {}", phrase("blocks", blocks == 1 ? "{} block" : "{} blocks", blocks),
          phrase("threads", s.block == 1 ? "{} thread" : "{} threads", s.block));
      absence why{phrase("grid-ends-before", "the grid of {} ends before it, at {}", kernel, size),
                  seen.place_of_launch(launch), kernel};
      // Where the grader launches it, it is the kernel that should go on.
      if (!why.place.known()) why.place = accessed, why.launch_of.clear();
      return why;
    }
    const touch& nearest = to_compare_with(seen, touches, missing, thread);
    if (seen.node(nearest.node).thread == thread)
      return takes_others(seen, launch, nearest.node, elements);
    return kept_away(seen, launch, static_cast<std::uint32_t>(thread), nearest.node, how, elements);
  }
  return only_one_passes(seen, launch, touches);
}

}  // namespace lockstep::grader::diagnosis
