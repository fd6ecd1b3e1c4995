// Files that a command reads through, so that people see how far it has come, and so that it ends
// when there is no use in going on.
#pragma once

#include "engine/app/progress.hpp"
#include "engine/base/byte_source.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rata {

/// A source whose reading advances the progress. It seems to end when nobody wants more of it.
class WatchedSource final : public ByteSource {
public:
    WatchedSource(ByteSource& source, Progress& progress, std::function<bool()> is_unwanted)
        : source_(source), progress_(progress), is_unwanted_(std::move(is_unwanted)) {}

    [[nodiscard]] const std::string& name() const override { return source_.name(); }
    [[nodiscard]] Result<std::size_t> read(std::span<char> buffer) override;

private:
    ByteSource& source_;
    Progress& progress_;
    std::function<bool()> is_unwanted_;
};

/// The bytes of all files together, or 0 if one of them does not tell.
[[nodiscard]] std::uint64_t total_size(const std::vector<std::string>& files);

} // namespace rata
