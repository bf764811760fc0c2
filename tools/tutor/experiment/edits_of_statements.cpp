// Statements: one that is missing, one too many, or in the wrong place.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {
namespace {

class statements {
 public:
  statements(const code& answer, std::vector<edit>& to) : code_(answer), to_(to) {}

  void collect() {
    const auto& all = code_.statements();
    for (std::size_t s = 0; s < all.size(); ++s) {
      const declaration* const function = code_.function_at(all[s].first);
      if (function == nullptr) continue;
      without(all[s]);
      for (const std::size_t further : {1, 2, 3}) {
        if (s + further >= all.size() || all[s + further - 1].last + 1 != all[s + further].begin)
          break;
        in_the_other_order(all[s], all[s + further], further);
      }
      for_the_block_together(all[s], *function);
      out_of_its_block(all[s]);
      into_the_block_beside(all[s]);
      if (function->is_device)
        for_fewer_threads(all[s]);
      else
        host_statement(all[s]);
      as_the_other_case(all[s]);
    }
    for (const declaration& one : code_.declarations())
      if (one.is_function && one.is_device) set_back_at_the_end(one);
    for (std::size_t i = 0; i < code_.tokens().size(); ++i) {
      if (code_.is(i, "if") && code_.is(i + 1, "(")) condition(i);
      if (code_.text(i).starts_with("cuda") && code_.is(i + 1, "(")) with_stream(i);
    }
  }

 private:
  std::size_t offset_of(std::size_t i) const { return code_.tokens()[i].offset; }

  void add(std::size_t offset, std::size_t end, std::string by, unsigned line, std::string cause,
           std::string otherwise, unsigned rank) {
    to_.push_back(
        {offset, end - offset, std::move(by), line, std::move(cause), std::move(otherwise), rank});
  }
  void insert(std::size_t before, std::string text, std::string cause, std::string otherwise,
              unsigned rank) {
    add(offset_of(before), offset_of(before), std::move(text), code_.line_of(before),
        std::move(cause), std::move(otherwise), rank);
  }

  void without(const statement& one) {
    const bool gives_a_value = code_.is(one.first, "return") && one.last != one.first + 1;
    if (one.declares || gives_a_value) return;
    add(offset_of(one.first), code_.end_of(one.last), ";", code_.line_of(one.first),
        "the statement on @ is to blame", "without it", code_.is(one.first, "return") ? 1 : 2);
  }

  // `next` stands `further` statements behind `one`.
  void in_the_other_order(const statement& one, const statement& next, std::size_t further) {
    if (one.block != next.block || one.is_guarded() || next.is_guarded()) return;
    if (declares_for(one, next)) return;
    const std::string between(code_.source().substr(
        code_.end_of(one.last), offset_of(next.begin) - code_.end_of(one.last)));
    const std::string first = code_.text(one.begin, one.last),
                      last = code_.text(next.begin, next.last);
    const std::size_t begin = offset_of(one.begin), end = code_.end_of(next.last);
    const std::string cause = "the statement on @ is in the wrong place";
    add(begin, end, between + last + " " + first, code_.line_of(one.begin), cause, "further down",
        further == 1 ? 2 : 4);
    if (further > 1)
      add(begin, end, last + " " + first + between, code_.line_of(next.begin), cause, "further up",
          4);
  }

  // Whether what stands up to `next` uses what `one` declares.
  bool declares_for(const statement& one, const statement& next) const {
    for (std::size_t k = one.first; k < one.last; ++k)
      for (std::size_t i = one.last + 1; code_.declares_here(k) && i < next.last; ++i)
        if (code_.text(i) == code_.text(k)) return true;
    return false;
  }

