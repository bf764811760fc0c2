// The problem: an `.loc` of inlined code names the call it was inlined at by file, line and column
// only. That call's own `.loc` came earlier in the same function (and may itself be of inlined
// code), so a table of the latest entry for each place rebuilds the chain. Another function's entry
// must not be used: there the same header line was inlined somewhere else.
#include "ptx/locations.hpp"

#include "ptx/constant_expression.hpp"
#include "ptx/parser.hpp"

namespace lockstep::ptx {

void location_table::begin_function() {
  latest_.clear();
  current_ = first_ = 0;
  is_made_up_ = false;
}

std::uint32_t location_table::find_or_add(const location& place) {
  const auto [entry, added] = latest_.try_emplace(place, 0);
  if (added) {
    entry->second = static_cast<std::uint32_t>(module_.locations.size());
    module_.locations.push_back(place);
  }
  return entry->second;
}

void location_table::parse_loc(lexer& in) {
  const auto number = [&in] {
    const token t = in.expect(token_kind::number, "a number of .loc (file, line, column)");
    return static_cast<std::uint32_t>(parse_number(t).value);
  };
  location place;
  place.file = number();
  place.line = number();
  place.column = number();
  while (in.accept(",")) {
    const token attribute = in.expect(token_kind::word, "function_name or inlined_at");
    if (attribute.text == "function_name") {
      in.expect(token_kind::word, "a label");
      if (in.accept("+")) number();
    } else if (attribute.text == "inlined_at") {
      location call;
      call.file = number();
      call.line = number();
      call.column = number();
      place.inlined_at = find_or_add(call);
    } else {
      throw syntax_error(attribute.line,
                         "expected function_name or inlined_at, found " + quoted(attribute));
    }
  }

  // Line 0: the compiler has no line. The call that it was inlined at has one, or else what came
  // before.
  is_made_up_ = place.line == 0 && module_.locations[place.inlined_at].line == 0;
  if (place.line == 0) {
    if (!is_made_up_) current_ = place.inlined_at;
  } else {
    current_ = find_or_add(place);
    if (module_.locations[current_].inlined_at != place.inlined_at) {
      current_ = static_cast<std::uint32_t>(module_.locations.size());
      module_.locations.push_back(place);
      latest_[place] = current_;
    }
  }
  if (first_ == 0) first_ = current_;
}

}  // namespace lockstep::ptx
