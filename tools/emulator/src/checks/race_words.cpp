#include "checks/race_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep::checks {
namespace {

using cause = race_facts::cause;

std::string name(const dimensions& d) { return fmt::format("({},{},{})", d[0], d[1], d[2]); }

const char* verb(const party& first) {
  return first.what.kind == protocol::access_kind::free ? "frees" : verb(first.kind);
}

// A flag or a lock could order them.
bool may_be_ordered(const race_facts& race, const party& first, const party& second) {
  const bool atomic = first.kind.what == action::atomic || second.kind.what == action::atomic;
  return !atomic && race.what != cause::in_flight && race.what != cause::one_instruction &&
         !race.changes_nothing;
}

bool lacks_only_fence(const race_facts& race, const party& first, const party& second) {
  return race.lacks_fence && may_be_ordered(race, first, second);
}

// Threads that execute the same statement: nothing can stand between the two yet.
bool is_one_statement(const party& first, const party& second) {
  const bool one_atomic =
      (first.kind.what == action::atomic) != (second.kind.what == action::atomic);
  return !one_atomic && first.grid == second.grid && first.what.file == second.what.file &&
         first.what.line == second.what.line && first.what.column == second.what.column;
}

bool both_write(const party& first, const party& second) {
  return first.kind.what == action::write && second.kind.what == action::write;
}

// Whether the one that reads then writes what it makes of the value.
site::update update_of(const party& first, const party& second) {
  const party &reads = first.kind.what == action::read ? first : second,
              &writes = first.kind.what == action::read ? second : first;
  const bool elsewhere =
      reads.updates == site::update::yes && reads.writes_back_in != writes.what.line;
  return elsewhere ? site::update::no : reads.updates;
}

// One reads what it writes back in the line in which the other one writes.
bool is_split_update(const party& first, const party& second) {
  const bool first_reads = first.kind.what == action::read;
  const party &reads = first_reads ? first : second, &writes = first_reads ? second : first;
  return first.grid == second.grid && reads.updates == site::update::yes &&
         writes.kind.what == action::write && reads.writes_back_in == writes.what.line &&
         reads.what.line != writes.what.line;
}

// Both write by one statement, or both read, change and write.
bool is_one_element(const party& first, const party& second) {
  if (is_split_update(first, second)) return true;
  return is_one_statement(first, second) &&
         (both_write(first, second) || update_of(first, second) == site::update::yes);
}

// Why two kernels are not ordered.
std::string order_of_grids(const grid_facts& one, const grid_facts& other) {
  std::uint32_t first = one.launched_in, second = other.launched_in;
  if (first > second) std::swap(first, second);
  if (second == 0) return ", and nothing orders the two kernels";
  if (first == 0 || first == second)
    return fmt::format(", and the launch in line {} does not order the two kernels", second);
  return fmt::format(", and the launches in lines {} and {} do not order the two kernels", first,
                     second);
}

std::string other_side(const race_facts& race, const party& second) {
  const protocol::access& other = second.what;
  if (!other.call.empty()) return other.call;
  return race.how_far == reach::grid
             ? fmt::format("thread {} of block {}", name(other.thread), name(other.block))
             : fmt::format("thread {}", name(other.thread));
}

// By one statement, of which the rounds are parted: in one round, and no barrier can stand in it.
bool is_in_one_round(const race_facts& race, const party& first, const party& second) {
  return (race.what == cause::same_block || race.what == cause::lanes) &&
         race.code.has_parted_rounds && is_one_statement(first, second) &&
         !is_one_element(first, second);
}

// The index comes to the elements of other blocks.
bool steps_into_other_block(const race_facts& race, const party& first, const party& second) {
  return race.what == cause::other_block && race.code.steps_by_block_in != 0 &&
         is_one_statement(first, second);
}

// A counter or a flag is changed between the two, but what stands before is not sure to be seen.
bool is_published_without_fence(const race_facts& race, const party& first, const party& second) {
  return race.what == cause::other_block && race.code.unfenced_atomic_in != 0 &&
         first.grid == second.grid && first.grid->exchanges && may_be_ordered(race, first, second);
}

std::string but_of_warp(const race_facts& race) {
  return race.code.warp_barrier_in == 0
             ? std::string()
             : fmt::format(": __syncwarp() in line {} holds back one warp only",
                           race.code.warp_barrier_in);
}

std::string message_on_update(const race_facts& race, std::string_view space, const party& first,
                              const party& second) {
  const std::string other = other_side(race, second);
  if (race.read == nullptr)
    return fmt::format("{} {} memory that {} reads and then writes: one of the two updates is lost",
                       verb(first), space, other);
  const bool is_split = race.read->line != first.what.line || race.read->file != first.what.file;
  return fmt::format(
      "reads {} memory{} and then writes it, while {} {} it: one of the two updates is lost", space,
      is_split ? fmt::format(" in line {}", race.read->line) : "", other, verb(second));
}

}  // namespace

bool lacks_second_array(const race_facts& race, const party& first, const party& second) {
  return race.what == cause::other_block && race.code.is_passed_twice &&
         first.grid == second.grid && !is_one_statement(first, second);
}

