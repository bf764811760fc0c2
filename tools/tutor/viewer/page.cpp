#include "viewer/page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

std::string part_of_page(const fs::path& file) {
  std::string text = content_of(file);
  if (text.empty())
    throw setup_missing(fmt::format("{} is missing", file.string()),
                        "Restore it: git checkout -- tools/viewer");
  return text;
}

// A module becomes a function that is called once and returns what it exports, so that its other
// names stay its own.
class bundle {
 public:
  explicit bundle(const fs::path& folder) : folder_(folder) {}

  // Returns the name of the constant that holds what the module exports.
  std::string add(const fs::path& module) {
    const std::string name =
        "module_" + std::regex_replace(module.generic_string(), std::regex("\\W"), "_");
    if (!done_.insert(name).second) return name;
    std::string own, import, exports;
    for (const auto& line : lines_of(part_of_page(folder_ / module))) {
      if (!import.empty() || line.starts_with("import ")) {
        import += line + " ";
        if (!line.ends_with(";")) continue;  // it goes on
        own += imported(import, module.parent_path());
        import.clear();
      } else {
        own += exported(line, exports) + "\n";
      }
    }
    script_ += fmt::format("const {} = (() => {{\n{}return {{{}}};\n}})();\n", name, own, exports);
    return name;
  }

  const std::string& script() const { return script_; }

 private:
  std::string imported(const std::string& statement, const fs::path& from) {
    static const std::regex form(R"re(import (\{[^}]*\}) from "([\w./]+)"; )re");
    std::smatch match;
    if (!std::regex_match(statement, match, form))
      throw setup_missing(fmt::format("this import cannot become part of a page: {}", statement),
                          "Write it as: import {name} from \"./module.js\";");
    return fmt::format("const {} = {};\n", match[1].str(),
                       add((from / match[2].str()).lexically_normal()));
  }

  static std::string exported(const std::string& line, std::string& exports) {
    static const std::regex form(R"re(export ((?:class|const|function) (\w+).*))re");
    std::smatch match;
    if (!std::regex_match(line, match, form)) return line;
    exports += match[2].str() + ", ";
    return match[1].str();
  }

  fs::path folder_;
  std::set<std::string> done_;
  std::string script_;
};

void put(std::string& page, std::string_view mark, std::string_view text) {
  const auto at = page.find(mark);
  if (at == std::string::npos)
    throw setup_missing(fmt::format("tools/viewer/index.html has no place for {}", mark),
                        "Restore it: git checkout -- tools/viewer");
  page.replace(at, mark.size(), text);
}

}  // namespace

std::string modules_as_one(const fs::path& folder) {
  bundle all(folder);
  all.add("main.js");
  return all.script();
}

std::string json_for_script(const nlohmann::ordered_json& data) {
  // Whatever a source says, it must not end the element.
  return replaced(data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), "<",
                  "\\u003c");
}

std::string viewer_page(const nlohmann::ordered_json& document, const fs::path& folder) {
  std::string page = part_of_page(folder / "index.html");
  for (const std::string name : {"colours.css", "style.css"})
    put(page, "<link rel=\"stylesheet\" href=\"" + name + "\">",
        "<style>\n" + part_of_page(folder / name) + "</style>");
  put(page, R"(<script type="module" src="main.js"></script>)",
      "<script type=\"module\">\n" + modules_as_one(folder) + "</script>");
  put(page, R"(<script type="application/json" id="document"></script>)",
      "<script type=\"application/json\" id=\"document\">" + json_for_script(document) +
          "</script>");
  return page;
}

}  // namespace lockstep::tutor
