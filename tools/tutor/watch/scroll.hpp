// Keys that scroll a text.
#pragma once

#include <cstddef>

#include "watch/keyboard.hpp"

namespace lockstep::tutor::watch {

// Moves `at`, the first line shown, which can be `last` at most, if this is such a key.
bool scroll(std::size_t& at, std::size_t last, std::size_t screenful, const key& one);

}  // namespace lockstep::tutor::watch
