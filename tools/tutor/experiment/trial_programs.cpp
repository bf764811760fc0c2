#include "experiment/trial_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "experiment/alternatives.hpp"
#include "experiment/host_source.hpp"
#include "experiment/symbols.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::experiment {
namespace {

constexpr unsigned most_compilations = 6;

// nm(1)'s table of an object, beside it.
fs::path table_of(const fs::path& object, const workshop& with) {
  return with.folder / (object.filename().string() + ".symbols");
}

std::string list_symbols(const fs::path& object, const workshop& with) {
  return fmt::format("nm -P '{}' > '{}'", object.string(), table_of(object, with).string());
}

// The same, "T" each, of kernels in device code that has its PTX as text, perhaps for several
// architectures.
std::string symbols_of_kernels(const std::string& code) {
  static constexpr std::string_view begin = ".entry ";
  std::set<std::string> names;
  for (auto at = code.find(begin); at != std::string::npos; at = code.find(begin, at)) {
    at += begin.size();
    names.insert(code.substr(at, code.find_first_of("( \n", at) - at));
  }
  std::string table;
  for (const std::string& name : names) table += name + " T\n";
  return table;
}

// Of functions ("TW"; "TWt": those that nobody else sees, too), of variables ("DRB"), or of what is
// declared only, and may be missing ("wv").
std::vector<std::string> symbols_of(const fs::path& object, std::string_view kinds,
                                    const workshop& with) {
  const fs::path table = table_of(object, with);
  if (object.extension() == ".fatbin")
    (void)write_file(table, symbols_of_kernels(content_of(object)));
  else if (!fs::exists(table))
    (void)with.make(list_symbols(object, with));
  std::vector<std::string> found;
  for (const std::string& line : lines_of(content_of(table))) {
    std::istringstream words(line);
    std::string name, kind;
    words >> name >> kind;
    if (kind.size() == 1 && kinds.find(kind) != std::string_view::npos) found.push_back(name);
  }
  return found;
}

// Leaves out those in which a compiler finds fault. Returns whether it finds none elsewhere.
bool leave_out_faulty(const std::string& compiler_output, std::vector<edit>& edits,
                      borrowed& more) {
  const auto faulty = faulty_ones(compiler_output);
  for (const std::size_t one : faulty)
    if (one < edits.size()) edits[one].is_left_out = true;
  if (!borrowed_is_faulty(compiler_output)) return !faulty.empty();
  const bool had_more = !more.declarations.empty() || !more.includes.empty();
  more = {};
  return had_more;
}

// Both at once; an output that is not there afterwards could not be made.
std::string side_by_side(const std::string& one, const std::string& other) {
  if (one.empty() || other.empty()) return one + other;
  return "{ " + one + "; } & { " + other + "; }; wait";
}

// Host code and kernels apart from each other, without nvcc where it is not needed.
class apart {
 public:
  apart(const code& answer, std::vector<edit>& edits, borrowed& more, const std::string& name,
        const workshop& with)
      : answer_(answer),
        edits_(edits),
        more_(more),
        with_(with),
        host_(with.folder / (name + "_host.cpp")),
        host_object_(with.folder / (name + "_host.o")),
        kernels_(with.folder / (name + "_kernels.cu")),
        ptx_(with.folder / (name + ".ptx")),
        program_(with.folder / name) {
    const auto any = [&](auto which) {
      return std::any_of(edits.begin(), edits.end(),
                         [&](const edit& one) { return which(answer, one); });
    };
    has_host_ = any(changes_host);
    has_kernels_ = any(changes_kernels);
  }

  // Empty where that cannot be done.
  std::optional<trial_program> make() {
    if ((has_host_ && !with_.compile_host) || (has_kernels_ && !with_.compile_kernels) ||
        !(has_host_ || has_kernels_) || !can_be_apart(answer_, edits_))
      return std::nullopt;
    of_answer_ = symbols_of(with_.object, "TWt", with_);
    if (!compile() || (has_kernels_ && !write_names()) ||
        (has_host_ && (asks_for_more_kernels() || !link())))
      return std::nullopt;
    trial_program made;
    if (has_host_) made.program = program_;
    if (has_kernels_) made.kernels = ptx_;
    return made;
  }

