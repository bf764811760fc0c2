#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "command_line/grammar.hpp"
#include "command_line/reference.hpp"
#include "commands/commands.hpp"

namespace lockstep::tutor {

void add_other_commands(vocabulary& v) {
  CLI::App* test =
      v.add("test", "run all tests, and check the promises of all exercises",
            [w = v.words](const context& all) { return commands::test(all, w->part); });
  test->add_option(
      "--part", v.words->part,
      "K/N: test only this part of the wrong answers, which take longest; N runs cover all");
  CLI::App* doctor =
      v.add("doctor", "show what is installed, and which back end programs use", commands::doctor);
  v.add_backend(doctor);
  v.add_json(doctor);
  CLI::App* docs =
      v.add("docs", "build the book: lessons, exercises, reference, as a site",
            [w = v.words](const context& all) { return commands::docs(all, w->book); });
  docs->add_flag("--serve", v.words->book.serve,
                 "show it on a local port; build again when a page changes");
  docs->add_flag("--pdf", v.words->book.pdf, "also make a PDF of it (needs Chromium)");
  docs->add_option("--port", v.words->book.port, "that port")
      ->check(CLI::Range(1u, 65535u))
      ->capture_default_str();
  docs->add_option("--output", v.words->book.output, "folder for it (default: build/site)");
  v.add("editor", "rewrite compile_commands.json, for clangd", commands::editor);

  CLI::App* help = v.app.add_subcommand("help", "pages on topics: watch, verdicts, progress, ...");
  help->add_option("TOPIC", v.words->name, "a topic (default: lists them)");
  help->add_flag("--man", v.words->flag, "everything, as a man page");
  help->callback([&to = v.to, w = v.words] {
    to.command = [w](const context& all) { return commands::help(all, w->name); };
    if (w->flag)
      to.command = [](const context&) {
        request ignored;
        fmt::print("{}", man_page(grammar(ignored).app()));
        return 0;
      };
  });
}

}  // namespace lockstep::tutor
