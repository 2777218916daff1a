// The kernel's device files of GPUs, which a user may have no access to: then
// the driver of the GPU shows no device, and says nothing of it.

#ifndef WGSYNC_TOOLS_RUN_RENDER_NODES_H_
#define WGSYNC_TOOLS_RUN_RENDER_NODES_H_

#include <functional>
#include <string>

namespace wgsync {

// A line for the nodes of `folder` that `may_open` refuses, with their group
// and what gives access; "" if it refuses none.
std::string RenderNodeHint(
    const std::string& folder,
    const std::function<bool(const std::string& path)>& may_open);

// The same for /dev/dri and this process.
std::string RenderNodeHint();

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_RENDER_NODES_H_
