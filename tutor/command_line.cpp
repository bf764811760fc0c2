#include "command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <sstream>

#include "commands/commands.hpp"
#include "compile.hpp"
#include "failure.hpp"
#include "near_match.hpp"
#include "reference.hpp"

namespace lockstep::tutor {
namespace {

using strings = std::vector<std::string>;

// The words of one command. Shared by the parser, which fills them, and by the command, which reads
// them later.
struct words {
  commands::selection which;
  commands::export_files files;
  commands::profile_wish profile;
  commands::check_wish check;
  commands::trace_wish trace;
  commands::mutate_wish mutate;
  commands::book_wish book;
  commands::grade_wish grade;
  commands::bench_wish bench;
  std::string part;
  std::string name;
  strings rest;
  bool flag = false;
};

class grammar {
 public:
  explicit grammar(request& to) : to_(to) {
    app_.name("./lockstep");
    app_.require_subcommand(0, 1);
    add_backend(&app_);
    add_course_commands();
    add_grade();
    add_work_commands();
    add_program_commands();
    add_other_commands();
  }

  void parse(strings arguments) {
    w_->bench.command = "./lockstep " + fmt::format("{}", fmt::join(arguments, " "));
    parse_once(arguments);
    for (const auto* one : for_program_) {
      if (one->parsed()) take_program(*one, arguments);
    }
    if (!to_.command) to_.command = commands::resume;
  }

  std::string help(const CLI::Success& asked_for) const {
    std::ostringstream text;
    app_.exit(asked_for, text, text);
    return text.str();
  }

  const CLI::App& app() const { return app_; }

  // What the command line has that no command knows.
  strings unknown_words() const { return app_.remaining(true); }

  strings command_names() const {
    strings names;
    for (const auto* one : app_.get_subcommands({})) names.push_back(one->get_name());
    return names;
  }

 private:
  void parse_once(strings arguments) {
    std::reverse(arguments.begin(), arguments.end());  // as the parser wants them
    app_.parse(arguments);
  }

  // What remains is an executable and its arguments, or sources. Behind sources, unlike behind an
  // executable, options are still ours, up to "--".
  void take_program(const CLI::App& one, const strings& arguments) {
    w_->rest = one.remaining();
    if (w_->flag && w_->rest.empty()) return;  // --list-metrics
    if (w_->rest.empty()) {
      throw wrong_usage(one.get_name() + " needs a program",
                        "./lockstep " + one.get_name() + " [OPTIONS] PROGRAM [ARGUMENTS...]");
    }
    if (!is_source(w_->rest.front())) return;
    const auto first = arguments.end() - static_cast<long>(w_->rest.size());
    const auto end = std::find(first, arguments.end(), "--");
    strings options(arguments.begin(), first), sources;
    for (auto word = first; word != end; ++word)
      (is_source_or_object(*word) ? sources : options).push_back(*word);
    parse_once(options);
    const strings unknown = one.remaining();
    if (!unknown.empty()) {
      const std::string& word = unknown.front();
      throw wrong_usage(
          word.starts_with("-") ? "there is no option " + word
                                : word + " is no source that nvcc compiles",
          fmt::format("The program's own arguments come behind --: ./lockstep {} {} -- {}",
                      one.get_name(), sources.front(), word));
    }
    if (std::none_of(sources.begin(), sources.end(), is_cuda_source)) {
      throw wrong_usage("none of these is a .cu file",
                        "Name the executable that they make, or the program's .cu file.");
    }
    w_->rest = sources;
    w_->rest.insert(w_->rest.end(), end, arguments.end());
  }

  CLI::App* add(const char* name, const char* what, std::function<int(const context&)> command,
                CLI::App* parent = nullptr) {
    CLI::App* one = (parent ? parent : &app_)->add_subcommand(name, what);
    one->callback([this, command = std::move(command)] { to_.command = command; });
    return one;
  }

  // Before the command or after it.
  void add_backend(CLI::App* one) {
    one->add_option("--backend", to_.wish.backend,
                    "auto, gpu, emulator, or the path of a libcudart.so.13 or of its folder");
    one->add_option("--device", to_.wish.device, "device profile of the emulator, such as h200");
  }

