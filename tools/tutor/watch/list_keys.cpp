#include "watch/list_keys.hpp"

#include <algorithm>

namespace lockstep::tutor::watch {
namespace {

void press_in_search(list_state& list, const key& one) {
  list.selected = 0;
  if (one.what == special::escape) list.search.clear();
  if (one.what == special::escape || one.what == special::enter) list.typing = false;
  if (one.what == special::backspace && !list.search.empty()) list.search.pop_back();
  if (one.letter != 0) list.search += one.letter;
}

list_state::filter after(list_state::filter now) {
  return static_cast<list_state::filter>((static_cast<int>(now) + 1) % 3);
}

}  // namespace

list_order press_in_list(list_state& list, std::size_t rows, const key& one) {
  if (list.typing) {
    press_in_search(list, one);
    return list_order::stay;
  }
  const std::size_t last = rows > 0 ? rows - 1 : 0;
  const auto up = [&](std::size_t by) {
    list.selected -= std::min(by, list.selected);
    return list_order::stay;
  };
  const auto down = [&](std::size_t by) {
    list.selected = std::min(list.selected + by, last);
    return list_order::stay;
  };
  switch (one.what) {
    case special::up:
      return up(1);
    case special::down:
      return down(1);
    case special::page_up:
      return up(10);
    case special::page_down:
      return down(10);
    case special::home:
      return up(rows);
    case special::end:
      return down(rows);
    case special::escape:
      return list_order::close;
    case special::enter:
      return list_order::open_selected;
    default:
      break;
  }
  switch (one.letter) {
    case 'k':
      return up(1);
    case 'j':
      return down(1);
    case 'q':
      return list_order::quit;
    case 'l':
      return list_order::close;
    case 'x':
      return list_order::reset_selected;
    case '/':
      list.typing = true;
      return list_order::stay;
    case 'f':
      list.shown = after(list.shown);
      list.selected = 0;
      return list_order::stay;
    default:
      return list_order::stay;
  }
}

}  // namespace lockstep::tutor::watch
