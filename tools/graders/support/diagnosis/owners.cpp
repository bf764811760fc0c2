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
  bool to_blocks = false;  // any thread of the block will do
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
          },
          false};
}

std::vector<rule> rules_of(const recording& seen, std::size_t b, const std::vector<touch>& touches,
                           const shape& s) {
  std::vector<rule> all;
  all.push_back({[](std::size_t e) { return e; }, false});
  all.push_back({[s](std::size_t e) { return e * s.block; }, true});
  all.push_back({[s](std::size_t e) { return e % s.threads; }, false});
  for (const std::size_t each : {2, 4, 8, 16}) {
    all.push_back(
        {[s, each](std::size_t e) { return e / (each * s.block) * s.block + e % s.block; }, false});
    all.push_back({[each](std::size_t e) { return e / each; }, false});
    all.push_back({[s, each](std::size_t e) { return e / each * s.block; }, true});
  }
  // The width of rows shows in the second one.
  for (const touch& one : touches) {
    const std::uint32_t thread = seen.node(one.node).thread;
    const std::size_t in_block = thread % s.block, block = thread / s.block;
    const std::size_t y = block / s.grid_x * s.block_y + in_block / s.block_x % s.block_y;
    const std::size_t x = block % s.grid_x * s.block_x + in_block % s.block_x;
    if (y == 0 || one.element < x || (one.element - x) % y != 0) continue;
    const std::size_t width = (one.element - x) / y;
    if (width > 0 && width <= seen.buffers()[b].elements) all.push_back(in_rows(s, width));
    break;
  }
  return all;
}

bool agrees(const recording& seen, const rule& one, const shape& s,
            const std::vector<touch>& touches) {
  return std::all_of(touches.begin(), touches.end(), [&](const touch& t) {
    const std::size_t is = seen.node(t.node).thread, ought = one.thread_of(t.element);
    return one.to_blocks ? is / s.block == ought / s.block : is == ought;
  });
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

std::string loop_ended_by(const source_place& condition) {
  return phrase("until-loop-ends", "until the condition in line {} ends its loop", condition.line);
}

// The thread of an access to one element should have made another one to the element in question.
absence takes_others(const recording& seen, std::uint32_t launch, std::uint32_t access) {
  const std::uint32_t thread = seen.node(access).thread;
  const std::string skips =
      phrase("takes-others", "{}, which should handle it, handles only other elements",
             seen.thread_name(launch, thread));
  absence why{skips, seen.place_of(access)};
  why.is_in_loop = true;
  const auto made = seen.decisions_of(launch, thread);
  if (made.empty()) return why;
  // A loop that the thread has left: its condition stands before the access, and comes behind it.
  const source_place last = seen.place_of_site(made.back()->site);
  if (!last.known() || last.file != why.place.file || last.line > why.place.line) return why;
  why.reason += ", " + loop_ended_by(last);
  why.place = last;
  return why;
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
  const auto made = seen.decisions_of(launch, thread);
  if (made.empty()) return {};
  const bool is_loop = std::any_of(made.begin(), made.end() - 1, [&](const auto* one) {
    return one->site == made.back()->site && one->taken != made.back()->taken;
  });
  const source_place at = seen.place_of_site(made.back()->site);
  if (!is_loop || !at.known()) return {};
  return ", " + loop_ended_by(at);
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
  for (const rule& one : rules_of(seen, b, touches, s)) {
    if (!agrees(seen, one, s, touches)) continue;
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
    const std::uint32_t other = seen.node(nearest.node).thread;
    if (other == thread) return takes_others(seen, launch, nearest.node);
    const auto site = parting(seen.decisions_of(launch, static_cast<std::uint32_t>(thread)),
                              seen.decisions_of(launch, other));
    if (!site) return {"", accessed};
    const source_place at = seen.place_of_site(*site);
    return {phrase("kept-from-it", "the condition in line {} keeps {} from it", at.line,
                   seen.thread_name(launch, static_cast<std::uint32_t>(thread))),
            at};
  }
  return {"", accessed};
}

}  // namespace lockstep::grader::diagnosis
