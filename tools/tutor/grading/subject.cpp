#include "grading/subject.hpp"

#include <algorithm>
#include <cstdlib>

namespace lockstep::tutor {

subject::subject(const verdict& of)
    : headline_(of.headline), said_(protocol::phrases_in(of.headline)) {
  if (of.code == exit_code::check_found && !of.findings.empty()) {
    // Places may have been put into its message, which hides its ids.
    finding_ = of.findings.front().kind;
    for (auto& one : protocol::phrases_in(of.findings.front().message))
      said_.push_back(std::move(one));
  }
  find_property();
}

bool subject::says(std::initializer_list<std::string_view> any_of) const {
  return std::any_of(said_.begin(), said_.end(), [&](const protocol::phrased& one) {
    return std::find(any_of.begin(), any_of.end(), one.id) != any_of.end();
  });
}

std::vector<std::string> subject::arguments_of(std::string_view id) const {
  const auto found = std::find_if(said_.begin(), said_.end(),
                                  [&](const protocol::phrased& one) { return one.id == id; });
  return found == said_.end() ? std::vector<std::string>() : found->arguments;
}

bool subject::is_finding(std::initializer_list<protocol::finding_kind> any_of) const {
  return finding_ &&
         std::any_of(any_of.begin(), any_of.end(),
                     [&](const protocol::finding_kind& one) { return one == *finding_; });
}

// "launches: 64 measured, 1 required", or from an explanation: "7 launches, at most 3 allowed".
void subject::find_property() {
  auto parts = arguments_of("measured");
  const bool is_explained = parts.empty();
  if (is_explained) parts = arguments_of("missed");
  if (parts.size() < 3) return;  // a fourth is what the sentence says in its own way
  if (is_explained) std::swap(parts[0], parts[1]);
  property found;
  found.name = parts[0];
  // In a sentence it may have another number: "1 branch".
  for (const protocol::phrased& one : said_)
    if (one.id.empty() && one.text == found.name) found.name = one.form;
  const double measured = std::strtod(parts[1].c_str(), nullptr);
  for (const protocol::phrased& bound : protocol::phrases_in(parts[2])) {
    if (bound.text != parts[2]) continue;
    const bool is_exact = bound.id == "exactly" && !bound.arguments.empty();
    found.is_too_much = bound.id == "at-most" || bound.id == "none-allowed" ||
                        bound.id == "at-most-share" ||
                        (is_exact && measured > std::strtod(bound.arguments[0].c_str(), nullptr));
  }
  missed_ = found;
}

bool subject::misses_some(std::string_view property_name) const {
  return is_about_property(property_name) && !missed_->is_too_much;
}

bool subject::exceeds(std::string_view property_name) const {
  return is_about_property(property_name) && missed_->is_too_much;
}

bool subject::is_about_property(std::string_view part_of_name) const {
  return missed_ && missed_->name.find(part_of_name) != std::string::npos;
}

bool subject::is_about_pending_launches() const {
  // What a grader's other process has explained comes as text alone, without its ids.
  return says({"pending-launches"}) || headline_.find("pending launches") != std::string::npos;
}

std::vector<unsigned> subject::conditions() const {
  std::vector<unsigned> found;
  for (const std::string_view id :
       {"guard-lets-through", "guards-let-through", "launch-passes-limit", "kept-from-it",
        "until-loop-ends", "nesting-ends-in", "behind-condition", "lane-left-at", "lane-kept-away",
        "left-at", "kept-away"}) {
    auto parts = arguments_of(id);
    if (id == "launch-passes-limit" && !parts.empty()) parts.erase(parts.begin());
    for (const std::string& part : parts)
      if (!part.empty() && part.find_first_not_of("0123456789") == std::string::npos)
        found.push_back(static_cast<unsigned>(std::strtoul(part.c_str(), nullptr, 10)));
  }
  return found;
}

}  // namespace lockstep::tutor
