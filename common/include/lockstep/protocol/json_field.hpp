// Members of JSON objects that another program wrote.
#pragma once

#include <nlohmann/json.hpp>

namespace lockstep::protocol {

// A member of an object. Records may be forged or cut short: a member of the wrong type counts as
// missing, and the value of a missing member is `otherwise`.
template <class T, class Json>
[[nodiscard]] T field(const Json& object, const char* name, T otherwise = {}) {
  const auto found = object.find(name);
  if (found == object.end()) return otherwise;
  try {
    return found->template get<T>();
  } catch (const typename Json::exception&) {
    return otherwise;
  }
}

}  // namespace lockstep::protocol
