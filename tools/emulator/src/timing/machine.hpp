// What the model of time knows of a device. Times are cycles of the SM's clock.
#pragma once

namespace lockstep::timing {

struct machine {
  const char* name;
  double l2_bytes;
  double dram_gigabytes;     // a second
  double fence;              // of the device, for a warp that has stored nothing
  double fence_after_store;  // from the store on, for one that has just stored
  double gigahertz;
  int multiprocessors;
  int schedulers;
  double max_warps;       // of an SM
  bool has_pipes = true;  // that are busy with an instruction for longer than its issue

  double launch_microseconds;  // of a kernel that does nothing, between two events
  double block_start;          // from one block's start to the next one's on an SM
  double warp_start;           // the same, for each warp of the block, if that is more
  double block_gap;            // from a block's end to the start of the next in its place

  double branch, branch_taken;  // until the next instruction; the second in addition
  double barrier;               // from the last warp's arrival
  double barrier_arrival;       // that one warp after another takes to arrive
  double grid_wait;             // from the last block's arrival at a barrier of the grid
  double shared_latency, shuffle_latency;
  double memory_queue;  // cycles of work that may wait for the memory pipe of an SM
  double shared_bytes;  // of an SM: L1 and shared memory together

  double l1_latency;
  double store_visible;  // until a load of the same SM sees a store, beyond the load's own time
  double store_done;     // until a barrier lets a warp pass that has stored
  double l2_latency;
  double l2_sectors;      // that an SM gets from L2 in a cycle
  double l2_requests;     // of all SMs in a cycle; one is for up to four sectors of a line
  double l2_all_sectors;  // that all SMs together get in a cycle
  double l2_store_port;   // sectors that an SM stores in a cycle
  double l2_store_line;   // cycles of a store to any part of a line, of all SMs,
  double l2_store_sector, l2_store_partial;  // for each whole sector, and for a part of one
  double l2_dirty;  // bytes that stay in L2 before they are written back, as a part of L2

  double l2_slices, l2_slice_bytes;  // the second: that lie next to each other in a slice
  double l2_kept, l2_left_dirty;     // parts of L2: that keep what one launch has touched for the
                                     // next one, and that it leaves unwritten
  double atomic_latency;             // of an operation on global memory, with nobody in its way
  double atomic_sector, atomic_compare_sector;  // that a slice of L2 is busy with a sector,
  double atomic_same;                           // and with each further lane at one address
  double atomic_float;                          // from one sum at an address to the next
  double atomic_answers;  // sectors of all SMs in a cycle whose results are read

  double shared_atomic;                            // of one lane
  double shared_atomic_same, shared_compare_same;  // each further lane of the warp at its address
  double shared_loop, shared_loop_wide;  // a round of a loop around a comparison; of 64 bits
  double shared_loop_next, shared_loop_next_wide;  // from one success at a word to the next

  double first_touch;  // of an SM's first load from an allocation: its address has to be translated
  double dram_latency,
      dram_spread;           // the second: mean of what comes on top, distributed exponentially
  double dram_queue;         // times u / (1 - u) at a utilisation of u
  double dram_queue_writes;  // the same in addition, times the part of it that are writes
  double dram_write_cost;    // a byte written, in bytes read, where all are written
  double dram_turn_cost;     // and in addition where nearly all are read
  double dram_scattered;     // a fetch of half a line, in fetches within a whole one
};

}  // namespace lockstep::timing