  // How the emulator is to run a program.
  void add_run_settings(CLI::App* one) {
    one->add_option("--schedule", to_.wish.schedule,
                    "order of warps, blocks and children: natural, shuffled or adversarial")
        ->check(CLI::IsMember({"natural", "shuffled", "adversarial"}));
    one->add_option("--workers", to_.wish.workers, "host threads that the emulator uses")
        ->check(CLI::Range(1u, 1024u));
  }

  void add_json(CLI::App* one) { one->add_flag("--json", to_.wish.json, "print JSON"); }

  void add_time_limit(CLI::App* one) {
    one->add_option("--time-limit", to_.wish.time_limit, "seconds that a grader may run")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
  }

  // A program and all its arguments: whatever follows is the program's.
  CLI::App* add_for_program(const char* name, const char* what,
                            std::function<int(const context&)> command) {
    CLI::App* one = add(name, what, std::move(command));
    add_backend(one);
    add_run_settings(one);
    one->add_option("--seed", to_.wish.seed, "seed of the schedule");
    one->add_option("--timeout", to_.wish.timeout,
                    "seconds after which the emulator stops a launch (0: never)")
        ->check(CLI::NonNegativeNumber);
    one->add_option("--nvcc", to_.wish.nvcc,
                    "more flags for a .cu file, as in --nvcc \"-G -Iinc\"");
    one->prefix_command();
    one->footer(
        fmt::format("Then an executable and its arguments, or CUDA sources, which are "
                    "compiled first:\n  ./lockstep {0} PROGRAM [ARGUMENTS...]\n"
                    "  ./lockstep {0} FILE.cu... [-- ARGUMENTS...]",
                    name));
    for_program_.push_back(one);
    return one;
  }

  void add_course_commands() {
    add_json(add("list", "chapters and exercises, and which are solved", commands::list));
    add("next", "the next exercise: what it asks for, and which file to edit", commands::next);

    CLI::App* verify =
        add("verify", "compile and grade exercises (without a name: the next one)",
            [w = w_](const context& all) { return commands::verify(all, w->which, w->files); });
    auto* name =
        verify->add_option("NAME", w_->which.exercise, "an exercise, as in 05_reduction/ragged");
    auto* chapter =
        verify->add_option("--chapter", w_->which.chapter, "all exercises of a chapter");
    auto* every = verify->add_flag("--all", w_->which.everything,
                                   "all exercises; with a name: all that is wrong, not the first");
    chapter->excludes(name);
    every->excludes(chapter);
    verify->add_option("--seed", to_.wish.seed, "seed of the inputs, to see a failure again");
    add_backend(verify);
    add_run_settings(verify);
    add_time_limit(verify);
    add_json(verify);
    verify->add_option("--junit", w_->files.junit, "write JUnit's XML to this file");
    verify->add_option("--gradescope", w_->files.gradescope,
                       "write Gradescope's results.json, with points, to this file");
    verify->add_option("--exercism", w_->files.exercism,
                       "write Exercism's results.json (version 3) to this file");
    verify->add_option("--csv", w_->files.csv, "write a line for each exercise, with points");

    CLI::App* hint =
        add("hint", "a hint; each further one says more",
            [w = w_](const context& all) { return commands::hint(all, w->name, w->flag); });
    hint->add_option("NAME", w_->name, "an exercise")->required();
    hint->add_flag("--all", w_->flag, "all of them at once");
  }

  // A whole class.
  void add_grade() {
    CLI::App* grade =
        add("grade", "mark a class: every answer in a folder with a folder for each student",
            [w = w_](const context& all) { return commands::grade_class(all, w->grade); });
    auto& how = w_->grade;
    grade->add_option("FOLDER", how.folder, "in it a folder, or a file, for each student")
        ->required();
    auto* exercises =
        grade->add_option("--exercise", how.exercises, "an exercise that counts (can be repeated)")
            ->allow_extra_args(false);
    grade->add_option("--chapter", how.chapter, "all exercises of a chapter count")
        ->excludes(exercises);
    grade->add_option("--seed", to_.wish.seed, "seed of the inputs, the same for all students");
    grade->add_option("--jobs", how.jobs, "how many at the same time (default: one a core)");
    grade->add_flag("--again", how.again, "also what was graded before and has not changed");
    grade->add_option("--csv", how.csv, "write a line for each student and exercise");
    grade->add_option("--totals", how.totals, "write a line of CSV for each student");
    grade->add_option("--junit", how.junit, "write JUnit's XML, a suite for each student");
    grade->add_option("--gradescope", how.gradescope,
                      "write STUDENT/results.json for Gradescope into this folder");
    grade->add_option("--device", to_.wish.device, "device profile of the emulator, such as h200");
    add_time_limit(grade);
    add_json(grade);
  }

