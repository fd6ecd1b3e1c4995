#include "engine/base/muted_errors.hpp"

#include "engine/base/file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <string_view>
#include <unistd.h>

using namespace rata;

namespace {

void say_to_errors(std::string_view text) {
    REQUIRE(::write(STDERR_FILENO, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

} // namespace

TEST_CASE("standard error is muted for a while", "[base]") {
    const test::TemporaryFolder folder;
    const auto path = folder / "errors";
    const int before = ::dup(STDERR_FILENO);
    const FileHandle file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    REQUIRE(::dup2(file.native(), STDERR_FILENO) == STDERR_FILENO);
    say_to_errors("one ");
    {
        const MutedErrors muted;
        say_to_errors("two ");
    }
    say_to_errors("three");
    ::dup2(before, STDERR_FILENO);
    ::close(before);
    CHECK(read_file(path).value() == "one three");
}
