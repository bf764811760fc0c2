#include <algorithm>

#include "checks/race_kinds.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::checks {

using cause = race_facts::cause;
using protocol::phrase;

namespace {

std::string otherwise(const std::string& first, const std::string& then) {
  return phrase("otherwise", "{}. Otherwise {}", first, then);
}

// Of a lock or a flag that does not order what it is there for; empty if nothing speaks of one.
std::string advice_on_fences(const race_facts& race, const party& first, const party& second) {
  if (!may_be_ordered(race, first, second)) return {};
  const bool in_block = race.how_far != reach::grid;
  const char* const fence = in_block ? "__threadfence_block()" : "__threadfence()";
  if (race.lacks_fence)
    return phrase("fence-behind-flag",
                  "put {} after the flag is seen or the lock taken, before this access", fence);
  const bool by_strong = race.what == cause::lost_update || race.what == cause::strong_writes;
  if (by_strong || race.what == cause::scope || !first.grid->exchanges || first.grid != second.grid)
    return {};
  return phrase("fences-around-flag",
                "if a lock, flag or counter is meant to order the two, put {0} between the first "
                "access and the operation that releases, sets or increments it, and {0} after the "
                "one that acquires or reads it",
                fence);
}

std::string name_in(const race_facts& race, const party& of) {
  return race.how_far == reach::grid ? phrase("thread-of-block", "thread {} of block {}",
                                              name(of.what.thread), name(of.what.block))
                                     : phrase("thread", "thread {}", name(of.what.thread));
}

// Where one statement writes the same place for two threads: that they were not meant to.
std::string own_index(const race_facts& race, const party& first, const party& second) {
  const bool leaves_out_block =
      race.how_far == reach::grid && first.what.thread == second.what.thread;
  const std::string one = name_in(race, first), other = name_in(race, second);
  if (leaves_out_block)
    return phrase("own-index-with-block",
                  "If each thread should have an element of its own, correct the index: it is the "
                  "same for {} and {}. Does it leave out the block? blockIdx.x * blockDim.x + "
                  "threadIdx.x is different in every thread",
                  one, other);
  return phrase("own-index",
                "If each thread should have an element of its own, correct the index: it is the "
                "same for {} and {}",
                one, other);
}

std::string advice_on_one_index(const race_facts& race, const party& first, const party& second) {
  const std::string own = own_index(race, first, second);
  if (race.changes_nothing)
    return phrase(
        "one-writes-or-exchange",
        "if all threads share the element, let one of them write it, or use atomicExch(). {}", own);
  return phrase("one-writes-or-combine",
                "if all threads share the element, let one of them write it, or combine their "
                "values with an atomic operation such as atomicAdd(). {}",
                own);
}

std::uint64_t count_of(const dimensions& d) { return std::uint64_t{d[0]} * d[1] * d[2]; }

// What to do, and where a barrier of the block may stand: that depends on the branches around. One
// of a warp may stand in a branch that whole warps take, and threads that have ended are no matter
// to it.
bool says_where(const code_around& code) {
  return !code.parted_in.empty() || !code.left_in.empty();
}
std::string outside(const std::string& work, const code_around& code, bool of_warp) {
  if (of_warp) return work;
  const bool is_left = !code.left_in.empty();
  if (!code.parted_in.empty() && is_left)
    return phrase("outside-branch-and-left",
                  "{}, outside the branch on line {}, which only some threads take, and where all "
                  "threads of the block get to it: some never get past the condition on line {}",
                  work, code.parted_in, code.left_in);
  if (!code.parted_in.empty())
    return phrase("outside-branch",
                  "{}, and outside the branch on line {}, which only some threads take", work,
                  code.parted_in);
  if (is_left)
    return phrase("where-all-pass-left",
                  "{}, where all threads of the block get to it: some never get past the condition "
                  "on line {}",
                  work, code.left_in);
  return work;
}

std::string atomic_instead(const race_facts& race) {
  return race.how_far == reach::grid
             ? phrase("use-atomic-or-second-kernel",
                      "use an atomic operation such as atomicAdd() or atomicMax(), or give each "
                      "block an element of its own, and combine those in a second kernel")
             : phrase("use-atomic", "use an atomic operation such as atomicAdd() or atomicMax()");
}

std::string reads_before_writes(const race_facts& race, const char* barrier, bool one_warp) {
  const std::string first = phrase("read-then-write",
                                   "read first and write later: read into a variable, then {0}, "
                                   "then write it, with another {0} before the next read",
                                   barrier);
  if (!race.code.has_joined_rounds)
    return phrase("or-two-arrays", "{}. Or read from one array and write to another one",
                  outside(first, race.code, one_warp));
  const std::string round =
      phrase("barrier-ends-round", "put {} at the end of the loop's body", barrier);
  return otherwise(
      phrase("if-round-reads-own",
             "{}, if no thread reads what another one writes in the same iteration",
             outside(round, race.code, one_warp)),
      phrase("or-two-arrays", "{}. Or read from one array and write to another one", first));
}

// One statement reads and writes, and other threads that execute it do so at the same time.
std::string advice_on_one_statement(const race_facts& race, bool shared, const party& first,
                                    const party& second) {
  const bool in_blocks = !shared && count_of(first.grid->grid) > 1;
  const bool one_warp =
      race.how_far == reach::warp || count_of(first.grid->block) <= lanes_per_warp;
  const char* const barrier = one_warp ? "__syncwarp()" : "__syncthreads()";
  const std::string apart =
      in_blocks ? phrase("two-arrays",
                         "read from one array and write to another one: in place, a thread may "
                         "read what another one has already overwritten")
                : reads_before_writes(race, barrier, one_warp);
  switch (update_of(first, second)) {
    case site::update::yes:
      return phrase("shared-sum-or-own-index",
                    "if all threads share the element, as they do a sum, {}. {}",
                    atomic_instead(race), own_index(race, first, second));
    case site::update::no:
      return apart;
    case site::update::unknown:
      break;
  }
  return otherwise(phrase("shared-sum", "if all threads share the element, as they do a sum, {}",
                          atomic_instead(race)),
                   apart);
}

std::string advice_on_way_back(const race_facts& race, const code_around::way_back& back) {
  const bool of_warp = race.what == cause::lanes;
  const char* const barrier = of_warp ? "__syncwarp()" : "__syncthreads()";
  const std::string work =
      back.is_loop
          ? phrase(
                "barrier-at-end-of-body",
                "put another {} after line {}, so that an iteration begins when all threads have "
                "finished the one before",
                barrier, back.from)
          : phrase("barrier-before-again", "put another {} after line {}", barrier, back.from);
  return outside(work, race.code, of_warp);
}

std::string advice_on_strong_writes(const party& first, const party& second) {
  const bool one_atomic = first.kind.what == action::atomic || second.kind.what == action::atomic;
  return one_atomic ? phrase("write-atomically",
                             "write atomically as well (atomicExch()), or put a barrier or a "
                             "kernel boundary between the two")
                    : phrase("choose-atomically",
                             "let one thread write it, or choose the value with an atomic "
                             "operation such as atomicMax() or atomicCAS()");
}

std::string advice_on_lost_update(const race_facts& race, const party& first) {
  const bool locks = std::any_of(first.grid->sites->begin(), first.grid->sites->end(),
                                 [](const site& s) { return s.swaps; });
  if (locks)
    return phrase("update-in-one-or-fence-lock",
                  "read, change and write in one operation: {}. If a lock is meant to keep the two "
                  "apart, put __threadfence() after it is acquired and before it is released",
                  atomic_instead(race));
  return phrase("update-in-one", "read, change and write in one operation: {}",
                atomic_instead(race));
}

// A grid that a kernel launches sees what the launching thread has written, and of the other
// threads what a barrier has ordered before the launch (CUDA C++ Programming Guide, "Memory
// Consistency and Coherence" of dynamic parallelism).
std::string advice_on_launches_by_kernels(bool only_writes, bool both_launched) {
  if (only_writes)
    return phrase("launcher-leaves-it",
                  "if the launched grid is to do this work, the launching thread must not: return "
                  "after the launch. If the launched grid is to come later, launch it into "
                  "cudaStreamTailLaunch");
  const std::string tail = phrase(
      "tail-launch",
      "to start a grid when the grid that launches it has ended, launch it into "
      "cudaStreamTailLaunch. If what its own block has written is enough, put __syncthreads() "
      "before the launch");
  return both_launched ? phrase("tail-or-one-stream",
                                "{}. Grids that one thread launches into one stream run one after "
                                "the other",
                                tail)
                       : tail;
}

std::string advice_between_blocks(const race_facts& race, bool shared, const party& first,
                                  const party& second) {
  const bool one_atomic =
      (first.kind.what == action::atomic) != (second.kind.what == action::atomic);
  const bool writes_only = both_write(first, second);
  if (first.grid != second.grid && (first.grid->by_kernel || second.grid->by_kernel))
    return advice_on_launches_by_kernels(writes_only,
                                         first.grid->by_kernel && second.grid->by_kernel);
  if (first.grid != second.grid)
    return phrase(
        "one-stream-or-event",
        "put both into one stream, or make the second wait for an event recorded after the first");
  if (is_one_statement(first, second) && writes_only)
    return advice_on_one_index(race, first, second);
  if (is_one_statement(first, second) || is_split_update(first, second))
    return advice_on_one_statement(race, shared, first, second);
  if (one_atomic)
    return phrase("both-atomic-or-second-kernel",
                  "make both atomic (cuda::atomic_ref, atomicAdd), or do the second part in a "
                  "kernel of its own");
  if (race.changes_nothing)
    return phrase("one-writes-or-both-exchange",
                  "let one thread write, or use atomicExch() for both");
  return writes_only
             ? phrase("second-kernel-or-atomic",
                      "do the second part in a kernel of its own, which begins when the first has "
                      "ended, or use an atomic operation, if both change one value")
             : phrase("second-kernel",
                      "do the second part in a kernel of its own, which begins when the first has "
                      "ended");
}

std::string advice_on_order(const race_facts& race, bool shared, const party& first,
                            const party& second) {
  const bool one_atomic =
      (first.kind.what == action::atomic) != (second.kind.what == action::atomic);
  const bool one_statement = is_one_statement(first, second);
  const bool is_update = is_split_update(first, second);
  const bool writes_only = both_write(first, second);
  switch (race.what) {
    case cause::same_block:
      if (one_statement && writes_only) return advice_on_one_index(race, first, second);
      if (one_statement || is_update) return advice_on_one_statement(race, shared, first, second);
      if (one_atomic)
        return phrase("or-both-atomic",
                      "{}, or make both atomic: an atomic operation protects only against other "
                      "atomic operations",
                      outside(phrase("syncthreads", "put __syncthreads() between the two"),
                              race.code, false));
      if (says_where(race.code))
        return outside(phrase("syncthreads", "put __syncthreads() between the two"), race.code,
                       false);
      return phrase(
          "syncthreads-where-all-pass",
          "put __syncthreads() between the two, where all threads of the block get to it");
    case cause::other_block:
      return advice_between_blocks(race, shared, first, second);
    case cause::lanes_volatile:
      return one_statement
                 ? phrase("volatile-read-then-write",
                          "volatile does not order lanes: read into a variable, then __syncwarp(), "
                          "then write, with another __syncwarp() before the next read")
                 : phrase("volatile-syncwarp",
                          "volatile does not order lanes: put __syncwarp() between the two");
    case cause::lanes:
      if (one_statement && writes_only) return advice_on_one_index(race, first, second);
      if (one_statement || is_update) return advice_on_one_statement(race, shared, first, second);
      return phrase("syncwarp-where-lanes-pass",
                    "put __syncwarp() between the two, where all participating lanes get to it");
    case cause::one_instruction:
      return advice_on_one_index(race, first, second);
    case cause::scope:
      return phrase("scope-of-device",
                    "use device scope: __threadfence() for __threadfence_block(), atomicAdd() for "
                    "atomicAdd_block(), cuda::thread_scope_device");
    case cause::in_flight:
      return phrase(
          "wait-for-own-copy",
          "make the thread that copies wait first (consumer_wait(), __pipeline_wait_prior(), or "
          "the wait of the copy's barrier or group), then put a barrier for all threads");
    case cause::lost_update:
      return advice_on_lost_update(race, first);
    case cause::strong_writes:
      return advice_on_strong_writes(first, second);
  }
  return {};
}

// By the same accesses others race that are farther apart: what helps them helps these, and what
// would help these alone is not enough.
race_facts widened(race_facts race, reach widest) {
  const bool is_of_order = race.what == cause::same_block || race.what == cause::lanes ||
                           race.what == cause::lanes_volatile;
  if (widest <= race.how_far) return race;
  if (is_of_order || race.what == cause::one_instruction)
    race.what = widest == reach::grid ? cause::other_block : cause::same_block;
  race.how_far = widest;
  return race;
}

}  // namespace

