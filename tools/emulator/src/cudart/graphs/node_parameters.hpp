// The parameters of nodes as the API gives them, made into work.
#pragma once

#include <driver_types.h>

#include "cudart/streams/work.hpp"

namespace lockstep::cudart {

// All throw failure. The work is checked; an event is only looked up.
kernel_work work_of(const char* call, const cudaKernelNodeParams& parameters);
copy_work work_of(const char* call, const cudaMemcpy3DParms& parameters);
fill_work work_of(const char* call, const cudaMemsetParams& parameters);
host_work work_of(const char* call, const cudaHostNodeParams& parameters);
// A copy of the graph, in the hands of the node.
child_graph_work work_of(const char* call, cudaGraph_t child);
// Of any type; what is not supported is refused by name. Writes the address of an allocation.
work work_of(const char* call, cudaGraphNodeParams& parameters);

// The same as the program gave them. `arguments` must live as long as what is returned.
cudaKernelNodeParams parameters_of(const kernel_work& kernel, std::vector<void*>& arguments);

// Another kernel in the place of one; the attributes of the node stay.
void replace_kernel(kernel_work& old, kernel_work now);

cudaGraphNodeType type_of(const work& what);

}  // namespace lockstep::cudart
