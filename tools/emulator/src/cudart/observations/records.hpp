// What the library reports to the outside: messages on standard error, and records in
// LOCKSTEP_REPORT.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/protocol/report.hpp"

namespace lockstep::cudart {

using protocol::refusal_reason;

// Appends one line to LOCKSTEP_REPORT with a single write; `members` is a JSON object, to which
// "type" is added.
void write_record(std::string_view type, std::string_view members);

// A record whose last members are counts that go on growing. They are changed in the file itself,
// so that whatever ends the process leaves the last ones there (where the file cannot seek: the
// first).
class counted_record {
 public:
  counted_record() = default;
  counted_record(std::string_view type, std::string_view members,
                 std::initializer_list<std::pair<std::string_view, std::uint64_t>> counts);
  void set(std::size_t which, std::uint64_t value) const;

 private:
  std::vector<off_t> offsets_;
};

// Reports, once for each message, that something cannot be run: on standard error (unless
// LOCKSTEP_QUIET is set) and as a `refusal` record.
void refuse(refusal_reason reason, std::string_view message, std::string_view kernel = {});

}  // namespace lockstep::cudart