  // The learner's own file.
  void add_work_commands() {
    CLI::App* watch =
        add("watch", "grade at every save (what ./lockstep does in a terminal)",
            [w = w_](const context& all) { return commands::watch(all, w->name, w->flag); });
    watch->add_option("NAME", w_->name, "an exercise (default: the next that is not solved)");
    watch->add_flag("--manual", w_->flag, "grade when asked, not at every save");
    watch->add_option("--seed", to_.wish.seed, "seed of the inputs, the same at every save");
    add_backend(watch);
    add_time_limit(watch);

    CLI::App* reset =
        add("reset", "begin an exercise anew; a copy of your file is kept",
            [w = w_](const context& all) { return commands::reset(all, w->which, w->flag); });
    auto* name = reset->add_option("NAME", w_->which.exercise, "an exercise");
    auto* chapter = reset->add_option("--chapter", w_->which.chapter, "all of a chapter");
    reset->add_flag("--all", w_->which.everything, "all exercises")
        ->excludes(name)
        ->excludes(chapter);
    chapter->excludes(name);
    reset->add_flag("--yes,-y", w_->flag, "do not ask");

    CLI::App* solution =
        add("solution", "show the solution, once you have passed",
            [w = w_](const context& all) { return commands::solution(all, w->name, w->flag); });
    CLI::App* diff =
        add("diff", "set your file beside the solution, once you have passed",
            [w = w_](const context& all) { return commands::diff(all, w->name, w->flag); });
    for (CLI::App* one : {solution, diff}) {
      one->add_option("NAME", w_->name, "an exercise")->required();
      one->add_flag("--force", w_->flag, "before passing, too");
    }

    add("update", "get a newer version of the course; your files stay as they are",
        commands::update);
  }

  void add_program_commands() {
    CLI::App* run =
        add("run", "build and run a chapter's programs, or one of them",
            [w = w_](const context& all) { return commands::run(all, w->name, w->rest); });
    add_backend(run);
    add_run_settings(run);
    run->add_option("CHAPTER[/PROGRAM]", w_->name,
                    "as in 05_reduction (all its programs) or 05/demo")
        ->required();
    run->add_option("ARGUMENTS", w_->rest, "for one program, after --");
    add_backend(add("demo", "run the headline of each chapter", commands::demo));

    add_for_program("exec", "run any CUDA program on a back end",
                    [w = w_](const context& all) { return commands::exec(all, w->rest); });
    add_profile();
    add_check();
    add_trace();
    add_bench();
  }

