#include <doctest/doctest.h>
#include <lockstep/compare.hpp>
