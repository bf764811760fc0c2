// The words of a source line, as far as a supposition is about one of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::grader::diagnosis {

// Identifiers with their members ("blockIdx.x"), numbers and operators; no comments, no text in
// quotes.
[[nodiscard]] std::vector<std::string> words_of(std::string_view line);

// "31", "0xFF", or a macro such as "INT_MAX".
[[nodiscard]] bool is_number(std::string_view word);

// The one word of the line that the compiler can have made PTX's `word` of ("lt", "%ctaid.x",
// "add"): "<", "blockIdx.x", "+=". Empty if there is none, or more than one.
[[nodiscard]] std::string word_behind(std::string_view ptx_word,
                                      const std::vector<std::string>& line);

// Whether the constant is a mask that the compiler makes of a division and a multiplication by the
// same power of two: -32 of `t / 32 * 32`. No number of the source stands for it alone.
[[nodiscard]] bool is_mask_of_compiler(std::string_view value, std::string_view line);

// The one number of the line that the compiler can have made the constant `value` of: the only one
// there is, or the only one of that value or next to it. Empty if there are several.
[[nodiscard]] std::string number_behind(std::string_view value,
                                        const std::vector<std::string>& line);

// Where the file gives the name a value that the compiler knows; 0: nowhere.
[[nodiscard]] unsigned line_of_constant(const std::string& file, const std::string& name);

// Line `number`, counted from 1; empty if the file cannot be read.
[[nodiscard]] std::string line_of_file(const std::string& file, unsigned number);

}  // namespace lockstep::grader::diagnosis