  // Where the `for (...)` or such begins whose block this brace opens; npos: it is of no such.
  std::size_t head_of(std::size_t brace) const {
    if (brace == 0 || !code_.is(brace - 1, ")")) return code::npos;
    const std::size_t open = code_.partner(brace - 1);
    if (open == code::npos || open == 0) return code::npos;
    const bool is_head =
        code_.is(open - 1, "for") || code_.is(open - 1, "while") || code_.is(open - 1, "if");
    return is_head ? open - 1 : code::npos;
  }

  std::string moved(std::size_t from, std::size_t to, std::size_t first, std::size_t last,
                    bool to_the_end) const {
    const std::string what = code_.text(first, last);
    std::string before(code_.source().substr(offset_of(from), offset_of(first) - offset_of(from)));
    std::string after(
        code_.source().substr(code_.end_of(last), code_.end_of(to) - code_.end_of(last)));
    return to_the_end ? before + after + " " + what : what + " " + before + after;
  }

  void out_of_its_block(const statement& one) {
    const std::size_t head = head_of(one.block), end = code_.partner(one.block);
    if (head == code::npos || end == code::npos || one.is_guarded()) return;
    const unsigned line = code_.line_of(one.first);
    const std::string cause = "the statement on @ is in the wrong place";
    if (one.begin == one.block + 1)
      add(offset_of(head), code_.end_of(end), moved(head, end, one.first, one.last, false), line,
          cause, "before the block around it", 3);
    if (one.last + 1 == end && !one.declares && !code_.is(end + 1, "else"))
      add(offset_of(head), code_.end_of(end), moved(head, end, one.first, one.last, true), line,
          cause, "after the block around it", 3);
  }

  void into_the_block_beside(const statement& one) {
    if (one.declares || one.is_guarded() || code_.is(one.first, "return")) return;
    const unsigned line = code_.line_of(one.first);
    const std::string cause = "the statement on @ is in the wrong place",
                      what = code_.text(one.first, one.last);
    if (code_.is(one.first - 1, "}") && head_of(code_.partner(one.first - 1)) != code::npos)
      add(offset_of(one.first - 1), code_.end_of(one.last), what + " }", line, cause,
          "in the block before it", 3);
    const std::size_t next = one.last + 1;
    const bool begins_block =
        (code_.is(next, "for") || code_.is(next, "while") || code_.is(next, "if")) &&
        code_.is(next + 1, "(") && code_.partner(next + 1) != code::npos;
    if (!begins_block) return;
    const std::size_t brace = code_.partner(next + 1) + 1;
    if (!code_.is(brace, "{")) return;
    add(offset_of(one.first), code_.end_of(brace), code_.text(next, brace) + " " + what, line,
        cause, "in the block behind it", 3);
  }

  void for_fewer_threads(const statement& one) {
    if (!one.is_guarded()) to_.push_back(barrier_before(code_, one));
    if (one.declares || code_.is(one.first, "return") ||
        code_.text(one.first).starts_with("__sync"))
      return;
    insert(one.first, "if (threadIdx.x == 0) ", "all threads execute the statement on @",
           "if one thread executes it alone", 3);
  }

  // return X; where all threads of the block need the same answer.
  void for_the_block_together(const statement& one, const declaration& function) {
    const bool gives_a_value = code_.is(one.first, "return") && one.last > one.first + 1;
    bool is_bool = false;
    for (std::size_t i = function.first; i < function.body && !code_.is(i, "("); ++i)
      is_bool = is_bool || code_.is(i, "bool");
    if (!gives_a_value || !is_bool || !function.is_device) return;
    const std::string value = code_.text(one.first + 1, one.last - 1);
    for (const char* vote : {"__syncthreads_and", "__syncthreads_or"})
      add(offset_of(one.first), code_.end_of(one.last), fmt::format("return {}({});", vote, value),
          code_.line_of(one.first), "each thread of the block gives its own answer on @",
          "with one for all of them", 0);
  }

