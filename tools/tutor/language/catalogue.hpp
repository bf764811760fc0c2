// The translations of one language: a .po file, as gettext's tools and translators' programs write
// it (https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lockstep::tutor {

class catalogue {
 public:
  catalogue() = default;
  // Entries that are fuzzy, obsolete or empty count as missing. What is damaged ends an entry and
  // nothing else: a translation must not keep anybody from working.
  explicit catalogue(std::string_view po);

  // Of a template, and of its id if it has one (the entry's msgctxt).
  [[nodiscard]] std::optional<std::string> translation(const std::string& id,
                                                       const std::string& form) const;
  // A field of the file's header: "X-Lockstep-Offered". Empty if it is not there.
  [[nodiscard]] std::string field(std::string_view name) const;

 private:
  std::unordered_map<std::string, std::string> entries_;  // by id, a separator and the template
};

}  // namespace lockstep::tutor
