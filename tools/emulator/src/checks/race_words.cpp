#include "checks/race_words.hpp"

#include <algorithm>
#include <utility>

#include "checks/race_kinds.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::checks {
namespace {

using cause = race_facts::cause;
using protocol::phrase;

std::string verb(const party& first) {
  return first.what.kind == protocol::access_kind::free ? phrase("frees", "frees")
                                                        : verb(first.kind);
}

// Why two kernels are not ordered, behind what their threads do.
std::string order_of_grids(const std::string& both, const grid_facts& one,
                           const grid_facts& other) {
  std::uint32_t first = one.launched_in, second = other.launched_in;
  if (first > second) std::swap(first, second);
  if (second == 0) return phrase("race-of-kernels", "{}, and nothing orders the two kernels", both);
  if (first == 0 || first == second)
    return phrase("race-of-launch", "{}, and the launch on line {} does not order the two kernels",
                  both, second);
  return phrase("race-of-launches",
                "{}, and the launches on lines {} and {} do not order the two kernels", both, first,
                second);
}

std::string other_side(const race_facts& race, const party& second) {
  const protocol::access& other = second.what;
  if (!other.call.empty()) return other.call;
  return race.how_far == reach::grid ? phrase("thread-of-block", "thread {} of block {}",
                                              name(other.thread), name(other.block))
                                     : phrase("thread", "thread {}", name(other.thread));
}

std::string without_barrier(const race_facts& race, const std::string& both) {
  if (race.code.warp_barrier_in.empty())
    return phrase("race-no-barrier", "{}, with no barrier between the two", both);
  return phrase(
      "race-barrier-of-warp",
      "{}, with no barrier between the two: __syncwarp() on line {} synchronises one warp only",
      both, race.code.warp_barrier_in);
}

std::string without_barrier_on_way_back(const code_around::way_back& back,
                                        const std::string& both) {
  return back.is_loop
             ? phrase("race-no-barrier-before-next",
                      "{}, with no barrier between line {} and line {} of the next iteration", both,
                      back.from, back.to)
             : phrase("race-no-barrier-before-again",
                      "{}, with no barrier after line {} before line {} is executed again", both,
                      back.from, back.to);
}

// In a block of one warp either barrier will do; and where the block has more, __syncwarp() may
// not.
std::string message_on_lanes(const std::string& both, const party& first, const party& second) {
  const dimensions& threads = first.grid->block;
  const bool is_one_warp = std::uint64_t{threads[0]} * threads[1] * threads[2] <= lanes_per_warp;
  if (is_one_statement(first, second) && !both_write(first, second))
    return is_one_warp
               ? phrase("race-of-lanes-in-statement",
                        "{}, a lane of the same warp, by the same statement, with no barrier "
                        "between its read and its write",
                        both)
               : phrase("race-of-lanes-in-statement",
                        "{}, a lane of the same warp, by the same statement, with no __syncwarp() "
                        "between its read and its write",
                        both);
  return is_one_warp
             ? phrase("race-of-lanes",
                      "{}, a lane of the same warp, with no barrier between the two", both)
             : phrase("race-of-lanes",
                      "{}, a lane of the same warp, with no __syncwarp() between the two", both);
}

std::string message_on_update(const race_facts& race, const std::string& space, const party& first,
                              const party& second) {
  const std::string other = other_side(race, second);
  if (race.read == nullptr)
    return phrase("overwrites-update",
                  "{} {} memory that {} reads and then writes: one of the two updates is lost",
                  verb(first), space, other);
  const bool is_split = race.read->line != first.what.line || race.read->file != first.what.file;
  if (is_split)
    return phrase("loses-split-update",
                  "reads {} memory on line {} and then writes it, while {} {} it: one of the two "
                  "updates is lost",
                  space, race.read->line, other, verb(second));
  return phrase(
      "loses-update",
      "reads {} memory and then writes it, while {} {} it: one of the two updates is lost", space,
      other, verb(second));
}

}  // namespace

