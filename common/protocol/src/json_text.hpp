// Objects as the lines of a record.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace lockstep::protocol {

// On one line; what is not UTF-8 is replaced.
template <class Json>
std::string line_text(const Json& object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Calls `handle(object, line)` for each line that is a JSON object; returns how many are not.
template <class F>
unsigned for_each_object(std::string_view text, F handle) {
  unsigned malformed = 0;
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const auto object = nlohmann::ordered_json::parse(line, nullptr, false);
    if (object.is_object())
      handle(object, line);
    else
      ++malformed;
  }
  return malformed;
}

}  // namespace lockstep::protocol
