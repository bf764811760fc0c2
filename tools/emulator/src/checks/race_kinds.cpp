#include "checks/race_kinds.hpp"

#include <fmt/format.h>

namespace lockstep::checks {

using cause = race_facts::cause;

std::string name(const dimensions& d) { return fmt::format("({},{},{})", d[0], d[1], d[2]); }

bool may_be_ordered(const race_facts& race, const party& first, const party& second) {
  const bool atomic = first.kind.what == action::atomic || second.kind.what == action::atomic;
  return !atomic && race.what != cause::in_flight && race.what != cause::one_instruction &&
         !race.changes_nothing;
}

bool lacks_only_fence(const race_facts& race, const party& first, const party& second) {
  return race.lacks_fence && may_be_ordered(race, first, second);
}

bool is_one_statement(const party& first, const party& second) {
  const bool one_atomic =
      (first.kind.what == action::atomic) != (second.kind.what == action::atomic);
  const bool is_known = first.what.line != 0;  // compiled with line numbers
  return is_known && !one_atomic && first.grid == second.grid &&
         first.what.file == second.what.file && first.what.line == second.what.line &&
         first.what.column == second.what.column;
}

bool both_write(const party& first, const party& second) {
  return first.kind.what == action::write && second.kind.what == action::write;
}

site::update update_of(const party& first, const party& second) {
  const party &reads = first.kind.what == action::read ? first : second,
              &writes = first.kind.what == action::read ? second : first;
  const bool elsewhere =
      reads.updates == site::update::yes && reads.writes_back_in != writes.what.line;
  return elsewhere ? site::update::no : reads.updates;
}

bool is_split_update(const party& first, const party& second) {
  const bool first_reads = first.kind.what == action::read;
  const party &reads = first_reads ? first : second, &writes = first_reads ? second : first;
  return first.grid == second.grid && reads.updates == site::update::yes &&
         writes.kind.what == action::write && reads.writes_back_in == writes.what.line &&
         reads.what.line != writes.what.line;
}

bool is_one_element(const party& first, const party& second) {
  if (is_split_update(first, second)) return true;
  return is_one_statement(first, second) &&
         (both_write(first, second) || update_of(first, second) == site::update::yes);
}

bool is_in_one_round(const race_facts& race, const party& first, const party& second) {
  return (race.what == cause::same_block || race.what == cause::lanes) &&
         race.code.has_parted_rounds && is_one_statement(first, second) &&
         !is_one_element(first, second);
}

const code_around::way_back* lacks_barrier_on_way_back(const race_facts& race) {
  const bool of_lanes = race.what == cause::lanes;
  if (race.what != cause::same_block && !of_lanes) return nullptr;
  const code_around::way_back& back = of_lanes ? race.code.of_warp : race.code.of_block;
  return back.from.empty() ? nullptr : &back;
}

bool steps_into_other_block(const race_facts& race, const party& first, const party& second) {
  return race.what == cause::other_block && !race.code.steps_by_block_in.empty() &&
         is_one_statement(first, second);
}

bool is_published_without_fence(const race_facts& race, const party& first, const party& second) {
  return race.what == cause::other_block && !race.code.unfenced_atomic_in.empty() &&
         first.grid == second.grid && first.grid->exchanges && may_be_ordered(race, first, second);
}

bool lacks_second_array(const race_facts& race, const party& first, const party& second) {
  return race.what == cause::other_block && race.code.is_passed_twice &&
         first.grid == second.grid && !is_one_statement(first, second);
}
}  // namespace lockstep::checks
