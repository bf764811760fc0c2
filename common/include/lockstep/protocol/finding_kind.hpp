// The kinds of findings, and what there is to know of each, whatever the program.
#pragma once

#include <vector>

#include "lockstep/protocol/named_values.hpp"

namespace lockstep::protocol {

// `other`: a kind that another library wrote, and that is not known here.
enum class finding_kind : std::uint8_t {
  other,
#define KIND(name, tool, why, advice) name,
#include "lockstep/protocol/finding_kinds.def"
#undef KIND
};

template <>
struct names_of<finding_kind> {
  static constexpr named_value<finding_kind> all[] = {
#define KIND(name, tool, why, advice) {finding_kind::name, #name},
#include "lockstep/protocol/finding_kinds.def"
#undef KIND
  };
};

enum class finding_severity : std::uint8_t { error, warning };

template <>
struct names_of<finding_severity> {
  static constexpr named_value<finding_severity> all[] = {{finding_severity::error, "error"},
                                                          {finding_severity::warning, "warning"}};
};

struct kind_facts {
  finding_kind kind = finding_kind::other;
  std::string_view name;    // "race"
  std::string_view tool;    // "racecheck"; "execution": found whatever the checks
  std::string_view why;     // a sentence: why it is a bug
  std::string_view advice;  // what to do, without a capital letter and a full stop
};

// All but `other`, by tool.
const std::vector<kind_facts>& known_kinds();
// Of `other`: of the tool "execution", with no sentences.
const kind_facts& facts_of(finding_kind kind);

}  // namespace lockstep::protocol
