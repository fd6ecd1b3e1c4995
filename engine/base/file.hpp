// Files as whole texts, as memory maps, as streams of blocks, and written so that a reader sees the
// old content or the new, never half of it. Every failure is an Error with the name of the file
// and the words of the operating system. Objects belong to one thread at a time.
#pragma once

#include "engine/base/clock.hpp"
#include "engine/base/file_handle.hpp"
#include "engine/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace rata {

/// The name that stands for standard input where files are read.
inline constexpr std::string_view kStandardInput = "-";

/// The whole content of a file, or of standard input for "-".
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path);

/// Replaces the file by `content` in one step, or leaves it as it was; see FileWriter.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& path, std::string_view content);

/// How a mapped file is going to be read; advice to the operating system, no more.
enum class AccessPattern { Sequential, Random };

/// A read-only view of a regular file. The bytes stay where they are when the object is moved. The
/// file must not be cut shorter by others while it is mapped: reading the lost part would be fatal,
/// which is why untrusted, growing or piped input is read by BlockReader instead.
class MappedFile {
public:
    [[nodiscard]] static Result<MappedFile> open(const std::filesystem::path& path,
                                                 AccessPattern pattern);

    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    [[nodiscard]] std::span<const std::byte> bytes() const { return {data_, size_}; }
    [[nodiscard]] std::string_view text() const;
    /// Lets go of the memory behind a part of the file. Who looks there again finds it as it was,
    /// only later.
    void release(std::size_t offset, std::size_t size) const;

private:
    MappedFile() = default;
    void unmap();

    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Reads a file of any size, or standard input for "-", piece by piece in constant memory.
class BlockReader {
public:
    [[nodiscard]] static Result<BlockReader> open(const std::filesystem::path& path);

    /// Fills the front of `buffer` with what there is, waiting for at least one byte. Returns how
    /// many bytes that were; 0 only at the end of the input, or if the buffer is empty.
    [[nodiscard]] Result<std::size_t> read(std::span<char> buffer);
    /// Waits until read() would return at once, but no longer than so; whether it would now.
    [[nodiscard]] bool wait(milliseconds patience) const;

    /// For messages: the path, or "standard input".
    [[nodiscard]] const std::string& name() const { return name_; }

    /// Size of a regular file when it was opened; 0 if unknown. For progress reports only.
    [[nodiscard]] std::uint64_t size_hint() const { return size_hint_; }

private:
    BlockReader() = default;

    FileHandle owned_;
    FileHandle::Native native_ = FileHandle::kNone; ///< owned_, or standard input, not owned
    std::string name_;
    std::uint64_t size_hint_ = 0;
};

/// Writes a new file beside the target and puts it in the target's place at commit(). Without
/// commit the target stays as it was and nothing is left behind. A symbolic link stays, and the
/// file it leads to is replaced. A device or a pipe cannot be replaced: it is written to at once.
class FileWriter {
public:
    [[nodiscard]] static Result<FileWriter> create(const std::filesystem::path& target);

    FileWriter(FileWriter&& other) noexcept = default;
    FileWriter& operator=(FileWriter&& other) noexcept;
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;
    ~FileWriter();

    /// Appends to the new file. After a failure only destruction makes sense.
    [[nodiscard]] Result<void> write(std::string_view text);
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
    /// From now on, if the system can: for one who writes whole pages, from the beginning of one.
    void write_past_cache();

    /// Flushes to the disk and replaces the target. Nothing may be written afterwards.
    [[nodiscard]] Result<void> commit();

private:
    FileWriter() = default;
    [[nodiscard]] bool open_target();
    [[nodiscard]] bool create_temporary();
    [[nodiscard]] bool is_beside_target() const { return !temporary_.empty(); }
    [[nodiscard]] std::string name() const;
    [[nodiscard]] Result<void> flush();
    void abandon();

    FileHandle file_;
    std::filesystem::path target_;
    std::filesystem::path temporary_; ///< empty where the target itself is written to
    std::string buffer_;
};

} // namespace rata
