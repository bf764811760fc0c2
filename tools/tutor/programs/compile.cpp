#include "programs/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

#include "language/language.hpp"
#include "processes/process.hpp"
#include "programs/build.hpp"
#include "support/digest.hpp"
#include "support/disk.hpp"
#include "support/failure.hpp"
#include "support/near_match.hpp"
#include "support/text.hpp"
#include "terminal/terminal.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

using strings = std::vector<std::string>;

bool ends_in(const std::string& word, std::initializer_list<const char*> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](const char* ending) { return word.ends_with(ending); });
}

bool any_starts_with(const strings& words, std::initializer_list<const char*> beginnings) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](const char* beginning) { return word.starts_with(beginning); });
  });
}

bool any_is(const strings& words, std::initializer_list<const char*> wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

void require_sources(const strings& sources) {
  for (const auto& source : sources) {
    std::error_code error;
    if (fs::is_regular_file(source, error)) continue;
    const fs::path folder = fs::path(source).parent_path();
    strings neighbours;
    for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
      if (is_source_or_object(entry.path().string()))
        neighbours.push_back(entry.path().filename().string());
    }
    throw setup_missing(tr("there is no file {}", source),
                        did_you_mean(fs::path(source).filename().string(), neighbours,
                                     tr("Check the path; it is relative to {}.",
                                        fs::current_path(error).string())));
  }
}

fs::path require_nvcc(const checkout_paths& paths) {
  fs::path nvcc = find_nvcc(paths);
  if (!nvcc.empty()) return nvcc;
  throw setup_missing(
      "nvcc is not found, so a .cu file cannot be compiled",
      "Install the CUDA 13 toolkit, or set NVCC to it; ./lockstep doctor shows what was found.");
}

std::string architecture_for(const backend& on) {
  std::string why;
  if (on.name == "gpu") {
    if (const auto found = find_gpu(why); found && found->capability > 0)
      return std::to_string(found->capability);
  }
  return "90";
}

// The names in a rule that the compiler wrote for make: "a.o : a.cu \ b.h", or without a space.
strings names_in_rule(const std::string& rule) {
  strings names;
  std::string name;
  const auto colon = rule.find(": ");
  if (colon == std::string::npos) return names;
  for (std::size_t i = colon + 2; i <= rule.size(); ++i) {
    const char c = i < rule.size() ? rule[i] : ' ';
    if (c == '\\' && i + 1 < rule.size() && rule[i + 1] == ' ') {
      name += rule[++i];
    } else if (c == ' ' || c == '\n' || (c == '\\' && i + 1 < rule.size() && rule[i + 1] == '\n')) {
      if (!name.empty()) names.push_back(std::exchange(name, {}));
    } else {
      name += c;
    }
  }
  return names;
}

// One program in the cache: a folder that holds it and what it was made of.
class entry {
 public:
  // The program has the name that its author would give it: it may print it.
  entry(fs::path folder, const std::string& first_source)
      : folder_(std::move(folder)), name_(fs::path(first_source).stem()) {}

  fs::path program() const { return folder_ / "bin" / name_; }

  // It was completed, and none of the files that it was made of has changed since.
  bool is_current() const {
    std::ifstream list(folder_ / "inputs");
    if (!list) return false;
    std::string sum, file;
    while (list >> sum && std::getline(list >> std::ws, file)) {
      if (digest_of_file(file) != sum) return false;
    }
    return fs::exists(program());
  }

  // Last of all: an entry without it counts for nothing.
  void complete(strings inputs) const {
    std::sort(inputs.begin(), inputs.end());
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    std::ofstream list(folder_ / "inputs");
    for (const auto& file : inputs) {
      const std::string absolute = fs::absolute(file).string();
      list << digest_of_file(absolute) << ' ' << absolute << '\n';
    }
  }

 private:
  fs::path folder_, name_;
};

// Throws failure if it was not the source that nvcc failed on.
void require_set_up(const std::string& output, const fs::path& folder) {
  const fs::path temporary = folder_for_temporary_files();
  for (const auto& disk : {temporary, folder}) {
    if (const auto reason = no_room_in(disk, room_to_compile); !reason.empty())
      throw setup_missing(tr("nothing can be compiled: no room in {}: {}", disk.string(), reason),
                          tr("Free some space there, or set {} to a folder on another disk.",
                             disk == temporary ? "TMPDIR" : "LOCKSTEP_BUILD"));
  }
  if (tells_of_full_disk(output))
    throw setup_missing("nothing can be compiled: the disk is full",
                        "Free some space, and try again.");
  if (output.find("died due to signal") != std::string::npos)
    throw setup_missing("the compiler crashed, or was stopped",
                        "It may have run out of memory. Its own message is above.");
}

// Runs nvcc, which writes to `folder`; what it says goes to the user as it is.
void call_nvcc(const strings& arguments, const fs::path& folder) {
  command compile;
  compile.arguments = arguments;
  compile.capture = true;
  const process_end end = run(compile);
  if (end.succeeded()) {
    fmt::print(stderr, "{}", end.output);  // warnings
    return;
  }
  std::string advice;
  if (end.output.find("separate compilation mode") != std::string::npos ||
      end.output.find("Unresolved extern") != std::string::npos) {
    advice =
        "Kernels that launch kernels, and device code in several files, need --nvcc -rdc=true.";
  } else if (end.output.find("undefined reference to") != std::string::npos) {
    advice =
        "Name all files of the program, and pass libraries with --nvcc, as in --nvcc -lcublas.";
  }
  fmt::print(stderr, "{}", end.output);
  if (!tells_error_at_a_place(end.output)) require_set_up(end.output, folder);
  throw failure(exit_code::does_not_compile, "it does not compile", advice);
}

