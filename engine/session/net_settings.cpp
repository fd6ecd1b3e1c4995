#include "engine/session/net_settings.hpp"

#include <algorithm>
#include <new>

namespace rata {

namespace {

Result<const NetKernels*> find_kernels(std::string_view name) {
    const auto usable = net_kernels();
    if (name == kBestKernel) return usable.data();
    const auto found = std::find_if(usable.begin(), usable.end(),
                                    [name](const NetKernels& each) { return each.name == name; });
    if (found != usable.end()) return &*found;
    return Error{.code = ErrorCode::Unsupported,
                 .message = "this processor cannot run " + std::string(name),
                 .where = {}};
}

Result<SharedNet> load_within_memory(const std::string& file) {
    try {
        return load_net(file);
    } catch (const std::bad_alloc&) {
        return Error{.code = ErrorCode::InputOutput,
                     .message = "there is no memory for it",
                     .where = {.source = file}};
    }
}

} // namespace

Result<NetChoice> choose_net(const NetSettings& settings) {
    const auto kernels = find_kernels(settings.kernel);
    if (!kernels) return kernels.error();
    if (settings.file.empty()) return NetChoice{.net = embedded_net(), .kernels = *kernels};
    auto net = load_within_memory(settings.file);
    if (!net) return net.error();
    return NetChoice{.net = *std::move(net), .kernels = *kernels};
}

Result<NetChoice> require_net(const NetSettings& settings) {
    auto choice = choose_net(settings);
    if (!choice || choice->net) return choice;
    return Error{.code = ErrorCode::NotFound,
                 .message = "there is no net in this program, name one by EvalFile",
                 .where = {}};
}

} // namespace rata
