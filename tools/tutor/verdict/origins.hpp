// Where the numbers come from that a line uses as an index, as a limit or as the shape of a launch.
#pragma once

#include <string>
#include <vector>

namespace lockstep::tutor {

// Of an access: what tells where it goes.
enum class part_of_access { index, pointer };

// "`count` is computed on line 29": of what `line` uses as an index, or `conditions` as a limit, as
// far as the same function computes it in other lines, up to three. Of a launch only its argument
// `argument` counts, from 1 (0: all of them). Empty: there is no such thing.
std::string computed_elsewhere(const std::string& source, unsigned line,
                               const std::vector<unsigned>& conditions, unsigned argument = 0,
                               part_of_access part = part_of_access::index);

// "the result, `total`, is computed on line 8": of a source without kernels that returns a value in
// one place. Empty: it is not of that kind.
std::string result_computed_in(const std::string& source);

}  // namespace lockstep::tutor
