// What is wrong with an answer, without what differs from one student to the next.
#pragma once

#include <string>

#include "verdict/verdict.hpp"

namespace lockstep::tutor::classroom {

// The headline without the file and line at its beginning.
std::string without_place(const verdict& of);

// The headline by the ids of its phrases (common/include/lockstep/protocol/phrase.hpp), without
// places, and with # for numbers: "wrong-order(result[#])". Its phrases must have been made, or
// read, by this process.
std::string cause_of(const verdict& of);

}  // namespace lockstep::tutor::classroom