  void add_trace() {
    CLI::App* trace = add_for_program(
        "trace", "show what each warp does, step by step",
        [w = w_](const context& all) { return commands::trace(all, w->trace, w->rest); });
    auto& how = w_->trace;
    trace->add_option("--kernel", how.kernel, "only kernels whose name matches this expression");
    trace->add_option("--launch", how.launches,
                      "which launches of them, from 1: 2 or 1,4-6 (default 1-8)");
    trace->add_option("--blocks", how.blocks, "which blocks of each, from 0 (default 0-1)");
    trace->add_option("--warps", how.warps, "which warps of each block, from 0 (default 0-3)");
    trace->add_option("--steps", how.steps, "at most so many steps of each warp (default 500)")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000}));
    trace
        ->add_option(
            "--only", how.only,
            "memory: steps that access memory; branches: where lanes part, meet, wait or exit")
        ->check(CLI::IsMember({"all", "memory", "branches"}));
    add_json(trace);
  }

  void add_bench() {
    CLI::App* bench = add("bench", "time the chapters' kernels on a GPU",
                          [w = w_](const context& all) { return commands::bench(all, w->bench); });
    auto& how = w_->bench;
    auto& which = how.which;
    bench->add_option("CHAPTER", which.chapters, "chapters, as in 06 (default: all)");
    add_backend(bench);
    bench->add_option("--sizes", which.sizes, "elements: 2^20,1000000 or, as a range, 2^10-2^30");
    bench->add_option("--types", which.types, "int, unsigned, float, double");
    bench->add_option("--operations", which.operations, "sum, min, max");
    bench->add_option("--residency", which.residency,
                      "dram: input comes from memory; l2: from the L2 cache");
    bench->add_option("--kernels", which.kernels, "those whose names have one of these words");
    bench->add_option("--spread", which.spread, "percent: repeat until times scatter no more")
        ->check(CLI::PositiveNumber);
    bench->add_option("--seconds", which.seconds, "at most, for one kernel")
        ->check(CLI::PositiveNumber);
    bench->add_flag("--quick", which.quick, "2^20 and 2^24 integers, summed up, from memory");
    bench->add_option(
        "--keep", how.keep,
        "keep records in this file (default: bench/records.jsonl in the build folder)");
    auto* resume = bench->add_flag("--resume", how.resume, "go on with a run that was interrupted");
    bench->add_option("--from", how.from, "show such a file of records; measure nothing")
        ->excludes(resume);
    bench->add_option("--against", how.against, "set the times of such a file beside");
    auto* csv = bench->add_option("--csv", how.csv, "write a line for each case to this file");
    bench->add_option("--columns", how.columns, "of the CSV, with commas between")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->needs(csv);
    bench
        ->add_option_function<std::string>(
            "--json",
            [this, &how](const std::string& file) {
              how.json = file;
              to_.wish.json = file == "-";
            },
            "write JSON to this file; - is standard output")
        ->type_name("TEXT");
    bench->add_option("--svg", how.svg, "draw plots into this folder (needs matplotlib)");
  }

  void add_check() {
    CLI::App* check = add_for_program(
        "check", "look for errors in the kernels of a program",
        [w = w_](const context& all) { return commands::check(all, w->check, w->rest); });
    auto& how = w_->check;
    check
        ->add_option("--tool", how.tools,
                     "memcheck, racecheck, initcheck, synccheck, several with commas, or all")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember({"memcheck", "racecheck", "initcheck", "synccheck", "all"}));
    check->add_flag("--strict", how.strict, "follow the memory model to the letter");
    check->add_flag("--leaks", how.leaks, "report device memory that is never freed");
    check
        ->add_option("--schedules", how.schedules,
                     "run in so many orders, and in one that is adversarial, and compare results")
        ->check(CLI::Range(1u, 1000u));
    check
        ->add_option(
            "--suppress", how.suppress,
            "findings to leave out: KIND, KIND:FILE, KIND:FILE:LINE, or a file of such lines")
        ->allow_extra_args(false);
    check->add_flag("--allow-warnings", how.allow_warnings, "warnings alone are no failure");
    check->add_option("--junit", how.junit, "write findings as test results to this file");
    add_json(check);
  }

  void add_profile() {
    CLI::App* profile = add_for_program(
        "profile", "count what the kernels of a program do", [w = w_](const context& all) {
          return w->flag ? commands::list_metrics(all)
                         : commands::profile(all, w->profile, w->rest);
        });
    auto& how = w_->profile;
    profile->add_flag("--launches", how.launches, "each launch by itself");
    profile->add_flag("--first", how.first, "of each kernel its first launch alone");
    auto* by_line =
        profile->add_flag("--by-line", how.by_line, "the source, with counts in the margin");
    auto* metrics = profile->add_option("--metrics", how.metrics,
                                        "nvprof's or Nsight Compute's names, with commas between");
    profile->add_option("--kernel", how.kernel, "only kernels whose name matches this expression");
    auto* csv = profile->add_flag("--csv", how.csv, "print CSV, a line for each launch");
    auto* json = profile->add_flag("--json", to_.wish.json, "print JSON");
    profile->add_flag("--list-metrics", w_->flag, "what --metrics knows");
    by_line->excludes(metrics)->excludes(csv)->excludes(json);
    csv->excludes(json);
  }

  void add_other_commands() {
    CLI::App* test = add("test", "run all tests, and check the promises of all exercises",
                         [w = w_](const context& all) { return commands::test(all, w->part); });
    test->add_option("--part", w_->part,
                     "K/N: of the wrong answers, which take longest, this part; a run of each part "
                     "judges all");
    CLI::App* doctor =
        add("doctor", "what is installed, and which back end programs get", commands::doctor);
    add_backend(doctor);
    add_json(doctor);
    CLI::App* docs = add("docs", "build the book: lessons, exercises, reference, as a site",
                         [w = w_](const context& all) { return commands::docs(all, w->book); });
    docs->add_flag("--serve", w_->book.serve,
                   "show it on a local port; build again when a page changes");
    docs->add_option("--port", w_->book.port, "that port")
        ->check(CLI::Range(1u, 65535u))
        ->capture_default_str();
    docs->add_option("--output", w_->book.output, "folder for it (default: build/site)");
    add("editor", "write compile_commands.json anew, for clangd", commands::editor);

    CLI::App* help = app_.add_subcommand("help", "pages on topics: watch, verdicts, progress, ...");
    help->add_option("TOPIC", w_->name, "a topic (default: lists them)");
    help->add_flag("--man", w_->flag, "everything, as a page for man");
    help->callback([this, w = w_] {
      to_.command = [w](const context& all) { return commands::help(all, w->name); };
      if (w->flag)
        to_.command = [](const context&) {
          request ignored;
          fmt::print("{}", man_page(grammar(ignored).app()));
          return 0;
        };
    });

    CLI::App* author = app_.add_subcommand("author", "for authors of exercises");
    author->require_subcommand(1);
    CLI::App* check = add(
        "check", "stubs fail, solutions pass, wrong answers fail for their reason",
        [w = w_](const context& all) { return commands::author_check(all, w->name); }, author);
    check->add_option("NAME", w_->name, "an exercise (default: all)");
    add_time_limit(check);
    add_json(check);

    CLI::App* mutate = add(
        "mutate", "whether graders notice small changes of the solutions",
        [w = w_](const context& all) { return commands::author_mutate(all, w->mutate); }, author);
    auto* changed = mutate->add_option("NAME", w_->mutate.exercise, "an exercise");
    mutate->add_flag("--all", w_->flag, "all exercises (the default)")->excludes(changed);
    mutate->add_option("--limit", w_->mutate.limit,
                       "at most so many of each, spread over the source");
    mutate->add_option("--jobs", w_->mutate.jobs,
                       "how many at the same time (default: one a core)");
    add_json(mutate);

    CLI::App* fresh = add(
        "new", "make all files of a new exercise",
        [w = w_](const context& all) { return commands::author_new(all, w->name); }, author);
    fresh->add_option("NAME", w_->name, "CHAPTER/NAME, as in 05_reduction/ragged")->required();
    add("stubs", "list the stubs as they are now, so that reset and update know them",
        commands::author_stubs, author);
  }

  request& to_;
  CLI::App app_{"A course and a workbench for the CUDA execution model."};
  std::shared_ptr<words> w_ = std::make_shared<words>();
  std::vector<CLI::App*> for_program_;
};

