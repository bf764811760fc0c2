#include "classroom/submissions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>

#include "language/language.hpp"
#include "support/failure.hpp"
#include "support/near_match.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::classroom {
namespace {

constexpr int deepest = 8;
constexpr std::size_t most_sources = 1000;

bool is_source(const fs::path& file) { return file.extension() == ".cu"; }

bool ends_in(const std::string& name, std::initializer_list<const char*> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](const char* one) { return name.ends_with(one); });
}

bool is_archive(const fs::path& file) {
  return ends_in(file.filename().string(), {".tar", ".gz", ".tgz", ".xz", ".7z", ".rar", ".ZIP"});
}

bool is_zip(const fs::path& file) { return file.extension() == ".zip"; }

// What an editor or a system that does not know .cu makes of it.
bool is_like_a_source(const fs::path& file) {
  return ends_in(file.filename().string(), {".CU", ".Cu", ".cu.txt", ".cu.cpp", ".cuda"});
}

// Of other systems, of version control, and of the course where somebody hands in all of it.
bool is_passed_over(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with('.') || name == "__MACOSX" || name == "build" || name == "solutions" ||
         name == "graders";
}

struct sources_of_student {
  std::vector<fs::path> files;                  // relative to the student's folder
  std::map<fs::path, fs::path> unpacked_files;  // where those are that come from an archive
  std::vector<fs::path> texts;                  // which may be sources under another name
  std::vector<std::string> notes;
};

bool is_text(const fs::path& file) { return file.extension() == ".txt"; }

// What an archive holds counts as if it lay in a folder of the archive's name.
void add_archive(sources_of_student& found, const fs::path& inside, const unpacked& archive) {
  found.notes.insert(found.notes.end(), archive.notes.begin(), archive.notes.end());
  if (archive.folder.empty()) return;
  for (const auto& entry : fs::recursive_directory_iterator(archive.folder)) {
    const fs::path file = inside / entry.path().lexically_relative(archive.folder);
    const bool is_skipped = std::any_of(file.begin(), file.end(), is_passed_over);
    if (!entry.is_regular_file() || is_skipped) continue;
    if (is_text(file) && !is_like_a_source(file)) {
      found.texts.push_back(file);
    } else if (!is_source(file)) {
      found.notes.push_back(tr("{} does not end in .cu, and is not graded", file.string()));
    } else if (found.files.size() < most_sources) {
      found.files.push_back(file);
      found.unpacked_files.emplace(file, entry.path());
    }
  }
}

// In a copy of the course, what lies in its exercises.
void keep_what_counts(sources_of_student& found) {
  std::sort(found.files.begin(), found.files.end());
  const auto in_exercises = [](const fs::path& file) {
    return std::find(file.begin(), file.end(), "exercises") != file.end();
  };
  if (std::any_of(found.files.begin(), found.files.end(), in_exercises))
    std::erase_if(found.files, [&](const fs::path& file) { return !in_exercises(file); });
}

sources_of_student sources_in(const fs::path& home, const archives& zips) {
  sources_of_student found;
  std::error_code error;
  fs::recursive_directory_iterator at(home, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const fs::path inside = at->path().lexically_relative(home);
    if (at->is_symlink()) {
      if (is_source(inside))
        found.notes.push_back(tr("{} is a link, which is not followed", inside.string()));
    } else if (at->is_directory()) {
      if (is_passed_over(inside)) {
        at.disable_recursion_pending();
      } else if (at.depth() >= deepest) {
        at.disable_recursion_pending();
        found.notes.push_back(
            tr("{} is nested too deeply: nothing below it was read", inside.string()));
      }
    } else if (is_zip(inside) && at->is_regular_file()) {
      add_archive(found, inside, zips.unpack(at->path()));
    } else if (is_archive(inside)) {
      found.notes.push_back(tr("{} is an archive: unpack it first", inside.string()));
    } else if (is_like_a_source(inside)) {
      found.notes.push_back(tr("{} does not end in .cu, and is not graded", inside.string()));
    } else if (is_text(inside)) {
      found.texts.push_back(inside);
    } else if (is_source(inside) && !at->is_regular_file()) {
      found.notes.push_back(tr("{} is not an ordinary file", inside.string()));
    } else if (is_source(inside) && found.files.size() < most_sources) {
      found.files.push_back(inside);
    }
  }
  if (error) found.notes.push_back(tr("the folder cannot be read: {}", error.message()));
  keep_what_counts(found);
  return found;
}

// How surely a file answers an exercise.
enum class match { none, by_stem, by_name };

class matcher {
 public:
  matcher(const manifest& course, const std::vector<const exercise*>& wanted, const archives& zips)
      : course_(course), wanted_(wanted), zips_(zips) {}

  student answers_of(const fs::path& home) const {
    student one{home.filename().string(), home, {}, {}};
    sources_of_student sources = sources_in(home, zips_);
    add_answers(one, sources);
    return one;
  }

  // Of an archive that lies in the class's folder.
  student answers_in_archive(const fs::path& archive) const {
    const unpacked all = zips_.unpack(archive);
    student one{archive.stem().string(), all.folder, {}, {}};
    sources_of_student sources;
    add_archive(sources, {}, all);
    sources.unpacked_files.clear();
    keep_what_counts(sources);
    add_answers(one, sources);
    return one;
  }

