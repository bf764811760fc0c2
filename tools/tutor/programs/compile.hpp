// CUDA sources as programs: compiled as the course's own are, and kept for the next time.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/paths.hpp"
#include "programs/backend.hpp"

namespace lockstep::tutor {

// Whether a word of the command line names a source that nvcc compiles as CUDA.
bool is_cuda_source(const std::string& word);
// The same for any source that nvcc compiles.
bool is_source(const std::string& word);
// Or that it links.
bool is_source_or_object(const std::string& word);

// nvcc's flags for a program that both back ends can run: the shared runtime library, machine code
// and PTX for `architecture` ("90"), line numbers. `extra`: the user's own, which win.
std::vector<std::string> nvcc_flags(const std::string& architecture,
                                    const std::vector<std::string>& extra);

// The words of a command line in one string, as a shell splits them: quotes and backslashes.
// Throws failure (usage) if a quote is not closed.
std::vector<std::string> split_words(const std::string& text);

// The executable of these sources and objects. What was compiled before from the same contents by
// the same compiler and flags is used again. Throws failure: it does not compile, a file or nvcc is
// missing.
std::filesystem::path compiled_program(const checkout_paths& paths, const backend& on,
                                       const std::vector<std::string>& sources,
                                       const std::string& extra_flags);

}  // namespace lockstep::tutor
