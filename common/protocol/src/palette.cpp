#include "lockstep/protocol/palette.hpp"

#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace lockstep::protocol {

palette palette_for(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool plain = (no_color != nullptr && *no_color != '\0') ||
                     (terminal != nullptr && std::strcmp(terminal, "dumb") == 0);
  return {isatty(descriptor) != 0 && !plain};
}

}  // namespace lockstep::protocol
