// An answer's source, as far as an experiment has to understand it: its declarations, functions,
// statements and variables. It goes by the text, formatted as the sources of the course are: a
// binary operator has blanks around it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/tokens.hpp"

namespace lockstep::tutor::experiment {

// A function, a variable, a type: what stands at the outermost level.
struct declaration {
  std::size_t first = 0, last = 0;  // tokens, both of them its own
  std::string_view name;            // that it declares; empty: not known
  bool is_function = false, is_device = false;
  std::size_t body = 0;  // of a function: its opening brace
};

// A statement that ends with a semicolon.
struct statement {
  std::size_t begin = 0;  // of `if (...)` or such before it, if it has no braces
  std::size_t first = 0, last = 0;
  std::size_t block = 0;  // the brace that opens the block around it
  bool declares = false;

  bool is_guarded() const { return begin != first; }
};

struct variable {
  std::string_view name;
  std::string type;              // without `const` and `&`; "unsigned" and the like are "integer"
  std::size_t from = 0, to = 0;  // tokens between which it is visible
  bool points_to_const = false;
};

// `#pragma unroll` and the like, which are no tokens.
struct pragma {
  std::size_t offset = 0;  // of `#`
  std::string_view text;   // all of it
  std::string_view says;   // "unroll 4"
  std::size_t before = 0;  // the token that it stands before
};

class code {
 public:
  explicit code(std::string_view source);

  std::string_view source() const { return source_; }
  const std::vector<token>& tokens() const { return tokens_; }
  std::string_view text(std::size_t index) const;
  bool is(std::size_t index, std::string_view text_there) const {
    return text(index) == text_there;
  }
  unsigned line_of(std::size_t index) const;
  std::size_t end_of(std::size_t index) const;  // offset
  // The text from the beginning of token `first` to the end of token `last`.
  std::string text(std::size_t first, std::size_t last) const;
  // The bracket of any kind that closes, or opens, the one at `index`; npos: there is none.
  std::size_t partner(std::size_t index) const { return partner_[index]; }

  const std::vector<declaration>& declarations() const { return declarations_; }
  const declaration* function_at(std::size_t index) const;
  const std::vector<statement>& statements() const { return statements_; }
  const std::vector<variable>& variables() const { return variables_; }
  // Those visible at a token.
  std::vector<const variable*> visible(std::size_t index, std::string_view type) const;
  const variable* variable_at(std::size_t index) const;  // that the token names
  bool declares_here(std::size_t index) const { return declares_[index]; }
  // From the first token of the value of the constant that the token names up to the one behind it;
  // nothing if it names no constant with `= ...`.
  struct range {
    std::size_t first = 0, end = 0;
    bool is_empty() const { return first == end; }
  };
  range value_of_constant(std::size_t index) const;
  const std::vector<pragma>& pragmas() const { return pragmas_; }
  // What a pragma just before the token says: "unroll 4"; empty if there is none.
  std::string_view pragma_before(std::size_t index) const;

  static constexpr std::size_t npos = ~std::size_t{0};

 private:
  void find_partners();
  void find_pragmas();
  void find_declarations();
  void finish(std::size_t first, std::size_t last);
  void find_statements(const declaration& of);
  void find_variables(const declaration& of);
  std::size_t after_type(std::size_t index, std::string& type) const;

  std::string_view source_;
  std::vector<token> tokens_;
  std::vector<std::size_t> partner_;
  std::vector<declaration> declarations_;
  std::vector<statement> statements_;
  std::vector<variable> variables_;
  std::vector<bool> declares_;
  std::vector<std::size_t> line_begins_;
  std::vector<pragma> pragmas_;
};

}  // namespace lockstep::tutor::experiment
