#include "simt/run/block_runner.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "lockstep/protocol/phrase.hpp"
#include "simt/control/cluster_barrier.hpp"
#include "simt/control/schedule.hpp"
#include "simt/control/stack.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/misled.hpp"
#include "simt/instruments/provenance.hpp"
#include "simt/instruments/tracing.hpp"
#include "simt/run/positions.hpp"
#include "simt/state/cluster.hpp"
#include "simt/state/fault.hpp"
#include "timing/path.hpp"

namespace lockstep::simt {
namespace {

template <class T>
void fill(std::byte* row, T value) {
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
    std::memcpy(row + lane * sizeof(T), &value, sizeof value);
}

void fill_constant(std::byte* rows, const constant_row& c) {
  switch (c.bytes) {
    case 0:
      std::memcpy(rows + c.row, &c.value, sizeof(lane_mask));
      break;
    case 1:
      fill(rows + c.row, static_cast<std::uint8_t>(c.value));
      break;
    case 2:
      fill(rows + c.row, static_cast<std::uint16_t>(c.value));
      break;
    case 4:
      fill(rows + c.row, static_cast<std::uint32_t>(c.value));
      break;
    default:
      fill(rows + c.row, c.value);
      break;
  }
}

// The value of a kernel parameter as its register holds it.
std::uint64_t parameter_value(const parameter_row& p, const std::vector<std::byte>& parameters) {
  std::uint64_t value = 0;
  std::memcpy(&value, parameters.data() + p.offset, p.bytes);
  if (!p.sign) return value;
  const unsigned unused = 64 - 8u * p.bytes;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
}

// Special registers that are the same for every block of the launch.
std::uint32_t special_value(special what, const running_launch& launch, const worker& on,
                            std::uint32_t warp_number, unsigned lane) {
  const std::uint32_t thread = warp_number * lanes_per_warp + lane;
  switch (what) {
    case special::tid_x:
      return thread % launch.block[0];
    case special::tid_y:
      return thread / launch.block[0] % launch.block[1];
    case special::tid_z:
      return thread / launch.block[0] / launch.block[1];
    case special::ntid_x:
      return launch.block[0];
    case special::ntid_y:
      return launch.block[1];
    case special::ntid_z:
      return launch.block[2];
    case special::nctaid_x:
      return launch.grid[0];
    case special::nctaid_y:
      return launch.grid[1];
    case special::nctaid_z:
      return launch.grid[2];
    case special::laneid:
      return lane;
    case special::warpid:
      return warp_number;
    case special::nwarpid:
      return launch.warps;
    case special::smid:
      return on.number;
    case special::nsmid:
      return launch.workers;
    case special::gridid:
      return static_cast<std::uint32_t>(launch.identity);
    case special::lanemask_eq:
      return 1u << lane;
    case special::lanemask_le:
      return (2u << lane) - 1;
    case special::lanemask_lt:
      return (1u << lane) - 1;
    case special::lanemask_ge:
      return ~((1u << lane) - 1);
    case special::lanemask_gt:
      return ~((2u << lane) - 1);
    case special::dynamic_smem_size:
      return launch.dynamic_shared_bytes;
    case special::total_smem_size:
      return launch.shared_bytes;
    case special::reserved_smem:
      return launch.reserved_shared_offset;
    case special::envreg1:
      return static_cast<std::uint32_t>(launch.workspace >> 32);
    case special::envreg2:
      return static_cast<std::uint32_t>(launch.workspace);
    case special::is_explicit_cluster:
      return launch.explicit_cluster ? all_lanes : 0;
    case special::cluster_nctaid_x:
      return launch.cluster[0];
    case special::cluster_nctaid_y:
      return launch.cluster[1];
    case special::cluster_nctaid_z:
      return launch.cluster[2];
    case special::cluster_nctarank:
      return launch.cluster_blocks;
    case special::nclusterid_x:
      return launch.grid[0] / launch.cluster[0];
    case special::nclusterid_y:
      return launch.grid[1] / launch.cluster[1];
    case special::nclusterid_z:
      return launch.grid[2] / launch.cluster[2];
    default:
      return 0;
  }
}

bool is_of_block(special what) {
  return (what >= special::ctaid_x && what <= special::ctaid_z) || what >= special::clusterid_x;
}

// Special registers that differ between blocks.
std::uint32_t value_in_block(special what, const running_launch& launch, const block& b) {
  const auto component = [what](special first) {
    return static_cast<unsigned>(what) - static_cast<unsigned>(first);
  };
  if (what <= special::ctaid_z) return b.index[component(special::ctaid_x)];
  if (what == special::cluster_ctarank) return b.rank;
  const cluster_position position = position_in_cluster(launch, b);
  return what <= special::clusterid_z ? position.cluster[component(special::clusterid_x)]
                                      : position.block[component(special::cluster_ctaid_x)];
}

std::byte* map_local(std::size_t bytes) {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::byte*>(at);
}

lane_mask lanes_of(const running_launch& launch, std::uint32_t warp_number) {
  const std::uint32_t threads =
      std::min(launch.threads - warp_number * lanes_per_warp, lanes_per_warp);
  return threads == lanes_per_warp ? all_lanes : (1u << threads) - 1;
}

}  // namespace

block::block() = default;
worker::worker() = default;
worker::~worker() = default;

block::~block() {
  if (local_storage != nullptr) munmap(local_storage, local_storage_bytes);
}

namespace {

std::size_t bytes_of_warp(const code& of) {
  const std::size_t parameter_bytes = std::size_t{of.parameter_area_bytes} * lanes_per_warp;
  return (of.row_bytes + parameter_bytes + 63) / 64 * 64;
}

// What a launch gives its blocks: the worker, parameters, special registers, and what the kernel's
// prologue makes of them.
void give_to(block& b, worker& on) {
  const running_launch& launch = *on.launch;
  const struct code& code = *launch.code;
  for (warp& w : b.warps) {
    w.ranges = on.ranges.data();
    w.generation = &launch.memory->generation_counter();
    w.counts = on.counts.data();
    w.order = launch.schedule.by;
    w.on = &on;
    w.stack.fill(local_limit);
    for (const parameter_row& p : code.parameters)
      fill_constant(w.rows, {p.row, p.register_bytes, parameter_value(p, *launch.parameters)});
    for (const special_row& s : code.specials) {
      if (is_of_block(s.what)) continue;
      for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
        row<std::uint32_t>(w, s.row)[lane] = special_value(s.what, launch, on, w.number, lane);
    }
    w.active = all_lanes;
    for (const step* s = code.prologue; s != nullptr;) s = s->run(w, s);
  }
}

}  // namespace

void prepare(block& b, worker& on) {
  const running_launch& launch = *on.launch;
  const struct code& code = *launch.code;
  const std::size_t each = bytes_of_warp(code);
  b.storage.assign(each * launch.warps + 64, std::byte{0});
  auto* base = reinterpret_cast<std::byte*>(
      (reinterpret_cast<std::uintptr_t>(b.storage.data()) + 63) / 64 * 64);
  b.shared.assign(std::max<std::size_t>(launch.shared_bytes, 1), std::byte{0});
  if (code.uses_local) {
    b.local_storage_bytes = std::size_t{local_stride} * lanes_per_warp * launch.warps;
    b.local_storage = map_local(b.local_storage_bytes);
  }
  b.warps.resize(launch.warps);
  for (std::uint32_t number = 0; number < launch.warps; ++number) {
    warp& w = b.warps[number];
    w.rows = base + each * number;
    w.parameters = w.rows + code.row_bytes;
    w.local = b.local_storage == nullptr
                  ? nullptr
                  : b.local_storage + std::size_t{local_stride} * lanes_per_warp * number;
    w.shared = b.shared.data();
    w.shared_bytes = launch.shared_bytes;
    w.block = &b;
    w.number = number;
    w.next = number + 1 < launch.warps ? &b.warps[number + 1] : nullptr;
    for (const constant_row& c : code.constants) fill_constant(w.rows, c);
  }
  give_to(b, on);
}

void prepare_again(block& b, worker& on) {
  std::fill(b.shared.begin(), b.shared.end(), std::byte{0});
  give_to(b, on);
}

void begin(block& b, std::uint64_t index, cluster* in, std::uint32_t rank) {
  const running_launch& launch = *b.warps.front().on->launch;
  b.index = {static_cast<std::uint32_t>(index % launch.grid[0]),
             static_cast<std::uint32_t>(index / launch.grid[0] % launch.grid[1]),
             static_cast<std::uint32_t>(index / launch.grid[0] / launch.grid[1])};
  b.live_threads = launch.threads;
  b.barriers = {};
  b.open_barriers = 0;
  b.device_errors.clear();
  b.busy = true;
  b.work = 0;
  b.cluster = in;
  b.rank = rank;
  b.path = launch.timing == nullptr ? nullptr : launch.timing->follow(index);
  // The two forms differ in what they report: rows and tables are the same.
  const struct code& code = b.path == nullptr ? *launch.code : *launch.timed;
  if (launch.monitor != nullptr) note_beginning(b);
  forget_misled(b);
  for (warp& w : b.warps) {
    w.active = 0;
    w.live = lanes_of(launch, w.number);
    w.frame = frame_ref();
    if (launch.code->takes_stack) empty_stack(w);
    w.fuel = 0;
    w.turn = 0;
    w.polled = nullptr;
    w.in_cluster_barrier = 0;
    w.waits_in = nullptr;
    w.agreed = nullptr;
    w.runnable = true;
    w.others.clear();
    w.others.add(code.functions.front().first, w.live, frame_ref(), 0);
    for (const special_row& s : launch.code->specials) {
      if (is_of_block(s.what)) fill(w.rows + s.row, value_in_block(s.what, launch, b));
    }
  }
  if (launch.recorder != nullptr) follow(b, index);
  if (launch.provenance != nullptr) record_beginning(b);
}

namespace {

// Where a warp goes on that can.
const step* resume(warp& w) {
  if (w.waits_in == nullptr) return choose(w);
  const step* next = w.waits_in + 1;  // the barrier is complete
  w.waits_in = nullptr;
  w.turn = 0;  // passing a barrier is progress: no split counts as spinning
  if (w.fuel <= 0) w.fuel = fuel_first;
  return next;
}

[[noreturn]] void raise_deadlock(block& b) {
  show_waiting(b);
  const auto stuck =
      std::find_if(b.warps.begin(), b.warps.end(), [](const warp& w) { return !w.others.empty(); });
  const split& first = stuck->others.front();
  const bool alone = stuck->on->launch->cluster_blocks == 1;
  raise(fault_at(
      *stuck, first.waits_in, first_lane(first.mask), finding_kind::deadlock,
      (alone ? protocol::phrase("block-never-goes-on",
                                "can never continue: the threads of the block wait for each other")
             : protocol::phrase(
                   "cluster-never-goes-on",
                   "can never continue: the threads of the cluster wait for each other")) +
          "\n" + positions(b)));
}

}  // namespace

end_of_turn run(block& b) {
  worker& on = *b.warps.front().on;
  on.moved = nullptr;  // a fault may have come in between
  if (on.launch->monitor != nullptr) note_turn(b);
  for (;;) {
    bool progress = false, out_of_fuel = false;
    const running_launch& launch = *on.launch;
    const warp_order turn(launch.schedule.by, on.chances, b.warps.size());
    for (std::size_t n = 0; n < b.warps.size(); ++n) {
      warp& w = b.warps[turn.at(n)];
      if (!w.runnable) continue;
      progress = true;
      w.polls_again = false;
      for (const step* s = resume(w); s != nullptr;) s = s->run(w, s);
      if (!w.polls_again) note_progress(w);
      out_of_fuel = out_of_fuel || (w.runnable && w.waits_in == nullptr);
      while (on.moved != nullptr) {
        warp& other = *std::exchange(on.moved, nullptr);
        for (const step* s = on.moved_to; s != nullptr;) s = s->run(other, s);
        if (!other.polls_again) note_progress(other);
        out_of_fuel = out_of_fuel || (other.runnable && other.waits_in == nullptr);
        n = other.number;
      }
    }
    if (b.live_threads == 0) {
      b.busy = false;
      return end_of_turn::of_block;
    }
    if (out_of_fuel) return end_of_turn::by_fuel;
    if (progress) continue;
    if (others_can_run(b)) return end_of_turn::by_waiting;
    raise_deadlock(b);
  }
}

}  // namespace lockstep::simt
