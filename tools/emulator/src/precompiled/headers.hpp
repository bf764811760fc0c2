// Headers of others that most files include, compiled once. Every file still includes what it uses.
#include <driver_types.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>