  // What a kernel leaves behind for its next launch.
  void set_back_at_the_end(const declaration& function) {
    const auto& all = code_.statements();
    const auto last = std::find_if(all.rbegin(), all.rend(), [&](const statement& one) {
      return function.first < one.first && one.last < function.last;
    });
    if (last == all.rend()) return;
    for (const variable& one : code_.variables()) {
      if (one.type != "integer*" || one.from < function.first || one.from > function.body) continue;
      add(offset_of(function.last), offset_of(function.last),
          fmt::format("if (threadIdx.x == 0) *{} = 0; ", one.name), code_.line_of(last->first),
          fmt::format("`*{}` is not reset to 0 after @", one.name), "with 0 there", 3);
    }
  }

  void host_statement(const statement& one) {
    if (one.is_guarded()) return;
    after_waiting(one);
    after_clearing(one);
  }

  // What a launch is given to add to.
  void after_clearing(const statement& one) {
    std::size_t i = one.first;
    while (i < one.last && !code_.is(i, "<<<")) ++i;
    while (i < one.last && !code_.is(i, ">>>")) ++i;
    for (; i < one.last; ++i) {
      const variable* const given = code_.variable_at(i);
      if (given == nullptr || !given->type.ends_with("*") || given->type.ends_with("**") ||
          !(code_.is(i + 1, ",") || code_.is(i + 1, ")")))
        continue;
      insert(one.begin, fmt::format("(void)cudaMemset({0}, 0, sizeof *{0}); ", given->name),
             fmt::format("nothing sets `*{}` before the launch on @", given->name), "with 0 there",
             2);
    }
  }

  void after_waiting(const statement& one) {
    insert(one.begin, "(void)cudaDeviceSynchronize(); ", "nothing waits for the kernels before @",
           "with a wait there", 3);
  }

  // What follows an `if (...) ...;` as its `else`.
  void as_the_other_case(const statement& one) {
    const auto& all = code_.statements();
    const auto before = std::find_if(all.begin(), all.end(), [&](const statement& other) {
      return other.last + 1 == one.begin && other.block == one.block && other.is_guarded();
    });
    if (before == all.end() || !code_.is(before->begin, "if") || one.declares) return;
    insert(one.begin, "else ", "no `else` precedes the statement on @", "with one", 3);
  }

  void condition(std::size_t i) {
    const std::size_t open = i + 1, close = code_.partner(open);
    if (close == code::npos || close <= open + 1) return;
    const std::string inside = code_.text(open + 1, close - 1);
    add(offset_of(open + 1), code_.end_of(close - 1), "!(" + inside + ")", code_.line_of(i),
        "the condition on @ is to blame", "the other way round", 3);
  }

  // cudaEventRecord(event): in the default stream, though there is another one.
  void with_stream(std::size_t i) {
    const std::size_t close = code_.partner(i + 1);
    if (close == code::npos || close == i + 2) return;
    for (const variable* one : code_.visible(i, "cudaStream_t"))
      insert(close, fmt::format(", {}", one->name),
             fmt::format("`{}` on @ is to blame", code_.text(i)), "with another stream", 2);
  }

  const code& code_;
  std::vector<edit>& to_;
};

}  // namespace

void add_edits_of_statements(const code& answer, std::vector<edit>& to) {
  statements(answer, to).collect();
}

std::vector<replacement> replacements_of(const edit& one) {
  std::vector<replacement> all = one.more;
  all.push_back({one.offset, one.length, one.by});
  std::stable_sort(all.begin(), all.end(), [](const replacement& a, const replacement& b) {
    return a.offset + a.length > b.offset + b.length;
  });
  return all;
}

std::vector<edit> edits_of(const code& answer) {
  std::vector<edit> all;
  add_edits_of_words(answer, all);
  add_edits_of_operands(answer, all);
  add_edits_of_statements(answer, all);
  add_edits_of_loops(answer, all);
  add_edits_of_copies(answer, all);
  std::stable_sort(all.begin(), all.end(),
                   [](const edit& a, const edit& b) { return a.rank < b.rank; });
  return all;
}

}  // namespace lockstep::tutor::experiment
