#include <doctest/doctest.h>

#include "metrics/access.hpp"
#include "metrics/counters.hpp"
#include "ptx_kernel.hpp"

namespace {

using lockstep::metrics::bank_conflicts;
using lockstep::metrics::different_addresses;
using lockstep::metrics::sectors;

struct addresses {
  std::uint64_t at[32];
  addresses(std::uint64_t first, std::uint64_t stride) {
    for (unsigned i = 0; i < 32; ++i) at[i] = first + i * stride;
  }
};

TEST_CASE("a warp's 32 neighbouring words are four sectors") {
  CHECK(sectors(addresses(0, 4).at, ~0u, 4) == 4);
}
TEST_CASE("off by one word they are five") { CHECK(sectors(addresses(4, 4).at, ~0u, 4) == 5); }
TEST_CASE("a stride of 32 bytes costs a sector a lane") {
  CHECK(sectors(addresses(0, 32).at, ~0u, 4) == 32);
}
TEST_CASE("one word for all lanes is one sector") {
  CHECK(sectors(addresses(64, 0).at, ~0u, 4) == 1);
}
TEST_CASE("lanes that are not active do not count") {
  CHECK(sectors(addresses(0, 32).at, 0x5, 4) == 2);
}
TEST_CASE("sixteen bytes a lane are sixteen sectors") {
  CHECK(sectors(addresses(0, 16).at, ~0u, 16) == 16);
}

TEST_CASE("an address that several lanes have is one, in any order") {
  CHECK(different_addresses(addresses(64, 0).at, ~0u) == 1);
  CHECK(different_addresses(addresses(64, 4).at, ~0u) == 32);
  addresses in_turn(0, 0);
  for (unsigned i = 0; i < 32; ++i) in_turn.at[i] = i % 7 * 4;
  CHECK(different_addresses(in_turn.at, ~0u) == 7);
  CHECK(different_addresses(in_turn.at, 0x83) == 2);  // lanes 0, 1 and 7
}

TEST_CASE("neighbouring words lie in different banks") {
  CHECK(bank_conflicts(addresses(0, 4).at, ~0u, 4) == 0);
}
TEST_CASE("a stride of two words is a two-way conflict") {
  CHECK(bank_conflicts(addresses(0, 8).at, ~0u, 4) == 1);
}
TEST_CASE("a stride of 32 words is a 32-way conflict") {
  CHECK(bank_conflicts(addresses(0, 128).at, ~0u, 4) == 31);
}
TEST_CASE("lanes that read one word share it") {
  CHECK(bank_conflicts(addresses(0, 0).at, ~0u, 4) == 0);
}
TEST_CASE("eight bytes a lane go by half warps without a conflict") {
  CHECK(bank_conflicts(addresses(0, 8).at, ~0u, 8) == 0);
}

TEST_CASE("counters by line are those of the line's instructions, whatever lies between them") {
  using kind = lockstep::metrics::instruction_kind;
  const std::vector<lockstep::metrics::instruction_facts> facts{
      {kind::global_load, 0, 0, "a.cu", 7},
      {kind::barrier, 0, 0, "a.cu", 8},
      {kind::local_store, 0, 0, "a.cu", 7},
      {kind::other, 0, 0, "", 0}};
  std::vector<lockstep::metrics::instruction_counts> counts(4);
  counts[0].executions = 3;
  counts[0].global = {3, 384, 384, 12, 0};
  counts[2].local = {3, 96, 0, 0, 0};
  const auto lines = lockstep::metrics::counters_by_line(facts, counts);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].line == 7);
  CHECK(lines[0].counted.warp_instructions == 6);
  CHECK(lines[0].counted.global_load_sectors == 12);
  CHECK(lines[0].counted.local_store_bytes == 96);
  CHECK(lines[1].counted.barriers == 3);
}

TEST_CASE("data bytes are those of different addresses, bytes those of all lanes") {
  const ptx_run r = run_ptx("ld.global.u32 %r0, [%rd60]; st.global.u32 [%rd60], %r0;",
                            {.blocks = 1, .threads = 64});
  const lockstep_counters& c = r.outcome.counters;
  CHECK(c.global_load_bytes == 256);
  CHECK(c.global_load_data_bytes == 8);
  CHECK(c.global_store_data_bytes == 8 + 256);  // and what every test stores
}

// Of one execution by a warp.
std::uint64_t tensor_instructions(const std::string& multiplication) {
  return run_ptx(multiplication).outcome.counters.tensor_instructions;
}

TEST_CASE("instructions on tensor cores are counted as the machine has them") {
  const std::string mma = "mma.sync.aligned.", sums = "{%f0, %f1, %f2, %f3}",
                    ints = "{%r10, %r11, %r12, %r13}";
  CHECK(tensor_instructions(mma + "m16n8k16.row.col.f32.f16.f16.f32 " + sums +
                            ", {%r1, %r2, %r3, %r4}, {%r5, %r6}, " + sums + ";") == 1);
  CHECK(tensor_instructions(mma + "m16n8k32.row.col.f32.e4m3.e4m3.f32 " + sums +
                            ", {%r1, %r2, %r3, %r4}, {%r5, %r6}, " + sums + ";") == 2);
  CHECK(tensor_instructions(mma + "m16n8k128.row.col.s32.b1.b1.s32.xor.popc " + ints +
                            ", {%r1, %r2}, {%r3}, " + ints + ";") == 2);
  CHECK(tensor_instructions("add.u32 %r1, %r2, %r3;") == 0);
}

TEST_CASE("a kernel's counters are those of its accesses") {
  const ptx_run r = run_ptx("ld.global.u32 %r0, [%rd61]; st.shared.u32 [s], %r0; bar.sync 0;",
                            {.blocks = 3, .threads = 64});
  const lockstep_counters& c = r.outcome.counters;
  CHECK(c.warps == 6);
  CHECK(c.global_load_requests == 6);
  CHECK(c.global_load_sectors == 24);
  CHECK(c.global_load_bytes == 768);
  CHECK(c.global_store_sectors == 24);
  CHECK(c.shared_store_requests == 6);
  CHECK(c.barriers == 6);
  CHECK(c.branches == 6);  // ret
}

}  // namespace
