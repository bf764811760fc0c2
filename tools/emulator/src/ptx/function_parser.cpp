#include "ptx/function_parser.hpp"

#include <string>
#include <utility>

#include "ptx/constant_expression.hpp"
#include "ptx/initialiser.hpp"
#include "ptx/module_directives.hpp"
#include "ptx/parameter_copies.hpp"
#include "ptx/parser.hpp"
#include "ptx/variables.hpp"

namespace lockstep::ptx {

void function_parser::parse(linkage link, bool is_entry) {
  function_.link = link;
  function_.is_entry = is_entry;
  function_.ptx_line = in_.peek().line;
  scopes_.open(function_.ptx_line);  // of the parameters
  parse_header();

  function_.is_declaration = !in_.peek().is("{");
  if (function_.is_declaration) {
    in_.expect(";");
  } else {
    parse_body();
    keep_on_stack(function_);
  }
  function& known = module_.functions[symbols_.functions.at(function_.name)];
  if (function_.is_declaration && !known.name.empty()) return;  // said once more
  if (function_.link == linkage::internal) function_.link = known.link;
  known = std::move(function_);
}

void function_parser::parse_header() {
  parse_directives();
  if (in_.peek().is("(")) function_.results = parse_parameters();
  const token name = in_.expect(token_kind::word, "the function's name");
  function_.name = name.text;
  announce(name);
  if (in_.peek().is("(")) function_.parameters = parse_parameters();
  parse_directives();
}

// From here on the name can be called: by the function itself, too.
void function_parser::announce(const token& name) {
  if (symbols_.variables.count(name.text)) {
    throw syntax_error(name.line, quoted(name) + " is declared as a variable already");
  }
  const auto index = static_cast<std::uint32_t>(module_.functions.size());
  const auto [entry, added] = symbols_.functions.emplace(name.text, index);
  if (added) {
    module_.functions.emplace_back();
    module_.functions.back().is_declaration = true;
  }
}

std::vector<std::uint32_t> function_parser::parse_parameters() {
  std::vector<std::uint32_t> result;
  in_.expect("(");
  if (in_.accept(")")) return result;
  do {
    const token space = in_.expect(token_kind::directive, "'.param'");
    if (space.text != "param") {
      throw syntax_error(space.line,
                         "parameters in " + quoted(space) + " are not supported, only in '.param'");
    }
    const declaration_head head = parse_head(in_, state_space::param, linkage::internal);
    const declarator name = parse_declarator(in_);
    const auto index = static_cast<std::uint32_t>(function_.variables.size());
    function_.variables.push_back(make_variable(head, name));
    scopes_.declare(name.name, {.kind = symbol::kind_t::variable, .index = index});
    result.push_back(index);
  } while (in_.accept(","));
  in_.expect(")");
  return result;
}

// Up to three numbers; those left out are 1.
void function_parser::parse_dimensions(std::uint32_t (&into)[3]) {
  into[0] = parse_count(in_, "a number of threads or blocks");
  into[1] = into[2] = 1;
  for (int i = 1; i < 3 && in_.accept(","); ++i) {
    into[i] = parse_count(in_, "a number of threads or blocks");
  }
}

void function_parser::parse_directives() {
  while (in_.peek().kind == token_kind::directive) {
    const token word = in_.next();
    if (word.text == "maxntid") {
      parse_dimensions(function_.max_threads);
    } else if (word.text == "reqntid") {
      parse_dimensions(function_.required_threads);
    } else if (word.text == "reqnctapercluster") {
      parse_dimensions(function_.cluster);
    } else if (word.text == "pragma") {
      skip_pragma(in_);
    } else if (word.text == "minnctapersm" || word.text == "maxnctapersm" ||
               word.text == "maxnreg" || word.text == "maxclusterrank" ||
               word.text == "abi_preserve" || word.text == "abi_preserve_control") {
      parse_count(in_, "a number");  // advice to ptxas
    } else if (word.text == "attribute") {
      skip_parentheses(in_);
    } else if (word.text != "noreturn" && word.text != "explicitcluster" &&
               word.text != "blocksareclusters") {
      throw syntax_error(word.line, "unknown directive " + quoted(word) + " of a function");
    }
  }
}

void function_parser::parse_body() {
  const token name{token_kind::word, function_.name, function_.ptx_line};
  if (!module_.functions[symbols_.functions.at(name.text)].is_declaration) {
    throw syntax_error(name.line, "the function " + quoted(name) + " is defined twice");
  }
  locations_.begin_function();
  in_.expect("{");
  scopes_.open(name.line);
  while (scopes_.depth() > 1) parse_statement();
  scopes_.close();
  for (instruction& i : function_.body) {
    if (i.location != 0) break;
    i.location = locations_.first();
  }
}

void function_parser::parse_statement() {
  const token first = in_.next();
  if (first.is("{")) {
    scopes_.open(first.line);
  } else if (first.is("}")) {
    scopes_.close();
  } else if (first.is(";")) {
    // nothing: allowed
  } else if (first.is("@")) {
    const bool negated = in_.accept("!");
    const std::int32_t guard = operands_.parse_guard();
    parse_instruction(in_.expect(token_kind::word, "an instruction"), guard, negated);
  } else if (first.kind == token_kind::directive) {
    parse_directive(first);
  } else if (first.kind == token_kind::word) {
    if (in_.accept(":")) {
      parse_label(first);
    } else {
      parse_instruction(first, -1, false);
    }
  } else if (first.kind == token_kind::end) {
    throw syntax_error(first.line, "the text ends inside the function " +
                                       quoted({token_kind::word, function_.name}));
  } else {
    throw syntax_error(first.line, "expected an instruction, found " + quoted(first));
  }
}

void function_parser::parse_directive(const token& directive) {
  if (directive.text == "loc") {
    locations_.parse_loc(in_);
  } else if (directive.text == "reg") {
    parse_registers();
  } else if (directive.text == "pragma") {
    if (parse_pragma(in_))
      function_.rolled.push_back(static_cast<std::uint32_t>(function_.body.size()));
  } else if (directive.text == "file") {
    parse_file(in_, module_);
  } else if (directive.text == "section") {
    skip_section(in_);
  } else if (const auto link = linkage_named(directive.text)) {
    const token space = in_.expect(token_kind::directive, "a state space");
    const auto named = space_named(space.text);
    if (!named) throw syntax_error(space.line, "expected a state space, found " + quoted(space));
    parse_variables(*named, *link);
  } else if (const auto space = space_named(directive.text)) {
    parse_variables(*space, linkage::internal);
  } else {
    throw syntax_error(directive.line, "unknown directive " + quoted(directive));
  }
}

void function_parser::parse_variables(state_space space, linkage link) {
  const declaration_head head = parse_head(in_, space, link);
  // Global and constant variables live as long as the module, wherever they are declared.
  const bool of_module = space == state_space::global || space == state_space::constant;
  std::vector<variable>& variables = of_module ? module_.variables : function_.variables;
  do {
    const declarator name = parse_declarator(in_);
    variable v = make_variable(head, name);
    if (in_.accept("=")) parse_initialiser(in_, head, name, symbols_, v);
    scopes_.declare(name.name,
                    {.kind = of_module ? symbol::kind_t::module_variable : symbol::kind_t::variable,
                     .index = static_cast<std::uint32_t>(variables.size())});
    variables.push_back(std::move(v));
  } while (in_.accept(","));
  in_.expect(";");
}

void function_parser::parse_registers() {
  const declaration_head head = parse_head(in_, state_space::reg, linkage::internal);
  const symbol what{.kind = symbol::kind_t::reg, .type = head.type, .width = head.width};
  do {
    const token name = in_.expect(token_kind::word, "a register's name");
    if (in_.accept("<")) {
      const token count = in_.expect(token_kind::number, "a number of registers");
      const std::uint64_t value = parse_number(count).value;
      scopes_.declare_registers(name, value, what);
      in_.expect(">");
    } else {
      scopes_.declare(name, what);
    }
  } while (in_.accept(","));
  in_.expect(";");
}

void function_parser::parse_label(const token& name) {
  const std::string_view directive =
      in_.peek().kind == token_kind::directive ? in_.peek().text : std::string_view();
  if (directive == "branchtargets") {
    parse_branch_targets(name);
  } else if (directive == "callprototype" || directive == "calltargets") {
    // A call through a register checks its callee's own parameters, so these add nothing.
    while (!in_.peek().is(";") && in_.peek().kind != token_kind::end) in_.next();
    in_.expect(";");
    scopes_.declare(name, {.kind = symbol::kind_t::prototype, .index = 0});
  } else {
    scopes_.place_label(name);
  }
}

void function_parser::parse_branch_targets(const token& name) {
  in_.next();
  const auto list = static_cast<std::uint32_t>(function_.branch_targets.size());
  function_.branch_targets.emplace_back();
  function_.branch_target_names.push_back(name.text);
  do {
    scopes_.use_label_of_list(list, in_.expect(token_kind::word, "a label"));
  } while (in_.accept(","));
  in_.expect(";");
  scopes_.declare(name, {.kind = symbol::kind_t::branch_targets, .index = list});
}

void function_parser::parse_instruction(const token& opcode, std::int32_t guard, bool negated) {
  instruction i;
  i.ptx_line = opcode.line;
  // A trap of the compiler's own stands in no line.
  if (opcode.text != "trap" || !locations_.is_made_up()) i.location = locations_.current();
  i.guard = guard;
  i.guard_negated = negated;
  i.opcode = opcode.text;
  while (in_.peek().kind == token_kind::directive) i.modifiers.push_back(in_.next().text);
  i.operands = operands_.parse_all(opcode.text == "call");
  const auto index = static_cast<std::uint32_t>(function_.body.size());
  if (operands_.waits_for_labels()) scopes_.use_labels_of_instruction(index);
  function_.body.push_back(std::move(i));
}

}  // namespace lockstep::ptx
