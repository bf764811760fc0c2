// The model of time: what ptxas would make of PTX, and how long an SM takes for it. On a machine
// made up for the purpose, whose figures can be reckoned with.
#include <doctest/doctest.h>

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

using namespace lockstep;
using doctest::Approx;

namespace {

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

model_run model(const std::string& body, model_shape shape = {}) {
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
  return result;
}

double cycles(const model_run& run) { return run.estimate.microseconds * 1000; }

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int n = 0; n < times; ++n) all += text;
  return all;
}

double share_of(const timing::estimate& e, timing::stall s) {
  double all = 0;
  for (const double c : e.cycles) all += c;
  return e.cycles[static_cast<std::size_t>(s)] / all;
}

const std::string multiply_add = "fma.rn.f32 %f1, %f1, %f2, %f3;\n";

}  // namespace

TEST_SUITE_BEGIN("timing");

TEST_CASE("a chain of dependent additions takes latency times length") {
  const double few = cycles(model(repeated(multiply_add, 100))),
               many = cycles(model(repeated(multiply_add, 1100)));
  CHECK(many - few == Approx(1000 * 4).epsilon(0.01));
}

TEST_CASE("enough warps fill a scheduler: one instruction a cycle") {
  const model_shape full{.blocks = 10, .threads = 1024};  // 8 warps on each scheduler of each SM
  const double few = cycles(model(repeated(multiply_add, 100), full));
  const double many = cycles(model(repeated(multiply_add, 1100), full));
  CHECK(many - few == Approx(1000 * 8).epsilon(0.02));
  CHECK(model(repeated(multiply_add, 1100), full).estimate.limited_by == "issue");
}

TEST_CASE("a stream takes its bytes by the bandwidth") {
  const std::string body =
      "mul.wide.u32 %rd1, %r63, 16; add.u64 %rd1, %rd1, %rd60;\n"
      "ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%rd1];\n"
      "add.u32 %r0, %r0, %r1; add.u32 %r2, %r2, %r3; add.u32 %r0, %r0, %r2;\n";
  model_shape shape{.blocks = 4000, .threads = 256, .extra_words = 4000 * 256 * 4};
  const model_run run = model(body, shape);
  // 16 bytes read and 4 written, the latter to lines of which some have been read.
  const double read = 4000.0 * 256 * 16 / 200, written = 4000.0 * 256 * 4 / 200;
  CHECK(cycles(run) > read);
  CHECK(cycles(run) < (read + written) * 1.1 + 1000);
  CHECK(run.estimate.limited_by == "DRAM");
  shape.on.dram_gigabytes *= 2;
  CHECK(cycles(model(body, shape)) < 0.7 * cycles(run));
}

TEST_CASE("what one warp waits for is the latency of memory") {
  const std::string chase = "ld.global.u32 %r0, [%rd61]; mad.wide.u32 %rd61, %r0, 4, %rd61;\n";
  const model_run run = model(chase);
  CHECK(cycles(run) > 500);
  CHECK(run.estimate.limited_by == "latency");
  CHECK(share_of(run.estimate, timing::stall::long_scoreboard) > 0.7);
}

TEST_CASE("what a block has read it finds in L1") {
  const std::string cached = "ld.global.u32 %r0, [%rd61]; mad.wide.u32 %rd61, %r0, 4, %rd61;\n";
  const double once = cycles(model(cached)), twice = cycles(model(cached + cached));
  CHECK(twice - once == Approx(40).epsilon(0.25));
}

TEST_CASE("blocks that read one part of a large allocation share what comes from DRAM") {
  const auto run = [](const std::string& first_word) {
    const std::string body =
        "add.u32 %r1, %r60, " + first_word + "; mul.wide.u32 %rd1, %r1, 4;\n" +
        "add.u64 %rd1, %rd1, %rd60;\n" +
        repeated("ld.global.u32 %r1, [%rd1]; add.u32 %r0, %r0, %r1; add.u64 %rd1, %rd1, 1024;\n",
                 16);
    return cycles(model("mul.lo.u32 %r2, %r61, 4096; add.u32 %r3, %r2, 262144;\n" + body,
                        {.blocks = 400, .threads = 256, .extra_words = 2'000'000}));
  };
  const double one_part = run("262144"), own_parts = run("%r3");
  CHECK(own_parts > 400 * 256 * 16 * 4 / 200.0);
  CHECK(one_part < own_parts / 2);
}

