// Loads of local memory whose values a selp then takes or leaves. A compiler may read a variable
// before it knows whether the value counts: `if (find(v)) a = v; else a = -1;` becomes a load and a
// selp. To read it is no use of it, to take it is.
#pragma once

#include <vector>

#include "ptx/program.hpp"

namespace lockstep::simt {

// By register: whether a load alone fills it, and nothing but the values that a selp chooses from
// are made of it.
std::vector<bool> find_chosen(const ptx::decoded_function& f);

}  // namespace lockstep::simt
