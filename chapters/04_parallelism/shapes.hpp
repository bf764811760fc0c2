// The shapes of blocks that the chapter compares, in the order of the lesson.
#pragma once

#include <string>

struct shape {
  unsigned x, y;
  const char* group;
  unsigned threads() const { return x * y; }
  bool possible() const { return threads() <= 1024; }
  std::string name() const { return "(" + std::to_string(x) + "," + std::to_string(y) + ")"; }
};

inline constexpr shape shapes[] = {
    {32, 32, "square"}, {32, 16, "square"}, {16, 32, "square"}, {16, 16, "square"},
    {64, 2, "wide"},    {64, 4, "wide"},    {64, 8, "wide"},    {128, 2, "wide"},
    {128, 4, "wide"},   {128, 8, "wide"},   {256, 2, "wide"},   {256, 4, "wide"},
    {256, 8, "wide"},   {64, 1, "flat"},    {128, 1, "flat"},   {256, 1, "flat"},
    {32, 8, "narrow"},  {8, 32, "narrow"},  {4, 64, "narrow"},  {2, 128, "narrow"},
    {1, 256, "narrow"},
};
