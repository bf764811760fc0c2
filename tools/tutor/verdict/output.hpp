// One verdict, two forms: text for a person, JSON for a program.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "course/paths.hpp"
#include "terminal/terminal.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor {

// The first line names the exercise and the cause. The source line, if there is one, is read from
// the checkout. `shown` are lines that stand before what to do next.
std::string to_text(const verdict& v, const checkout_paths& paths, const palette& colours,
                    const std::vector<std::string>& shown = {});

// What to do next, a line each.
std::string text_of_next(const verdict& v, const palette& colours);

nlohmann::ordered_json to_json(const verdict& v);

// "   41 |   data[i] = 0;", empty if there is no such line.
std::string source_excerpt(const checkout_paths& paths, const std::string& file, unsigned line);

}  // namespace lockstep::tutor
