#include <fmt/format.h>

#include <algorithm>

#include "checks/race_kinds.hpp"

namespace lockstep::checks {

using cause = race_facts::cause;

namespace {

// Of a lock or a flag that does not order what it is there for; empty if nothing speaks of one.
std::string advice_on_fences(const race_facts& race, const party& first, const party& second) {
  if (!may_be_ordered(race, first, second)) return {};
  const bool in_block = race.how_far != reach::grid;
  const char* const fence = in_block ? "__threadfence_block()" : "__threadfence()";
  if (race.lacks_fence)
    return fmt::format(
        "put {} behind where the flag was seen or the lock taken, before this access", fence);
  const bool by_strong = race.what == cause::lost_update || race.what == cause::strong_writes;
  if (by_strong || race.what == cause::scope || !first.grid->exchanges || first.grid != second.grid)
    return {};
  return fmt::format(
      "if a lock, a flag or a counter is to order the two, put {0} between the first access and "
      "the "
      "operation that releases, sets or counts, and {0} behind the one that takes or sees it. "
      "Otherwise ",
      fence);
}

std::string name_in(const race_facts& race, const party& of) {
  return race.how_far == reach::grid
             ? fmt::format("thread {} of block {}", name(of.what.thread), name(of.what.block))
             : fmt::format("thread {}", name(of.what.thread));
}

// Where one statement writes the same place for two threads: that they were not meant to.
std::string own_index(const race_facts& race, const party& first, const party& second) {
  const bool leaves_out_block =
      race.how_far == reach::grid && first.what.thread == second.what.thread;
  return fmt::format(
      "If each thread should have an element of its own, correct the index: it is the same for {} "
      "and {}{}",
      name_in(race, first), name_in(race, second),
      leaves_out_block ? ". Does it leave out the block? blockIdx.x * blockDim.x + threadIdx.x "
                         "differs in all threads"
                       : "");
}

std::string advice_on_one_index(const race_facts& race, const party& first, const party& second) {
  return fmt::format("if the element is for all threads, let one of them write it, or {}. {}",
                     race.changes_nothing
                         ? "use atomicExch()"
                         : "combine their values by an atomic operation such as atomicAdd()",
                     own_index(race, first, second));
}

std::uint64_t count_of(const dimensions& d) { return std::uint64_t{d[0]} * d[1] * d[2]; }

// Where a barrier may stand. Threads that have ended are no matter to one of a warp.
std::string outside(const code_around& code, bool of_warp, const char* otherwise = "") {
  std::string text;
  if (code.parted_in != 0)
    text = fmt::format(", and outside the branch in line {}, which only some threads take",
                       code.parted_in);
  if (code.left_in != 0 && !of_warp)
    text += fmt::format(
        ", where all threads of the block pass: some never get beyond the condition in line {}",
        code.left_in);
  return text.empty() ? otherwise : text;
}

std::string atomic_instead(const race_facts& race) {
  return race.how_far == reach::grid
             ? "use an atomic operation such as atomicAdd() or atomicMax(), or give each block an "
               "element of its own, and combine those in a second kernel"
             : "use an atomic operation such as atomicAdd() or atomicMax()";
}

// One statement reads and writes, and other threads that execute it do so at the same time.
std::string advice_on_one_statement(const race_facts& race, bool shared, const party& first,
                                    const party& second) {
  const bool in_blocks = !shared && count_of(first.grid->grid) > 1;
  const bool one_warp = count_of(first.grid->block) <= lanes_per_warp;
  const char* const barrier = one_warp ? "__syncwarp()" : "__syncthreads()";
  const std::string behind_round =
      race.code.has_joined_rounds && !in_blocks
          ? fmt::format(
                "put {} at the end of the loop's body{}, if no thread reads what another "
                "one writes in the same iteration. Otherwise ",
                barrier, outside(race.code, one_warp))
          : "";
  const std::string apart =
      in_blocks
          ? "read from one array and write to another one: in place, a thread may read what "
            "another one has already overwritten"
          : behind_round + fmt::format(
                               "read first and write later: read into a variable, then {0}, "
                               "then write it, with another {0} before the next read{1}. Or "
                               "read from one array and write to another one",
                               barrier, behind_round.empty() ? outside(race.code, one_warp) : "");
  switch (update_of(first, second)) {
    case site::update::yes:
      return fmt::format("if the element is for all threads, as a sum is, {}. {}",
                         atomic_instead(race), own_index(race, first, second));
    case site::update::no:
      return apart;
    case site::update::unknown:
      break;
  }
  return "if the element is for all threads, as a sum is, " + atomic_instead(race) +
         ". Otherwise " + apart;
}

std::string advice_on_strong_writes(const party& first, const party& second) {
  const bool one_atomic = first.kind.what == action::atomic || second.kind.what == action::atomic;
  return one_atomic
             ? "write by an atomic operation as well (atomicExch()), or put a barrier or the "
               "end of a kernel between the two"
             : "let one thread write it, or choose the value by an atomic operation such as "
               "atomicMax() or atomicCAS()";
}

std::string advice_on_lost_update(const race_facts& race, const party& first) {
  const bool locks = std::any_of(first.grid->sites->begin(), first.grid->sites->end(),
                                 [](const site& s) { return s.swaps; });
  return fmt::format("read, change and write in one: {}{}", atomic_instead(race),
                     locks ? ". If a lock keeps the two apart, it takes __threadfence() behind "
                             "where it is taken, and before where it is left"
                           : "");
}

std::string advice_between_blocks(const race_facts& race, bool shared, const party& first,
                                  const party& second) {
  const bool one_atomic =
      (first.kind.what == action::atomic) != (second.kind.what == action::atomic);
  const bool writes_only = both_write(first, second);
  if (first.grid != second.grid && (first.grid->by_kernel || second.grid->by_kernel))
    return "let the thread that launches wait before for what others of its grid do "
           "(__syncthreads(); for other blocks a counter, with __threadfence() before and "
           "behind it), or launch both into one stream";
  if (first.grid != second.grid)
    return "put both into one stream, or let the second wait for an event behind the first";
  if (is_one_statement(first, second) && writes_only)
    return advice_on_one_index(race, first, second);
  if (is_one_statement(first, second) || is_split_update(first, second))
    return advice_on_one_statement(race, shared, first, second);
  if (one_atomic)
    return "make both atomic (cuda::atomic_ref, atomicAdd), or do the second part in a kernel "
           "of its own";
  if (race.changes_nothing) return "let one thread write, or use atomicExch() for both";
  return std::string(
             "do the second part in a kernel of its own, which begins when the first "
             "has ended") +
         (writes_only ? ", or use an atomic operation, if both change one value" : "");
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
        return "put __syncthreads() between the two" + outside(race.code, false) +
               ", or make both atomic: an atomic operation protects from other atomic operations "
               "only";
      return "put __syncthreads() between the two" +
             outside(race.code, false, ", where all threads of the block pass");
    case cause::other_block:
      return advice_between_blocks(race, shared, first, second);
    case cause::lanes_volatile:
      return one_statement ? "volatile does not order lanes: read into a variable, then "
                             "__syncwarp(), then write, with another __syncwarp() before the next "
                             "read"
                           : "volatile does not order lanes: put __syncwarp() between the two";
    case cause::lanes:
      if (one_statement && writes_only) return advice_on_one_index(race, first, second);
      if (one_statement || is_update) return advice_on_one_statement(race, shared, first, second);
      return "put __syncwarp() between the two" +
             outside(race.code, true, ", where all lanes pass that take part");
    case cause::one_instruction:
      return advice_on_one_index(race, first, second);
    case cause::scope:
      return "use the scope of the device: __threadfence() for __threadfence_block(), atomicAdd() "
             "for atomicAdd_block(), cuda::thread_scope_device";
    case cause::in_flight:
      return "let the thread that copies wait first (consumer_wait() or __pipeline_wait_prior(), "
             "the wait of the barrier or group that the copy is for), then all pass a barrier";
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
    return "let each thread go on by the threads of the whole grid, gridDim.x * blockDim.x";
  if (is_in_one_round(wide, first, second))
    return "a thread takes part that should not, or an index is wrong, if in one round no thread "
           "is to change what another one reads. Otherwise " +
           advice_on_one_statement(wide, shared, first, second);
  if (lacks_second_array(wide, first, second))
    return "pass another array to write to: some blocks have already overwritten what others "
           "have still to read";
  const std::string fences = advice_on_fences(wide, first, second);
  if (fences.empty()) return advice_on_order(wide, shared, first, second);
  if (lacks_only_fence(wide, first, second)) return fences;
  return fences + (is_one_element(first, second) ? "use an atomic operation such as atomicAdd()"
                                                 : advice_on_order(wide, shared, first, second));
}

}  // namespace lockstep::checks
