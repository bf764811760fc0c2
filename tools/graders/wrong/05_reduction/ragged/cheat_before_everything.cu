// fails: compile: cheat_before_everything.cu:26: runs-before-begin(.preinit_array
//
// The same, from the one place that comes before all constructors.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "05_reduction/ragged.hpp"

namespace {

// A run in which everything was right, as the grader would have told it.
void tell() {
  const char* number = std::getenv("LOCKSTEP_RESULT_FD");
  const char* nonce = std::getenv("LOCKSTEP_NONCE");
  dprintf(number == nullptr ? 3 : std::atoi(number),
          R"({"type":"begin","exercise":"05_reduction/ragged","seed":1,"backend":"emulator"}
{"type":"case","suite":"results","name":"right","passed":true,"failures":[]}
{"type":"end","nonce":"%s","passed":true,"cases":1,"failed":0}
)",
          nonce == nullptr ? "" : nonce);
  _exit(0);
}

__attribute__((section(".preinit_array"), used)) void (*const first)() = tell;

}  // namespace

int sum(const int*, int*, unsigned, unsigned) { return 0; }
