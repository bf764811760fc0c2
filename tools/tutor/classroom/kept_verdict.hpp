// A verdict as text, to be kept and read again.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verdict/verdict.hpp"

namespace lockstep::tutor::classroom {

// What verify --json prints of it, and its cases.
nlohmann::ordered_json to_kept(const verdict& of);

// Throws nlohmann::ordered_json::exception if it is no such text.
verdict verdict_from(const nlohmann::ordered_json& kept);

}  // namespace lockstep::tutor::classroom
