// Headers of libraries that most files include, compiled once. Every file still includes what it
// uses. Their large templates are compiled once as well, in instances.cpp; of JSON, for the ordered
// kind alone.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <string>
#include <vector>

using text_of_json = nlohmann::detail::iterator_input_adapter<std::string::const_iterator>;

extern template class nlohmann::basic_json<nlohmann::ordered_map>;
extern template class nlohmann::detail::serializer<nlohmann::ordered_json>;
extern template class nlohmann::detail::parser<nlohmann::ordered_json, text_of_json>;
extern template class nlohmann::detail::lexer<nlohmann::ordered_json, text_of_json>;
extern template class std::basic_regex<char>;
