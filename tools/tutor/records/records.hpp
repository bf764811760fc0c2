// What graders and back ends write, under the names that the tutor has for it: the formats, and how
// they are read, are the protocol's.
#pragma once

#include "lockstep/protocol/grader_records.hpp"
#include "lockstep/protocol/report.hpp"

namespace lockstep::tutor {

using protocol::case_failure;
using protocol::case_record;
using protocol::end_record;
using protocol::grader_records;
using protocol::measurement;
using protocol::parse_grader_records;
using protocol::parse_report;
using protocol::refusal;
using protocol::report;
using protocol::timing;

}  // namespace lockstep::tutor
