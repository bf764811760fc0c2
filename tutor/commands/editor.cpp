// What an editor needs, written anew.
#include "../editor.hpp"

#include <fmt/format.h>

#include "../text.hpp"
#include "commands.hpp"

namespace lockstep::tutor::commands {

int editor(const context& all) {
  const std::size_t files = write_compile_commands(all.where);
  fmt::print("compile_commands.json: how {} are compiled, for clangd\n", count_of(files, "file"));
  return 0;
}

}  // namespace lockstep::tutor::commands
