// What a class has handed in: a folder or a file for each student, and in them answers to
// exercises.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "classroom/archives.hpp"
#include "course/manifest.hpp"

namespace lockstep::tutor::classroom {

struct submission {
  const exercise* of;
  std::filesystem::path file;
  std::filesystem::path shown;  // its name as seen from the class's folder
};

struct student {
  std::string name;                 // of the folder, or of the file without its suffix
  std::filesystem::path home;       // that folder or file
  std::vector<submission> answers;  // in the order of the course
  std::vector<std::string> notes;   // what was found and is not graded, and why
};

struct handed_in {
  std::vector<student> students;   // by name
  std::vector<std::string> notes;  // of what belongs to no student
};

// A student's answer to CHAPTER/NAME is CHAPTER/NAME.cu at any depth in their
// folder, or NAME.cu where only one of `exercises` is called that; below a folder `exercises`
// alone, if there is one, as in a copy of the course. Where only one exercise is marked, it may
// have any name if it is the folder's only source, or be a file of the class's folder itself. Links
// are not followed.
//
// Throws failure (usage) if the folder is none, or if there is nothing in it to be graded.
handed_in submissions_in(const std::filesystem::path& folder, const manifest& course,
                         const std::vector<const exercise*>& exercises, const archives& zips);

}  // namespace lockstep::tutor::classroom
