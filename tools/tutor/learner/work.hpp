// The learner's files and the stubs that they began as. A stub is known by the name that git gives
// its content; exercises/stubs.txt lists these, with those of earlier versions. So it is found
// again whatever has been committed since, by the learner or by an update.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "context.hpp"

namespace lockstep::tutor {

inline constexpr const char* stub_list = "exercises/stubs.txt";

std::string shown_file_of(const exercise& exercise);  // "exercises/05_reduction/ragged.cu"

// The stub's text. Throws failure (setup missing) if it cannot be had.
std::string stub_of(const context& all, const exercise& exercise);

// Its text, and those that it had in earlier versions of the course, as far as git has them.
std::vector<std::string> every_stub_of(const context& all, const exercise& exercise);

// Whether the learner's file differs from the stub, and from those of earlier versions, for many
// exercises at once. A file that is missing does not; without git every file might.
std::vector<const exercise*> edited(const context& all, const std::vector<const exercise*>& of);

// Keeps a copy of the learner's file below .lockstep/backups; returns its shown path, empty if
// there is no file. Throws failure if the copy cannot be made.
std::string keep_copy(const context& all, const exercise& exercise);

// Keeps a copy and puts the stub in its place. Returns as keep_copy.
std::string restore_stub(const context& all, const exercise& exercise);

// The list, as it ought to be for the files that are there: where a stub has changed, the one that
// was published last becomes a former one.
std::string stub_list_of(const context& all);

}  // namespace lockstep::tutor
