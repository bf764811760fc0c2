// Keys, from the bytes that a terminal sends.
#pragma once

#include <string>
#include <vector>

namespace lockstep::tutor::watch {

enum class special {
  none,
  up,
  down,
  page_up,
  page_down,
  home,
  end,
  enter,
  escape,
  backspace,
  interrupt,  // Ctrl-C
  suspend,    // Ctrl-Z
  redraw,     // Ctrl-L
};

struct key {
  special what = special::none;
  char letter = 0;  // if nothing special

  bool operator==(const key&) const = default;
};

// Bytes that were read together. Sequences that are not known are left out.
std::vector<key> keys_of(std::string_view bytes);

}  // namespace lockstep::tutor::watch
