#include "simt/instruments/shared_names.hpp"

#include <vector>

#include "lockstep/protocol/excerpt.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "lockstep/protocol/words.hpp"
#include "simt/linking/demangle.hpp"
#include "simt/linking/linked_image.hpp"
#include "simt/linking/shared_layout.hpp"

namespace lockstep::simt {
namespace {

struct shared_variable {
  const ptx::variable* what;
  std::uint32_t offset;
};

std::vector<shared_variable> shared_variables(const running_launch& launch) {
  linked_image& image = *launch.image;
  const auto functions = image.reachable(image.kernel(launch.code->functions.front().name));
  std::vector<shared_variable> all;
  for (const auto& [key, offset] : lay_out_shared(image, functions).offsets) {
    const auto [module, function, variable] = key;
    const bool is_of_module = function == ~0u;
    const auto& variables = is_of_module ? image.module_of({module, 0}).variables
                                         : image.syntax({module, function}).variables;
    all.push_back({&variables[variable], offset});
  }
  return all;
}

// Whether the code accesses words of an array by one index: "tile[...]", with no second index and
// no member behind it.
bool indexes_words_of(const std::string& code, const std::string& name) {
  bool is_indexed = false;
  for (std::size_t at = protocol::find_word(code, name); at != std::string::npos;
       at = protocol::find_word(code, name, at + 1)) {
    std::size_t behind = at + name.size();
    if (behind >= code.size() || code[behind] != '[') continue;
    for (unsigned open = 0; behind < code.size(); ++behind) {
      open += code[behind] == '[';
      open -= code[behind] == ']';
      if (open == 0) break;
    }
    const char next = behind + 1 < code.size() ? code[behind + 1] : '\0';
    if (behind >= code.size() || next == '[' || next == '.' || next == '-') return false;
    is_indexed = true;
  }
  return is_indexed;
}

}  // namespace

std::string only_shared_array(const running_launch& launch) {
  const auto all = shared_variables(launch);
  return all.size() == 1 ? variable_name(all.front().what->name) : std::string();
}

std::string name_in_shared(const running_launch& launch, const checks::site& at,
                           std::uint64_t offset) {
  for (const auto& [what, begin] : shared_variables(launch)) {
    if (offset < begin || offset - begin >= what->size) continue;
    const std::string name = variable_name(what->name);
    // nvcc makes all but plain numbers arrays of bytes, aligned as their elements.
    const bool is_number = what->type != ptx::scalar::b8 && what->size == what->alignment;
    if (is_number) return "`" + name + "`";
    const std::uint64_t inside = offset - begin, bytes = what->alignment;
    if (inside % bytes == 0 && indexes_words_of(protocol::code_of_line(at.file, at.line), name))
      return "`" + name + "[" + std::to_string(inside / bytes) + "]`";
    return protocol::phrase("variable-at-offset", "`{}` at offset {}", name, inside);
  }
  return {};
}

}  // namespace lockstep::simt
