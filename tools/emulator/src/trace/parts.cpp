#include "trace/parts.hpp"

#include <algorithm>

namespace lockstep::trace {

parts::change parts::run(lanes active) {
  change seen;
  std::vector<lanes> after{active};
  for (const lanes part : parts_) {
    const lanes here = part & active, elsewhere = part & ~active;
    if (elsewhere != 0) after.push_back(elsewhere);
    if (here != 0) seen.met.push_back(here);
    if (here != 0 && elsewhere != 0) seen.split = {here, elsewhere};
  }
  if (seen.met.size() < 2) seen.met.clear();
  parts_ = std::move(after);
  return seen;
}

void parts::part(lanes some) { run(some); }

void parts::leave(lanes gone) {
  for (lanes& part : parts_) part &= ~gone;
  std::erase(parts_, 0u);
}

}  // namespace lockstep::trace