TEST_CASE("a barrier waits for the slowest warp") {
  const std::string body = "setp.ge.u32 %p1, %r60, 32; @%p1 bra there;\n" +
                           repeated(multiply_add, 1000) + "there: bar.sync 0;\n";
  const model_run run = model(body, {.threads = 256});
  CHECK(cycles(run) > 4000);
  CHECK(share_of(run.estimate, timing::stall::barrier) > 0.7);
  CHECK(run.estimate.variants.front().change == "without barriers");
}

TEST_CASE("conflicts multiply the passes through shared memory") {
  // Addresses `stride` bytes apart; 32 warps keep the memory pipe busy.
  const auto run = [](const std::string& stride) {
    const std::string body =
        "mul.lo.u32 %r1, %r60, " + stride + "; and.b32 %r1, %r1, 4095; mov.u32 %r2, s;\n" +
        "add.u32 %r1, %r1, %r2;\n" +
        repeated("ld.volatile.shared.u32 %r3, [%r1]; add.u32 %r0, %r0, %r3;\n", 32);
    return model(body, {.threads = 1024});
  };
  const double none = cycles(run("4")), all = cycles(run("128"));
  CHECK(none > 32 * 32);
  CHECK(all == Approx(32.0 * 32 * 32).epsilon(0.1));
  const auto conflicts = run("128").estimate.variants;
  const auto without = std::find_if(conflicts.begin(), conflicts.end(), [](const auto& v) {
    return v.change == "without bank conflicts";
  });
  REQUIRE(without != conflicts.end());
  CHECK(without->microseconds * 1000 == Approx(none).epsilon(0.1));
}

TEST_CASE("operations at one address wait for each other, those at many do not") {
  // 256 threads on each of 10 SMs, lanes `stride` bytes apart: all within 4 KiB.
  const auto run = [](const std::string& stride, const std::string& add = "red.global.add.u32") {
    const std::string body = "mul.lo.u32 %r1, %r60, " + stride +
                             "; and.b32 %r1, %r1, 4092; cvt.u64.u32 %rd1, %r1;\n"
                             "add.u64 %rd1, %rd60, %rd1;\n" +
                             repeated(add + " [%rd1], %r60;\n", 4);
    return cycles(model(body, {.blocks = 10, .threads = 256, .extra_words = 1024}));
  };
  const double all = 10 * 256 * 4;
  CHECK(run("0") == Approx(all * 2).epsilon(0.15));
  CHECK(run("4") < run("0") / 8);
  CHECK(run("128") < run("0") / 5);
}

TEST_CASE("at an address that all lanes share one of them does it for the warp") {
  const double warps = 10 * 8 * 4;
  const std::string body = repeated("red.global.add.u32 [%rd60], %r60;\n", 4);
  const double run = cycles(model(body, {.blocks = 10, .threads = 256}));
  CHECK(run < warps * 2 + 2000);
}

TEST_CASE("shared memory adds integers at once, floating-point numbers in a loop") {
  const auto run = [](const std::string& add, const std::string& stride) {
    const std::string body = "mul.lo.u32 %r1, %r60, " + stride +
                             "; and.b32 %r1, %r1, 124; mov.u32 %r2, s;\n"
                             "add.u32 %r1, %r1, %r2;\n" +
                             repeated(add + ";\n", 10) + "bar.sync 0;\n";
    return cycles(model(body));
  };
  const std::string integer = "red.shared.add.u32 [%r1], %r60",
                    floating = "red.shared.add.f32 [%r1], %f1",
                    increment = "red.shared.add.u32 [%r1], 1";
  CHECK(run(integer, "0") - run(integer, "4") == Approx(10 * 31 * 2).epsilon(0.1));
  CHECK(run(increment, "0") == Approx(run(increment, "4")).epsilon(0.05));
  CHECK(run(floating, "4") > 10 * 100);
  CHECK(run(floating, "0") > 10 * 32 * 100);
}

