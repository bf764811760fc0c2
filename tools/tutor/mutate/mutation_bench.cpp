#include "mutate/mutation_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "grading/grading.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

bool runs(const std::string& shell_command, const fs::path& folder, std::string* output = nullptr) {
  command shell;
  shell.arguments = {"sh", "-c", shell_command};
  shell.folder = folder;
  shell.capture = true;
  const process_end end = run(shell);
  if (output != nullptr) *output = end.output;
  return end.succeeded();
}

answer_recipe built_recipe(const checkout_paths& paths, const exercise& exercise) {
  build_graders(paths, {&exercise});
  return {paths, exercise};
}

// PTX without comments and source lines.
std::string instructions_of(const std::string& ptx) {
  std::string text;
  for (const auto& line : lines_of(ptx)) {
    const std::string code = trimmed(line);
    if (code.empty() || code.starts_with("//") || code.starts_with(".loc") ||
        code.starts_with(".file"))
      continue;
    text += code + "\n";
  }
  return text;
}

}  // namespace

mutation_bench::mutation_bench(const context& all, const exercise& exercise)
    : all_(all), exercise_(exercise), recipe_(built_recipe(all.paths, exercise)) {
  all_.run.backend = "emulator";
  all_.run.workers = 1;  // the mutants run side by side
  all_.run.seed = 1;     // a survivor should survive again
  source_ = content_of(all.paths.file(solution_of(exercise).source));
}

std::optional<mutation_bench::code> mutation_bench::compile(const std::string& text,
                                                            const fs::path& folder) const {
  std::ofstream(folder / "answer.cu") << text;
  // Without source lines it is faster, and nothing but the code is compared.
  std::string how = recipe_.compile(folder / "answer.cu", folder / "answer.o");
  how = replaced(replaced(how, " -g ", " "), " -lineinfo ", " ");
  how += " -keep -keep-dir " + quoted(folder) +
         fmt::format(" -Xcompiler=-fmacro-prefix-map={}/=", folder.string());
  if (!runs(how, all_.paths.build)) return std::nullopt;

  const std::string plain =
      "objcopy -R .nv_fatbin -R .nvFatBinSegment -R __nv_module_id -R .nvHRKE -R .nvHRKI "
      "--strip-all answer.o host.o";
  code made;
  made.device = instructions_of(content_of(folder / "answer.ptx"));
  // Without objcopy no two are the same: more survivors to explain, none that hides.
  made.host = runs(plain, folder) ? content_of(folder / "host.o") : text;
  // In that a call is the same whatever it calls. Names made from those of files differ always.
  std::string called;
  runs(
      "nm -u answer.o | sed 's/.* //' | grep -v 'LinkedBinary\\|answer_cu' > undefined; "
      "objdump -r answer.o | awk 'NF == 3 { print $3 }' | grep -Ff undefined",
      folder, &called);
  made.host += called;
  return made;
}

mutation_bench::result mutation_bench::grade_in(const fs::path& folder) const {
  const std::string how = recipe_.link(folder / "answer.o", folder / "grader");
  if (!runs(how, all_.paths.build)) return {fate::does_not_compile, {}, 0};
  const answer changed{(folder / "grader").string(), solution_of(exercise_).source};
  const verdict seen = grade_program(all_, exercise_, changed);
  result judged{fate::killed, seen.headline, seen.run_seconds};
  if (seen.passed()) judged.is = fate::survived;
  if (seen.code == exit_code::setup_missing) judged.is = fate::not_judged;
  return judged;
}

void mutation_bench::prepare() {
  const temporary_folder folder;
  const auto made = compile(source_, folder.path());
  if (!made) throw setup_missing("the solution does not compile", "./lockstep author check");
  original_ = *made;
  const result as_it_is = grade_in(folder.path());
  if (as_it_is.is != fate::survived)
    throw setup_missing("the solution does not pass: " + as_it_is.headline,
                        "./lockstep author check " + exercise_.name);
  // Loops without an end take all the time there is.
  all_.run.time_limit = std::max(1.5, 6 * as_it_is.seconds);
}

mutation_bench::result mutation_bench::judge(const std::string& changed_source) const {
  const temporary_folder folder;
  const auto made = compile(changed_source, folder.path());
  if (!made) return {fate::does_not_compile, {}, 0};
  if (*made == original_) return {fate::same_code, {}, 0};
  return grade_in(folder.path());
}

}  // namespace lockstep::tutor
