// How the threads of launches share the work, by the bytes of memory that each accesses, and what
// counters leave out of it. All of it is about the launches that were measured last (run.hpp), and
// says nothing where that is not known: on a GPU, or while something is supposed of a kernel.
#pragma once

#include <lockstep/protocol/ratios.hpp>

#include <cstdint>
#include <functional>
#include <limits>

namespace lockstep::grader {

// Bytes that loads have read, and those that atomic operations and asynchronous copies access,
// which no counter of loads sees.
[[nodiscard]] double bytes_read(const counters& counted);
// The same counters, where loads and stores are nearly all that accesses global memory: the rest
// has no requests and no sectors. Bounds on sectors and efficiency ask for it themselves.
const counters& all_counted(const counters& counted);
// The rest, in bytes, is at most that.
void require_other_accesses(double most, const counters& counted);

// No thread accesses much more of global, shared and constant memory than the others: than four
// times the average, and what one thread does for all besides, as to write a block's sum. What
// keeps lanes active may have no part in the work, so both are required together.
void require_even_work(double more_bytes = 128);
// For work that is the same for all: no thread accesses more, however it is called.
void require_bytes_of_each_thread(double most);
// The work is even, warps have few idle lanes, and most threads are not for show.
void require_work_shared(double least_lanes, const counters& counted, double more_bytes = 128);
// Nor do all threads do the same, each of them everything. For each thread launched, at most 40
// bytes are loaded from shared memory: a tree loads 8 and, with a last warp that does without
// questions, 24 more; a loop over the words of a block of 64 threads, 256. A warp executes at most
// `most_instructions`, and 12 more for each element of 4 bytes that its threads load beyond the
// first.
void require_nothing_repeated(double most_instructions, const counters& counted);
// The lanes of a warp part by nothing but branches, which counters see: by predicated exits and
// calls through pointers at most so often.
void require_few_partings(double most_per_warp, const counters& counted);
// As many threads of these launches access global memory, or half of them: blocks and grids that
// are launched have something to do.
void require_threads_at_work(std::uint64_t least);
void require_half_of_threads_at_work();
// Nine of ten blocks have such a thread, and a quarter of all threads do: half of a block may load
// two elements each, but a block that leaves at once is one too many.
void require_most_at_work();

// What a trial of results is allowed, where the threads are to share the work: bytes that one
// thread may access beyond four times the average, with room for one that adds up some hundred
// sums, and none for a launch of one thread that does everything; and instructions of a warp, as
// above. Where the results are sums, each element is to go into them as a value that threads add
// up, and not by votes or conditions.
//
// Some trials, and some runs that are measured, are recorded, at random: one in fourteen threads at
// least, of those that have an element, have to make half of the operations, half of the accesses
// to global memory, and half of the stores, that the results are made of. A tree leaves half of its
// additions to one thread in eight. What a record does not show counts as not shared.
struct fair_share {
  double more_bytes = 4096;
  double most_instructions = std::numeric_limits<double>::infinity();
  bool adds_all = false;
};
// For trials of results: calls the code under test, and looks whether it keeps to that. Properties
// ask what was found (`require_runs_shared`): what is shared only where it is measured is shared
// for show, and an answer can tell launches that are measured by their shape or their number.
void run_shared(const std::function<void()>& code, fair_share allowed = {});
// What was found, and what a record shows of the run that was measured last.
void require_runs_shared();

}  // namespace lockstep::grader
