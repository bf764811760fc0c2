// mbarrier objects (PTX ISA 9.7.13.15): a 64-bit word in shared memory that counts the threads and
// the bytes that a phase still waits for.
//
// A thread that waits does so in a loop around test_wait or try_wait: a wait that is not over gives
// way to the other warps and blocks at the next jump backwards.
#pragma once

#include <cstdint>

#include "simt/state/warp.hpp"

namespace lockstep::simt {

// How an instruction uses its object, in step::immediate. step::a: its address.
struct mbarrier_form {
  bool shared = false;       // the address is of shared memory; otherwise generic
  bool drop = false;         // arrive_drop
  bool expect_tx = false;    // arrive.expect_tx: row c holds the bytes
  bool no_complete = false;  // the arrival must not complete the phase
  bool parity = false;       // a wait for a parity (row b, 4 bytes), not a state (8 bytes)
  bool returns = false;      // arrive: the state goes to row d
  bool of_copies = false;    // by the copies that the thread has asked for
  std::uint64_t pack() const {
    return std::uint64_t{shared} | std::uint64_t{drop} << 1 | std::uint64_t{expect_tx} << 2 |
           std::uint64_t{no_complete} << 3 | std::uint64_t{parity} << 4 |
           std::uint64_t{returns} << 5 | std::uint64_t{of_copies} << 6;
  }
  static mbarrier_form unpack(std::uint64_t x) {
    const auto bit = [x](unsigned number) { return (x >> number & 1) != 0; };
    return {bit(0), bit(1), bit(2), bit(3), bit(4), bit(5), bit(6)};
  }
};

const step* mbarrier_init(warp& w, const step* s);  // b: count
const step* mbarrier_invalidate(warp& w, const step* s);
const step* mbarrier_arrive(warp& w, const step* s);         // b: count; c: bytes; d: state
const step* mbarrier_expect_tx(warp& w, const step* s);      // b: bytes
const step* mbarrier_complete_tx(warp& w, const step* s);    // b: bytes
const step* mbarrier_wait(warp& w, const step* s);           // b: state or parity; d: predicate
const step* mbarrier_pending_count(warp& w, const step* s);  // a: state; d: count

// A lane's asynchronous copy has brought `bytes` bytes.
void mbarrier_bytes_came(warp& w, const step* s, unsigned lane, std::uint64_t address, bool shared,
                         std::uint32_t bytes);

}  // namespace lockstep::simt