strings joined(strings words, const strings& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Compiles each source by itself, so that the headers of each are known, and links.
strings build_program(const strings& compiler, const strings& sources, const fs::path& folder,
                      const fs::path& program) {
  strings objects, inputs;
  for (const auto& source : sources) {
    inputs.push_back(source);
    if (!is_source(source)) {
      objects.push_back(source);
      continue;
    }
    const std::string stem = (folder / std::to_string(objects.size())).string();
    call_nvcc(joined(compiler, {"-MD", "-MF", stem + ".d", "-c", source, "-o", stem + ".o"}),
              folder);
    objects.push_back(stem + ".o");
    for (auto& name : names_in_rule(content_of(stem + ".d"))) inputs.push_back(std::move(name));
  }
  call_nvcc(joined(joined(compiler, objects), {"-o", program.string()}), folder);
  if (!fs::exists(program))
    throw wrong_usage(
        "nvcc produced no program",
        "Leave out flags of --nvcc that ask for something else, such as -ptx or -cubin.");
  // Machine code and PTX are in the program; the rest has served.
  for (const auto& object : objects) {
    if (fs::path(object).parent_path() == folder) fs::remove(object);
  }
  return inputs;
}

}  // namespace

bool is_cuda_source(const std::string& word) { return word.ends_with(".cu"); }

bool is_source(const std::string& word) {
  return ends_in(word, {".cu", ".cpp", ".cc", ".cxx", ".c"});
}

bool is_source_or_object(const std::string& word) {
  return is_source(word) || ends_in(word, {".o", ".a", ".so"});
}

strings nvcc_flags(const std::string& architecture, const strings& extra) {
  strings flags{"-cudart", "shared"};
  const bool debug = any_is(extra, {"-G", "--device-debug"});
  if (!debug) flags.insert(flags.end(), {"-O3", "-lineinfo"});
  // Line tables of the host code, which say where a call of the runtime stands; -g has them, too.
  if (!any_is(extra, {"-g", "--debug"})) flags.insert(flags.end(), {"-Xcompiler", "-g1"});
  // Of a function that ends in a call, which would leave no trace on the stack, too.
  flags.insert(flags.end(), {"-Xcompiler", "-fno-optimize-sibling-calls"});
  // GCC gives a value that is used once the line of its use, not of the statement that reads it.
  if (!any_starts_with(extra, {"-ccbin", "--compiler-bindir"}))
    flags.insert(flags.end(), {"-Xcompiler", "-fno-tree-ter"});
  if (!any_starts_with(extra, {"-arch", "--gpu-architecture", "-gencode", "--generate-code"})) {
    for (const char* code : {"sm_", "compute_"}) {
      flags.insert(flags.end(),
                   {"-gencode", fmt::format("arch=compute_{0},code={1}{0}", architecture, code)});
    }
  }
  return joined(std::move(flags), extra);
}

strings split_words(const std::string& text) {
  strings words;
  std::optional<std::string> word;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? 0 : c;
      if (!word) word.emplace();
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      (word ? *word : word.emplace()) += text[++i];
    } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (word) words.push_back(*std::exchange(word, {}));
    } else {
      (word ? *word : word.emplace()) += c;
    }
  }
  if (quote != 0) throw wrong_usage("--nvcc: a quote is not closed", text);
  if (word) words.push_back(*word);
  return words;
}

fs::path compiled_program(const checkout_paths& paths, const backend& on, const strings& sources,
                          const std::string& extra_flags) {
  require_sources(sources);
  const fs::path nvcc = require_nvcc(paths);
  const strings flags = nvcc_flags(architecture_for(on), split_words(extra_flags));

  digest key;
  std::error_code error;
  key.add(fs::canonical(nvcc, error).string());
  key.add(std::to_string(fs::last_write_time(nvcc, error).time_since_epoch().count()));
  key.add(fs::current_path(error).string());  // what -I and #include are relative to
  for (const auto& flag : flags) key.add(flag);
  for (const auto& source : sources) key.add(fs::absolute(source).string());

  const fs::path folder = paths.build / "compiled" / key.hex();
  const entry kept(folder, sources[0]);
  if (kept.is_current()) return kept.program();

  fs::create_directories(folder.parent_path());
  // Made aside and moved into place: another tutor may want the same program now.
  const temporary_folder work(folder.parent_path());
  const strings compiler = joined({nvcc.string()}, flags);
  const entry fresh(work.path(), sources[0]);
  fs::create_directory(fresh.program().parent_path());
  fresh.complete(build_program(compiler, sources, work.path(), fresh.program()));
  fs::remove_all(folder, error);
  fs::rename(work.path(), folder, error);
  if (!kept.is_current()) {
    throw setup_missing(tr("cannot keep the compiled program in {}", folder.string()),
                        "Free some space there, or set LOCKSTEP_BUILD to a folder of your own.");
  }
  return kept.program();
}

}  // namespace lockstep::tutor
