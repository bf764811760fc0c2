// What the viewer's page shows: a trace, packed, with the sources that its steps are in.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "profile/source.hpp"

namespace lockstep::tutor {

// `trace`: what `lockstep trace --json` prints. docs/interfaces.md, section 6, has both formats.
// Throws failure (usage) if it is no trace, or one of a later version.
nlohmann::ordered_json viewer_document(const nlohmann::ordered_json& trace,
                                       const std::string& title, const source_finder& find);

}  // namespace lockstep::tutor
