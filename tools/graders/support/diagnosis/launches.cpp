#include "launches.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "names.hpp"
#include "owners.hpp"
#include "words.hpp"
#include "writes.hpp"

namespace lockstep::grader::diagnosis {

namespace {

std::set<std::uint32_t> grids_of(const recording& seen, const std::vector<std::uint32_t>& nodes) {
  std::set<std::uint32_t> grids;
  for (const std::uint32_t n : nodes) grids.insert(seen.node(n).launch);
  return grids;
}

std::string launcher_of(const recording& seen, const lockstep_recorded_launch& child) {
  return seen.thread_name(child.parent - 1, child.thread);
}

source_place place_of_launch(const lockstep_recorded_launch& child) {
  return {child.file, child.line};
}

std::uint32_t block_of(const recording& seen, std::uint32_t launch, std::uint32_t thread) {
  return thread / seen.block_threads(launch);
}

// The first write by somebody who makes up for a launch that is lost: a thread of the same block.
std::optional<std::uint32_t> makes_up(const recording& seen, std::size_t b) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> lost_in;  // launches and their blocks
  for (std::uint64_t i = 0; i < seen.all().lost_launch_count; ++i) {
    const lockstep_lost_launch& lost = seen.all().lost_launches[i];
    lost_in.emplace(lost.launch, block_of(seen, lost.launch, lost.thread));
  }
  for (std::size_t e = 0; e < seen.buffers()[b].elements; ++e) {
    for (const std::uint32_t n : seen.at(b, e).writers) {
      const lockstep_node& node = seen.node(n);
      if (lost_in.count({node.launch, block_of(seen, node.launch, node.thread)}) != 0) return n;
    }
  }
  return std::nullopt;
}

// No block has lost more than one launch: it was to be for all of its threads.
bool one_launches_for_its_block(const recording& seen) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> blocks;
  for (std::uint64_t i = 0; i < seen.all().lost_launch_count; ++i) {
    const lockstep_lost_launch& lost = seen.all().lost_launches[i];
    if (!blocks.emplace(lost.launch, block_of(seen, lost.launch, lost.thread)).second) return false;
  }
  return true;
}

std::string launches_lost(const recording& seen) {
  const std::uint64_t count = seen.all().lost_launch_count;
  const lockstep_lost_launch& first = seen.all().lost_launches[0];
  const std::string by = seen.thread_name(first.launch, first.thread);
  const std::string room =
      phrase("pending-launches", first.room == 1 ? "{} pending launch" : "{} pending launches",
             first.room);
  if (count == 1)
    return phrase("launch-lost",
                  "one launch of {} is lost, by {}, because there is room for only {}",
                  first.kernel, by, room);
  return phrase("launches-lost",
                "{} launches of {} are lost, the first by {}, because there is room for only {}",
                count, first.kernel, by, room);
}

std::string list_of_launchers(const recording& seen, const std::vector<std::uint32_t>& launches) {
  const auto& all = seen.all().launches;
  const std::string first = launcher_of(seen, all[launches[0]]);
  const std::string second = launcher_of(seen, all[launches[1]]);
  if (first == second) return first;
  if (launches.size() == 2) return phrase("both", "{} and {}", first, second);
  return phrase("and-more", "{}, {} and {} more", first, second, launches.size() - 2);
}

}  // namespace

explanation lost_launches(const recording& seen) {
  if (seen.all().lost_launch_count == 0) return {};
  const lockstep_lost_launch& first = seen.all().lost_launches[0];
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    const auto missing = unwritten_results(seen, b);
    if (missing.empty()) continue;
    const std::string nobody_writes =
        phrase("never-written", form_for(missing, "{} is never written", "{} are never written"),
               elements_in_words(buffer.name, missing));
    explanation found;
    found.is_settled = true;
    if (const auto instead = makes_up(seen, b)) {
      const lockstep_node& node = seen.node(*instead);
      found.cause =
          phrase("written-for-lost-launch",
                 "in place of a launch that is lost, on line {}, {} writes to {}",
                 seen.place_of_site(first.site).line, thread_of(seen, *instead), buffer.name) +
          end_of_loop(seen, node.launch, node.thread) + "; " + nobody_writes;
      found.is_settled = one_launches_for_its_block(seen);
      found.place = seen.place_of(*instead);
    } else {
      found.cause = launches_lost(seen) + "; " + nobody_writes;
      found.place = seen.place_of_site(first.site);
    }
    draw_writes(seen, b, found);
    return found;
  }
  return {};
}