// What the shell asks, word by word as typed: it is not to be understood, but to be completed.
int complete(const context& all, const strings& words) {
  request ignored;
  for (const auto& word : completions(grammar(ignored).app(), all.course, words))
    fmt::print("{}\n", word);
  return 0;
}

}  // namespace

request parse_command_line(int argc, char** argv, std::string& help) {
  request result;
  if (argc > 2 && std::string_view(argv[1]) == "complete" && std::string_view(argv[2]) == "--") {
    result.command = [words = strings(argv + 3, argv + argc)](const context& all) {
      return complete(all, words);
    };
    return result;
  }
  grammar commands(result);
  try {
    commands.parse(strings(argv + std::min(argc, 1), argv + argc));
  } catch (const CLI::Success& asked_for_help) {
    help = commands.help(asked_for_help);
  } catch (const CLI::ExtrasError& error) {
    const auto unknown = commands.unknown_words();
    const std::string word = unknown.empty() ? std::string() : unknown.front();
    if (word.starts_with("-")) {
      throw wrong_usage("there is no option " + word,
                        "./lockstep COMMAND --help shows those there are.");
    }
    throw wrong_usage(
        "there is no command " + word,
        did_you_mean(word, commands.command_names(), "./lockstep --help shows them all."));
  } catch (const CLI::ParseError& error) {
    throw wrong_usage(error.what(), "./lockstep COMMAND --help explains a command.");
  }
  return result;
}

}  // namespace lockstep::tutor
