#include "memory/address_space.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstring>

#include "checks/memcheck.hpp"

using lockstep::memory::address_space;
using lockstep::memory::allocation;
using lockstep::memory::allocation_kind;

namespace {

// Out of bounds, in global memory.
lockstep::checks::bad_access read_at(std::uint64_t address, std::uint32_t bytes) {
  lockstep::checks::bad_access bad;
  bad.kind = lockstep::protocol::finding_kind::out_of_bounds;
  bad.space = lockstep::protocol::memory_space::global;
  bad.access = lockstep::protocol::access_kind::read;
  bad.address = address;
  bad.bytes = bytes;
  return bad;
}

}  // namespace

TEST_SUITE_BEGIN("address_space");

TEST_CASE("what kernels take does not move what the host takes") {
  const auto next_after = [](std::uint64_t taken_by_kernel) {
    address_space memory;
    const std::uint64_t first = memory.allocate(allocation_kind::device, 1000)->address;
    if (taken_by_kernel != 0) REQUIRE(memory.allocate_heap(taken_by_kernel, 1 << 20) != nullptr);
    return memory.allocate(allocation_kind::device, 1000)->address - first;
  };
  CHECK(next_after(0) == next_after(300'000));
}

TEST_CASE("device addresses are aligned, in the reserved range, and far from each other") {
  address_space memory;
  const allocation* first = memory.allocate(allocation_kind::device, 1000);
  const allocation* second = memory.allocate(allocation_kind::device, 1000);
  REQUIRE(first != nullptr);
  REQUIRE(second != nullptr);
  CHECK(first->address % 512 == 0);
  CHECK(memory.is_device_range(first->address));
  CHECK(memory.is_device_range(second->address + 999));
  CHECK(second->address - (first->address + 1000) >= 64 << 10);
}

TEST_CASE("find gives the allocation that contains an address, and nothing beyond its end") {
  address_space memory;
  const allocation* block = memory.allocate(allocation_kind::device, 100);
  CHECK(memory.find(block->address) == block);
  CHECK(memory.find(block->address + 99) == block);
  CHECK(memory.find(block->address + 100) == nullptr);
  CHECK(memory.find(block->address - 1) == nullptr);
  CHECK(memory.nearest(block->address + 100) == block);
}

TEST_CASE("an empty allocation is found at its address") {
  address_space memory;
  const allocation* empty = memory.allocate(allocation_kind::device, 0);
  REQUIRE(empty != nullptr);
  CHECK(memory.find(empty->address) == empty);
  CHECK(memory.find(empty->address + 1) == nullptr);
}

TEST_CASE("a freed allocation is no longer found, and still known as freed") {
  address_space memory;
  const allocation* block = memory.allocate(allocation_kind::device, 64);
  const std::uint64_t address = block->address;
  const std::uint64_t before = memory.generation();
  CHECK(memory.release(address));
  CHECK(memory.generation() != before);
  CHECK(memory.find(address) == nullptr);
  REQUIRE(memory.nearest(address + 8) != nullptr);
  CHECK(memory.nearest(address + 8)->freed);
  CHECK(memory.nearest(address + 8)->size == 64);
  CHECK_FALSE(memory.release(address));
}

TEST_CASE("released pages stay mapped, and empty, as long as somebody keeps them") {
  address_space memory;
  allocation* block = memory.allocate(allocation_kind::device, 64);
  volatile std::byte* held = block->host;
  {
    const lockstep::memory::kept_pages pages(memory);
    memory.release(block->address);
    CHECK_FALSE(memory.find_range(block->address));
    CHECK(held[0] == std::byte{0});  // no fault, and not the poison that new memory has
  }
}

TEST_CASE("only the first address of a live allocation can be released") {
  address_space memory;
  const allocation* block = memory.allocate(allocation_kind::device, 64);
  CHECK_FALSE(memory.release(block->address + 8));
  CHECK_FALSE(memory.release(12345));
  CHECK(memory.find(block->address) == block);
}

TEST_CASE("addresses do not come back soon after they were freed") {
  address_space memory;
  const std::uint64_t first = memory.allocate(allocation_kind::device, 4096)->address;
  memory.release(first);
  for (int i = 0; i < 1000; ++i) {
    const allocation* next = memory.allocate(allocation_kind::device, 4096);
    REQUIRE(next->address != first);
    memory.release(next->address);
  }
}

TEST_CASE("addresses come back in the end: more may be allocated in turn than the range holds") {
  address_space memory;
  const allocation* kept = memory.allocate(allocation_kind::device, 1024);
  const std::uint64_t address = kept->address;
  constexpr std::uint64_t GIB = std::uint64_t{1} << 30;
  for (int i = 0; i < 1200; ++i) {
    const allocation* block = memory.allocate(allocation_kind::device, GIB);
    REQUIRE(block != nullptr);
    REQUIRE((block->address > address || block->address + GIB <= address));
    memory.release(block->address);
  }
  CHECK(memory.find(address) == kept);
}

TEST_CASE("pinned and managed memory has its host address") {
  address_space memory;
  for (const auto kind : {allocation_kind::pinned, allocation_kind::managed}) {
    const allocation* block = memory.allocate(kind, 256);
    CHECK(reinterpret_cast<std::uint64_t>(block->host) == block->address);
    CHECK_FALSE(memory.is_device_range(block->address));
  }
  CHECK(memory.in_use() == 0);
}

TEST_CASE("registered host memory is found, once, and stays the caller's") {
  address_space memory;
  std::array<char, 64> mine{};
  const allocation* known = memory.adopt(allocation_kind::registered, mine.data(), mine.size());
  REQUIRE(known != nullptr);
  CHECK(memory.find(reinterpret_cast<std::uint64_t>(mine.data()) + 63) == known);
  CHECK(memory.adopt(allocation_kind::registered, mine.data() + 8, 8) == nullptr);
  CHECK(memory.release(known->address));
  mine[5] = 'x';
  CHECK(memory.find(reinterpret_cast<std::uint64_t>(mine.data())) == nullptr);
}

TEST_CASE("an address behind a string of the program is named so, not by the compiler's name") {
  address_space memory;
  const allocation* text = memory.allocate(allocation_kind::variable, 16, "$str$2");
  lockstep::protocol::finding found;
  lockstep::checks::explain(read_at(text->address + 16, 1), memory, found);
  CHECK(found.message.find("a string of 16 bytes") != std::string::npos);
}

TEST_CASE("an address a little below an allocation is named by that one: the index is negative") {
  address_space memory;
  (void)memory.allocate(allocation_kind::device, 400);
  const allocation* second = memory.allocate(allocation_kind::device, 400);
  lockstep::protocol::finding found;
  lockstep::checks::explain(read_at(second->address - 4, 4), memory, found);
  CHECK(found.message.find("reads element -1 of an allocation of 100 elements") !=
        std::string::npos);
  CHECK(found.advice.find("negative") != std::string::npos);
}

TEST_CASE("advice on an index behind the end speaks of the guard, if one has kept lanes away") {
  address_space memory;
  const allocation* block = memory.allocate(allocation_kind::device, 400);
  const auto advice = [&](bool is_guarded, bool is_last) {
    lockstep::checks::bad_access bad = read_at(block->address + 400, 4);
    bad.is_guarded = is_guarded;
    bad.is_last = is_last;
    lockstep::protocol::finding found;
    lockstep::checks::explain(bad, memory, found);
    return found.advice;
  };
  CHECK(advice(false, true).find("put `if (i < n)`") != std::string::npos);
  CHECK(advice(true, true).find("one index too many") != std::string::npos);
  CHECK(advice(true, false).find("lets this index through") != std::string::npos);
}

TEST_CASE(
    "fresh memory is zero, and a small block of device memory is poison where it is painted") {
  address_space memory;
  CHECK(memory.allocate(allocation_kind::device, 16)->host[7] == std::byte{0});
  memory.paint_fresh_memory();
  const allocation* block = memory.allocate(allocation_kind::device, 16);
  const allocation* variable = memory.allocate(allocation_kind::variable, 16, "counter");
  CHECK(block->host[7] == std::byte{0xA5});
  CHECK(variable->host[7] == std::byte{0});
  CHECK(variable->name == "counter");
}

TEST_CASE("a page of 2 MiB is mapped as long as an allocation of it lives") {
  address_space memory;
  const allocation* block = memory.allocate(allocation_kind::device, 16);
  const std::uint64_t address = block->address;
  CHECK(memory.shares_page(address + 16, 4));
  CHECK(memory.shares_page(address - 4, 4));
  CHECK_FALSE(memory.shares_page(address + (std::uint64_t{4} << 20), 4));
  CHECK_FALSE(memory.shares_page(0, 4));
  memory.release(address);
  CHECK_FALSE(memory.shares_page(address + 16, 4));
}

TEST_CASE("behind small memory of the host a GPU has mapped 2 MiB") {
  constexpr std::uint64_t piece = 2 << 20;
  for (const auto kind : {allocation_kind::pinned, allocation_kind::managed}) {
    address_space memory;
    const std::uint64_t small = memory.allocate(kind, 32)->address;
    CHECK(memory.shares_page(small + 32, 4));
    CHECK(memory.shares_page(small + piece - 4, 4));
    CHECK_FALSE(memory.shares_page(small + piece, 4));
  }
}

TEST_CASE("behind large memory of the host a GPU has mapped the rest of the page") {
  for (const auto kind : {allocation_kind::pinned, allocation_kind::managed}) {
    address_space memory;
    const std::uint64_t large = memory.allocate(kind, 3'000'000)->address;
    CHECK(memory.shares_page(large + 3'000'100, 4));
    CHECK_FALSE(memory.shares_page(large + 3'004'095, 4));
  }
}

TEST_CASE("freed memory is not mapped, whoever shares its page") {
  address_space memory;
  const std::uint64_t freed = memory.allocate(allocation_kind::device, 16)->address;
  CHECK(memory.allocate(allocation_kind::device, 16) != nullptr);
  memory.release(freed);
  CHECK_FALSE(memory.shares_page(freed, 4));
}

TEST_CASE("in_use counts device memory, and falls when it is freed") {
  address_space memory;
  const allocation* block = memory.allocate(allocation_kind::device, 1000);
  CHECK(memory.in_use() == 1000);
  memory.release(block->address);
  CHECK(memory.in_use() == 0);
}

TEST_CASE("more memory than the machine has is refused") {
  address_space memory;
  CHECK(memory.allocate(allocation_kind::device, std::uint64_t{1} << 50) == nullptr);
  CHECK(memory.allocate(allocation_kind::pinned, ~std::uint64_t{0}) == nullptr);
  CHECK(memory.in_use() == 0);
}

TEST_CASE("clear forgets everything, and the space is usable again") {
  address_space memory;
  const std::uint64_t address = memory.allocate(allocation_kind::device, 8)->address;
  memory.clear();
  CHECK(memory.nearest(address) == nullptr);
  CHECK(memory.allocate(allocation_kind::device, 8) != nullptr);
}

TEST_SUITE_END();
