// The book: docs/site/build.py, run by the Python of the environment that the set-up makes.
#include "commands/commands.hpp"
#include "processes/process.hpp"
#include "support/failure.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {

int docs(const context& all, const book_wish& how) {
  const fs::path python = all.where.root / ".toolchain/docs/bin/python3";
  if (!fs::exists(python))
    throw setup_missing("the book's generator is not installed", "./lockstep docs installs it.");
  command one;
  one.arguments = {
      python.string(), all.where.file("docs/site/build.py").string(), "--output",
      fs::absolute(how.output.empty() ? all.where.build / "site" : fs::path(how.output))
          .lexically_normal()
          .string()};
  if (how.serve)
    one.arguments.insert(one.arguments.end(), {"--serve", "--port", std::to_string(how.port)});
  one.environment = {{"LOCKSTEP_BUILD", all.where.build.string()}};
  replace_by(one);
}

}  // namespace lockstep::tutor::commands
