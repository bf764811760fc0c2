#include "simt/run/traced_grid.hpp"

#include <cstring>
#include <map>
#include <string>

namespace lockstep::simt {
namespace {

protocol::device_stream reported_stream(std::uint64_t stream) {
  using protocol::device_stream;
  switch (stream) {
    case launch_tree::null_stream:
    case launch_tree::legacy_stream:
      return device_stream::null;
    case launch_tree::per_thread_stream:
      return device_stream::per_thread;
    case launch_tree::tail_stream:
      return device_stream::tail;
    case launch_tree::fire_and_forget_stream:
      return device_stream::fire_and_forget;
    default:
      return device_stream::named;
  }
}

}  // namespace

trace::grid traced_grid(const child_grid& grid, const kernel_facts& facts) {
  trace::grid traced;
  traced.kernel = facts.display_name;
  traced.blocks = grid.options.grid;
  traced.threads = grid.options.block;
  traced.cluster = cluster_of(grid.options, facts);
  if (grid.parent_identity != 0)
    traced.by = {0,
                 grid.parent_block,
                 grid.parent_thread,
                 reported_stream(grid.into_stream),
                 std::string(grid.launched_at.file),
                 grid.launched_at.line};
  return traced;
}

std::vector<protocol::traced_array> arrays_of(const child_grid& grid, const kernel_facts& facts,
                                              const memory::address_space& memory) {
  std::map<std::uint64_t, protocol::traced_array> arrays;
  for (std::uint32_t i = 0; i < facts.parameter_sizes.size(); ++i) {
    std::uint64_t value = 0;
    const std::size_t at = facts.parameter_offsets[i];
    if (facts.parameter_sizes[i] != sizeof value || at + sizeof value > grid.parameters.size())
      continue;
    std::memcpy(&value, grid.parameters.data() + at, sizeof value);
    const memory::allocation* const in = memory.find(value);
    if (in == nullptr) continue;
    auto& array = arrays[in->serial];
    array.allocation = in->serial;
    array.bytes = in->size;
    array.name = in->name;
    array.parameters.push_back({i, value - in->address});
  }
  std::vector<protocol::traced_array> all;
  for (auto& [number, array] : arrays) all.push_back(std::move(array));
  return all;
}

}  // namespace lockstep::simt
