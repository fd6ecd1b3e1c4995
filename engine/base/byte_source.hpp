// Bytes that come in order and in pieces, from a file, a pipe, or a text in memory. It lets a
// parser be written once for all of them. One owner, one thread at a time.
#pragma once

#include "engine/base/file.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace rata {

class ByteSource {
public:
    virtual ~ByteSource() = default;

    /// For messages: the path, or "standard input".
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// Fills the front of the buffer with at least one byte and returns how many; 0 only at the
    /// end.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<char> buffer) = 0;
    /// Waits until read() would return at once, but no longer than so; whether it would now.
    [[nodiscard]] virtual bool wait(milliseconds /*patience*/) { return true; }
};

/// A file of any size; the path "-" means standard input.
class FileSource final : public ByteSource {
public:
    [[nodiscard]] static Result<FileSource> open(const std::filesystem::path& path);

    [[nodiscard]] const std::string& name() const override { return reader_.name(); }
    [[nodiscard]] Result<std::size_t> read(std::span<char> buffer) override {
        return reader_.read(buffer);
    }
    [[nodiscard]] bool wait(milliseconds patience) override { return reader_.wait(patience); }

private:
    explicit FileSource(BlockReader reader) : reader_(std::move(reader)) {}

    BlockReader reader_;
};

/// A text that outlives the source.
class TextSource final : public ByteSource {
public:
    explicit TextSource(std::string_view text, std::string name = "text")
        : name_(std::move(name)), rest_(text) {}

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] Result<std::size_t> read(std::span<char> buffer) override;

private:
    std::string name_;
    std::string_view rest_;
};

} // namespace rata
