// Keys on the page that lists the exercises.
#pragma once

#include <cstddef>

#include "watch/keyboard.hpp"
#include "watch/state.hpp"

namespace lockstep::tutor::watch {

enum class list_order { stay, close, open_selected, reset_selected, quit };

// What `one` does to the list, of which `rows` rows are shown, and what the watch is to do then.
// The selected row need not exist: a search may have found nothing.
list_order press_in_list(list_state& list, std::size_t rows, const key& one);

}  // namespace lockstep::tutor::watch