explanation launched_again(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    for (const std::size_t e : buffer.wrong) {
      std::map<std::uint32_t, std::vector<std::uint32_t>> twins;
      for (const std::uint32_t grid : grids_of(seen, seen.at(b, e).writers))
        twins[seen.all().launches[grid].twin_of].push_back(grid);
      for (const auto& [first, all] : twins) {
        if (all.size() < 2) continue;
        explanation found;
        found.cause = phrase(
            "launched-again",
            all.size() == 2
                ? "{} is launched {} with the same arguments, by {}, and both grids write {}"
                : "{} is launched {} with the same arguments, by {}, and all of the grids write {}",
            seen.kernel_name(first), times(all.size()), list_of_launchers(seen, all),
            elements_in_words(buffer.name, {e}));
        found.place = place_of_launch(seen.all().launches[first]);
        return found;
      }
    }
  }
  return {};
}

explanation written_by_parent_and_child(const recording& seen) {
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    for (const std::size_t e : buffer.wrong) {
      const auto& writers = seen.at(b, e).writers;
      const auto grids = grids_of(seen, writers);
      for (const std::uint32_t child : grids) {
        const lockstep_recorded_launch& facts = seen.all().launches[child];
        if (facts.parent == 0 || grids.count(facts.parent - 1) == 0) continue;
        const auto by = [&](std::uint32_t grid) {
          return *std::find_if(writers.begin(), writers.end(),
                               [&](std::uint32_t n) { return seen.node(n).launch == grid; });
        };
        const std::uint32_t own = by(facts.parent - 1), childs = by(child);
        explanation found;
        found.cause = phrase("written-by-parent-and-child",
                             "{} is written by {} on line {} and again, on line {}, by the grid "
                             "that {} launches on line {}",
                             elements_in_words(buffer.name, {e}), thread_of(seen, own),
                             seen.place_of(own).line, seen.place_of(childs).line,
                             launcher_of(seen, facts), facts.line);
        found.place = place_of_launch(facts);
        return found;
      }
    }
  }
  return {};
}

explanation launches_by_kernels(const recording& seen, launch_plan required) {
  const lockstep_provenance& all = seen.all();
  std::map<std::uint32_t, std::vector<std::uint32_t>> children;  // by grid
  for (std::uint32_t grid = 0; grid < all.launch_count; ++grid)
    if (const std::uint32_t parent = all.launches[grid].parent; parent != 0)
      children[parent - 1].push_back(grid);
  explanation found;
  if (children.empty()) {
    if (all.launch_count == 0) return {};
    found.cause =
        phrase("no-thread-launches", "no thread of {} launches a grid", seen.kernel_name(0));
    const auto made = seen.decisions_of(0, 0);
    if (made.empty()) return found;
    found.place = seen.place_of_site(made.back()->site);
    found.cause += ": " + last_condition_in_words(found.place);
    return found;
  }
  if (required == launch_plan::any) return {};
  for (const auto& [parent, made] : children) {
    if (made.size() < 2) continue;
    found.cause =
        phrase("launched-by-several", "{} grids are launched on line {} by threads of one grid, {}",
               made.size(), all.launches[made.back()].line, list_of_launchers(seen, made));
    found.place = place_of_launch(all.launches[made.back()]);
    return found;
  }
  const auto last = static_cast<std::uint32_t>(all.launch_count - 1);
  const lockstep_recorded_launch& facts = all.launches[last];
  if (facts.parent == 0) return {};
  found.cause = phrase("grids-run", "{} grids run, the last of them launched on line {} by {}",
                       all.launch_count, facts.line, launcher_of(seen, facts));
  found.place = place_of_launch(facts);
  const auto ends = parting(seen.decisions_of(last, facts.thread),
                            seen.decisions_of(facts.parent - 1, facts.thread));
  if (!ends) return found;
  found.place = seen.place_of_site(*ends);
  found.cause +=
      "; " + phrase("nesting-ends-in", "only there the condition on line {} ends the nesting",
                    found.place.line);
  return found;
}

std::optional<shared_by_grids> first_shared_by_grids(const recording& seen, std::size_t b) {
  for (const std::size_t e : seen.buffers()[b].wrong) {
    const auto grids = grids_of(seen, seen.at(b, e).writers);
    if (grids.size() < 2) continue;
    const lockstep_recorded_launch& last = seen.all().launches[*grids.rbegin()];
    if (last.parent == 0) continue;
    return shared_by_grids{e, grids.size(), place_of_launch(last)};
  }
  return std::nullopt;
}

}  // namespace lockstep::grader::diagnosis
