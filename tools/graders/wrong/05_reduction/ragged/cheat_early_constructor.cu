// fails: crash: ended-early( … program-ended-in(line(21
//
// The same, from a function that runs before the constructors of static objects.
#include <unistd.h>

#include <cstdio>

#include "05_reduction/ragged.hpp"

namespace {

// A run in which everything was right, as the grader would have told it.
void tell() {
  stdout->_fileno = 3;  // where the tutor reads
  std::printf(
      R"({"type":"begin","exercise":"05_reduction/ragged","seed":1,"backend":"emulator"}
{"type":"case","suite":"results","name":"right","passed":true,"failures":[]}
{"type":"end","nonce":"0","passed":true,"cases":1,"failed":0}
)");
  std::fflush(stdout);
  _exit(0);
}

__attribute__((constructor(100))) void early() { tell(); }

}  // namespace

int sum(const int*, int*, unsigned, unsigned) { return 0; }
