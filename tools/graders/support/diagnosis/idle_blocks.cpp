#include "idle_blocks.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

struct blocks_of_launch {
  std::uint32_t launch = 0;
  std::array<std::size_t, 3> grid{};
  std::vector<bool> works;  // by block

  std::size_t idle() const {
    return static_cast<std::size_t>(std::count(works.begin(), works.end(), false));
  }
};

std::vector<blocks_of_launch> launches_of(const recording& seen) {
  std::vector<blocks_of_launch> all(seen.all().launch_count);
  for (std::uint32_t l = 0; l < all.size(); ++l) {
    const auto& grid = seen.all().launches[l].grid;
    all[l] = {l, {grid[0], grid[1], grid[2]}, {}};
    if (seen.all().launches[l].parent == 0)
      all[l].works.resize(std::size_t{grid[0]} * grid[1] * grid[2]);
  }
  for (std::uint32_t n = 0; n < seen.all().node_count; ++n) {
    const lockstep_node& node = seen.node(n);
    const bool is_access = node.kind == LOCKSTEP_NODE_LOAD || node.kind == LOCKSTEP_NODE_STORE ||
                           node.kind == LOCKSTEP_NODE_ATOMIC;
    if (!is_access || node.space != LOCKSTEP_SPACE_GLOBAL || all[node.launch].works.empty())
      continue;
    all[node.launch].works[node.thread / seen.block_threads(node.launch)] = true;
  }
  return all;
}

// The first column (of axis 0) or row (of axis 1) from which on all blocks are idle.
std::size_t end_of_work(const blocks_of_launch& of, std::size_t axis) {
  std::size_t end = 0;
  for (std::size_t b = 0; b < of.works.size(); ++b)
    if (of.works[b])
      end = std::max(end, 1 + (axis == 0 ? b % of.grid[0] : b / of.grid[0] % of.grid[1]));
  return end;
}

std::string columns_in_words(std::size_t count) {
  return phrase("block-columns", count == 1 ? "{} column of blocks" : "{} columns of blocks",
                count);
}
std::string rows_in_words(std::size_t count) {
  return phrase("block-rows", count == 1 ? "{} row of blocks" : "{} rows of blocks", count);
}

// ": 1 column of blocks too many"; empty if the idle ones do not lie at the end of an axis.
std::string what_is_too_many(const blocks_of_launch& of) {
  if (of.grid[2] != 1) return {};
  const std::size_t columns = of.grid[0] - end_of_work(of, 0);
  const std::size_t rows = of.grid[1] - end_of_work(of, 1);
  const std::size_t outside = of.works.size() - (of.grid[0] - columns) * (of.grid[1] - rows);
  if (outside != of.idle()) return {};
  if (of.grid[1] == 1)
    return ": " + phrase("blocks-too-many",
                         columns == 1 ? "{} block too many" : "{} blocks too many", columns);
  const std::string what =
      rows == 0      ? columns_in_words(columns)
      : columns == 0 ? rows_in_words(rows)
                     : phrase("both", "{} and {}", columns_in_words(columns), rows_in_words(rows));
  return ": " + phrase("too-many", "{} too many", what);
}

}  // namespace

explanation idle_blocks(const recording& seen) {
  if (seen.all().complete == 0) return {};
  const auto all = launches_of(seen);
  const auto most = std::max_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.idle() < b.idle(); });
  if (most == all.end() || most->idle() == 0 || most->idle() == most->works.size()) return {};
  explanation found;
  found.launch_of = seen.kernel_name(most->launch);
  found.place = seen.place_of_launch(most->launch);
  found.occurrence = of_grid;
  found.cause = phrase("idle-blocks", "{} of the {} blocks of {} have nothing to do", most->idle(),
                       most->works.size(), found.launch_of) +
                what_is_too_many(*most);
  return found;
}

}  // namespace lockstep::grader::diagnosis
