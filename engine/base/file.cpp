#include "engine/base/file.hpp"

#include "engine/base/file_identity.hpp"
#include "engine/base/parse.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <limits>
#include <optional>
#include <poll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace rata {

namespace {

constexpr std::size_t kFileBlock = 1 << 16;
constexpr int kTriesForName = 100;
constexpr std::string_view kTemporaryMark = ".new-";

Result<FileHandle> open_to_read(const std::filesystem::path& path, int more_flags = 0) {
    FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | more_flags));
    if (!file.is_open()) return system_error("cannot open", errno, path.string());
    return file;
}

Result<struct stat> status_of(const FileHandle& file, const std::string& name) {
    struct stat status {};
    if (::fstat(file.native(), &status) != 0) return system_error("cannot examine", errno, name);
    return status;
}

/// Whether the file was not already written through the page cache.
bool write_through_cache(const FileHandle& file) {
    const int flags = ::fcntl(file.native(), F_GETFL);
    return flags >= 0 && (flags & O_DIRECT) != 0 &&
           ::fcntl(file.native(), F_SETFL, flags & ~O_DIRECT) == 0;
}

Result<void> write_all(const FileHandle& file, std::string_view text, const std::string& name) {
    while (!text.empty()) {
        const ssize_t count = ::write(file.native(), text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        // Not a whole number of the blocks of the disk, or not where one begins.
        if (count < 0 && errno == EINVAL && write_through_cache(file)) continue;
        if (count < 0) return system_error("cannot write", errno, name);
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

// A device, a pipe or a folder, by whatever links it is reached.
bool is_no_regular_file(const std::filesystem::path& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

/// Whether the name is one that create_temporary() gives, and the number of the process in it.
std::optional<pid_t> try_read_temporary_name(std::string_view name, std::string_view target_name) {
    if (!name.starts_with(target_name)) return std::nullopt;
    name.remove_prefix(target_name.size());
    if (!name.starts_with(kTemporaryMark)) return std::nullopt;
    name.remove_prefix(kTemporaryMark.size());
    const std::size_t dash = std::min(name.find('-'), name.size());
    if (!try_parse_integer<unsigned>(name.substr(std::min(dash + 1, name.size()))))
        return std::nullopt;
    return try_parse_integer<pid_t>(name.substr(0, dash), 1);
}

/// Nobody writes the file: its process has ended, here and (by the lock) on other machines that
/// share the folder.
bool is_left_over(const std::filesystem::path& path, pid_t process) {
    if (::kill(process, 0) == 0 || errno != ESRCH) return false;
    const FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    return file.is_open() && ::flock(file.native(), LOCK_EX | LOCK_NB) == 0;
}

/// Files that killed processes left beside the target, on the way to it.
void remove_left_over(const std::filesystem::path& target) {
    namespace fs = std::filesystem;
    const std::string name = target.filename().string();
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    std::error_code failure;
    std::vector<fs::path> old;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        const auto process = try_read_temporary_name(entry->path().filename().string(), name);
        if (process && is_left_over(entry->path(), *process)) old.push_back(entry->path());
    }
    for (const fs::path& each : old) fs::remove(each, failure);
}

} // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
    auto reader = BlockReader::open(path);
    if (!reader) return reader.error();
    std::string content;
    const std::uint64_t hint = reader->size_hint();
    if (hint > content.max_size()) {
        return Error{.code = ErrorCode::Unsupported,
                     .message = "too large to be read as a whole",
                     .where = {.source = reader->name()}};
    }
    // One byte more than expected, so that the end is seen without growing once again.
    content.resize(static_cast<std::size_t>(hint) + 1);
    std::size_t used = 0;
    for (;;) {
        if (used == content.size()) content.resize(used + std::max(used, kFileBlock));
        const auto count = reader->read(std::span(content).subspan(used));
        if (!count) return count.error();
        if (*count == 0) break;
        used += *count;
    }
    content.resize(used);
    return content;
}

Result<void> write_file(const std::filesystem::path& path, std::string_view content) {
    auto writer = FileWriter::create(path);
    if (!writer) return writer.error();
    if (auto written = writer->write(content); !written) return written;
    return writer->commit();
}

Result<MappedFile> MappedFile::open(const std::filesystem::path& path, AccessPattern pattern) {
    // Without waiting: a pipe, which cannot be mapped, would wait for a writer.
    const auto file = open_to_read(path, O_NONBLOCK);
    if (!file) return file.error();
    const auto status = status_of(*file, path.string());
    if (!status) return status.error();
    if (!S_ISREG(status->st_mode)) {
        return Error{.code = ErrorCode::InputOutput,
                     .message = "cannot map: not a regular file",
                     .where = {.source = path.string()}};
    }
    MappedFile mapped;
    if (status->st_size == 0) return mapped; // the system refuses to map nothing
    const auto size = static_cast<std::size_t>(status->st_size);
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->native(), 0);
    if (address == MAP_FAILED) return system_error("cannot map", errno, path.string());
    ::madvise(address, size, pattern == AccessPattern::Sequential ? MADV_SEQUENTIAL : MADV_RANDOM);
    mapped.data_ = static_cast<const std::byte*>(address);
    mapped.size_ = size;
    return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    if (this != &other) {
        unmap();
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
    }
    return *this;
}

MappedFile::~MappedFile() { unmap(); }

void MappedFile::unmap() {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
    data_ = nullptr;
    size_ = 0;
}

