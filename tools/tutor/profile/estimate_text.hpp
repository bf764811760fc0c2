// What the model says of a launch's time, in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/launches.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor {

// "about 98 us (model, H200; usually within 12 %)".
std::string time_in_words(const protocol::time_estimate& estimate);

// "4.3 us", "118 us", "12.3 ms".
std::string duration_in_words(double microseconds);

constexpr std::string_view too_close = "too close to call";

// The same launch if it took `otherwise` microseconds: "12 % less", "too close to call".
std::string gain_in_words(double microseconds, double otherwise);

// A section for each launch: its time, what limits it, what its warps wait for and in which lines,
// and what it would take if one thing were otherwise.
std::string estimates_text(const std::vector<profiled_launch>& launches, const palette& colours);

}  // namespace lockstep::tutor
