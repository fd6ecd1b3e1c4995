#include "engine/base/bulk_writer.hpp"

#include <algorithm>
#include <cstring>

namespace rata {

namespace {

/// Large enough for the disk to be at its fastest.
constexpr std::size_t kPart = std::size_t{4} << 20;

} // namespace

BulkWriter::BulkWriter(FileWriter file, PageBuffer filling, PageBuffer leaving)
    : file_(std::make_unique<FileWriter>(std::move(file))), filling_(std::move(filling)),
      leaving_(std::move(leaving)) {
    file_->write_past_cache();
}

Result<BulkWriter> BulkWriter::create(const std::filesystem::path& target) {
    auto file = FileWriter::create(target);
    if (!file) return file.error();
    auto filling = PageBuffer::allocate(kPart);
    if (!filling) return filling.error();
    auto leaving = PageBuffer::allocate(kPart);
    if (!leaving) return leaving.error();
    return BulkWriter(*std::move(file), *std::move(filling), *std::move(leaving));
}

Result<void> BulkWriter::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const std::span<std::byte> room = filling_.bytes().subspan(used_);
        const std::size_t count = std::min(room.size(), bytes.size());
        std::memcpy(room.data(), bytes.data(), count);
        used_ += count;
        bytes = bytes.subspan(count);
        if (used_ == filling_.size())
            if (auto done = hand_over(); !done) return done;
    }
    return {};
}

Result<void> BulkWriter::hand_over() {
    if (auto done = wait(); !done) return done;
    std::swap(filling_, leaving_);
    used_ = 0;
    pending_ = std::async(std::launch::async, [file = file_.get(), part = leaving_.bytes()] {
        return file->write(part);
    });
    return {};
}

Result<void> BulkWriter::wait() { return pending_.valid() ? pending_.get() : Result<void>{}; }

Result<void> BulkWriter::commit() {
    if (auto done = wait(); !done) return done;
    if (auto done = file_->write(filling_.bytes().first(used_)); !done) return done;
    return file_->commit();
}

} // namespace rata
