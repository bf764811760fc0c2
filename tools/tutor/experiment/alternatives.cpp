#include "experiment/alternatives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "experiment/copies.hpp"

namespace lockstep::tutor::experiment {
namespace {

// A source in which the answer stands in a namespace of its own, with alternatives further in.
class nested_source {
 public:
  nested_source(const code& answer, const borrowed& more, const std::vector<std::string>& shared)
      : answer_(answer), split_up_(split(answer.source())) {
    text_ = split_up_.hoisted + more.includes;
    std::string& rest = split_up_.rest;
    for (const declaration& one : answer.declarations()) {
      if (one.is_function || std::find(shared.begin(), shared.end(), one.name) == shared.end())
        continue;
      const std::size_t begin = offset_of(answer, one.first), end = answer.end_of(one.last);
      text_ += rest.substr(begin, end - begin) + "\n";
      rest.replace(begin, end - begin, std::string(end - begin, ' '));
    }
    add("answer.cu", without_lookup_by_arguments(answer, rest));
    if (!more.declarations.empty())
      add(of_solution, without_lookup_by_arguments(answer, more.declarations));
  }

  bool is_possible() const { return split_up_.is_simple; }
  const std::string& text() const { return text_; }

  void add(std::string_view file, const std::string& declarations) {
    text_ += fmt::format("namespace {} {{\n#line 1 \"{}\"\n{}\n}}\n", original, file, declarations);
  }

  void add_alternative(std::size_t number, const std::string& declarations) {
    text_ += fmt::format("namespace {0} {{ namespace {1}{2} {{\n#line 1 \"{1}{2}\"\n{3}}} }}\n",
                         original, alternative, number, declarations);
  }

  std::string copy(const declaration& of, const edit& with) const {
    return without_lookup_by_arguments(answer_, copy_of(answer_, of, with, split_up_.rest)) + "\n";
  }

 private:
  const code& answer_;
  directives split_up_;
  std::string text_;
};

// Whether `instance`, "void f<8>(int*)", is one of a template with that name.
bool is_instance_of(std::string_view instance, std::string_view name) {
  const auto at = instance.find(' ') + 1;
  return instance.substr(at).starts_with(name) &&
         instance.substr(at + name.size()).starts_with("<");
}

// What makes the compiler form them, unless the answer does so itself.
std::string instances_of(const code& answer, std::string_view kernel,
                         const std::vector<std::string>& instances) {
  std::string text;
  for (const declaration& one : answer.declarations())
    for (std::size_t i = one.first; is_explicit_instance(answer, one) && i <= one.last; ++i)
      if (answer.is(i, kernel)) return text;
  for (const std::string& one : instances)
    if (is_instance_of(one, kernel)) text += "template __global__ " + one + ";\n";
  return text;
}

}  // namespace

std::string source_with(const code& answer, const std::vector<edit>& edits,
                        const std::vector<std::string>& shared, const borrowed& more) {
  nested_source made(answer, more, shared);
  if (!made.is_possible()) return {};
  for (std::size_t a = 0; a < edits.size(); ++a) {
    if (edits[a].is_left_out) continue;
    std::string copies;
    for (const std::size_t d : affected(answer, edits[a]))
      copies += made.copy(answer.declarations()[d], edits[a]);
    made.add_alternative(a, copies);
  }
  return made.text();
}

std::string kernel_source_with(const code& answer, const std::vector<edit>& edits,
                               const std::vector<std::string>& instances, const borrowed& more) {
  nested_source made(answer, more, {});
  if (!made.is_possible()) return {};
  std::string of_original;
  for (const declaration& one : answer.declarations())
    if (is_kernel(answer, one)) of_original += instances_of(answer, one.name, instances);
  if (!of_original.empty()) made.add("answer.cu", of_original);
  for (std::size_t a = 0; a < edits.size(); ++a) {
    if (edits[a].is_left_out || !changes_kernels(answer, edits[a])) continue;
    std::string copies;
    for (const std::size_t d : affected(answer, edits[a])) {
      const declaration& copied = answer.declarations()[d];
      if (copied.is_function && !copied.is_device) continue;
      copies += made.copy(copied, edits[a]);
      if (is_kernel(answer, copied)) copies += instances_of(answer, copied.name, instances);
    }
    made.add_alternative(a, copies);
  }
  return made.text();
}

bool is_explicit_instance(const code& answer, const declaration& one) {
  return answer.is(one.first, "template") && !answer.is(one.first + 1, "<");
}

bool is_kernel(const code& answer, const declaration& one) {
  for (std::size_t i = one.first; one.is_function && i < one.body; ++i)
    if (answer.is(i, "__global__")) return true;
  return false;
}

bool changes_kernels(const code& answer, const edit& one) {
  const auto changed = affected(answer, one);
  return std::any_of(changed.begin(), changed.end(), [&](std::size_t d) {
    return answer.declarations()[d].is_function && answer.declarations()[d].is_device;
  });
}

cost cost_of(const code& answer, const edit& one) {
  constexpr std::size_t device_costs = 5;
  cost sum;
  std::size_t instantiations = 0;  // "template void sums(int*);"
  for (const std::size_t d : affected(answer, one)) {
    const declaration& copied = answer.declarations()[d];
    if (is_explicit_instance(answer, copied)) ++instantiations;
    sum.amount += (copied.last - copied.first) * (copied.is_device ? device_costs : 1);
    sum.is_on_device = sum.is_on_device || copied.is_device;
  }
  // What is compiled for three types costs as much as three functions.
  sum.amount *= std::max<std::size_t>(instantiations, 1);
  return sum;
}

bool borrowed_is_faulty(const std::string& compiler_output) {
  return compiler_output.find(of_solution) != std::string::npos;
}

std::vector<std::size_t> faulty_ones(const std::string& compiler_output) {
  static const std::regex place(
      R"((?:lockstep_alternative_(\d+)[(:]\d+)|(?:at line \d+ of "?lockstep_alternative_(\d+)))");
  std::set<std::size_t> found;
  for (std::sregex_iterator at(compiler_output.begin(), compiler_output.end(), place), end;
       at != end; ++at)
    found.insert(std::stoul((*at)[(*at)[1].matched ? 1 : 2]));
  return {found.begin(), found.end()};
}

}  // namespace lockstep::tutor::experiment
