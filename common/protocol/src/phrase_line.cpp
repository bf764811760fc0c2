#include "phrase_json.hpp"

namespace lockstep::protocol {

std::string with_its_phrases(const std::string& text) {
  if (text.empty()) return text;
  const nlohmann::ordered_json record = {{"text", text}, {"phrases", json_of_phrases_in(text)}};
  return record.dump(-1, ' ', /*ensure_ascii=*/true,
                     nlohmann::ordered_json::error_handler_t::replace);
}

std::string text_with_phrases(const std::string& line) {
  const auto record = nlohmann::ordered_json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!record.is_object() || !record.contains("text")) return line;
  note_phrases_of(record);
  return field<std::string>(record, "text");
}

}  // namespace lockstep::protocol