void MappedFile::release(std::size_t offset, std::size_t size) const {
    static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    if (offset >= size_) return;
    // To read a page brings in those around it, and so the end of what was released before.
    constexpr std::size_t kReadAround = std::size_t{64} << 10;
    const std::size_t start = (offset - std::min(offset, kReadAround)) / page * page;
    const std::size_t end = std::min(size_, offset + std::min(size, size_ - offset));
    ::madvise(const_cast<std::byte*>(data_) + start, end - start, MADV_DONTNEED);
}

std::string_view MappedFile::text() const { return {reinterpret_cast<const char*>(data_), size_}; }

Result<BlockReader> BlockReader::open(const std::filesystem::path& path) {
    BlockReader reader;
    if (path == kStandardInput) {
        reader.native_ = STDIN_FILENO;
        reader.name_ = "standard input";
        return reader;
    }
    reader.name_ = path.string();
    auto file = open_to_read(path);
    if (!file) return file.error();
    const auto status = status_of(*file, reader.name_);
    if (!status) return status.error();
    if (S_ISDIR(status->st_mode)) return system_error("cannot read", EISDIR, reader.name_);
    if (S_ISREG(status->st_mode)) reader.size_hint_ = static_cast<std::uint64_t>(status->st_size);
    ::posix_fadvise(file->native(), 0, 0, POSIX_FADV_SEQUENTIAL);
    reader.owned_ = std::move(*file);
    reader.native_ = reader.owned_.native();
    return reader;
}

Result<std::size_t> BlockReader::read(std::span<char> buffer) {
    for (;;) {
        const ssize_t count = ::read(native_, buffer.data(), buffer.size());
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) return system_error("cannot read", errno, name_);
    }
}

bool BlockReader::wait(milliseconds patience) const {
    struct pollfd watched {
        .fd = native_, .events = POLLIN, .revents = 0
    };
    const int ready = ::poll(&watched, 1, static_cast<int>(patience.count()));
    if (ready < 0) return errno != EINTR; // it is for read() to say what the matter is
    return ready > 0;
}

Result<FileWriter> FileWriter::create(const std::filesystem::path& target) {
    FileWriter writer;
    // To put a file in the place of a device would be the end of it, for everybody. A link of /proc
    // to a pipe is followed by the system only.
    const bool is_in_place = is_no_regular_file(target);
    writer.target_ = is_in_place ? target : behind_links(target);
    const bool is_open = is_in_place ? writer.open_target() : writer.create_temporary();
    if (!is_open) return system_error("cannot create", errno, target.string());
    return writer;
}

bool FileWriter::open_target() {
    file_ = FileHandle(::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    return file_.is_open();
}

bool FileWriter::create_temporary() {
    // Unique within this process by the counter, among processes by the number of ours.
    static std::atomic<unsigned> counter{0};
    remove_left_over(target_);
    for (int attempt = 0; attempt < kTriesForName; ++attempt) {
        temporary_ = target_;
        temporary_ += std::string(kTemporaryMark) + std::to_string(::getpid()) + "-" +
                      std::to_string(counter.fetch_add(1, std::memory_order_relaxed));
        // With open() instead of mkstemp() the new file gets the permissions that the user's umask
        // gives to any new file.
        file_ =
            FileHandle(::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (file_.is_open() || errno != EEXIST) break;
    }
    // A hint to is_left_over(), until the file is closed. A file system may refuse it.
    if (file_.is_open()) static_cast<void>(::flock(file_.native(), LOCK_EX | LOCK_NB));
    return file_.is_open();
}

/// Of what is being written, for messages.
std::string FileWriter::name() const {
    return is_beside_target() ? temporary_.string() : target_.string();
}

FileWriter& FileWriter::operator=(FileWriter&& other) noexcept {
    if (this != &other) {
        abandon();
        file_ = std::move(other.file_);
        target_ = std::move(other.target_);
        temporary_ = std::move(other.temporary_);
        buffer_ = std::move(other.buffer_);
    }
    return *this;
}

FileWriter::~FileWriter() { abandon(); }

void FileWriter::abandon() {
    if (!file_.is_open()) return;
    file_.close();
    if (is_beside_target()) ::unlink(temporary_.c_str());
}

Result<void> FileWriter::write(std::string_view text) {
    RATA_ASSERT(file_.is_open());
    if (text.size() >= kFileBlock) {
        if (auto written = flush(); !written) return written;
        return write_all(file_, text, name());
    }
    buffer_ += text;
    return buffer_.size() < kFileBlock ? Result<void>{} : flush();
}

Result<void> FileWriter::write(std::span<const std::byte> bytes) {
    return write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void FileWriter::write_past_cache() {
    if (!is_beside_target()) return; // to a pipe the same flag means packets
    const int flags = ::fcntl(file_.native(), F_GETFL);
    if (flags >= 0) static_cast<void>(::fcntl(file_.native(), F_SETFL, flags | O_DIRECT));
}

Result<void> FileWriter::flush() {
    auto written = write_all(file_, buffer_, name());
    buffer_.clear();
    return written;
}

Result<void> FileWriter::commit() {
    RATA_ASSERT(file_.is_open());
    write_through_cache(file_); // what is left is of any size
    if (auto written = flush(); !written) return written;
    // Renaming before the content is on the disk could leave an empty file after a power failure.
    if (::fsync(file_.native()) != 0 && errno != EINVAL) {
        return system_error("cannot write", errno, name());
    }
    if (is_beside_target() && ::rename(temporary_.c_str(), target_.c_str()) != 0) {
        return system_error("cannot replace", errno, target_.string());
    }
    file_.close();
    return {};
}

} // namespace rata
