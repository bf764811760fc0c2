// The model of time: how long an SM takes for a launch.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "timing_launches.hpp"

using namespace lockstep;
using namespace timing_launches;
using doctest::Approx;

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
  const auto run = [](const std::string& last_word) {
    const std::string body =
        "add.u32 %r1, %r60, " + last_word + "; mul.wide.u32 %rd1, %r1, 4;\n" +
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

TEST_CASE("a load under a predicate that holds for no lane is waited for, as any other") {
  const auto run = [](const std::string& least, std::uint32_t threads, int loads) {
    return cycles(model("mov.u32 %r2, s; setp.ge.u32 %p1, %r60, " + least + ";\n" +
                            repeated("@%p1 ld.volatile.shared.u32 %r1, [%r2];\n"
                                     "add.u32 %r2, %r2, %r1;\n",
                                     loads),
                        {.threads = threads}));
  };
  CHECK(run("32", 32, 20) - run("32", 32, 10) == Approx(10 * 34).epsilon(0.1));  // 30 and 4
  CHECK(run("32", 32, 20) == Approx(run("0", 32, 20)).epsilon(0.05));
  CHECK(run("1024", 1024, 20) - run("1024", 1024, 10) < 10 * 60);
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

TEST_CASE("of 64 bits one lane adds for the warp what is the same for all lanes") {
  const auto run = [](const std::string& add) {
    return cycles(model("cvt.u64.u32 %rd1, %r60;\n" + repeated(add + ";\n", 4),
                        {.blocks = 10, .threads = 256}));
  };
  const double same = run("red.global.add.u64 [%rd60], 1");
  CHECK(same < 10 * 8 * 4 * 2 + 2000);
  CHECK(run("red.global.add.u64 [%rd60], %rd1") > 5 * same);
  CHECK(run("red.global.max.u64 [%rd60], 1") > 5 * same);
}

TEST_CASE("a loop for 64 bits of shared memory is gone through once where one lane does it") {
  const auto run = [](const std::string& value) {
    const std::string body = "mov.u32 %r1, s; cvt.u64.u32 %rd1, %r60;\n" +
                             repeated("red.shared.add.u64 [%r1], " + value + ";\n", 10);
    return cycles(model(body + "bar.sync 0;\n"));
  };
  CHECK(run("1") < run("%rd1") / 10);
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

// A loop of some 10,000 cycles, of blocks for which `%p1` is set.
const std::string long_if_p1 =
    "@!%p1 bra end; mov.u32 %r1, 0;\n"
    "loop: " +
    repeated(multiply_add, 20) +
    "add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 125; @%p2 bra loop;\n"
    "end: add.u32 %r0, %r1, 1;\n";

TEST_CASE("a few blocks that do most of the work are followed, wherever they are") {
  const auto blocks = [](const std::string& of, std::uint32_t count = 400) {
    return cycles(model("and.b32 %r2, %r61, " + of + "; setp.eq.u32 %p1, %r2, 5;\n" + long_if_p1,
                        {.blocks = count, .threads = 64}));
  };
  const double alone = blocks("5", 6), none = blocks("1"), few = blocks("255");
  CHECK(alone > 10'000);
  CHECK(none < alone / 10);
  CHECK(few == Approx(alone).epsilon(0.05));
  CHECK(blocks("7") > 1.1 * few);  // 50 of 400: five on an SM
}

TEST_CASE("blocks that run again leave memory as it was") {
  const model_run run = model(
      "and.b32 %r2, %r61, 255; setp.eq.u32 %p1, %r2, 5; red.global.add.u32 [%rd60+102400], 1;\n" +
          long_if_p1,
      {.blocks = 400, .threads = 64, .extra_words = 1});
  CHECK(cycles(run) > 10'000);
  CHECK(run.last_word == 400 * 64);
}

TEST_CASE("blocks that are told apart by what the launch changes do not run again in vain") {
  // The sixth block by the counter works: if one ran again, it would be another number.
  const model_run run =
      model("atom.global.add.u32 %r2, [%rd60+51200], 1; setp.eq.u32 %p1, %r2, 5;\n" + long_if_p1,
            {.blocks = 400, .threads = 32, .extra_words = 1});
  CHECK(run.last_word == 400 * 32);
}

TEST_CASE("where few blocks run, the last one still knows that it is the last") {
  const std::string body =
      "mov.u32 %r2, 0; setp.ne.u32 %p3, %r60, 0;\n"
      "@%p3 bra counted; atom.global.add.u32 %r2, [%rd60+128000], 1;\n"
      "counted: setp.eq.u32 %p1, %r2, 999;\n" +
      long_if_p1;
  model_shape shape{.blocks = 1000, .threads = 32, .extra_words = 1};
  const double all = cycles(model(body, shape));
  shape.samples_only = true;
  CHECK(all > 10'000);
  CHECK(cycles(model(body, shape)) == Approx(all).epsilon(0.02));
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
