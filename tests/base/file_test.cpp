#include "engine/base/file.hpp"
#include "engine/base/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <fcntl.h>
#include <iterator>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rata;
using rata::test::TemporaryFolder;

namespace {

std::size_t entries(const TemporaryFolder& folder) {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

} // namespace

TEST_CASE("what is written is read back, whichever way", "[base][file]") {
    const TemporaryFolder folder;
    const std::string sizes[] = {"", "x", std::string("a\0b\r\n", 5), std::string(300'000, 'y')};
    for (const std::string& content : sizes) {
        INFO("size: " << content.size());
        const auto path = folder / "file";
        REQUIRE(write_file(path, content).ok());
        CHECK(read_file(path).value() == content);
        const auto mapped = MappedFile::open(path, AccessPattern::Sequential);
        REQUIRE(mapped.ok());
        CHECK(mapped->text() == content);
        CHECK(mapped->bytes().size() == content.size());
    }
    CHECK(entries(folder) == 1);
}

TEST_CASE("blocks of any size add up to the file", "[base][file]") {
    const TemporaryFolder folder;
    std::string content;
    for (int i = 0; i < 10'000; ++i) content += std::to_string(i);
    REQUIRE(write_file(folder / "file", content).ok());
    for (const std::size_t block : {1U, 7U, 4096U, 1U << 20}) {
        auto reader = BlockReader::open(folder / "file");
        REQUIRE(reader.ok());
        CHECK(reader->size_hint() == content.size());
        std::string buffer(block, '\0');
        std::string read;
        for (;;) {
            const auto count = reader->read(buffer);
            REQUIRE(count.ok());
            if (*count == 0) break;
            read.append(buffer, 0, *count);
        }
        CHECK(read == content);
    }
}

TEST_CASE("a file that cannot be read is named with the reason", "[base][file]") {
    const TemporaryFolder folder;
    const auto missing = folder / "missing";
    const Error errors[] = {
        read_file(missing).error(),
        MappedFile::open(missing, AccessPattern::Random).error(),
        BlockReader::open(missing).error(),
    };
    for (const Error& error : errors) {
        CHECK(error.code == ErrorCode::NotFound);
        CHECK(error.to_string() == missing.string() + ": cannot open: No such file or directory");
    }
    CHECK(read_file(folder.path()).error().code == ErrorCode::InputOutput);
    CHECK(MappedFile::open(folder.path(), AccessPattern::Random).error().code ==
          ErrorCode::InputOutput);
}

TEST_CASE("the old file stays until commit, and nothing is left without it", "[base][file]") {
    const TemporaryFolder folder;
    const auto path = folder / "file";
    REQUIRE(write_file(path, "old").ok());
    {
        auto writer = FileWriter::create(path);
        REQUIRE(writer.ok());
        REQUIRE(writer->write(std::string(200'000, 'n')).ok());
        CHECK(read_file(path).value() == "old");
        CHECK(entries(folder) == 2);
    }
    CHECK(read_file(path).value() == "old");
    CHECK(entries(folder) == 1);

    auto writer = FileWriter::create(path);
    REQUIRE(writer.ok());
    FileWriter moved = std::move(*writer);
    const std::string large(200'000, 'n');
    for (const std::string& part : {std::string("new"), large, std::string("er")})
        REQUIRE(moved.write(part).ok());
    REQUIRE(moved.commit().ok());
    CHECK(read_file(path).value() == "new" + large + "er");
    CHECK(entries(folder) == 1);
}

TEST_CASE("a link stays a link when its file is replaced", "[base][file]") {
    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "real", "old").ok());
    std::filesystem::create_symlink("real", folder / "link");
    REQUIRE(write_file(folder / "link", "new").ok());
    CHECK(std::filesystem::is_symlink(folder / "link"));
    CHECK(read_file(folder / "real").value() == "new");

    std::filesystem::create_symlink("later", folder / "early");
    std::filesystem::create_symlink("early", folder / "earlier");
    REQUIRE(write_file(folder / "earlier", "made").ok());
    CHECK(std::filesystem::is_symlink(folder / "earlier"));
    CHECK(std::filesystem::is_symlink(folder / "early"));
    CHECK(read_file(folder / "later").value() == "made");
}

TEST_CASE("a pipe is not waited for to be mapped", "[base][file]") {
    const TemporaryFolder folder;
    const auto pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const auto mapped = MappedFile::open(pipe, AccessPattern::Random);
    REQUIRE_FALSE(mapped.ok());
    CHECK(mapped.error().message == "cannot map: not a regular file");
}

TEST_CASE("what is no regular file is written to and stays what it is", "[base][file]") {
    const TemporaryFolder folder;
    const auto pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    std::filesystem::create_symlink("pipe", folder / "link");
    const FileHandle reader(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    REQUIRE(reader.is_open());
    for (const char* name : {"pipe", "link"}) {
        INFO(name);
        REQUIRE(write_file(folder / name, "through").ok());
        std::string text(20, '\0');
        const ssize_t count = ::read(reader.native(), text.data(), text.size());
        CHECK(std::filesystem::is_fifo(pipe));
        CHECK(std::filesystem::is_symlink(folder / "link"));
        CHECK(entries(folder) == 2);
        CHECK(text.substr(0, count > 0 ? static_cast<std::size_t>(count) : 0) == "through");
    }
    std::filesystem::create_directory(folder / "folder");
    CHECK(write_file(folder / "folder", "x").error().to_string() ==
          (folder / "folder").string() + ": cannot create: Is a directory");
    CHECK(entries(folder) == 3);
}

TEST_CASE("a file that cannot be written is an error, not a file", "[base][file]") {
    const TemporaryFolder folder;
    const auto result = write_file(folder / "no" / "file", "x");
    REQUIRE(!result.ok());
    CHECK(result.error().code == ErrorCode::NotFound);
    CHECK(entries(folder) == 0);
}

TEST_CASE("a mapping survives being moved", "[base][file]") {
    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "a", "first").ok());
    REQUIRE(write_file(folder / "b", "second").ok());
    auto a = MappedFile::open(folder / "a", AccessPattern::Random);
    auto b = MappedFile::open(folder / "b", AccessPattern::Random);
    REQUIRE((a.ok() && b.ok()));
    const std::string_view text = b->text();
    *a = std::move(*b);
    CHECK(a->text() == "second");
    CHECK(a->text().data() == text.data());
}

TEST_CASE("what a killed process left beside a file is removed by the next writer",
          "[base][file]") {
    const TemporaryFolder folder;
    auto process = Process::start({.program = "true"});
    REQUIRE(process.ok());
    REQUIRE(process->wait(milliseconds(60'000)));
    const std::string dead = std::to_string(process->id());
    const std::string alive = std::to_string(::getpid());
    const auto put = [&folder](const std::string& name) {
        REQUIRE(FileHandle(::open((folder / name).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666))
                    .is_open());
    };
    const std::string left = "file.new-" + dead + "-0";
    const std::string locked = "file.new-" + dead + "-1";
    const std::string kept[] = {"file.new-" + alive + "-9999",
                                "other.new-" + dead + "-0",
                                "file.new-" + dead,
                                "file.new-" + dead + "-x",
                                "file.new--1-0",
                                locked};
    put(left);
    for (const std::string& name : kept) put(name);
    // As a process of another machine holds it, whose number means nothing here.
    const FileHandle holder(::open((folder / locked).c_str(), O_RDONLY | O_CLOEXEC));
    REQUIRE(::flock(holder.native(), LOCK_EX | LOCK_NB) == 0);

    REQUIRE(write_file(folder / "file", "new").ok());
    CHECK(!std::filesystem::exists(folder / left));
    for (const std::string& name : kept) {
        INFO(name);
        CHECK(std::filesystem::exists(folder / name));
    }
    CHECK(read_file(folder / "file").value() == "new");
}
