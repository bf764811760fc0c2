// What the library tells the outside: messages on standard error, and records in LOCKSTEP_REPORT.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::cudart {

// Appends one line to LOCKSTEP_REPORT with a single write; `members` is a JSON object, to which
// "type" is added.
void write_record(std::string_view type, std::string_view members);

// Tells, once for each message, that something cannot be run: on standard error (unless
// LOCKSTEP_QUIET is set) and as a `refusal` record. reason: no_ptx, bad_image, unknown_device,
// unknown_schedule, unsupported_instruction, unsupported_call.
void refuse(std::string_view reason, std::string_view message, std::string_view kernel = {});

}  // namespace lockstep::cudart