TEST_CASE("spilled registers are stored and loaded in the loop that has them in machine code") {
  // STL.64 [R1+0x60], LDL.LU.64 [R1+0x68], @!P0 BRA to the first of them, EXIT, BRA to itself.
  const std::uint64_t words[] = {0x0000600201007387, 0x004fe80000100a00, 0x0000680001047983,
                                 0x0001680000300a00, 0xfffffffc00f48947, 0x000fec000383ffff,
                                 0x000000000000794d, 0x000fea0003800000, 0xfffffffc00fc7947,
                                 0x000fc0000383ffff};
  const ptx::spill_code found = ptx::stack_accesses(std::as_bytes(std::span(words)));
  CHECK(found.accesses == std::vector<ptx::spill_access>{{0, 0x60, 8, false}, {1, 0x68, 8, true}});
  CHECK(found.loops == std::vector<ptx::machine_loop>{{0, 2}});
  CHECK(found.instructions == 4);
  const std::string loop = "mov.u32 %r1, 0; again: " + repeated(multiply_add, 10) +
                           "add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 50; @%p1 bra again;\n";
  model_shape shape{.blocks = 10, .threads = 512};
  const double without = cycles(model(loop, shape));
  shape.spills = found;
  // 16 warps store two words 50 times: each goes to L2, four sectors a cycle.
  CHECK(cycles(model(loop, shape)) - without > 16 * 2 * 50 * 0.8);
}

TEST_CASE("lanes at one place of local memory share a line, at others they do not") {
  const auto run = [](const std::string& index) {
    const std::string body = ".local .b32 mine[32]; mov.u32 %r2, mine;\n" + index +
                             "add.u32 %r2, %r2, %r1;\n" +
                             repeated("st.local.u32 [%r2], %r60; ld.local.u32 %r0, [%r2];\n", 20);
    return cycles(model(body, {.blocks = 10, .threads = 256}));
  };
  CHECK(run("and.b32 %r1, %r60, 31; shl.b32 %r1, %r1, 2;\n") > 4 * run("mov.u32 %r1, 4;\n"));
}