  void add_answers(student& one, sources_of_student& sources) const {
    one.notes = std::move(sources.notes);
    std::vector<fs::path> left = sources.files;
    std::erase_if(left, [&](const fs::path& file) { return is_of_the_course(file); });
    for (const auto* of : wanted_) choose(one, *of, left);
    if (wanted_.size() == 1 && one.answers.empty() && left.size() == 1 && sources.files == left) {
      one.answers.push_back({wanted_.front(), one.home / left.front(), {}});
      left.clear();
    }
    for (auto& answer : one.answers) {
      const auto unpacked = sources.unpacked_files.find(answer.file.lexically_relative(one.home));
      if (unpacked != sources.unpacked_files.end()) answer.file = unpacked->second;
      answer.shown = zips_.shown(answer.file);
    }
    for (const auto& file : left) {
      if (!is_other_exercise(file)) one.notes.push_back(unknown(file));
    }
    for (const auto& file : sources.texts) {
      if (has_name_of_an_exercise(file))
        one.notes.push_back(tr("{} does not end in .cu, and is not graded", file.string()));
    }
  }

  std::string unknown(const fs::path& file) const {
    const std::string word = fs::path(file).replace_extension().filename().string();
    return tr("{} is not the name of an exercise. {}", file.string(),
              did_you_mean(word, names(), "./lockstep list shows them."));
  }

 private:
  match matches(const fs::path& file, const exercise& of) const {
    const std::string stem = file.stem().string();
    const std::string name = file.parent_path().filename().string() + "/" + stem;
    const auto& before = of.formerly;
    if (name == of.name || std::find(before.begin(), before.end(), name) != before.end())
      return match::by_name;
    if (stem != of.stem()) return match::none;
    const auto same = std::count_if(wanted_.begin(), wanted_.end(), [&](const exercise* exercise) {
      return exercise->stem() == stem;
    });
    return same == 1 ? match::by_stem : match::none;
  }

  // The file that answers it, taken from those that are left. Of two neither: who knows which one
  // counts?
  void choose(student& to, const exercise& of, std::vector<fs::path>& left) const {
    for (const match wanted : {match::by_name, match::by_stem}) {
      std::vector<fs::path> found;
      for (const auto& file : left) {
        if (matches(file, of) == wanted) found.push_back(file);
      }
      if (found.empty()) continue;
      if (found.size() == 1) {
        to.answers.push_back({&of, to.home / found.front(), {}});
      } else {
        to.notes.push_back(tr("{} and {} both answer {}: neither is graded", found[0].string(),
                              found[1].string(), of.name));
      }
      std::erase_if(left, [&](const fs::path& file) { return matches(file, of) != match::none; });
      return;
    }
  }

  // What lies beside a stub, in a copy of the course: the kernels that it is about.
  bool is_of_the_course(const fs::path& file) const {
    return std::any_of(course_.exercises.begin(), course_.exercises.end(), [&](const exercise& of) {
      return file.stem().string() == of.stem() + "_kernels";
    });
  }

  bool has_name_of_an_exercise(const fs::path& file) const {
    return std::any_of(course_.exercises.begin(), course_.exercises.end(),
                       [&](const exercise& of) { return of.stem() == file.stem().string(); });
  }

  // Of the course, though it is not marked now.
  bool is_other_exercise(const fs::path& file) const {
    return std::any_of(course_.exercises.begin(), course_.exercises.end(), [&](const exercise& of) {
      return of.stem() == file.stem().string() &&
             std::find(wanted_.begin(), wanted_.end(), &of) == wanted_.end();
    });
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto* one : wanted_) all.push_back(one->name);
    return all;
  }

  const manifest& course_;
  const std::vector<const exercise*>& wanted_;
  const archives& zips_;
};

}  // namespace

handed_in submissions_in(const fs::path& folder, const manifest& course,
                         const std::vector<const exercise*>& exercises, const archives& zips) {
  if (!fs::is_directory(folder))
    throw wrong_usage(
        fmt::format("{} is {}", folder.string(),
                    fs::exists(folder) ? tr("a file, not a folder") : tr("not there")),
        "Name the folder of a class: it contains a folder for each student, with their .cu files.");
  const matcher which(course, exercises, zips);
  handed_in found;
  auto& [students, notes] = found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& path = entry.path();
    const std::string name = path.filename().string();
    if (is_passed_over(path)) continue;
    if (entry.is_symlink()) {
      notes.push_back(tr("{} is a link, which is not followed.", name));
    } else if (entry.is_directory()) {
      students.push_back(which.answers_of(path));
    } else if (entry.is_regular_file() && is_source(path)) {
      if (exercises.size() == 1)
        students.push_back(
            {path.stem().string(), path, {{exercises.front(), path, path.filename()}}, {}});
      else
        notes.push_back(
            tr("{} is not in a student's folder. Use --exercise NAME if each file is a student's "
               "answer to that exercise.",
               name));
    } else if (is_zip(path) && entry.is_regular_file()) {
      students.push_back(which.answers_in_archive(path));
    } else if (is_archive(path)) {
      notes.push_back(tr("{} is an archive: unpack it first.", name));
    }
  }
  std::sort(students.begin(), students.end(),
            [](const student& a, const student& b) { return a.name < b.name; });

  // A folder and its archive, say: their marks would be kept in one place.
  for (std::size_t i = 1; i < students.size(); ++i) {
    if (students[i].name != students[i - 1].name) continue;
    notes.push_back(tr("{} occurs twice: only the first one is graded.", students[i].name));
    students.erase(students.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  const bool any = std::any_of(students.begin(), students.end(),
                               [](const student& one) { return !one.answers.empty(); });
  if (any) return found;
  for (const auto& one : students) {
    for (const auto& note : one.notes) notes.push_back(one.name + "/" + note);
  }
  std::string advice =
      "A class is a folder with a folder for each student, and in it CHAPTER/NAME.cu or NAME.cu.";
  for (std::size_t i = 0; i < std::min<std::size_t>(notes.size(), 5); ++i)
    advice += "\n" + notes[i];
  throw wrong_usage(tr("there is nothing to grade in {}", folder.string()), advice);
}

}  // namespace lockstep::tutor::classroom
