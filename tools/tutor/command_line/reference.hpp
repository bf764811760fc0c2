// The command line, described from its own grammar: as a man page, and as words that complete what
// somebody has typed. So neither can say what is not so.
#pragma once

#include <string>
#include <vector>

#include "course/manifest.hpp"

namespace CLI {
class App;
}

namespace lockstep::tutor {

// In the form that `man` reads (man-pages(7)).
std::string man_page(const CLI::App& grammar);

// What may stand in place of the last of `words`, which may be empty or begun.
std::vector<std::string> completions(const CLI::App& grammar, const manifest& course,
                                     const std::vector<std::string>& words);

}  // namespace lockstep::tutor
