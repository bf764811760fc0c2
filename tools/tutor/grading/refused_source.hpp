// What an answer may not have in its source: files that it asks the compiler to read, and what
// neither a person nor a counter can look into.
//
// A compiler reads any file that a source names: /dev/zero without an end, or a file whose lines
// then stand in its messages. So an answer may include headers by their names alone, and no file by
// way of the assembler. Where answers are marked, the compiler is isolated as well: a name that
// macros make cannot be seen here. Headers of CUB and Thrust are refused, too: of their parts for a
// block or a warp, a compiled answer shows no trace. So is assembler, whose instructions can do the
// work of many threads without being counted, and what would hide it; and what nobody writes: a
// line that is far too long, and control characters, which compilers read in different ways.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

// What breaks these rules, in words; empty if nothing does. `any_means`: of an exercise that allows
// parts of libraries, and assembler (exercise::any_means). `without`: words of the language that
// the exercise rules out, such as `double` (exercise::without).
[[nodiscard]] std::string violation_in_source(std::string_view source, bool any_means = false,
                                              const std::vector<std::string>& without = {});

}  // namespace lockstep::tutor
