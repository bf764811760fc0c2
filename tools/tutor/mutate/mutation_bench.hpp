// Compiles and grades one changed solution, in a folder of its own, with the commands of the build.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "context.hpp"
#include "grading/answer_recipe.hpp"

namespace lockstep::tutor {

class mutation_bench {
 public:
  // Builds the solution's grader first, so that everything but the answer is there.
  mutation_bench(const context& all, const exercise& exercise);

  const std::string& source() const { return source_; }

  enum class fate { killed, survived, same_code, does_not_compile, not_judged };
  struct result {
    fate is = fate::survived;
    std::string headline;  // of the verdict
    double seconds = 0;    // that the grader ran
  };

  // Compiles the solution as it is, and grades it: throws failure if it does not pass.
  void prepare();
  result judge(const std::string& changed_source) const;

 private:
  // What was compiled, without what depends on names: PTX, and the host's code and data.
  struct code {
    std::string device, host;
    bool operator==(const code&) const = default;
  };
  std::optional<code> compile(const std::string& text, const std::filesystem::path& folder) const;
  result grade_in(const std::filesystem::path& folder) const;

  context all_;
  const exercise& exercise_;
  answer_recipe recipe_;
  std::string source_;
  code original_;
};

}  // namespace lockstep::tutor
