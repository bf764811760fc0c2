#include "cudart/observations/trace_record.hpp"

#include <nlohmann/json.hpp>

namespace lockstep::cudart {
namespace {

using nlohmann::ordered_json;

std::string text_of(const ordered_json& object) {
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// By lane: the offset in its allocation or space, the same in every run; null for lanes that make
// no access.
ordered_json addresses(const trace::access& access) {
  ordered_json list = ordered_json::array();
  for (unsigned lane = 0; lane < access.address.size(); ++lane) {
    const auto offset = static_cast<std::int64_t>(access.address[lane] - access.base);
    list.push_back((access.by >> lane & 1) != 0 ? ordered_json(offset) : ordered_json());
  }
  return list;
}

ordered_json access_object(const trace::access& access) {
  ordered_json object = {{"space", access.space},
                         {"lanes", access.by},
                         {"bytes", access.bytes},
                         {"addresses", addresses(access)}};
  if (access.allocation != 0) object["allocation"] = access.allocation;
  const std::string_view space = access.space;
  if (space == "global") object["sectors"] = access.sectors;
  if (space == "shared") object["conflicts"] = access.conflicts;
  return object;
}

}  // namespace

std::string trace_launch_record(const trace::grid& grid) {
  ordered_json object = {{"launch", grid.number}, {"at", grid.at},         {"kernel", grid.kernel},
                         {"grid", grid.blocks},   {"block", grid.threads}, {"traced", grid.traced},
                         {"by", nullptr}};
  if (grid.by)
    object["by"] = {{"launch", grid.by->launch}, {"block", grid.by->block},
                    {"thread", grid.by->thread}, {"stream", grid.by->stream},
                    {"file", grid.by->file},     {"line", grid.by->line}};
  return text_of(object);
}

std::string trace_step_record(const trace::grid& grid, const trace::place& place,
                              const trace::step& step) {
  const trace::instruction& what = *step.what;
  ordered_json object = {
      {"launch", grid.number},
      {"block", place.block},
      {"warp", place.warp},
      {"step", step.number},
      {"at", step.at},
      {"kind", trace::name_of(step.leaves_barrier ? trace::kind::leave : what.what)},
      {"op", what.op},
      {"file", what.file},
      {"line", what.line},
      {"active", step.active}};
  if (step.executing != step.active) object["executing"] = step.executing;
  if (!what.callee.empty()) object["callee"] = what.callee;
  if (!step.change.split.empty()) object["split"] = step.change.split;
  if (!step.change.met.empty()) object["met"] = step.change.met;
  for (const trace::access& access : step.accesses)
    object["accesses"].push_back(access_object(access));
  return text_of(object);
}

std::string trace_end_record(const trace::grid_end& end) {
  ordered_json object = {{"launch", end.number},
                         {"at", end.at},
                         {"stopped_by", nullptr},
                         {"steps_left_out", end.steps_left_out}};
  if (!end.stopped_by.empty()) object["stopped_by"] = end.stopped_by;
  return text_of(object);
}

}  // namespace lockstep::cudart
