// Launches for tests of the model of time, on a machine made up for the purpose, whose figures can
// be reckoned with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ptx_kernel.hpp"
#include "timing/ablation.hpp"
#include "timing/model.hpp"

namespace timing_launches {

using namespace lockstep;

constexpr timing::machine plain() {
  timing::machine m{};
  m.name = "plain";
  m.l2_bytes = 1e6;
  m.dram_gigabytes = 200;  // bytes a cycle
  m.fence = 100;
  m.fence_after_store = 150;
  m.gigahertz = 1;
  m.multiprocessors = 10;
  m.schedulers = 4;
  m.max_warps = 64;
  m.branch = 5;
  m.barrier = 10;
  m.shared_latency = 30;
  m.shuffle_latency = 25;
  m.memory_queue = 20;
  m.shared_bytes = 256 * 1024;
  m.l1_latency = 40;
  m.l2_latency = 200;
  m.l2_sectors = 4;
  m.l2_requests = 100;
  m.l2_all_sectors = 400;
  m.l2_store_port = 4;
  m.l2_store_line = 0.01;
  m.l2_kept = 1;
  m.dram_latency = 500;
  m.dram_write_cost = 1;
  m.dram_scattered = 1;
  m.l2_slices = 10;
  m.l2_slice_bytes = 512;
  m.atomic_latency = 300;
  m.atomic_sector = m.atomic_same = m.atomic_float = 2;
  m.atomic_compare_sector = 4;
  m.atomic_answers = 30;
  m.shared_atomic = 25;
  m.shared_atomic_same = 2;
  m.shared_loop = m.shared_loop_wide = 100;
  m.shared_loop_next = m.shared_loop_next_wide = 50;
  return m;
}

struct model_run {
  timing::estimate estimate;
  std::size_t unrolled = 0;    // loops that ptxas would unroll
  std::string longer;          // the order of the first of these
  std::size_t operations = 0;  // instructions of the machine in the first region
  std::string order;           // of all regions: l load, s store, b barrier, j branch, . other
  std::string refusal;
  std::uint64_t warps_run = 0;  // that ran the first instruction
  std::uint32_t last_word = 0;  // of memory, in the end
};

struct model_shape {
  std::uint32_t blocks = 1, threads = 32, extra_words = 0;
  unsigned resident = 8;
  bool is_cooperative = false;  // it may be refused otherwise
  timing::machine on = plain();
  ptx::spill_code spills = {};
  bool samples_only = false;
  double warp_blocks = 0;  // executions of basic blocks by all warps; 0: not known
};

inline model_run model(const std::string& body, model_shape shape = {}) {
  memory::address_space memory;
  model_run result;
  simt::settings settings;
  settings.workers = 1;
  settings.timed = true;
  settings.counted = [&](const simt::counted_grid& grid) {
    const timing::program code(*grid.code, shape.spills);
    for (const timing::operation& o : code.regions.front().operations)
      result.operations += o.on != timing::pipe::none;
    for (const timing::region& r : code.regions) {
      for (const timing::operation& o : r.operations) {
        if (o.on == timing::pipe::none) continue;
        result.order += o.what == timing::action::load      ? 'l'
                        : o.what == timing::action::store   ? 's'
                        : o.what == timing::action::barrier ? 'b'
                        : o.what == timing::action::branch  ? 'j'
                                                            : '.';
      }
      result.order += ' ';
    }
    result.unrolled = code.unrolled.size();
    for (const timing::region& r :
         std::span(code.unrolled).first(std::min<std::size_t>(1, code.unrolled.size())))
      for (const timing::operation& o : r.operations)
        if (o.on != timing::pipe::none)
          result.longer += o.what == timing::action::load     ? 'l'
                           : o.what == timing::action::branch ? 'j'
                                                              : '.';
    timing::launch what;
    what.blocks = shape.blocks;
    what.warps = shape.threads / 32;
    what.resident = shape.resident;
    what.warp_blocks = shape.warp_blocks;
    result.estimate = timing::estimate_of(code, *grid.paths, what, shape.on, true);
    result.refusal = timing::refusal(*grid.code, shape.is_cooperative);
    result.warps_run = grid.counts[grid.code->blocks.front().first].executions;
  };
  ptx::fatbinary_contents contents;
  contents.ptx.push_back(ptx_module(body, ""));
  const simt::image image(std::move(contents), memory);
  simt::engine engine(memory, settings);
  engine.set_timing(true, shape.samples_only);
  const std::size_t words = std::size_t{shape.blocks} * shape.threads + shape.extra_words;
  memory::allocation* out = memory.allocate(memory::allocation_kind::device, words * 4);
  std::memset(out->host, 0, words * 4);
  std::vector<std::byte> parameters(8);
  std::memcpy(parameters.data(), &out->address, 8);
  simt::launch_options options;
  options.grid = {shape.blocks, 1, 1};
  options.block = {shape.threads, 1, 1};
  const simt::outcome outcome = engine.run(image, "kernel", options, parameters, true);
  CHECK_FALSE(outcome.stopped_by);
  std::memcpy(&result.last_word, out->host + (words - 1) * 4, 4);
  return result;
}

inline double cycles(const model_run& run) { return run.estimate.microseconds * 1000; }

inline std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int n = 0; n < times; ++n) all += text;
  return all;
}

inline double share_of(const timing::estimate& e, timing::stall s) {
  double all = 0;
  for (const double c : e.cycles) all += c;
  return e.cycles[static_cast<std::size_t>(s)] / all;
}

inline const std::string multiply_add = "fma.rn.f32 %f1, %f1, %f2, %f3;\n";

}  // namespace timing_launches
