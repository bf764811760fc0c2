#include "classroom/ledger.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "classroom/kept_verdict.hpp"
#include "language/language.hpp"
#include "support/digest.hpp"
#include "support/failure.hpp"
#include "support/foreign_file.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::classroom {
namespace {

using nlohmann::ordered_json;

constexpr int version = 1;

void write_or_throw(const fs::path& file, const ordered_json& content) {
  const std::string text =
      content.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  if (const auto problem = write_file(file, text); !problem.empty())
    throw setup_missing(tr("{} cannot be written: {}", file.string(), problem),
                        "What was graded before is kept. Is the disk full?");
}

// Of what is graded of it: of a file that is not read, why not.
std::string digest_of_answer(const fs::path& file) {
  const foreign_file read = read_foreign(file, largest_source);
  digest sum;
  sum.add(read.content);
  sum.add(read.problem);
  return sum.hex();
}

}  // namespace

fs::path ledger::file_for(const std::string& student, const std::string& exercise) const {
  digest name;
  name.add(student);
  name.add(exercise);
  return folder_ / (name.hex() + ".json");
}

std::optional<ledger::conditions> ledger::graded_under() const {
  const auto kept = ordered_json::parse(content_of(folder_ / "class.json"), nullptr, false);
  if (!kept.is_object() || !kept.contains("seed") || !kept["seed"].is_number_unsigned()) return {};
  const auto others = kept.find("conditions");
  return conditions{kept["seed"].get<std::uint64_t>(), others != kept.end() && others->is_string()
                                                           ? others->get<std::string>()
                                                           : std::string()};
}

void ledger::keep_conditions(const conditions& of) const {
  write_or_throw(folder_ / "class.json",
                 {{"version", version}, {"seed", of.seed}, {"conditions", of.others}});
}

std::optional<verdict> ledger::find(const std::string& student, const std::string& exercise,
                                    const std::string& key) const {
  try {
    const auto kept = ordered_json::parse(content_of(file_for(student, exercise)));
    if (kept.at("version") != version || kept.at("key") != key) return std::nullopt;
    for (const auto& [file, contents] : kept.at("inputs").items()) {
      if (contents != digest_of_answer(file)) return std::nullopt;
    }
    return verdict_from(kept.at("verdict"));
  } catch (const nlohmann::ordered_json::exception&) {
    return std::nullopt;  // not there, or not ours: it is graded again
  }
}

std::optional<verdict> ledger::find_made_elsewhere(const std::string& student,
                                                   const std::string& exercise,
                                                   const fs::path& answer) const {
  try {
    const auto kept = ordered_json::parse(content_of(file_for(student, exercise)));
    if (kept.at("version") != version || kept.at("inputs").size() != 1 ||
        kept.at("inputs").front() != digest_of_answer(answer))
      return std::nullopt;
    return verdict_from(kept.at("verdict"));
  } catch (const nlohmann::ordered_json::exception&) {
    return std::nullopt;
  }
}

void ledger::keep(const std::string& student, const std::string& key, const verdict& of,
                  const std::vector<fs::path>& inputs) const {
  ordered_json digests = ordered_json::object();
  for (const auto& file : inputs) digests[file.string()] = digest_of_answer(file);
  write_or_throw(file_for(student, of.exercise), {{"version", version},
                                                  {"student", student},
                                                  {"key", key},
                                                  {"inputs", digests},
                                                  {"verdict", to_kept(of)}});
}

}  // namespace lockstep::tutor::classroom
