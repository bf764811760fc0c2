// asmjit's own error reports. Debian's archive is compiled for executables, and this object of it
// alone cannot become part of a shared library, because it names stderr; the linker takes what
// stands here in its place.
#include <asmjit/core.h>

#include <cstdlib>

ASMJIT_BEGIN_NAMESPACE

const char* DebugUtils::errorAsString(Error) noexcept { return "asmjit"; }
void DebugUtils::debugOutput(const char*) noexcept {}
void DebugUtils::assertionFailed(const char*, int, const char*) noexcept { std::abort(); }

ASMJIT_END_NAMESPACE
