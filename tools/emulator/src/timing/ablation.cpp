#include "timing/ablation.hpp"

#include <algorithm>
#include <iterator>

namespace lockstep::timing {
namespace {

constexpr double no_limit = 1e9;

struct part {
  std::string_view name;
  void (*remove)(machine& on, launch& what);
};

constexpr part parts[] = {
    {"instruction order", [](machine&, launch&) {}},
    {"pipes", [](machine& on, launch&) { on.has_pipes = false; }},
    {"branches", [](machine& on, launch&) { on.branch = on.branch_taken = 0; }},
    {"barriers", [](machine&, launch& what) { what.no_barriers = true; }},
    {"bank conflicts", [](machine&, launch& what) { what.no_conflicts = true; }},
    {"L1", [](machine& on, launch&) { on.shared_bytes = 0; }},
    {"L2 hits", [](machine& on, launch&) { on.l2_bytes = 0; }},
    {"L2 limits",
     [](machine& on, launch&) {
       on.l2_requests = on.l2_all_sectors = on.l2_sectors = on.l2_store_port = no_limit;
       on.l2_store_line = on.l2_store_sector = on.l2_store_partial = 0;
     }},
    {"L2 latency", [](machine& on, launch&) { on.l2_latency = 0; }},
    {"DRAM bandwidth", [](machine& on, launch&) { on.dram_gigabytes = no_limit; }},
    {"DRAM latency", [](machine& on, launch&) { on.dram_latency = on.l2_latency; }},
    {"DRAM latency's spread", [](machine& on, launch&) { on.dram_spread = 0; }},
    {"DRAM queue", [](machine& on, launch&) { on.dram_queue = on.dram_queue_writes = 0; }},
    {"DRAM writes cost more",
     [](machine& on, launch&) {
       on.dram_write_cost = 1;
       on.dram_turn_cost = 0;
     }},
    {"store latency", [](machine& on, launch&) { on.store_visible = on.store_done = 0; }},
    {"first touch", [](machine& on, launch&) { on.first_touch = 0; }},
    {"block starts",
     [](machine& on, launch&) { on.block_start = on.warp_start = on.block_gap = 0; }},
    {"launch", [](machine& on, launch&) { on.launch_microseconds = 0; }},
};

const part* find_part(std::string_view name) {
  const auto at = std::find_if(std::begin(parts), std::end(parts),
                               [name](const part& p) { return p.name == name; });
  return at == std::end(parts) ? nullptr : at;
}

}  // namespace

bool is_part(std::string_view name) { return find_part(name) != nullptr; }

void remove_part(std::string_view name, machine& on, launch& what) {
  if (const part* one = find_part(name); one != nullptr) one->remove(on, what);
}

}  // namespace lockstep::timing