TEST_CASE("a launch finds in L2 what those before it have left there") {
  timing::machine on = plain();  // an L2 of 1 MB
  on.l2_left_dirty = 0.5;
  timing::l2_record record(on);
  const auto reads = [](std::uint64_t begin, double bytes) {
    const auto end = begin + static_cast<std::uint64_t>(bytes);
    return timing::launch_traffic{{{begin, end - begin}}, {{begin, end, bytes, false, 0}}};
  };
  record.touch(0, 400'000, true);  // a copy or a fill
  CHECK(record.run(reads(0, 400'000)).shares.front() == Approx(1));
  CHECK(record.run(reads(0, 800'000)).shares.front() == Approx(0.5));
  const timing::kept_in_l2 others = record.run(reads(std::uint64_t{1} << 30, 2'000'000));
  CHECK(others.shares.front() == Approx(0));
  CHECK(others.written_back == Approx(0.2));  // what the fill had left dirty
  CHECK(record.run(reads(0, 400'000)).shares.front() == Approx(0));
}

TEST_CASE("after a flush that writes, a launch that reads pays for what it drives out") {
  timing::machine on = plain();  // an L2 of 1 MB
  on.l2_left_dirty = 0.5;
  const auto driven_out = [&](double read, double written) {
    timing::launch_traffic launch{{{0, 1}}, {{0, 1, read, false, 0}, {0, 1, written, true, 0}}};
    return read * timing::found_after_flush(launch, on).written_back;
  };
  CHECK(driven_out(1e4, 0) < 1e4);
  CHECK(driven_out(10e6, 0) == Approx(0.5e6).epsilon(0.01));
  CHECK(driven_out(1e6, 0) == Approx(0.5e6 * (1 - std::exp(-1))));
  // What it leaves dirty itself is half of what it has written, at most half of what L2 may have.
  CHECK(driven_out(10e6, 10e6) == Approx(0.25e6).epsilon(0.01));
}

TEST_CASE("blocks that are followed do not stand for others that do far more or less") {
  const auto refused = [](double warp_blocks) {
    return model("add.u32 %r0, %r60, 1;\n", {.blocks = 40, .warp_blocks = warp_blocks})
        .estimate.refused;
  };
  CHECK(refused(0).empty());  // it is not known
  CHECK(refused(50).empty());
  CHECK(refused(1000) ==
        "its blocks do so different amounts of work that a few do not stand for all");
  CHECK(!refused(10).empty());
}

TEST_CASE("a barrier of the grid waits for all blocks") {
  // Thread 0 of each block adds itself, and waits until the sum is complete.
  const std::string body =
      "setp.ne.u32 %p1, %r60, 0; @%p1 bra behind;\n"
      "atom.add.release.gpu.global.u32 %r1, [%rd60], 1;\n"
      "again: ld.acquire.gpu.global.u32 %r2, [%rd60]; setp.lt.u32 %p2, %r2, 1; @%p2 bra again;\n"
      "behind: bar.sync 0;\n";
  model_shape shape{.blocks = 20, .threads = 64};
  CHECK(model(body, shape).refusal == "the kernel waits for what other threads do");
  shape.is_cooperative = true;
  CHECK(model(body, shape).refusal.empty());
  const double soon = cycles(model(body, shape));
  shape.on.grid_wait = 5000;
  CHECK(cycles(model(body, shape)) - soon == Approx(5000).epsilon(0.1));
}

TEST_CASE("without a part of the physics its time is gone") {
  timing::machine on = plain();
  on.launch_microseconds = 3;
  timing::launch what;
  CHECK(timing::is_part("launch"));
  CHECK_FALSE(timing::is_part("weather"));
  timing::remove_part("launch", on, what);
  CHECK(on.launch_microseconds == 0);
}

TEST_CASE("blocks wait for a place: twice as many take twice as long") {
  const model_shape one{.blocks = 10, .threads = 32, .resident = 1};
  model_shape two = one;
  two.blocks = 20;
  CHECK(cycles(model(repeated(multiply_add, 500), two)) ==
        Approx(2 * cycles(model(repeated(multiply_add, 500), one))).epsilon(0.15));
}

TEST_CASE("many blocks follow from a few") {
  const auto run = [](std::uint32_t blocks) {
    return model(repeated(multiply_add, 200), {.blocks = blocks, .threads = 256, .resident = 2});
  };
  const model_run some = run(400), many = run(40'000);
  CHECK(some.estimate.simulated == 1);
  CHECK(many.estimate.simulated < 0.3);
  CHECK(cycles(many) == Approx(100 * cycles(some)).epsilon(0.05));
}

TEST_CASE("a launch costs what an empty kernel costs") {
  model_shape shape;
  shape.on.launch_microseconds = 3;
  const model_run run = model("", shape);
  CHECK(run.estimate.microseconds > 3);
  CHECK(run.estimate.limited_by == "launch");
}

TEST_CASE("a few blocks say as much about the time as all of them") {
  const std::string body = repeated(multiply_add, 100) + "st.global.u32 [%rd60], %r60;\n";
  model_shape shape{.blocks = 1000, .threads = 64};
  const model_run all = model(body, shape);
  shape.samples_only = true;
  const model_run few = model(body, shape);
  CHECK(all.warps_run == 2000);
  CHECK(few.warps_run == 16);
  CHECK(few.estimate.microseconds == all.estimate.microseconds);
}

TEST_CASE("loads are hoisted above what needs others") {
  const std::string body =
      "ld.global.u32 %r1, [%rd61]; add.u32 %r0, %r0, %r1;\n"
      "ld.global.u32 %r2, [%rd61+4]; xor.b32 %r0, %r0, %r2;\n";
  const std::string order = model(body, {.extra_words = 8}).order;
  CHECK(order.find("ll") != std::string::npos);
}

model_run run_loop(const std::string& body, const std::string& step,
                   const std::string& pragma = {}) {
  std::string all("mov.u32 %r1, 0; mov.u64 %rd1, %rd61; again:\n");
  all.append(pragma).append(body).append(step);
  all.append("setp.lt.u32 %p1, %r1, 64; @%p1 bra again;\n");
  return model(all, {.extra_words = 64 * 1024});
}
const std::string count_one = "add.u32 %r1, %r1, 1;\n";
const std::string nounroll = ".pragma \"nounroll\";\n";

TEST_CASE("a loop that counts in constant steps is four rounds in one, unless it is too long") {
  const model_run run = run_loop(repeated(multiply_add, 10), count_one);
  CHECK(run.unrolled == 1);
  CHECK(run.longer.size() == 4 * 10 + 3);
  CHECK(run.longer.back() == 'j');
  CHECK(run_loop(repeated(multiply_add, 18), count_one).unrolled == 1);
  CHECK(run_loop(repeated(multiply_add, 19), count_one).unrolled == 0);
  CHECK(run_loop(multiply_add, "mad.lo.u32 %r1, %r1, 2, 1;\n").unrolled == 0);
  CHECK(run_loop(multiply_add, count_one, nounroll).unrolled == 0);
}

TEST_CASE("an unrolled loop waits for what its rounds wait for") {
  const std::string chase =
      "mul.wide.u32 %rd2, %r0, 4; add.s64 %rd3, %rd61, %rd2; ld.global.u32 %r0, [%rd3];\n";
  const model_run unrolled = run_loop("mov.u32 %r2, %r0;\n" + chase, count_one),
                  rolled = run_loop("mov.u32 %r2, %r0;\n" + chase, count_one, nounroll);
  REQUIRE(unrolled.unrolled == 1);
  CHECK(cycles(unrolled) == Approx(cycles(rolled)).epsilon(0.1));
}

TEST_CASE("an unrolled loop takes less time, and its accesses are those of their rounds") {
  const std::string body =
      "ld.global.u32 %r2, [%rd1]; add.u32 %r0, %r0, %r2; add.s64 %rd1, %rd1, 4096;\n";
  const model_run unrolled = run_loop(body, count_one),
                  rolled = run_loop(body, count_one, nounroll);
  CHECK(std::count(unrolled.longer.begin(), unrolled.longer.end(), 'l') == 4);
  // Each load waits 500 cycles for DRAM; four are in flight.
  CHECK(cycles(rolled) > 64 * 500);
  CHECK(cycles(unrolled) == Approx(cycles(rolled) / 4).epsilon(0.15));
}

TEST_CASE("no more loads are in flight than there are registers for") {
  const auto first_loads = [](int loads) {
    std::string body = "mov.u32 %r0, 0;\n";
    for (int n = 1; n <= loads; ++n) {
      const std::string number = std::to_string(n);
      body.append("ld.global.u32 %r").append(number).append(", [%rd61+");
      body.append(std::to_string(128 * n)).append("]; add.u32 %r0, %r0, %r").append(number);
      body.append(";\n");
    }
    const std::string order = model(body, {.extra_words = 4096}).order;
    const auto first = order.find("ll");
    return order.find_first_not_of('l', first) - first;
  };
  CHECK(first_loads(12) >= 12);
  CHECK(first_loads(50) < 32);
  CHECK(first_loads(50) > 12);
}

TEST_CASE("loads of neighbouring words are one where their address is a multiple of their bytes") {
  const auto count = [](const std::string& index) {
    const std::string body = "mov.u32 %r2, s; " + index +
                             " add.u32 %r2, %r2, %r1;\n"
                             "ld.shared.u32 %r3, [%r2]; ld.shared.u32 %r4, [%r2+4];\n"
                             "add.u32 %r0, %r3, %r4;\n";
    const std::string order = model(body).order;
    return std::count(order.begin(), order.end(), 'l');
  };
  CHECK(count("shl.b32 %r1, %r60, 2;") == count("shl.b32 %r1, %r60, 3;") + 1);
}

TEST_CASE("a fence takes a time of its own, and another after a store") {
  const auto run = [](const std::string& body, double idle, double after_store) {
    model_shape shape;
    shape.on.fence = idle;
    shape.on.fence_after_store = after_store;
    return cycles(model(body + "membar.gl; mov.u32 %r0, 1;\n", shape));
  };
  CHECK(run("", 600, 0) - run("", 500, 0) == Approx(100));
  CHECK(run("", 500, 900) == run("", 500, 800));
  const std::string store = "st.global.u32 [%rd61], %r60;\n";
  CHECK(run(store, 500, 900) - run(store, 500, 800) == Approx(100));
}

TEST_CASE("loads do not pass stores and barriers") {
  const std::string order =
      model(
          "ld.global.u32 %r1, [%rd61]; st.global.u32 [%rd61], %r60; bar.sync 0;\n"
          "ld.global.u32 %r0, [%rd61];\n")
          .order;
  std::string memory;
  std::copy_if(order.begin(), order.end(), std::back_inserter(memory),
               [](char c) { return c == 'l' || c == 's' || c == 'b'; });
  CHECK(memory == "llsbls");  // the first is of the kernel's parameter
}

TEST_CASE("loads of global memory pass stores to shared memory") {
  const std::string order =
      model(
          "mov.u32 %r4, s; ld.global.u32 %r1, [%rd61]; st.shared.u32 [%r4], %r1;\n"
          "ld.global.u32 %r2, [%rd61+4]; st.shared.u32 [%r4+4], %r2; mov.u32 %r0, %r2;\n",
          {.extra_words = 8})
          .order;
  std::string memory;
  std::copy_if(order.begin(), order.end(), std::back_inserter(memory),
               [](char c) { return c == 'l' || c == 's'; });
  CHECK(memory.starts_with("lllss"));  // the first is of the kernel's parameter
}

TEST_CASE("a short condition on shared memory becomes a predicate, a long one stays a branch") {
  const std::string load = "ld.shared.u32 %r1, [%r2]; add.u32 %r0, %r0, %r1;\n";
  const std::string head = "mov.u32 %r2, s; setp.ge.u32 %p1, %r60, 16; @%p1 bra there;\n";
  const auto branches = [&](int times) {
    const std::string order = model(head + repeated(load, times) + "there:\n").order;
    return std::count(order.begin(), order.end(), 'j');
  };
  CHECK(branches(1) == 1);  // the return
  CHECK(branches(8) > 1);
}

TEST_CASE("products go into sums, offsets into addresses") {
  const auto count = [](const std::string& body) {
    return model(body + "mov.u32 %r0, %r7;\n", {.extra_words = 64}).operations;
  };
  const auto product = count("mul.lo.u32 %r1, %r60, 5; add.u32 %r7, %r1, %r61;\n");
  CHECK(product == count("mad.lo.u32 %r7, %r60, 5, %r61;\n"));
  const auto offset = count("add.s64 %rd1, %rd61, 64; ld.global.u32 %r7, [%rd1];\n");
  CHECK(offset == count("ld.global.u32 %r7, [%rd61+64];\n"));
}

TEST_CASE("what cannot be known is refused") {
  CHECK(model("").refusal.empty());
  CHECK(model("cp.async.wait_all;\n").refusal == "the kernel copies asynchronously (cp.async)");
  CHECK(model("again: ld.acquire.gpu.global.u32 %r1, [%rd61]; setp.ne.u32 %p1, %r1, 0;\n"
              "@%p1 bra again;\n")
            .refusal == "the kernel waits for what other threads do");
  // An atomic operation made of a comparison: tried again, but nobody is waited for.
  CHECK(model("ld.global.u32 %r1, [%rd61];\n"
              "again: add.u32 %r2, %r1, 1; atom.global.cas.b32 %r3, [%rd61], %r1, %r2;\n"
              "setp.ne.u32 %p1, %r3, %r1; mov.u32 %r1, %r3; @%p1 bra again;\n")
            .refusal.empty());
}

TEST_SUITE_END();
