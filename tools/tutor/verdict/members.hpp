// Initialisers of a struct that the exercise's interface declares: a table of predictions.
#pragma once

#include <string>

namespace lockstep::tutor {

// The line of `source` with the initialiser of the member, which is one of a struct that
// `interface` declares: `const ratios predicted{0.5, 2};`, in the order of the members or by name
// (`.loads = 2`). Of the first such variable; 0: there is none, or it leaves the member out.
unsigned line_of_member(const std::string& source, const std::string& interface,
                        const std::string& member);

}  // namespace lockstep::tutor
