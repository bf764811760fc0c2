// Memory that the answer's process has at the same addresses: what it allocates there as pinned or
// managed. Device memory has the same addresses, too, but no bytes there.
#pragma once

#include <cstdint>

#include "../messages.hpp"

namespace lockstep::apart {

// Maps it; the descriptor, which the answer's process needs.
int make_shared_memory();
welcome_facts shared_memory_facts();

// Device memory, or memory that is shared.
bool is_shared(const void* address);
// What the shared memory holds now is remembered; how many bytes of it hold something else then.
// All bytes in use, if it is so much that to look at it would take long.
void remember_shared_memory();
std::uint64_t changed_in_shared_memory();
// An address of the host's where nothing is allocated, for one that means nothing here.
void* elsewhere();

}  // namespace lockstep::apart
