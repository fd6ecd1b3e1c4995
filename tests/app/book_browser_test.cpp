#include "book/stats/book_builder.hpp"
#include "book/store/book_writer.hpp"
#include "engine/app/book_browser.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace rata;
using namespace rata::test;

namespace {

/// A book of which e4 has been played twice, and d4 once.
BookFile small_book(const TemporaryFolder& folder) {
    const std::string games = "[White \"1\"]\n\n1. e4 e5 1-0\n\n[White \"2\"]\n\n1. e4 c5 0-1\n\n"
                              "[White \"3\"]\n\n1. d4 d5 1-0\n\n";
    auto builder = BookBuilder::create({.memory_mebibytes = 32}, [](const RefusedGame&) {});
    REQUIRE(builder);
    TextSource source(games);
    REQUIRE(builder->read(source));
    const std::string path = (folder.path() / "small.rbook").string();
    auto writer = BookWriter::create(path);
    REQUIRE(writer);
    REQUIRE(builder->finish([&](const BookEntry& entry) { return writer->append(entry); },
                            [](double) {}, {}));
    REQUIRE(writer->commit(builder->facts()));
    auto book = BookFile::open(path);
    REQUIRE(book);
    return *std::move(book);
}

void type(BookBrowser& browser, std::string_view keys) {
    for (const char key : keys) CHECK(browser.take(key) == BookBrowser::Event::Browsing);
}

constexpr std::string_view kUp = "\x1b[A";
constexpr std::string_view kDown = "\x1b[B";
constexpr std::string_view kRight = "\x1b[C";
constexpr std::string_view kLeft = "\x1b[D";

} // namespace

TEST_CASE("arrows walk through a book", "[app][book]") {
    const TemporaryFolder folder;
    const BookFile book = small_book(folder);
    BookBrowser browser(*book, Position::start(), {});
    const Position start = Position::start();
    const auto is_at = [&](const std::string& words) {
        return browser.drawn(200, 24).find("\x1b[H" + words) == 0;
    };
    CHECK(is_at("the start"));
    type(browser, kRight);
    CHECK(is_at("1. e4 "));
    type(browser, kDown);
    type(browser, "\r");
    CHECK(is_at("1. e4 e5 "));
    type(browser, kRight); // the book ends here
    CHECK(is_at("1. e4 e5 "));
    CHECK(browser.drawn(200, 24).find("the book has no move here") != std::string::npos);
    type(browser, kLeft);
    type(browser, kLeft);
    type(browser, kLeft); // no further
    CHECK(browser.position().key() == start.key());
    type(browser, kDown);
    type(browser, kDown); // there are only two
    type(browser, kUp);
    type(browser, kDown);
    type(browser, kRight);
    CHECK(is_at("1. d4 "));
    type(browser, "\x1b[H");
    CHECK(is_at("the start"));
    // By score, d4 is before e4.
    type(browser, "s");
    type(browser, kRight);
    CHECK(is_at("1. d4 "));
    type(browser, "h+");
    CHECK(browser.drawn(200, 24).find("d4") == std::string::npos);
    for (const char key : {'q', '\x03', '\x04'})
        CHECK(browser.take(key) == BookBrowser::Event::End);
}

TEST_CASE("the picture of a book fits any terminal", "[app][book]") {
    const TemporaryFolder folder;
    const BookFile book = small_book(folder);
    BookBrowser browser(*book, Position::start(), {});
    for (const std::size_t columns : {1U, 20U, 40U, 80U})
        for (const std::size_t rows : {1U, 10U, 24U, 60U}) {
            const std::string picture = browser.drawn(columns, rows);
            const auto lines = 1 + std::count(picture.begin(), picture.end(), '\n');
            CHECK(lines <= std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(rows), 15));
        }
}

TEST_CASE("a book can be browsed at a real terminal", "[app][book]") {
    if (!has_program("script")) return skip_case("no program 'script' to make a terminal");
    const TemporaryFolder folder;
    static_cast<void>(small_book(folder));
    const ProgramRun run = run_shell("(sleep 0.5; printf '\\033[C'; sleep 0.2; printf q) | "
                                     "TERM=xterm script -qec 'ratatosk book "
                                     "browse small.rbook' /dev/null",
                                     {.folder = folder.path()});
    CHECK(run.exit_code == 0);
    CHECK(run.output.find("\x1b[?1049h") != std::string::npos);
    CHECK(run.output.find("1. e4") != std::string::npos);
    CHECK(run.output.find("\x1b[?1049l") != std::string::npos);
}
