// The book: tools/book, run by the Python of the environment that the set-up makes.
#include "commands/commands.hpp"
#include "processes/process.hpp"
#include "support/failure.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {

int docs(const context& all, const docs_options& how) {
  const fs::path python = all.paths.root / ".toolchain/docs/bin/python3";
  if (!fs::exists(python))
    throw setup_missing("the book's generator is not installed", "./lockstep docs installs it.");
  command one;
  one.arguments = {
      python.string(),
      all.paths.file("tools/book/book").string(),
      "site",
      "build",
      "--output",
      fs::absolute(how.output.empty() ? all.paths.build / "site" : fs::path(how.output))
          .lexically_normal()
          .string()};
  if (how.serve)
    one.arguments.insert(one.arguments.end(), {"--serve", "--port", std::to_string(how.port)});
  if (how.pdf) one.arguments.push_back("--pdf");
  one.environment = {{"LOCKSTEP_BUILD", all.paths.build.string()}};
  replace_by(one);
}

}  // namespace lockstep::tutor::commands
