#include "verdict/failure_lines.hpp"

#include <algorithm>
#include <string>

#include "lockstep/protocol/kernel_name.hpp"
#include "support/text.hpp"
#include "verdict/members.hpp"
#include "verdict/places.hpp"
#include "verdict/source_lines.hpp"

namespace lockstep::tutor {
namespace {

// Types that do to a number what the message says.
std::vector<std::string> types_for(const std::string& message) {
  for (const char* type : {"float", "double", "half"})
    if (message.find(std::string("rounded to ") + type) != std::string::npos) return {type};
  return {"int",      "unsigned", "long",     "short",   "char",    "size_t",
          "uint32_t", "int32_t",  "uint16_t", "int16_t", "uint8_t", "int8_t"};
}

// They become empty.
std::string without_lines_before(const std::string& source, unsigned line) {
  std::size_t begin = 0;
  for (unsigned n = 1; n < line && begin < source.size(); ++n)
    begin = std::min(source.find('\n', begin), source.size() - 1) + 1;
  return std::string(line == 0 ? 0 : line - 1, '\n') + source.substr(begin);
}

// "two_ifs: branches: predicted 7, ...": where the answer predicts it.
unsigned line_of_prediction(const case_failure& failure, const evidence& seen) {
  const auto end = failure.message.find(": predicted ");
  if (end == std::string::npos) return 0;
  const std::string topic = failure.message.substr(0, end);
  // Several variables may have members of that name.
  const std::string variable = topic.substr(0, topic.find(": ")) + "_predicted";
  const unsigned declared =
      variable.find(' ') == std::string::npos ? line_of_name(seen.source_text, variable, 0) : 0;
  const std::string from_there = without_lines_before(seen.source_text, declared);
  for (const std::string& name : words_of_list(replaced(topic, ":", "")))
    if (const unsigned value = line_of_member(from_there, seen.interface_text, name); value != 0)
      return value;
  if (declared != 0) return declared;
  return line_of_name_like(seen.source_text, topic.substr(0, topic.find(": ")));
}

}  // namespace

std::vector<unsigned> lines_of_answers(const case_failure& failure, const evidence& seen) {
  std::vector<unsigned> lines;
  if (failure.cause_seen_from != "answers") return lines;
  // A prediction that has all of them: a variable of a type that others have as well.
  for (const std::string& name : words_of_list(failure.cause_name))
    if (name.ends_with("_predicted") && line_of_name(seen.source_text, name, 0) != 0)
      return {line_of_name(seen.source_text, name, 0)};
  for (const std::string& name : words_of_list(failure.cause_name)) {
    unsigned line = line_of_member(seen.source_text, seen.interface_text, name);
    if (line == 0) line = line_of_name(seen.source_text, name, 0);
    if (line != 0) lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

unsigned line_named_by(const case_failure& failure, const evidence& seen) {
  const std::string& source = seen.source_text;
  if (!failure.cause_launch.empty() && failure.cause_occurrence == 0)
    return failure.cause_line != 0 ? failure.cause_line
                                   : line_of_launch(source, failure.cause_launch);
  if (!failure.cause_launch.empty())
    return line_of_shape(source, failure.cause_launch, failure.cause_occurrence,
                         failure.cause_line);
  if (failure.cause_seen_from == "declaration")
    return line_of_declaration(source, failure.cause_line, types_for(failure.message));
  if (failure.cause_seen_from == "subscript") return line_of_subscript(source, failure.cause_line);
  if (failure.cause_seen_from == "host") return line_of_host_function(source);
  if (failure.cause_seen_from == "loop") return line_of_loop(source, failure.cause_line);
  const unsigned named = line_of_name(source, failure.cause_name, failure.cause_occurrence);
  if (named == 0)
    if (const unsigned predicted = line_of_prediction(failure, seen); predicted != 0)
      return predicted;
  const bool may_be_comment =
      failure.cause_seen_from == "comment" || failure.cause_seen_from == "answers";
  return named == 0 && may_be_comment ? line_of_comment(source, failure.cause_name) : named;
}

unsigned line_to_blame_in_launch(const protocol::finding& found, const std::string& source) {
  using protocol::launch_part;
  if (!found.launch || found.launch->from.line == 0) return 0;
  const unsigned line = found.launch->from.line;
  switch (found.launch->to_blame) {
    case launch_part::none:
      return 0;
    case launch_part::arguments:
      return line;
    default:
      return line_of_shape(source, protocol::short_name(found.kernel),
                           found.launch->to_blame == launch_part::grid ? 1 : 2, line);
  }
}

}  // namespace lockstep::tutor
