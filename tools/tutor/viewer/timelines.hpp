// What the model of time simulates, packed for the viewer's page.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace lockstep::tutor {

// Slices of all timelines of a page: some 0.6 MB.
constexpr std::size_t most_timeline_slices = 60'000;

// `events`: what the emulator wrote into LOCKSTEP_TIMELINE. Of it, the timelines of the launches
// that `trace` (as `lockstep trace --json` prints it) has steps of. Longer ones are cut, so that
// all together have at most `most_slices`. docs/interfaces.md, section 6, has the format.
nlohmann::ordered_json packed_timelines(std::string_view events,
                                        const nlohmann::ordered_json& trace,
                                        std::size_t most_slices = most_timeline_slices);

}  // namespace lockstep::tutor
