#include "grading/answer_recipe.hpp"

#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "grading/grading.hpp"
#include "processes/process.hpp"
#include "programs/build.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

// Where the word behind an option ends.
std::size_t end_of_word(const std::string& command, std::size_t from) {
  return std::min(command.find(' ', from), command.size());
}

std::string word_behind(const std::string& command, const std::string& option) {
  const auto at = command.rfind(option);
  if (at == std::string::npos) return {};
  const auto from = at + option.size();
  return command.substr(from, end_of_word(command, from) - from);
}

// The build's own way to learn what a source includes.
std::string without_depfile(std::string command) {
  command = replaced(command, " -MD ", " ");
  for (const std::string option : {" -MF ", " -MQ ", " -MT "}) {
    for (auto at = command.find(option); at != std::string::npos; at = command.find(option))
      command.erase(at, end_of_word(command, at + option.size()) - at);
  }
  return command;
}

}  // namespace

std::string quoted(const fs::path& path) {
  return "'" + replaced(path.string(), "'", "'\\''") + "'";
}

answer_recipe::answer_recipe(const checkout_paths& paths, const exercise& exercise) {
  const answer solution = solution_of(exercise);
  command ninja;
  ninja.arguments = {"ninja", "-C",       paths.build.string(), "--quiet",
                     "-t",    "commands", solution.target};
  if (!solution.alone.empty()) ninja.arguments.push_back(solution.alone);
  ninja.capture = true;
  for (const auto& line : lines_of(run(ninja).output)) {
    if (line.find(solution.source) != std::string::npos && line.find(" -c ") != std::string::npos)
      compile_command_ = line;
    if (line.find(" -o " + solution.target + " ") != std::string::npos) link_command_ = line;
    if (!solution.alone.empty() && line.find(" -o " + solution.alone + " ") != std::string::npos)
      alone_command_ = line;
  }
  object_name_ = word_behind(compile_command_, " -o ");
  source_name_ = word_behind(compile_command_, " -c ");
  program_name_ = solution.target;
  alone_name_ = solution.alone;
  links_alone_ = !exercise.is_device_code();
  alone_grader_ = solution.alone_grader;
  if (object_name_.empty() || source_name_.empty() || link_command_.empty() ||
      (!alone_name_.empty() && alone_command_.empty()) ||
      (exercise.is_device_code() && !alone_command_.ends_with(solution.source)))
    throw setup_missing("the build's commands for " + solution.target + " are not understood",
                        "ninja -C build -t commands " + solution.target + " shows them.");
}

std::string answer_recipe::compile(const fs::path& source, const fs::path& object,
                                   const fs::path& depfile) const {
  std::string how = without_depfile(compile_command_);
  how = replaced(how, " -o " + object_name_, " -o " + quoted(object));
  how = replaced(how, " -c " + source_name_, " -c " + quoted(source));
  return depfile.empty() ? how : how + " -MD -MF " + quoted(depfile);
}

std::string answer_recipe::compile_device_code(const fs::path& source, const fs::path& code,
                                               const fs::path& depfile) const {
  std::string how = replaced(alone_command_, alone_name_ + ".d", quoted(depfile));
  how = replaced(how, " -o " + alone_name_, " -o " + quoted(code));
  how = replaced(how, ",-MT," + alone_name_, ",-MT,answer");
  return how.substr(0, how.rfind(' ') + 1) + quoted(source);  // the last word
}

std::string answer_recipe::host_compiler() const {
  const std::string compiler = word_behind(compile_command_, " -ccbin ");
  return compiler.empty() ? "g++" : compiler;
}

std::string answer_recipe::compile_host(const fs::path& source, const fs::path& object) const {
  // Through pipes: no files are left behind if it is ended.
  std::string how = host_compiler() + " -pipe -w -O0";
  std::istringstream words(compile_command_);
  for (std::string word; words >> word;) {
    if (word.starts_with("-I") || word.starts_with("-D") || word.starts_with("-std="))
      how += " " + word;
    if (word.starts_with("--std=")) how += " " + word.substr(1);
    if (word == "-isystem" && words >> word) how += " -isystem " + word;
  }
  for (const fs::path& folder : toolkit()) how += " -isystem " + quoted(folder / "include");
  return how + " -c " + quoted(source) + " -o " + quoted(object);
}

std::string answer_recipe::link(const fs::path& object, const fs::path& program) const {
  const std::string how = replaced(link_command_, object_name_, quoted(object));
  return replaced(how, " -o " + program_name_ + " ", " -o " + quoted(program) + " ");
}

