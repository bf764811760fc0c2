// What kinds of race there are, for what a report says of them.
#pragma once

#include <string>

#include "checks/race_words.hpp"

namespace lockstep::checks {

std::string name(const dimensions& d);
// A flag or a lock could order them.
bool may_be_ordered(const race_facts& race, const party& first, const party& second);
bool lacks_only_fence(const race_facts& race, const party& first, const party& second);
// Threads that execute the same statement: nothing can stand between the two yet.
bool is_one_statement(const party& first, const party& second);
bool both_write(const party& first, const party& second);
// Whether the one that reads then writes what it makes of the value.
site::update update_of(const party& first, const party& second);
// One reads what it writes back in the line in which the other one writes.
bool is_split_update(const party& first, const party& second);
// Both write by one statement, or both read, change and write.
bool is_one_element(const party& first, const party& second);
// By one statement, of which the rounds are parted: in one round, and no barrier can stand in it.
bool is_in_one_round(const race_facts& race, const party& first, const party& second);
// Only the barrier is missing that keeps one execution of the code from the next; nullptr: not so.
const code_around::way_back* lacks_barrier_on_way_back(const race_facts& race);
// The index comes to the elements of other blocks.
bool steps_into_other_block(const race_facts& race, const party& first, const party& second);
// A counter or a flag is changed between the two, but what stands before is not sure to be seen.
bool is_published_without_fence(const race_facts& race, const party& first, const party& second);

}  // namespace lockstep::checks
