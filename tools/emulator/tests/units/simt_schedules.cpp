// Orders of warps, blocks and lanes: what CUDA leaves open is really left open, and what it
// promises holds in each.
#include <doctest/doctest.h>

#include <set>

#include "ptx_kernel.hpp"

namespace {

using lockstep::simt::order;
using lockstep::simt::schedule;

constexpr order every_order[] = {order::natural, order::shuffled, order::adversarial};

ptx_run run_in(order by, const std::string& body, ptx_shape shape, std::uint64_t seed = 1) {
  shape.schedule = {by, seed};
  return run_ptx(body, shape);
}

// Each thread takes a number, in the order in which they come.
const std::string ticket = "add.u64 %rd0, %rd60, 1024; atom.global.add.u32 %r0, [%rd0], 1;";

TEST_CASE("a value passed between warps without a barrier arrives in the natural order only") {
  // The upper warp reads what the lower one writes.
  const std::string body =
      "mov.u32 %r1, s; and.b32 %r2, %r60, 31; mad.lo.u32 %r1, %r2, 4, %r1; mov.u32 %r0, 1;"
      "setp.ge.u32 %p0, %r60, 32; @%p0 bra read;"
      "st.shared.u32 [%r1], 7; bra done; read: ld.shared.u32 %r0, [%r1]; done:";
  CHECK(run_in(order::natural, body, {.threads = 64}).out[40] == 7);
  CHECK(run_in(order::adversarial, body, {.threads = 64}).out[40] == 0);
}

TEST_CASE("with a barrier it arrives in every order") {
  const std::string body =
      "mov.u32 %r1, s; shl.b32 %r2, %r60, 2; add.u32 %r2, %r1, %r2; st.shared.u32 [%r2], %r60;"
      "bar.sync 0; sub.u32 %r3, 127, %r60; shl.b32 %r3, %r3, 2; add.u32 %r3, %r1, %r3;"
      "ld.shared.u32 %r0, [%r3];";
  for (const order by : every_order) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const ptx_run r = run_in(by, body, {.threads = 128}, seed);
      for (std::uint32_t t = 0; t < 128; ++t) CHECK(r.out[t] == 127 - t);
    }
  }
}

TEST_CASE("lanes that exchange without a warp barrier are taken apart") {
  // Each lane writes its word and reads its neighbour's, as if all did so at once.
  const std::string body =
      "mov.u32 %r1, s; shl.b32 %r2, %r60, 2; add.u32 %r2, %r1, %r2; st.shared.u32 [%r2], 7;"
      "xor.b32 %r3, %r60, 16; shl.b32 %r3, %r3, 2; add.u32 %r3, %r1, %r3;"
      "ld.shared.u32 %r0, [%r3];";
  const auto is_right = [&](order by, std::uint64_t seed) {
    const ptx_run r = run_in(by, body, {}, seed);
    return std::set(r.out.begin(), r.out.end()) == std::set<std::uint32_t>{7};
  };
  CHECK(is_right(order::natural, 0));
  bool always = true;
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    always = always && is_right(order::shuffled, seed);
  CHECK_FALSE(always);
}

TEST_CASE("a seed repeats its order, another one has another") {
  const ptx_shape shape{.blocks = 4, .threads = 64, .extra_words = 1};
  const auto first = run_in(order::shuffled, ticket, shape, 1).out;
  CHECK(run_in(order::shuffled, ticket, shape, 1).out == first);
  CHECK(run_in(order::shuffled, ticket, shape, 2).out != first);
}

TEST_CASE("every block runs once, in any order") {
  for (const order by : every_order) {
    for (const std::uint64_t blocks : {1, 2, 3, 31, 64, 65, 1000}) {
      std::set<std::uint64_t> begun;
      for (std::uint64_t n = 0; n < blocks; ++n)
        begun.insert(lockstep::simt::block_in_turn({by, 5}, n, blocks));
      CHECK(begun.size() == blocks);
      CHECK(*begun.rbegin() == blocks - 1);
    }
  }
}

TEST_CASE("a lock between lanes ends in every order") {
  const std::string body =
      "add.u64 %rd0, %rd60, 128; mov.u32 %r0, 0;"
      "try: atom.global.cas.b32 %r1, [%rd0], 0, 1; setp.ne.u32 %p0, %r1, 0; @%p0 bra try;"
      "ld.global.u32 %r2, [%rd0+4]; add.u32 %r2, %r2, 1; st.global.u32 [%rd0+4], %r2;"
      "membar.gl; atom.global.exch.b32 %r1, [%rd0], 0;";
  for (const order by : every_order) CHECK(run_in(by, body, {.extra_words = 2}, 3).out[33] == 32);
}

}  // namespace
