// The viewer's page as one file: style, modules and data are part of it, and it needs no network.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace lockstep::tutor {

// ES modules as one script: "main.js" in `folder` and what it imports, the imported ones first.
// Modules import by name, as in `import {a, b} from "./c.js";`, and export where they define, one
// name a line. Throws failure (setup missing) if one is not there.
std::string modules_as_one(const std::filesystem::path& folder);

// JSON as the content of a script element.
std::string json_for_script(const nlohmann::ordered_json& data);

// `folder`: tools/viewer.
std::string viewer_page(const nlohmann::ordered_json& document,
                        const std::filesystem::path& folder);

}  // namespace lockstep::tutor
