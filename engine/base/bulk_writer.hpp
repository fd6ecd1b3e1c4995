// As FileWriter, for files of gigabytes: the disk is written to by a thread of its own while the
// next part is made, and past the page cache where the system allows that. To fill gigabytes of
// cache costs more processor time than all else that a file needs, and pushes out what others will
// read again.
#pragma once

#include "engine/base/file.hpp"
#include "engine/base/page_buffer.hpp"

#include <future>
#include <memory>

namespace rata {

/// Without commit() nothing is left of it.
class BulkWriter {
public:
    [[nodiscard]] static Result<BulkWriter> create(const std::filesystem::path& target);

    /// Appends to the new file. A failure of the disk is told late, by the next call or the next
    /// but one; afterwards only destruction makes sense.
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
    /// As FileWriter::commit().
    [[nodiscard]] Result<void> commit();

private:
    BulkWriter(FileWriter file, PageBuffer filling, PageBuffer leaving);
    [[nodiscard]] Result<void> hand_over();
    [[nodiscard]] Result<void> wait();

    std::unique_ptr<FileWriter> file_; ///< the other thread knows where it is
    PageBuffer filling_;
    std::size_t used_ = 0; ///< bytes of filling_
    PageBuffer leaving_;
    /// The writing of leaving_. As the last member it waits for its end before all else goes.
    std::future<Result<void>> pending_{};
};

} // namespace rata
