// The values that a form is tried on.
#pragma once

#include <cstdint>
#include <vector>

#include "form.hpp"

// All operands of one evaluation of a form: element i of each vector.
struct arguments {
  std::vector<word> operands[3];
  std::size_t count() const { return operands[0].size(); }
};

// The values of a kind at which instructions differ, few enough to be crossed with each other.
std::vector<word> edges(kind which);

// Every combination of edges, the last operand running fastest; of a single operand more values.
arguments table_of(const form& f);

// Reproducible, random: edges among bit patterns and, of floating point, numbers near 1.
arguments sweep_of(const form& f);

constexpr std::size_t sweep_size = 4096;
