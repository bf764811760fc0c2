// A measurement that decides more than a property.
#pragma once

namespace lockstep::protocol {

// Of an answer that brings most elements to the host, the results are the host's: they earn
// nothing.
inline constexpr const char* elements_for_the_host = "bytes of elements that the host gets";

}  // namespace lockstep::protocol
