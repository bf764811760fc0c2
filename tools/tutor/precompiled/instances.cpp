// What libraries.hpp says is compiled elsewhere.
#include "precompiled/libraries.hpp"

template class nlohmann::basic_json<nlohmann::ordered_map>;
template class nlohmann::detail::serializer<nlohmann::ordered_json>;
template class nlohmann::detail::parser<nlohmann::ordered_json, text_of_json>;
template class nlohmann::detail::lexer<nlohmann::ordered_json, text_of_json>;
template class std::basic_regex<char>;
