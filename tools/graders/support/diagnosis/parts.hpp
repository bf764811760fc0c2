// What a value is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "recording.hpp"

namespace lockstep::grader::diagnosis {

// By buffer and element: how often it goes into a value.
using elements_by_count = std::map<std::pair<std::size_t, std::size_t>, std::uint64_t>;

// Of the value of a node. Nothing if that is made of more than a person would look at.
std::optional<elements_by_count> elements_in(const recording& seen, std::uint32_t value);

// The nodes that a value is made of, itself first, each before its sources; no more than a person
// would look at.
std::vector<std::uint32_t> history_of(const recording& seen, std::uint32_t value);

// "data[250..255]", "data[0] (4 times), data[1..3]"; empty: of none.
std::string made_of(const recording& seen, std::uint32_t node);

}  // namespace lockstep::grader::diagnosis
