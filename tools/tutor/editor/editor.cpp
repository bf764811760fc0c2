#include "editor/editor.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "language/language.hpp"
#include "programs/compile.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

using strings = std::vector<std::string>;
using json = nlohmann::ordered_json;

// What of a compiler's command matters to one who only reads the source.
struct reading {
  fs::path folder, file;
  bool cuda = false;
  fs::path toolkit;  // of nvcc
  std::string standard;
  std::vector<fs::path> includes, system_includes;
  strings others;  // macros, warnings, relocatable device code
};

bool is_compiler(const std::string& word, bool& cuda) {
  const std::string name = fs::path(word).filename();
  cuda = name == "nvcc";
  return name != "ccache" && name != "sccache" && name != "distcc";
}

// The rest of `word` behind `option`, or the word after it.
bool takes(const std::string& option, const strings& words, std::size_t& at, std::string& value) {
  if (!words[at].starts_with(option)) return false;
  value = words[at].substr(option.size());
  if (value.starts_with('=')) value.erase(0, 1);
  if (value.empty() && at + 1 < words.size()) value = words[++at];
  return true;
}

// Symbolic links are followed, so that an editor opens common/ and not a chapter's link to it. The
// same folders come in every command, and asking the file system takes time: answers are kept.
fs::path whole(const fs::path& folder, const fs::path& name) {
  static std::map<std::string, fs::path> known;
  const fs::path path = (folder / name).lexically_normal();
  const auto [place, is_new] = known.try_emplace(path.string());
  if (is_new) {
    std::error_code error;
    place->second = fs::weakly_canonical(path, error);
    if (error) place->second = path;
  }
  return place->second;
}

void read_option(const strings& words, std::size_t& at, reading& to) {
  const std::string& word = words[at];
  std::string value;
  if (takes("-isystem", words, at, value)) {
    to.system_includes.push_back(whole(to.folder, value));
  } else if (takes("-I", words, at, value)) {
    to.includes.push_back(whole(to.folder, value));
  } else if (word == "-rdc=true" || word == "-dc") {
    to.others.push_back("-fgpu-rdc");  // kernels may launch kernels
  } else if (takes("-D", words, at, value)) {
    to.others.push_back("-D" + value);
  } else if (takes("--std", words, at, value) || takes("-std", words, at, value)) {
    to.standard = value;
  } else if (takes("-Xcompiler", words, at, value)) {
    std::istringstream list(value);
    strings inner;
    for (std::string one; std::getline(list, one, ',');) inner.push_back(one);
    for (std::size_t i = 0; i < inner.size(); ++i) read_option(inner, i, to);
  } else if (word.starts_with("-W") && !word.starts_with("-Wl,")) {
    to.others.push_back(word);
  }
}

// The toolkit that nvcc is part of. A bare name is a command on PATH.
fs::path toolkit_of(const std::string& nvcc, const fs::path& folder) {
  const bool is_bare = nvcc.find('/') == std::string::npos;
  return whole(folder, is_bare ? find_on_path(nvcc) : fs::path(nvcc)).parent_path().parent_path();
}

reading read_command(const json& entry) {
  reading to;
  to.folder = entry.at("directory").get<std::string>();
  to.file = whole(to.folder, entry.at("file").get<std::string>());
  const strings words = entry.contains("arguments")
                            ? entry["arguments"].get<strings>()
                            : split_words(entry.at("command").get<std::string>());
  std::size_t at = 0;
  while (at < words.size() && !is_compiler(words[at], to.cuda)) ++at;
  if (to.cuda) to.toolkit = toolkit_of(words[at], to.folder);
  for (++at; at < words.size(); ++at) read_option(words, at, to);
  return to;
}

void add_unique(strings& words, const std::string& option, const std::vector<fs::path>& folders) {
  std::set<fs::path> seen;
  for (const auto& folder : folders) {
    if (seen.insert(folder).second) words.push_back(option + folder.string());
  }
}

strings cuda_words(const reading& from, const checkout_paths& paths) {
  return {"clang++", "-x", "cuda", "--cuda-path=" + from.toolkit.string(),
          // A processor that all versions of clang in use know; the host's side shows all errors.
          "--cuda-gpu-arch=sm_80", "--cuda-host-only", "-nocudalib", "-Wno-unknown-cuda-version",
          // libcu++ asks for them in unevaluated operands only, which nvcc takes.
          "-Xclang", "-fcuda-allow-variadic-functions",
          // Headers that clang expects and CUDA 13 does not have.
          "-isystem" + (paths.root / "tools/tutor/editor/clang").string()};
}

