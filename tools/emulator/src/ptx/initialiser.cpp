#include "ptx/initialiser.hpp"

#include <bit>
#include <string>

#include "ptx/constant_expression.hpp"
#include "ptx/parser.hpp"

namespace lockstep::ptx {
namespace {

// Bytes of all initial values of a module together. More cannot be meant, and would be ours to
// allocate.
constexpr std::uint64_t most_initial_bytes = std::uint64_t{256} << 20;

class initialiser {
 public:
  initialiser(lexer& in, const declaration_head& head, const declarator& declared,
              module_symbols& symbols, variable& v)
      : in_(in), symbols_(symbols), variable_(v), element_(size_of(head.type)) {
    dimensions_ = declared.dimensions;
    if (head.width > 1) dimensions_.push_back(head.width);
  }

  void parse() {
    if (element_ == 0) {
      throw syntax_error(in_.peek().line, "a variable of this type cannot have an initial value");
    }
    if (!dimensions_.empty()) {
      const std::uint64_t count = parse_level(0, 0);
      if (dimensions_[0] == 0) variable_.size = count * stride(0);
    } else if (in_.accept("{")) {
      parse_element(0);
      in_.expect("}");
    } else {
      parse_element(0);
    }
  }

 private:
  std::uint64_t stride(std::size_t level) const {
    std::uint64_t bytes = element_;
    for (std::size_t i = level + 1; i < dimensions_.size(); ++i) bytes *= dimensions_[i];
    return bytes;
  }

  // One pair of braces; the number of elements in it.
  std::uint64_t parse_level(std::size_t level, std::uint64_t offset) {
    const std::uint64_t step = stride(level), limit = dimensions_[level];
    const bool open_ended = level == 0 && limit == 0;
    std::uint64_t count = 0;
    in_.expect("{");
    if (in_.accept("}")) return 0;
    do {
      if (count == limit && !open_ended) {
        throw syntax_error(in_.peek().line, quoted({token_kind::word, variable_.name}) +
                                                " has more initial values than elements");
      }
      if (level + 1 < dimensions_.size()) {
        parse_level(level + 1, offset);
      } else {
        parse_element(offset);
      }
      ++count;
      offset += step;
    } while (in_.accept(","));
    in_.expect("}");
    return count;
  }

  void parse_element(std::uint64_t offset) {
    if (in_.peek().kind == token_kind::word) {
      parse_address(offset);
      return;
    }
    const std::uint32_t line = in_.peek().line;
    const constant value = parse_constant(in_);
    if (in_.peek().is("(") && !value.real) {
      parse_masked_address(offset, value.value, line);
    } else {
      store(offset, bits_of(value, line));
    }
  }

  // 0xFF(symbol), 0xFF00(symbol), ...: the bytes of an address, one after the other from the
  // lowest, where a packed structure has a pointer. They are gathered into one reference.
  void parse_masked_address(std::uint64_t offset, std::uint64_t mask, std::uint32_t line) {
    in_.expect("(");
    symbol_reference next = parse_reference(offset, 1);
    in_.expect(")");
    auto& all = variable_.references;
    if (mask == 0xFF) {
      all.push_back(next);
    } else {
      const bool continues = !all.empty() && all.back().bytes < 8 &&
                             mask == std::uint64_t{0xFF} << 8 * all.back().bytes &&
                             all.back().offset + all.back().bytes == offset &&
                             all.back().symbol == next.symbol && all.back().addend == next.addend &&
                             all.back().generic == next.generic;
      if (!continues) {
        throw syntax_error(line, "the bytes of an address must follow each other, from 0xFF on");
      }
      ++all.back().bytes;
    }
    store(offset, 0);
  }

  void parse_address(std::uint64_t offset) {
    variable_.references.push_back(parse_reference(offset, element_));
    store(offset, 0);
  }

  // symbol, symbol + 4, generic(symbol) + 4
  symbol_reference parse_reference(std::uint64_t offset, std::size_t bytes) {
    symbol_reference reference;
    reference.offset = offset;
    reference.bytes = static_cast<std::uint8_t>(bytes);
    token name = in_.expect(token_kind::word, "a name");
    reference.generic = name.text == "generic" && in_.accept("(");
    if (reference.generic) {
      name = in_.expect(token_kind::word, "a name");
      reference.addend = parse_addend();
      in_.expect(")");
    }
    reference.addend = static_cast<std::int64_t>(static_cast<std::uint64_t>(reference.addend) +
                                                 static_cast<std::uint64_t>(parse_addend()));
    reference.symbol = name.text;
    symbols_.referenced.push_back(name);
    return reference;
  }

  std::int64_t parse_addend() {
    if (!in_.peek().is("+") && !in_.peek().is("-")) return 0;
    return parse_integer(in_, "a number of bytes");
  }

  std::uint64_t bits_of(const constant& c, std::uint32_t line) const {
    const scalar type = variable_.type;
    const bool is_float = type == scalar::f32 || type == scalar::f64;
    if (!c.real && !is_float) return c.value;
    if (c.real && !is_float) {
      if (c.bits == element_ * 8) return c.value;
      throw syntax_error(line, "a fraction cannot be the initial value of this type");
    }
    if (c.real && c.bits == element_ * 8) return c.value;
    const double value = !c.real        ? static_cast<double>(static_cast<std::int64_t>(c.value))
                         : c.bits == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(c.value))
                                        : std::bit_cast<double>(c.value);
    if (type == scalar::f64) return std::bit_cast<std::uint64_t>(value);
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }

  void store(std::uint64_t offset, std::uint64_t bits) {
    auto& initial = variable_.initial;
    const std::uint64_t end = offset + element_;
    if (end > initial.size()) {
      if (end - initial.size() > most_initial_bytes - symbols_.initial_bytes) {
        throw syntax_error(in_.peek().line, "the initial values of this module exceed " +
                                                std::to_string(most_initial_bytes >> 20) + " MiB");
      }
      symbols_.initial_bytes += end - initial.size();
      initial.resize(end);
    }
    for (std::size_t i = 0; i < element_ && i < 8; ++i) {
      initial[offset + i] = static_cast<std::byte>(bits >> (8 * i));
    }
  }

  lexer& in_;
  module_symbols& symbols_;
  variable& variable_;
  const std::size_t element_;
  std::vector<std::uint64_t> dimensions_;
};

}  // namespace

void parse_initialiser(lexer& in, const declaration_head& head, const declarator& declared,
                       module_symbols& symbols, variable& v) {
  initialiser(in, head, declared, symbols, v).parse();
}

}  // namespace lockstep::ptx
