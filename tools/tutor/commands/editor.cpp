// What an editor needs, written anew.
#include "editor/editor.hpp"

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "language/language.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::commands {

int editor(const context& all) {
  const std::size_t files = write_compile_commands(all.paths);
  fmt::print("{}", tr("compile_commands.json: how {} are compiled, for clangd\n",
                      count_of(files, "file")));
  return 0;
}

}  // namespace lockstep::tutor::commands
