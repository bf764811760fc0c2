#include "watch/scroll.hpp"

#include <algorithm>

namespace lockstep::tutor::watch {

bool scroll(std::size_t& at, std::size_t last, std::size_t screenful, const key& one) {
  switch (one.what) {
    case special::up:
      at -= std::min<std::size_t>(at, 1);
      break;
    case special::down:
      ++at;
      break;
    case special::page_up:
      at -= std::min(at, screenful);
      break;
    case special::page_down:
      at += screenful;
      break;
    case special::home:
      at = 0;
      break;
    case special::end:
      at = last;
      break;
    default:
      return false;
  }
  at = std::min(at, last);
  return true;
}

}  // namespace lockstep::tutor::watch
