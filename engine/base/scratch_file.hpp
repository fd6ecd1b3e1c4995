// A file without a name, for what does not fit into memory: it is gone when its owner is, however
// that ends. Written by one thread at its end, read by any.
#pragma once

#include "engine/base/file_handle.hpp"
#include "engine/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace rata {

class ScratchFile {
public:
    /// On the file system of the folder.
    [[nodiscard]] static Result<ScratchFile> create(const std::filesystem::path& folder);

    [[nodiscard]] Result<void> append(std::span<const std::byte> bytes);
    /// Fills the buffer; what is asked for must have been written.
    [[nodiscard]] Result<void> read_at(std::uint64_t offset, std::span<std::byte> buffer) const;
    [[nodiscard]] std::uint64_t size() const { return size_; }

private:
    ScratchFile(FileHandle file, std::string name)
        : file_(std::move(file)), name_(std::move(name)) {}

    FileHandle file_;
    std::string name_;
    std::uint64_t size_ = 0;
};

} // namespace rata
