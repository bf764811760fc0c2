// One end of the channel: whole messages.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "messages.hpp"

namespace lockstep::apart {

class connection {
 public:
  explicit connection(int descriptor) : descriptor_(descriptor) {}

  // False: nobody is at the other end any more.
  bool send(kind what, const outgoing& message);
  struct received {
    kind what;
    incoming message;
  };
  // Waits for a whole message. Nothing: the other end is closed.
  std::optional<received> receive();

 private:
  bool fill(char* to, std::size_t count);

  int descriptor_;
  char buffer_[1 << 14];
  std::size_t next_ = 0, end_ = 0;
};

}  // namespace lockstep::apart
