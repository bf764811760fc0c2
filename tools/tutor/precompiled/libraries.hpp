// Headers of libraries that most files include, compiled once. Every file still includes what it
// uses.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>
