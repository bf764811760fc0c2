// A profile for other programs: chosen metrics, as text, CSV or JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "profile/launches.hpp"
#include "profile/metrics.hpp"

namespace lockstep::tutor {

// For each element, its metrics one below the other.
std::string metrics_text(const std::vector<profiled_launch>& groups,
                         const std::vector<named_metric>& metrics);

// One line for each launch (RFC 4180): what was launched, then `metrics`; without metrics, all
// counters and what follows from them. A value that does not exist is empty.
std::string profile_csv(const std::vector<profiled_launch>& launches,
                        const std::vector<named_metric>& metrics);

// As profile_json, with the member `metrics` in place of the counters. null: the value does not
// exist; the names in `needs_gpu` have none here.
nlohmann::ordered_json metrics_json(const report& seen,
                                    const std::vector<profiled_launch>& launches,
                                    const std::vector<named_metric>& metrics);

}  // namespace lockstep::tutor
