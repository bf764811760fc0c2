// Loaded before a runtime library that does not count (LD_PRELOAD), says that it does, and counts
// nothing. So a chapter's program does on a GPU what it does on the emulator: the same sizes, each
// launch once, nothing timed. What it prints of its counts is then of no worth; Nsight Compute
// counts.
#include <lockstep/protocol/observe_abi.h>

#include <cstdint>
#include <cstring>

namespace {
std::uint64_t asked = 0;
}

extern "C" {

const char* lockstep_backend() { return "emulator"; }
const char* lockstep_device() { return "h200"; }
int lockstep_count(int) { return 0; }

// One more each time: whoever asks before and after a launch finds one.
std::uint64_t lockstep_launches() { return asked++; }

int lockstep_get_launch(std::uint64_t, lockstep_launch* out) {
  const auto size = out->struct_size;
  std::memset(out, 0, size);
  out->struct_size = size;
  return 0;
}
}