std::string race_advice(const race_facts& race, bool shared, reach widest, const party& first,
                        const party& second) {
  const race_facts wide = widened(race, widest);
  if (steps_into_other_block(wide, first, second))
    return phrase(
        "stride-of-grid",
        "let each thread advance by the number of threads in the grid, gridDim.x * blockDim.x");
  if (is_in_one_round(wide, first, second))
    return otherwise(phrase("wrong-thread-in-round",
                            "if no thread should change what another one reads in the same "
                            "iteration, a thread takes part that should not, or an index is wrong"),
                     advice_on_one_statement(wide, shared, first, second));
  if (lacks_second_array(wide, first, second))
    return phrase("another-array",
                  "pass another array to write to: some blocks have already overwritten what "
                  "others still have to read");
  if (const auto* const back = lacks_barrier_on_way_back(wide))
    return advice_on_way_back(wide, *back);
  const std::string fences = advice_on_fences(wide, first, second);
  if (fences.empty()) return advice_on_order(wide, shared, first, second);
  if (lacks_only_fence(wide, first, second)) return fences;
  return otherwise(fences,
                   is_one_element(first, second)
                       ? phrase("use-atomic-add", "use an atomic operation such as atomicAdd()")
                       : advice_on_order(wide, shared, first, second));
}

}  // namespace lockstep::checks
