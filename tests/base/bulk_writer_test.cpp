#include "engine/base/bulk_writer.hpp"

#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <csignal>
#include <iterator>
#include <sys/resource.h>
#include <vector>

using namespace rata;
using rata::test::TemporaryFolder;

namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

/// No two pages are equal.
std::vector<std::byte> some_bytes(std::size_t size) {
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 + i / 4093);
    return bytes;
}

Result<void> write_in_steps(BulkWriter& writer, std::span<const std::byte> bytes,
                            std::size_t step) {
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(step, bytes.size())))
        if (auto done = writer.write(bytes.first(std::min(step, bytes.size()))); !done) return done;
    return {};
}

/// No file of this process may become larger than so.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const struct rlimit limit { .rlim_cur = bytes, .rlim_max = before_.rlim_max };
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    struct rlimit before_ {};
    void (*handler_)(int);
};

} // namespace

TEST_CASE("a bulk writer writes what it is given, whatever the size of the parts", "[base][file]") {
    const TemporaryFolder folder;
    const std::vector<std::byte> all = some_bytes(9 * kMebibyte + 3);
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, 4 * kMebibyte, all.size()}) {
        for (const std::size_t step : {std::size_t{45'056}, 5 * kMebibyte}) {
            INFO(size << " bytes in steps of " << step);
            auto created = BulkWriter::create(folder / "file");
            REQUIRE(created.ok());
            BulkWriter writer = *std::move(created);
            const auto bytes = std::span(all).first(size);
            REQUIRE(write_in_steps(writer, bytes, step).ok());
            REQUIRE(writer.commit().ok());
            const auto written = MappedFile::open(folder / "file", AccessPattern::Sequential);
            REQUIRE(written.ok());
            CHECK(std::ranges::equal(written->bytes(), bytes));
        }
    }
}

TEST_CASE("a bulk writer without commit leaves the old file alone", "[base][file]") {
    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "file", "old").ok());
    {
        auto writer = BulkWriter::create(folder / "file");
        REQUIRE(writer.ok());
        REQUIRE(writer->write(some_bytes(5 * kMebibyte)).ok());
    }
    CHECK(read_file(folder / "file").value() == "old");
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a bulk writer tells that there was no room", "[base][file]") {
    const TemporaryFolder folder;
    const FileSizeLimit limit(6 * kMebibyte);
    auto writer = BulkWriter::create(folder / "file");
    REQUIRE(writer.ok());
    auto done = writer->write(some_bytes(17 * kMebibyte));
    if (done) done = writer->commit();
    REQUIRE(!done.ok());
    CHECK(done.error().message == "cannot write: File too large");
}
