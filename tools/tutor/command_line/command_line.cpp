#include "command_line/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "command_line/grammar.hpp"
#include "command_line/reference.hpp"
#include "language/language.hpp"
#include "support/failure.hpp"
#include "support/near_match.hpp"

namespace lockstep::tutor {
namespace {

using strings = std::vector<std::string>;

// What the shell asks, word by word as typed: it is not to be understood, but to be completed.
int complete(const context& all, const strings& words) {
  request ignored;
  for (const auto& word : completions(grammar(ignored).app(), all.course, words))
    fmt::print("{}\n", word);
  return 0;
}

// "./lockstep author check".
std::string path_of(const CLI::App& command) {
  const CLI::App* const above = command.get_parent();
  return (above ? path_of(*above) + " " : "") + command.get_name();
}

}  // namespace

request parse_command_line(int argc, char** argv, std::string& help, offer what) {
  request result;
  if (argc > 2 && std::string_view(argv[1]) == "complete" && std::string_view(argv[2]) == "--") {
    result.command = [words = strings(argv + 3, argv + argc)](const context& all) {
      return complete(all, words);
    };
    return result;
  }
  grammar commands(result, what);
  const std::string program = commands.app().get_name();
  if (what == offer::workbench && argc == 2 && std::string_view(argv[1]) == "--man") {
    help = man_page(commands.app());
    return result;
  }
  try {
    commands.parse(strings(argv + std::min(argc, 1), argv + argc));
  } catch (const CLI::Success& asked_for_help) {
    if (what == offer::course) {
      choose_language(find_checkout().root / "tools/language");
      commands.put_in_language();
    }
    help = commands.help(asked_for_help);
  } catch (const CLI::ExtrasError& error) {
    const auto unknown = commands.unknown_words();
    const std::string word = unknown.empty() ? std::string() : unknown.front();
    if (word.starts_with("-")) {
      throw wrong_usage(tr("there is no option {}", word),
                        tr("{} COMMAND --help shows its options.", program));
    }
    const auto* const one = commands.command();
    if (one && commands.command_names().empty()) {
      throw wrong_usage(tr("`{}` takes no `{}`", one->get_name(), word),
                        tr("{} --help shows what it takes.", path_of(*one)));
    }
    throw wrong_usage(
        tr("there is no command {}", (one ? one->get_name() + " " : "") + word),
        did_you_mean(word, commands.command_names(), tr("{} --help shows them all.", program)));
  } catch (const CLI::ParseError& error) {
    throw wrong_usage(error.what(), tr("{} COMMAND --help explains a command.", program));
  }
  return result;
}

}  // namespace lockstep::tutor
