// Text on a terminal: how wide it is, where it is broken, where it is cut off.
#include "terminal/styled_text.hpp"

#include <doctest/doctest.h>

using namespace lockstep::tutor;
using lines = std::vector<std::string>;

TEST_CASE("colours and links take no column, wide characters two") {
  CHECK(columns("abc") == 3);
  CHECK(columns("\033[1;31mabc\033[0m") == 3);
  CHECK(columns(hyperlink("file:///a/b", "b")) == 1);
  CHECK(columns("\u00e9") == 1);
  CHECK(columns("\u5f52\u7ea6") == 4);
}

TEST_CASE("lines are broken between words, and inside one that is too long") {
  CHECK(wrapped("one two three", 8) == lines{"one two", "three"});
  CHECK(wrapped("one two three", 7) == lines{"one two", "three"});
  CHECK(wrapped("abcdefgh", 3) == lines{"abc", "def", "gh"});
  CHECK(wrapped("one  two", 3) == lines{"one", "two"});
  CHECK(wrapped("", 10) == lines{""});
}

TEST_CASE("text without spaces is broken between wide characters, not before punctuation") {
  CHECK(wrapped("一二三四", 6) == lines{"一二三", "四"});
  CHECK(wrapped("一二三四", 7) == lines{"一二三", "四"});
  CHECK(wrapped("一二三，四", 6) == lines{"一二", "三，四"});
  CHECK(wrapped("一二（三", 6) == lines{"一二", "（三"});
  CHECK(wrapped("使用 nvcc 编译", 9) == lines{"使用 nvcc", "编译"});
  CHECK(wrapped("共abc个", 5) == lines{"共abc", "个"});
  CHECK(wrapped("任务  一二三四五", 14, 6) == lines{"任务  一二三四", "      五"});
}

TEST_CASE("what goes on is indented as the first line") {
  CHECK(wrapped("  one two", 6) == lines{"  one", "  two"});
  CHECK(wrapped("\tx", 10) == lines{"    x"});
}

TEST_CASE("what goes on is indented further where that is wanted") {
  CHECK(wrapped("-> one two", 8, 3) == std::vector<std::string>{"-> one", "   two"});
}

TEST_CASE("a colour goes on in the next line, and ends with each") {
  CHECK(wrapped("\033[1mone two\033[0m x", 4) ==
        lines{"\033[1mone\033[0m", "\033[1mtwo\033[0m", "x"});
}

TEST_CASE("text is cut off at a column, colours are not") {
  CHECK(cut("abcdef", 3) == "abc");
  CHECK(cut("abc", 3) == "abc");
  CHECK(cut("\033[1mabcdef\033[0m", 3) == "\033[1mabc\033[0m\033[0m");
  CHECK(cut("a\u5f52", 2) == "a");
}
