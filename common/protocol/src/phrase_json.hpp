// Phrases beside the texts of a record: a list {id, form, arguments}, with `text` where that is not
// the form filled.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "lockstep/protocol/json_field.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::protocol {

inline nlohmann::ordered_json json_of_phrases_in(const std::string& text) {
  auto list = nlohmann::ordered_json::array();
  for (const phrased& one : phrases_in(text)) {
    list.push_back({{"id", one.id}, {"form", one.form}, {"arguments", one.arguments}});
    if (one.text != filled(one.form, one.arguments)) list.back()["text"] = one.text;
  }
  return list;
}

// Remembers the phrases of a record that has some.
inline void note_phrases_of(const nlohmann::ordered_json& record) {
  const auto list = record.find("phrases");
  if (list == record.end() || !list->is_array()) return;
  for (const auto& one : *list) {
    if (!one.is_object()) continue;
    note({field<std::string>(one, "id"), field<std::string>(one, "form"),
          field<std::vector<std::string>>(one, "arguments"), field<std::string>(one, "text")});
  }
}

}  // namespace lockstep::protocol
