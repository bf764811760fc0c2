// What a report says of a race: what is wrong, why, and what to do.
#pragma once

#include <string>
#include <string_view>

#include "checks/race_report.hpp"

namespace lockstep::checks {

// One of the two that race.
struct party {
  const grid_facts* grid = nullptr;
  access_kind kind;
  protocol::access what;
  site::update updates = site::update::unknown;
  std::uint32_t writes_back_in = 0;  // line of the store that an update on two lines ends with
};

// "reads", "writes", ...
std::string verb(access_kind kind);
// Another thread than the one itself, of those that a record stands for.
std::uint32_t other_thread(const race_facts& race);

std::string race_message(const race_facts& race, std::string_view space, const party& first,
                         const party& second);
// Empty: what holds of the kind.
std::string race_reason(const race_facts& race, const party& first, const party& second);
// `widest`: how far apart threads are that race by these accesses.
std::string race_advice(const race_facts& race, bool shared, reach widest, const party& first,
                        const party& second);
// The code is right, and the launch passes it one array where it needs two.
bool lacks_second_array(const race_facts& race, const party& first, const party& second);

}  // namespace lockstep::checks