std::string answer_recipe::link_alone(const fs::path& object, const fs::path& program) const {
  const std::string how = replaced(alone_command_, object_name_, quoted(object));
  return replaced(how, " -o " + alone_name_ + " ", " -o " + quoted(program) + " ");
}

std::string answer_recipe::link_by_host(const std::string& objects, const fs::path& program) const {
  const bool is_device_code_linked = compile_command_.find("-rdc=true") != std::string::npos ||
                                     compile_command_.find("-dc ") != std::string::npos;
  const auto folders = toolkit();
  if (is_device_code_linked || folders.empty()) return {};
  std::string how = host_compiler() + " -fuse-ld=gold -o " + quoted(program) + " " + objects;
  std::string runtime;  // where the loader finds it
  std::istringstream words(link_command_);
  for (std::string word; words >> word;) {
    if (word == object_name_) continue;
    if (word.ends_with(".o") || word.ends_with(".a")) how += " " + word;
    // nvcc's words are for one more shell.
    if (word.starts_with("'-rpath=")) runtime += " -Wl," + replaced(word, "\"", "");
  }
  return how + " -L" + quoted(folders.front() / "lib64") + " -lcudart" + runtime;
}

std::string answer_recipe::link_shared(const std::string& objects, const fs::path& program) const {
  // tools/graders/island.sh keeps an answer's definitions to itself.
  const std::string how = replaced(link("OBJECTS", program), quoted("OBJECTS"), objects);
  const std::string island = " -Xcompiler '-wrapper,";
  const auto from = how.find(island);
  const auto end = from == std::string::npos ? from : how.find('\'', from + island.size());
  const std::string by_nvcc = from == std::string::npos
                                  ? how
                                  : how.substr(0, from) + how.substr(std::min(how.size(), end + 1));
  // A fifth of the time, where it can be done.
  const std::string by_host = link_by_host(objects, program);
  return by_host.empty() ? by_nvcc : by_host + " || " + by_nvcc;
}

std::vector<fs::path> answer_recipe::toolkit() const {
  std::error_code error;
  const fs::path compiler =
      fs::canonical(compile_command_.substr(0, end_of_word(compile_command_, 0)), error);
  // toolkit/bin/nvcc, which may also be known by a link's name.
  if (error || compiler.parent_path().filename() != "bin") return {};
  return {compiler.parent_path().parent_path()};
}

std::vector<fs::path> answer_recipe::parts() const {
  static const std::regex file(R"(\btools/graders/[^ ',\\]+)");
  std::set<fs::path> found;
  const std::string alone = links_alone_ ? alone_command_ : "";
  const std::string all = link_command_ + " " + alone + " " + alone_grader_;
  for (std::sregex_iterator at(all.begin(), all.end(), file), end; at != end; ++at) {
    const fs::path one = at->str();
    if (one.string().starts_with(program_name_)) continue;  // and its object
    if (!alone_name_.empty() && one == alone_name_) continue;
    const bool is_in_library = one.parent_path().extension() == ".p";
    found.insert(is_in_library ? one.parent_path() : one);
    // Meson's archives only name their objects.
    if (one.extension() == ".a") found.insert(one.string() + ".p");
  }
  return {found.begin(), found.end()};
}

void build_graders(const checkout_paths& paths, const std::vector<const exercise*>& of) {
  std::vector<std::string> targets;
  for (const auto* one : of) {
    const answer solution = solution_of(*one);
    targets.push_back(solution.target);
    if (!solution.alone.empty())
      targets.insert(targets.end(), {solution.alone, solution.alone_grader});
  }
  configure_for(paths, targets);
  targets.push_back("tools/emulator/src/libcudart.so.13");
  build_or_throw(paths, targets);
}

std::vector<std::string> files_in_depfile(const std::string& text) {
  std::vector<std::string> files;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) files.push_back(std::exchange(word, {}));
  };
  std::size_t at = text.find(": ");
  for (at = at == std::string::npos ? text.size() : at + 2; at < text.size(); ++at) {
    const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '\\' && (next == '\n' || next == ' ' || next == '#')) {
      if (next != '\n') word += next;
      ++at;
    } else if (c == '$' && next == '$') {
      word += '$';
      ++at;
    } else if (c == ' ' || c == '\n' || c == '\t') {
      finish();
    } else {
      word += c;
    }
  }
  finish();
  return files;
}

}  // namespace lockstep::tutor
