// What ptxas would make of PTX, as the model of time takes it: the order, loops, merged loads.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "timing_launches.hpp"

using namespace lockstep;
using namespace timing_launches;
using doctest::Approx;

TEST_SUITE_BEGIN("timing");

TEST_CASE("loads are hoisted above what needs others") {
  const std::string body =
      "ld.global.u32 %r1, [%rd61]; add.u32 %r0, %r0, %r1;\n"
      "ld.global.u32 %r2, [%rd61+4]; xor.b32 %r0, %r0, %r2;\n";
  const std::string order = model(body, {.extra_words = 8}).order;
  CHECK(order.find("ll") != std::string::npos);
}

namespace {

// The branches of a kernel that loads `loads` words of `space` if what `given` puts into %r1 is 0.
long branches(const std::string& given, unsigned loads, const std::string& space = "global") {
  const std::string base = space == "global" ? "%rd61" : "%r2";
  std::string body = given + "mov.u32 %r2, s; setp.ne.u32 %p1, %r1, 0; @%p1 bra behind;\n";
  for (unsigned i = 1; i <= loads; ++i)
    body += "ld." + space + ".u32 %r3, [" + base + "+" + std::to_string(20 * i) +
            "]; add.u32 %r0, %r0, %r3;\n";
  const std::string order = model(body + "behind:\n", {.extra_words = 1024}).order;
  return std::count(order.begin(), order.end(), 'j');
}

}  // namespace

TEST_CASE("a condition on data has longer parts under predicates than one on the thread") {
  const std::string data = "ld.global.u32 %r1, [%rd61];\n", thread = "mov.u32 %r1, %r60;\n";
  CHECK(branches(data, 10) < branches(data, 11));
  CHECK(branches(thread, 1) < branches(thread, 2));
  CHECK(branches(data, 4, "shared") < branches(data, 5, "shared"));
  CHECK(branches("ld.global.u32 %r4, [%rd61]; xor.b32 %r1, %r4, 3;\n", 10) == branches(data, 10));
}

namespace {

model_run run_loop(const std::string& body, const std::string& step,
                   const std::string& pragma = {}) {
  std::string all("mov.u32 %r1, 0; mov.u64 %rd1, %rd61; again:\n");
  all.append(pragma).append(body).append(step);
  all.append("setp.lt.u32 %p1, %r1, 64; @%p1 bra again;\n");
  return model(all, {.extra_words = 64 * 1024});
}
const std::string count_one = "add.u32 %r1, %r1, 1;\n";
const std::string nounroll = ".pragma \"nounroll\";\n";

}  // namespace

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

TEST_SUITE_END();