json clangs(const reading& from, const fs::path& file, const checkout_paths& paths) {
  strings words = from.cuda ? cuda_words(from, paths) : strings{"clang++"};
  if (!from.standard.empty()) words.push_back("-std=" + from.standard);
  add_unique(words, "-I", from.includes);
  std::vector<fs::path> systems = from.system_includes;
  for (const auto& folder : from.system_includes) {
    // nvcc finds CUB and libcu++ by itself.
    if (from.cuda && fs::exists(folder / "cccl")) systems.push_back(folder / "cccl");
  }
  add_unique(words, "-isystem", systems);
  words.insert(words.end(), from.others.begin(), from.others.end());
  words.push_back("-Wno-unknown-warning-option");  // g++ has some that clang has not
  // What a header defines is for others to use.
  if (file != from.file)
    words.insert(words.end(), {"-Wno-unused-function", "-Wno-unused-const-variable"});
  words.insert(words.end(), {"-c", file.string()});
  return {{"directory", from.folder.string()}, {"file", file.string()}, {"arguments", words}};
}

bool is_inside(const fs::path& file, const fs::path& folder) {
  const auto ends = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return ends.first == folder.end();
}

// CUDA headers of the course that a source can include by its own folder or by -I, in folders that
// are not among those searched.
std::vector<fs::path> cuda_headers(const reading& of, const checkout_paths& paths,
                                   std::set<fs::path>& searched) {
  std::vector<fs::path> found;
  std::vector<fs::path> folders = of.includes;
  folders.push_back(of.file.parent_path());
  std::error_code error;
  for (const auto& folder : folders) {
    if (!is_inside(folder, paths.root) || is_inside(folder, paths.build)) continue;
    if (!searched.insert(folder).second) continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
      if (entry.path().extension() == ".cuh") found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

// The sources that a translation unit made by the build includes: an editor opens these. Empty if
// `of` is no such unit.
std::vector<fs::path> sources_of_unit(const reading& of, const checkout_paths& paths) {
  std::vector<fs::path> sources;
  if (of.cuda || !is_inside(of.file, paths.build)) return sources;
  std::vector<fs::path> folders{of.file.parent_path()};
  folders.insert(folders.end(), of.includes.begin(), of.includes.end());
  for (const auto& line : lines_of(content_of(of.file))) {
    constexpr std::string_view begin = "#include \"", end = ".cpp\"";
    if (!line.starts_with(begin) || !line.ends_with(end)) continue;
    const fs::path name = line.substr(begin.size(), line.size() - begin.size() - 1);
    for (const auto& folder : folders) {
      if (!fs::exists(folder / name)) continue;
      sources.push_back(whole(folder, name));
      break;
    }
  }
  return sources;
}

}  // namespace

std::string translated_commands(std::string_view mesons, const checkout_paths& paths) {
  const json all = json::parse(mesons, nullptr, false);
  if (!all.is_array()) {
    throw setup_missing(tr("{} cannot be read", (paths.build / "compile_commands.json").string()),
                        tr("Configure again: meson setup --reconfigure {}", paths.build.string()));
  }
  json out = json::array();
  std::set<fs::path> named, searched;
  for (const auto& entry : all) {
    const reading one = read_command(entry);
    // Some are compiled more than once, for several processors: the first will do.
    if (!named.insert(one.file).second) continue;
    out.push_back(clangs(one, one.file, paths));
    for (const auto& source : sources_of_unit(one, paths)) {
      if (named.insert(source).second) out.push_back(clangs(one, source, paths));
    }
    if (!one.cuda) continue;
    for (const auto& header : cuda_headers(one, paths, searched)) {
      if (named.insert(header).second) out.push_back(clangs(one, header, paths));
    }
  }
  return out.dump(1) + "\n";
}

std::size_t write_compile_commands(const checkout_paths& paths) {
  const std::string mesons = content_of(paths.build / "compile_commands.json");
  if (mesons.empty()) {
    throw setup_missing(tr("the build folder {} is not configured", paths.build.string()),
                        "Run ./lockstep, which does it.");
  }
  const std::string commands = translated_commands(mesons, paths);
  const fs::path file = paths.root / "compile_commands.json";
  if (const std::string problem = write_file(file, commands); !problem.empty())
    throw setup_missing(tr("{} cannot be written: {}", file.string(), problem),
                        "Free some space, or take ownership of the checkout.");
  return json::parse(commands).size();
}

void refresh_compile_commands(const checkout_paths& paths) {
  std::error_code error, none;
  const auto configured = fs::last_write_time(paths.build / "compile_commands.json", error);
  if (error) return;
  const auto written = fs::last_write_time(paths.root / "compile_commands.json", none);
  if (!none && written >= configured) return;
  try {
    write_compile_commands(paths);
  } catch (const failure&) {
  }
}

}  // namespace lockstep::tutor
