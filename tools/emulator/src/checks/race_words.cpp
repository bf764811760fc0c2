#include "checks/race_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "checks/race_kinds.hpp"

namespace lockstep::checks {
namespace {

using cause = race_facts::cause;

const char* verb(const party& first) {
  return first.what.kind == protocol::access_kind::free ? "frees" : verb(first.kind);
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
  if (is_one_element(first, second) && !both_write(first, second))
    return "Each thread reads the old value, changes it and writes it back: what another one has "
           "written in between is lost.";
  if (in_warp && race.changes_nothing)
    return "Both write the same value, so that today's GPUs give the right result; the memory "
           "model promises nothing about writes at the same time.";
  if (in_warp && is_one_element(first, second))
    return "Which of the two values stays is left open, and may change from run to run.";
  return {};
}

}  // namespace lockstep::checks
