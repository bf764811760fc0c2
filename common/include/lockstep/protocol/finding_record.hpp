// A finding as JSON: an element of `findings` of `lockstep check --json`, and the record of a back
// end (docs/interfaces.md, sections 1 and 5).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lockstep/protocol/finding.hpp"

namespace lockstep::protocol {

// Its members as a JSON object on one line, without "type" and without a newline. Text that is not
// UTF-8 is replaced.
std::string members_of(const finding& found);
// The same but for "count" and "launches", which go on growing, and with the phrases of its texts
// (phrase.hpp), for the tutor.
std::string members_without_counts(const finding& found);

// A member that is missing or of the wrong type is as in `finding{}`.
[[nodiscard]] finding finding_from(const nlohmann::ordered_json& record);

}  // namespace lockstep::protocol
