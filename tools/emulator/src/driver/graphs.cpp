// Graphs: what the runtime has, by the driver's names.
#include "driver/call.hpp"

using namespace lockstep::driver;

SAME_AS(cuGraphCreate, cudaGraphCreate)
SAME_AS(cuGraphDestroy, cudaGraphDestroy)
SAME_AS(cuGraphClone, cudaGraphClone)
SAME_AS(cuGraphNodeFindInClone, cudaGraphNodeFindInClone)
SAME_AS(cuGraphNodeGetType, cudaGraphNodeGetType)
SAME_AS(cuGraphGetNodes, cudaGraphGetNodes)
SAME_AS(cuGraphGetRootNodes, cudaGraphGetRootNodes)
SAME_AS(cuGraphGetEdges, cudaGraphGetEdges)
SAME_AS(cuGraphNodeGetDependencies, cudaGraphNodeGetDependencies)
SAME_AS(cuGraphNodeGetDependentNodes, cudaGraphNodeGetDependentNodes)
SAME_AS(cuGraphAddDependencies, cudaGraphAddDependencies)
SAME_AS(cuGraphRemoveDependencies, cudaGraphRemoveDependencies)
SAME_AS(cuGraphDestroyNode, cudaGraphDestroyNode)
SAME_AS(cuGraphDebugDotPrint, cudaGraphDebugDotPrint)

SAME_AS(cuGraphInstantiate, cudaGraphInstantiateWithFlags)
SAME_AS_PTSZ(cuGraphInstantiateWithParams, cudaGraphInstantiateWithParams)
SAME_AS(cuGraphExecGetFlags, cudaGraphExecGetFlags)
SAME_AS(cuGraphExecUpdate, cudaGraphExecUpdate)
SAME_AS(cuGraphExecDestroy, cudaGraphExecDestroy)
SAME_AS_PTSZ(cuGraphUpload, cudaGraphUpload)
SAME_AS_PTSZ(cuGraphLaunch, cudaGraphLaunch)
SAME_AS(cuGraphNodeSetEnabled, cudaGraphNodeSetEnabled)
SAME_AS(cuGraphNodeGetEnabled, cudaGraphNodeGetEnabled)

SAME_AS(cuUserObjectCreate, cudaUserObjectCreate)
SAME_AS(cuUserObjectRetain, cudaUserObjectRetain)
SAME_AS(cuUserObjectRelease, cudaUserObjectRelease)
SAME_AS(cuGraphRetainUserObject, cudaGraphRetainUserObject)
SAME_AS(cuGraphReleaseUserObject, cudaGraphReleaseUserObject)
