// Reading JSON that somebody else wrote.
#pragma once

#include <nlohmann/json.hpp>

namespace lockstep::tutor {

// A member of an object. Records may be forged or cut short: one of the wrong type counts as
// missing, and what is missing is `otherwise`.
template <class T, class Json>
T field(const Json& object, const char* name, T otherwise = {}) {
  const auto found = object.find(name);
  if (found == object.end()) return otherwise;
  try {
    return found->template get<T>();
  } catch (const typename Json::exception&) {
    return otherwise;
  }
}

}  // namespace lockstep::tutor