std::string race_message(const race_facts& race, std::string_view in, const party& first,
                         const party& second) {
  const std::string space(in);
  const protocol::access& other = second.what;
  const bool other_grid = first.grid != second.grid;
  const std::string thread = other_side(race, second);
  const std::string both =
      phrase("race", "{} {} memory that {} {}", verb(first), space, thread, verb(second));
  if (lacks_only_fence(race, first, second))
    return phrase("race-no-fence", "{}: a flag or a lock orders the two, but without a fence",
                  both);
  if (const auto* const back = lacks_barrier_on_way_back(race))
    return without_barrier_on_way_back(*back, both);
  if (is_split_update(first, second))
    return phrase("race-of-updates", "{}, and each later writes back its own new value", both);
  const bool is_of_order = race.what == cause::same_block || race.what == cause::other_block ||
                           race.what == cause::lanes;
  if (steps_into_other_block(race, first, second))
    return phrase(
        "race-steps-by-block",
        "{}: on line {} the index advances by blockDim.x, into the elements of the next block",
        both, race.code.steps_by_block_in);
  if (is_in_one_round(race, first, second))
    return phrase(
        "race-in-one-round",
        "{} by the same statement in the same iteration, with no barrier between its read "
        "and its write",
        both);
  if (lacks_second_array(race, first, second))
    return phrase("race-one-array",
                  "{}, and blocks run in any order: the launch passes one array for two parameters",
                  both);
  if (is_of_order && is_one_element(first, second))
    return phrase("race-one-statement", "{} by the same statement, and nothing orders the two",
                  both);
  switch (race.what) {
    case cause::same_block:
      return without_barrier(race, both);
    case cause::other_block:
      if (is_published_without_fence(race, first, second))
        return phrase("race-published-unfenced",
                      "{}, and there is no fence before the atomic operation on line {}", both,
                      race.code.unfenced_atomic_in);
      if (!first.what.call.empty() || !other.call.empty())
        return phrase("race-unordered", "{}, and nothing orders the two", both);
      return other_grid ? order_of_grids(both, *first.grid, *second.grid)
                        : phrase("race-of-blocks", "{}, and blocks run in any order", both);
    case cause::lanes:
    case cause::lanes_volatile:
      return message_on_lanes(both, first, second);
    case cause::one_instruction:
      return phrase("race-in-one-instruction",
                    "writes {} memory to which {} writes another value in the same instruction: "
                    "either value may remain",
                    space, thread);
    case cause::scope:
      return phrase("race-beyond-scope",
                    "{} {} memory that thread {} of block {} {}, and what orders the two has block "
                    "scope only",
                    verb(first), space, name(other.thread), name(other.block), verb(second.kind));
    case cause::in_flight:
      if (thread_of(race.past) == race.thread)
        return phrase("race-with-own-copy",
                      "{} {} memory into which its own asynchronous copy may still be writing: it "
                      "has not waited for the copy",
                      verb(first.kind), space);
      return phrase("race-with-copy",
                    "{} {} memory into which an asynchronous copy of {} may still be writing: that "
                    "thread has not waited for it",
                    verb(first.kind), space, thread);
    case cause::lost_update:
      return message_on_update(race, space, first, second);
    case cause::strong_writes:
      return phrase("race-of-strong-writes", "{}, too, and nothing orders the two", both);
  }
  return {};
}

std::string race_reason(const race_facts& race, const party& first, const party& second) {
  const bool in_warp = race.how_far == reach::warp;
  if (lacks_only_fence(race, first, second))
    return phrase("why-flag-without-fence",
                  "What a thread wrote before it set the flag is guaranteed to be visible only "
                  "after a fence in the thread that reads the flag.");
  if (race.what == cause::lost_update)
    return first.kind.how == strength::is_volatile
               ? phrase("why-volatile-update",
                        "volatile makes the compiler access the memory each time, but the read and "
                        "the write are still two accesses: what another thread writes in between "
                        "is overwritten.")
               : phrase(
                     "why-strong-update",
                     "Other threads see each access at once, but the read and the write are still "
                     "two accesses: what another thread writes in between is overwritten.");
  if (race.what == cause::strong_writes)
    return first.kind.what == action::atomic || second.kind.what == action::atomic
               ? phrase("why-volatile-and-atomic",
                        "A volatile write is not an atomic operation, and orders nothing: it may "
                        "overwrite what others add.")
               : phrase("why-volatile-writes",
                        "volatile orders nothing between threads: which value remains may change "
                        "from run to run.");
  if (race.what == cause::in_flight)
    return phrase("why-copy-in-flight",
                  "An asynchronous copy goes on while its thread does other things: until the "
                  "wait, the bytes may be the old ones or the new ones.");
  if (is_one_element(first, second) && !both_write(first, second) &&
      lacks_barrier_on_way_back(race) == nullptr)
    return phrase("why-lost-update",
                  "Each thread reads the old value, changes it and writes it back: what another "
                  "one has written in between is lost.");
  if (in_warp && race.changes_nothing)
    return phrase("why-same-value",
                  "Both write the same value, so today's GPUs give the right result, but the "
                  "memory model promises nothing about simultaneous writes.");
  if (in_warp && is_one_element(first, second))
    return phrase("why-one-element",
                  "Which of the two values remains is undefined, and may change from run to run.");
  return {};
}

}  // namespace lockstep::checks
