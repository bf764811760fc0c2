// From the state to the lines of the screen. Pure.
#pragma once

#include <string>
#include <vector>

#include "watch/screen.hpp"
#include "watch/state.hpp"

namespace lockstep::tutor::watch {

// As many lines as the screen has rows.
std::vector<std::string> view(const context& all, const progress& done, const state& now,
                              extent size);

// How far `now` can be scrolled down.
std::size_t last_scroll(const context& all, const progress& done, const state& now, extent size);

}  // namespace lockstep::tutor::watch
