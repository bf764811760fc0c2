#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "export/export.hpp"
#include "support/failure.hpp"
#include "support/write_file.hpp"
#include "verdict/outcome.hpp"
#include "verdict/output.hpp"

namespace lockstep::tutor {

void write_export(const std::string& file, const std::string& text) {
  if (const auto problem = write_file(std::filesystem::absolute(file), text); !problem.empty())
    throw setup_missing(fmt::format("{} cannot be written: {}", file, problem),
                        "The results are above.");
}

std::string status_of(const graded_exercise& one) {
  if (one.missing) return "missing";
  if (is_not_started(one.result.code, one.untouched)) return "not_started";
  return status_name(one.result.code);
}

nlohmann::ordered_json to_json(const graded_exercise& one) {
  nlohmann::ordered_json object;
  if (one.missing)
    object = {{"exercise", one.of->name}, {"status", status_of(one)}};
  else
    object = to_json(one.result);
  object["status"] = status_of(one);
  object["points"] = score_of(one);
  object["points_possible"] = one.of->worth.total();
  return object;
}

}  // namespace lockstep::tutor
