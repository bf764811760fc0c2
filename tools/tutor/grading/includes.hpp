// Which files a source asks the compiler to read.
//
// A compiler reads any file that a source names: /dev/zero without an end, or a file whose lines
// then stand in its messages. So an answer may include headers by their names alone, and no file by
// way of the assembler. Where answers are marked, the compiler is isolated as well: a name that
// macros make cannot be seen here. Headers of CUB and Thrust are refused, too: of their parts for a
// block or a warp, a compiled answer shows no trace.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tutor {

// What breaks this rule, in words; empty if nothing does.
[[nodiscard]] std::string violation_in_source(std::string_view source);

}  // namespace lockstep::tutor
