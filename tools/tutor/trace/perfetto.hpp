// What the model of time simulates, as a file for ui.perfetto.dev.
#pragma once

#include <regex>
#include <string>
#include <string_view>

#include "lockstep/protocol/trace_options.hpp"

namespace lockstep::tutor {

struct perfetto_trace {
  std::string json;  // Chrome's trace-event format
  unsigned launches = 0;
  bool is_cut = false;  // of one of them events are missing at the end
};

// `events`: what the emulator wrote, an event a line. Of it, the launches of kernels whose names
// match, and of these the ones with these numbers, from 1.
perfetto_trace perfetto_from(std::string_view events, const std::regex& kernels,
                             const protocol::number_set& launches);

}  // namespace lockstep::tutor
