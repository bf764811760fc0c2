// The `estimate` of a launch's record.
#pragma once

#include <nlohmann/json.hpp>

#include "lockstep/protocol/json_field.hpp"
#include "lockstep/protocol/time_estimate.hpp"

namespace lockstep::protocol {

nlohmann::ordered_json json_of(const time_estimate& estimate);
time_estimate time_estimate_from(const nlohmann::ordered_json& object);

}  // namespace lockstep::protocol