 private:
  bool compile() {
    const auto instances = instances_of_kernels(answer_, of_answer_);
    for (unsigned n = 0; n < most_compilations; ++n) {
      std::string of_host, of_kernels;
      if (has_host_ && !fs::exists(host_object_)) {
        const std::string text = host_source_with(answer_, edits_, more_);
        if (text.empty() || !write_file(host_, text).empty()) return false;
        of_host =
            with_.compile_host(host_, host_object_) + " && " + list_symbols(host_object_, with_);
      }
      if (has_kernels_ && !fs::exists(ptx_)) {
        const std::string text = kernel_source_with(answer_, edits_, instances, more_);
        if (text.empty() || !write_file(kernels_, text).empty()) return false;
        of_kernels = with_.compile_kernels(kernels_, ptx_);
      }
      const process_end end = with_.make(side_by_side(of_host, of_kernels));
      if ((!has_host_ || fs::exists(host_object_)) && (!has_kernels_ || fs::exists(ptx_)))
        return true;
      if (!leave_out_faulty(end.output, edits_, more_)) return false;
    }
    return false;
  }

  // Such as an instance of a template that the answer has not.
  bool asks_for_more_kernels() const {
    const auto asked_for = symbols_of(host_object_, "wv", with_);
    return std::any_of(asked_for.begin(), asked_for.end(), [&](const std::string& kernel) {
      return std::find(of_answer_.begin(), of_answer_.end(), kernel) == of_answer_.end();
    });
  }

  // Of kernels, beside their PTX.
  bool write_names() const {
    const std::string names = names_of_kernels(answer_, of_answer_, content_of(ptx_), edits_);
    return !names.empty() && write_file(fs::path(ptx_.string() + ".names"), names).empty();
  }

  bool link() const {
    const auto entries =
        entries_beside_answer(symbols_of(with_.object, "TW", with_),
                              symbols_of(host_object_, "TW", with_), edits_.size());
    const auto file = [&](const char* ending) { return program_.string() + ending; };
    const std::string code = file(".s"), code_object = file("_entries.o"),
                      renamed = file(".renamed"), seen = file(".seen"), own = file("_own.o");
    std::string all;
    for (const std::string& symbol : of_answer_) all += symbol + "\n";
    if (entries.code.empty() || !write_file(code, entries.code).empty() ||
        !write_file(renamed, entries.renamed).empty() || !write_file(seen, all).empty())
      return false;
    const std::string objects =
        fmt::format("'{}' '{}' '{}'", host_object_.string(), own, code_object);
    return with_
        .make(fmt::format("objcopy --globalize-symbols='{}' --redefine-syms='{}' '{}' '{}' && as "
                          "'{}' -o '{}' && {{ {}; }}",
                          seen, renamed, with_.object.string(), own, code, code_object,
                          with_.link(objects, program_)))
        .succeeded();
  }

  const code& answer_;
  std::vector<edit>& edits_;
  borrowed& more_;
  const workshop& with_;
  fs::path host_, host_object_, kernels_, ptx_, program_;
  std::vector<std::string> of_answer_;  // symbols
  bool has_host_ = false, has_kernels_ = false;
};

// All of it once more for each, by nvcc.
class together {
 public:
  together(const code& answer, std::vector<edit>& edits, borrowed& more, const std::string& name,
           const workshop& with)
      : answer_(answer),
        edits_(edits),
        more_(more),
        with_(with),
        source_(with.folder / (name + ".cu")),
        object_(with.folder / (name + ".o")),
        program_(with.folder / name) {}

  std::optional<trial_program> make() {
    if (!compile() || !link()) return std::nullopt;
    trial_program made;
    made.program = program_;
    return made;
  }

 private:
  bool compile() {
    const auto variables = symbols_of(with_.object, "DRB", with_);
    for (unsigned n = 0; n < most_compilations; ++n) {
      const std::string text = source_with(answer_, edits_, variables, more_);
      if (text.empty() || !write_file(source_, text).empty()) return false;
      const process_end end = with_.make(with_.compile(source_, object_));
      if (end.succeeded()) return true;
      if (!leave_out_faulty(end.output, edits_, more_)) return false;
    }
    return false;
  }

  bool link() const {
    const std::string entries = entries_for(symbols_of(with_.object, "TW", with_),
                                            symbols_of(object_, "TW", with_), edits_.size());
    const std::string code = program_.string() + ".s",
                      code_object = program_.string() + "_entries.o";
    if (entries.empty() || !write_file(code, entries).empty()) return false;
    const std::string objects = fmt::format("'{}' '{}'", object_.string(), code_object);
    return with_
        .make(fmt::format("as '{}' -o '{}' && {{ {}; }}", code, code_object,
                          with_.link(objects, program_)))
        .succeeded();
  }

  const code& answer_;
  std::vector<edit>& edits_;
  borrowed& more_;
  const workshop& with_;
  fs::path source_, object_, program_;
};

}  // namespace

std::optional<trial_program> program_for(const code& answer, std::vector<edit>& edits,
                                         borrowed& more, const std::string& name,
                                         const workshop& with) {
  if (auto made = apart(answer, edits, more, name, with).make()) return made;
  return together(answer, edits, more, name, with).make();
}

}  // namespace lockstep::tutor::experiment
