// What editors need: the compile commands of every source, as clangd understands them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "course/paths.hpp"

namespace lockstep::tutor {

// Meson's compile_commands.json, translated. nvcc's commands become clang's, those of g++ lose what
// clang does not know; each file is named once, by its whole path, and CUDA headers get a command
// too. Throws failure if it is no list of commands.
std::string translated_commands(std::string_view mesons, const checkout_paths& paths);

// Writes compile_commands.json in the checkout, where clangd looks for it, and returns how many
// files it names. Throws failure: nothing is configured, or it cannot be written.
std::size_t write_compile_commands(const checkout_paths& paths);

// The same if the build was configured since; an editor's file that cannot be written is no reason
// not to learn.
void refresh_compile_commands(const checkout_paths& paths);

}  // namespace lockstep::tutor
