// A new exercise: all its files from tools/graders/template, which compile and keep an exercise's
// promises as they are, and its entry in the manifest.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "authoring/new_exercise.hpp"
#include "commands/commands.hpp"
#include "language/language.hpp"
#include "learner/work.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {
namespace {

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out)
    throw setup_missing(tr("{} cannot be written", file.string()),
                        "Check the disk space and the permissions.");
}

}  // namespace

int author_stubs(const context& all) {
  const std::string list = stub_list_of(all);
  if (content_of(all.paths.file(stub_list)) == list) {
    fmt::print("{}", tr("{} is up to date.\n", stub_list));
    return 0;
  }
  write(all.paths.file(stub_list), list);
  fmt::print("{}", tr("{} lists the stubs as they are now.\n", stub_list));
  return 0;
}

int author_new(const context& all, const std::string& name) {
  require_new_name(all.course, name);
  const fs::path templates = all.paths.root / "tools/graders/template";
  const auto files = files_of_new_exercise(templates, name);
  for (const auto& one : files) {
    if (fs::exists(all.paths.root / one.path))
      throw wrong_usage(tr("{} exists already", one.path),
                        "Choose another name, or remove the file.");
  }
  const fs::path manifest_file = all.paths.root / "course.toml";
  const std::string entry = filled_in(content_of(templates / "entry.toml"), name);
  const std::string with_entry = with_new_entry(content_of(manifest_file), all.course, entry, name);

  for (const auto& one : files) write(all.paths.root / one.path, one.text);
  write(manifest_file, with_entry);
  context with_it = all;
  with_it.course = load_manifest(manifest_file);
  write(all.paths.file(stub_list), stub_list_of(with_it));

  fmt::print("{}", tr("{} now has:\n\n", all.colours.bold(name)));
  for (const auto& one : files) fmt::print("  {:<64} {}\n", one.path, one.purpose);
  fmt::print("{}",
             tr("  {:<64} title, the book's problem, properties, three hints\n", "course.toml"));
  fmt::print("{}", tr("  {:<64} the stub, to recognise unedited answers\n", stub_list));
  fmt::print("{}", tr("\n"
                      "They are for a kernel that doubles numbers, and they compile. Write yours "
                      "in this order, and see\n"
                      "docs/authoring.md. Then:\n"
                      "\n"
                      "  ./lockstep author check {0}\n"
                      "  ./lockstep author mutate {0}\n",
                      name));
  return 0;
}

}  // namespace lockstep::tutor::commands
