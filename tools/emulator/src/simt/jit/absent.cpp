// A library that was built without asmjit: the interpreter alone.
#include "simt/jit/compile.hpp"

namespace lockstep::simt::jit {

bool is_available() { return false; }
void note_launch(const code&, std::uint64_t, bool) {}
void note_long_run(const code&) {}

}  // namespace lockstep::simt::jit