std::string race_message(const race_facts& race, std::string_view space, const party& first,
                         const party& second) {
  const protocol::access& other = second.what;
  const bool other_grid = first.grid != second.grid;
  const std::string does = fmt::format("{} {} memory that ", verb(first), space);
  const std::string thread = other_side(race, second);
  const std::string did = fmt::format("{} {}", thread, verb(second));
  if (lacks_only_fence(race, first, second))
    return does + did + ": a flag or a lock orders the two, but without a fence";
  if (is_split_update(first, second))
    return does + did + ", and each writes back later what it has made of the value";
  const bool is_of_order = race.what == cause::same_block || race.what == cause::other_block ||
                           race.what == cause::lanes;
  if (steps_into_other_block(race, first, second))
    return does + did +
           fmt::format(
               ": in line {} the index goes on by blockDim.x, to the elements of the next "
               "block",
               race.code.steps_by_block_in);
  if (is_in_one_round(race, first, second))
    return does + did +
           " by the same statement in the same round of the loop: the barriers part the rounds "
           "only";
  if (lacks_second_array(race, first, second))
    return does + did +
           ", and blocks run in any order: the launch passes one array for two parameters";
  if (is_of_order && is_one_element(first, second))
    return does + did + " by the same statement, and nothing keeps the two apart";
  switch (race.what) {
    case cause::same_block:
      return does + did + ", and no barrier is between the two" + but_of_warp(race);
    case cause::other_block:
      if (is_published_without_fence(race, first, second))
        return does + did +
               fmt::format(", and no fence stands before the atomic operation in line {}",
                           race.code.unfenced_atomic_in);
      return does + did +
             (!first.what.call.empty() || !other.call.empty() ? ", and nothing orders the two"
              : other_grid ? order_of_grids(*first.grid, *second.grid)
                           : ", and blocks run in any order");
    case cause::lanes:
    case cause::lanes_volatile:
      return does + did +
             ", a lane of the same warp, and no barrier of the warp is between the two";
    case cause::one_instruction:
      return fmt::format(
          "writes {} memory to which {} writes another value in the same "
          "instruction: either may stay",
          space, thread);
    case cause::scope:
      return fmt::format(
          "{}thread {} of block {} {}, and what orders the two reaches only as far "
          "as the block",
          does, name(other.thread), name(other.block), verb(second.kind));
    case cause::in_flight:
      if (thread_of(race.past) == race.thread)
        return fmt::format(
            "{} {} memory into which its own asynchronous copy may still be writing: it has not "
            "waited for the copy",
            verb(first.kind), space);
      return fmt::format(
          "{} {} memory into which an asynchronous copy of {} may still be writing: that thread "
          "has not waited for it",
          verb(first.kind), space, thread);
    case cause::lost_update:
      return message_on_update(race, space, first, second);
    case cause::strong_writes:
      return does + did + ", too, and nothing orders the two";
  }
  return {};
}

std::string race_reason(const race_facts& race, const party& first, const party& second) {
  const bool in_warp = race.how_far == reach::warp;
  if (lacks_only_fence(race, first, second))
    return "What a thread wrote before it set the flag is sure to be seen only behind a fence of "
           "the thread that has seen the flag.";
  if (race.what == cause::lost_update)
    return fmt::format(
        "{}, but the read and the write are two accesses all the same: what another "
        "thread writes in between is overwritten.",
        first.kind.how == strength::is_volatile
            ? "volatile makes the compiler access the memory each time"
            : "Each access is one that others see at once");
  if (race.what == cause::strong_writes)
    return first.kind.what == action::atomic || second.kind.what == action::atomic
               ? "A volatile write is no part of an atomic operation, and orders nothing: it may "
                 "overwrite what others add."
               : "volatile orders nothing between threads: which of the values stays may change "
                 "from run to run.";
  if (race.what == cause::in_flight)
    return "An asynchronous copy goes on while its thread does other things: until the wait, the "
           "bytes may be the old ones or the new ones.";
  if (is_split_update(first, second) ||
      (in_warp && is_one_element(first, second) && !both_write(first, second)))
    return "Each thread reads the old value, changes it and writes it back: what another one has "
           "written in between is lost.";
  if (in_warp && race.changes_nothing)
    return "Both write the same value, so that today's GPUs give the right result; the memory "
           "model promises nothing about writes at the same time.";
  if (in_warp && is_one_element(first, second))
    return "Which of the two values stays is left open, and may change from run to run.";
  return {};
}

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

// Where a barrier may stand.
std::string outside(std::uint32_t parted_in) {
  return parted_in == 0 ? std::string()
                        : fmt::format(
                              ", and outside the branch in line {}, which only some threads "
                              "take",
                              parted_in);
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
  const std::string apart =
      in_blocks ? "read from one array and write to another one: in place, a thread may read what "
                  "another one has already overwritten"
                : fmt::format(
                      "read first and write later: read into a variable, then {0}, then write it, "
                      "with another {0} before the next read{1}. Or read from one array and write "
                      "to another one",
                      one_warp ? "__syncwarp()" : "__syncthreads()", outside(race.code.parted_in));
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
        return "put __syncthreads() between the two" + outside(race.code.parted_in) +
               ", or make both atomic: an atomic operation protects from other atomic operations "
               "only";
      return "put __syncthreads() between the two" + (race.code.parted_in == 0
                                                          ? ", where all threads of the block pass"
                                                          : outside(race.code.parted_in));
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
      return "put __syncwarp() between the two" + (race.code.parted_in == 0
                                                       ? ", where all lanes pass that take part"
                                                       : outside(race.code.parted_in));
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
