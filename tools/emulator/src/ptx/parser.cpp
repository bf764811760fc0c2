// The top of a module: everything that stands outside functions.
#include "ptx/parser.hpp"

#include <utility>

#include "ptx/constant_expression.hpp"
#include "ptx/function_parser.hpp"
#include "ptx/initialiser.hpp"
#include "ptx/lexer.hpp"
#include "ptx/locations.hpp"
#include "ptx/module_directives.hpp"
#include "ptx/module_symbols.hpp"
#include "ptx/variables.hpp"

namespace lockstep::ptx {
namespace {

struct alias {
  token name, target;
};

class module_parser {
 public:
  explicit module_parser(module& m) : module_(m), in_(m.text), locations_(m) {
    module_.files.emplace_back();
  }

  void parse() {
    const token first = in_.peek();
    if (first.kind != token_kind::directive || first.text != "version") {
      throw syntax_error(first.line,
                         "this is not PTX: expected '.version', found " + quoted(first));
    }
    while (in_.peek().kind != token_kind::end) {
      if (in_.accept(";")) continue;
      parse_directive(in_.expect(token_kind::directive, "a directive"));
    }
    for (const token& name : symbols_.referenced) {
      if (!symbols_.variables.count(name.text) && !symbols_.functions.count(name.text)) {
        throw syntax_error(name.line, quoted(name) + " is not declared");
      }
    }
    for (const alias& a : aliases_) give_body(a);
  }

 private:
  void parse_directive(const token& directive) {
    if (directive.text == "version") {
      module_.version = in_.expect(token_kind::number, "a version").text;
    } else if (directive.text == "target") {
      parse_target();
    } else if (directive.text == "address_size") {
      const std::uint32_t bits = parse_count(in_, "the size of an address");
      if (bits != 64) throw syntax_error(directive.line, "only 64-bit addresses are supported");
    } else if (directive.text == "file") {
      parse_file(in_, module_);
    } else if (directive.text == "section") {
      skip_section(in_);
    } else if (directive.text == "pragma") {
      skip_pragma(in_);
    } else if (directive.text == "alias") {
      parse_alias();
    } else if (const auto link = linkage_named(directive.text)) {
      parse_declaration(in_.expect(token_kind::directive, "a declaration"), *link);
    } else {
      parse_declaration(directive, linkage::internal);
    }
  }

  // sm_90, debug
  void parse_target() {
    token last = in_.expect(token_kind::word, "a target");
    const char* const begin = last.text.data();
    while (in_.accept(",")) last = in_.expect(token_kind::word, "a target");
    const char* const end = last.text.data() + last.text.size();
    module_.target = {begin, static_cast<std::size_t>(end - begin)};
  }

  void parse_declaration(const token& what, linkage link) {
    if (what.text == "entry" || what.text == "func") {
      function_parser(in_, module_, symbols_, locations_).parse(link, what.text == "entry");
      return;
    }
    const auto space = space_named(what.text);
    if (!space) throw syntax_error(what.line, "unknown directive " + quoted(what));
    if (*space == state_space::reg || *space == state_space::param) {
      throw syntax_error(what.line, quoted(what) + " can only be declared inside a function");
    }
    const declaration_head head = parse_head(in_, *space, link);
    do {
      parse_variable(head);
    } while (in_.accept(","));
    in_.expect(";");
  }

  void parse_variable(const declaration_head& head) {
    const declarator name = parse_declarator(in_);
    variable v = make_variable(head, name);
    const auto [entry, added] = symbols_.variables.emplace(
        name.name.text, static_cast<std::uint32_t>(module_.variables.size()));
    if (symbols_.functions.count(name.name.text)) {
      throw syntax_error(name.name.line, quoted(name.name) + " is declared as a function already");
    }
    if (in_.accept("=")) parse_initialiser(in_, head, name, symbols_, v);
    if (added) {
      module_.variables.push_back(std::move(v));
      return;
    }
    // `.extern` may say again what is, or will be, defined in this module.
    variable& known = module_.variables[entry->second];
    if (known.link != linkage::external && v.link != linkage::external) {
      throw syntax_error(name.name.line, quoted(name.name) + " is declared twice");
    }
    if (known.link == linkage::external) known = std::move(v);
  }

  void parse_alias() {
    alias a;
    a.name = in_.expect(token_kind::word, "a function's name");
    in_.expect(",");
    a.target = in_.expect(token_kind::word, "a function's name");
    in_.expect(";");
    aliases_.push_back(a);
  }

  // An alias becomes a function of its own with the same body: nothing that comes later need know
  // of aliases.
  void give_body(const alias& a) {
    const auto name = symbols_.functions.find(a.name.text);
    const auto target = symbols_.functions.find(a.target.text);
    for (const auto& [found, t] : {std::pair{name, a.name}, std::pair{target, a.target}}) {
      if (found == symbols_.functions.end()) {
        throw syntax_error(t.line, quoted(t) + " is not declared as a function");
      }
    }
    const function& original = module_.functions[target->second];
    function& copy = module_.functions[name->second];
    if (!copy.is_declaration || original.is_declaration) {
      throw syntax_error(a.name.line, ".alias needs a declared name and a defined function: " +
                                          quoted(a.name) + ", " + quoted(a.target));
    }
    const linkage link = copy.link;
    copy = original;
    copy.name = a.name.text;
    copy.link = link;
  }

  module& module_;
  lexer in_;
  location_table locations_;
  module_symbols symbols_;
  std::vector<alias> aliases_;
};

}  // namespace

syntax_error::syntax_error(std::uint32_t at, const std::string& message)
    : std::runtime_error("PTX line " + std::to_string(at) + ": " + message), line(at) {}

std::unique_ptr<module> parse(std::string text) {
  while (!text.empty() && text.back() == '\0') text.pop_back();
  auto result = std::make_unique<module>();
  result->text = std::move(text);
  module_parser(*result).parse();
  return result;
}

}  // namespace lockstep::ptx
