// The lines of a source file as words, so far as it can be seen without a parser.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

using numbers_of_lines = std::vector<unsigned>;  // counted from 1

// Comments and the text of literals as spaces; line ends stay.
std::string code_of(std::string source);

// "printf puts": the words between spaces.
std::vector<std::string> words_of_list(const std::string& names);

bool is_of_name(char c);
// Where the name stands as a word, from `from` on; npos: nowhere.
std::size_t find_word(const std::string& text, const std::string& name, std::size_t from = 0);
// What comes behind position `at` in the line, without subscripts and spaces.
std::string_view behind(const std::string& line, std::size_t at);

bool is_mentioned(const std::string& line, const std::string& name);
bool is_assigned(const std::string& line, const std::string& name);
bool is_called(const std::string& line, const std::string& name);
// As a function, at the left margin, behind its type.
bool is_defined(const std::string& line, const std::string& name);
// `short numbers[80];`, `int sum = 0, other;`: a type stands before the name.
bool is_declared(const std::string& line, const std::string& name);
// `name<<<` or `name<arguments><<<` stands in the line.
bool launches(const std::string& line, const std::string& name);

numbers_of_lines lines_with(const std::vector<std::string>& lines, const std::string& name,
                            bool (*holds)(const std::string&, const std::string&));
// The nearest line of the function, from `line` up, that assigns to the name; 0: none.
unsigned line_that_assigns(const std::vector<std::string>& lines, const std::string& name,
                           unsigned line);

}  // namespace lockstep::tutor
