#include "engine/base/file.hpp"
#include "engine/notation/fen.hpp"
#include "tablebase/own/own_tables.hpp"
#include "tablebase/own/table_folder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <atomic>

using namespace rata;

namespace {

EndingClass ending_of(const char* name) { return *EndingClass::parse(name); }

/// The queen's table: small, and not all of one kind.
std::filesystem::path write_queen(const std::filesystem::path& folder) {
    SmallTables tables;
    const auto table = tables.table_of(ending_of("KQK"));
    const auto path = folder / TableFile::name_of(ending_of("KQK"));
    REQUIRE(TableFile::write(path, **table, {}));
    return path;
}

Result<void> verify_bytes(const std::string& bytes) {
    const auto file = TableFile::read(std::as_bytes(std::span(bytes)), "KQK.rtb");
    return file ? file->verify() : Result<void>(file.error());
}

} // namespace

TEST_CASE("a file gives back what was written", "[tablebase][own]") {
    const test::TemporaryFolder folder;
    SmallTables tables;
    for (const char* name : {"KRK", "KNK"}) {
        const auto table = tables.table_of(ending_of(name));
        REQUIRE(table);
        const auto path = folder.path() / TableFile::name_of(ending_of(name));
        REQUIRE(TableFile::write(path, **table, {.threads = 2}));
        const auto file = TableFile::open(path);
        REQUIRE(file);
        CHECK(file->ending() == ending_of(name));
        REQUIRE(file->verify());
        const auto again = file->unpack_all();
        REQUIRE(again);
        std::size_t different = 0;
        for (const Color turn : kColors)
            for (std::size_t i = 0; i < (*table)->to_mate[turn].size(); ++i) {
                const bool possible = (*table)->to_mate[turn][i] != kImpossibleCode;
                const bool same = (*table)->to_mate[turn][i] == (*again)->to_mate[turn][i] &&
                                  (*table)->to_zeroing[turn][i] == (*again)->to_zeroing[turn][i];
                different += possible && !same ? 1 : 0;
            }
        CHECK(different == 0);
    }
}

TEST_CASE("any flipped byte, cut or other version of a table is found", "[tablebase][own]") {
    const test::TemporaryFolder folder;
    const auto bytes = read_file(write_queen(folder.path()));
    REQUIRE(bytes);
    REQUIRE(verify_bytes(*bytes));
    std::size_t missed = 0;
    for (std::size_t i = 0; i < bytes->size(); i += i < 200 ? 1 : 37) {
        std::string damaged = *bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 8));
        missed += verify_bytes(damaged) ? 1 : 0;
        missed += verify_bytes(bytes->substr(0, i)) ? 1 : 0;
    }
    CHECK(missed == 0);
    CHECK_FALSE(verify_bytes(*bytes + 'x'));
    std::string newer = *bytes;
    newer[8] = 3;
    CHECK(verify_bytes(newer).error().message.find("version 3") != std::string::npos);
}

TEST_CASE("a damaged table is named, and the others are asked", "[tablebase][own]") {
    const test::TemporaryFolder folder;
    const auto path = write_queen(folder.path());
    const auto queen = *parse_fen("8/8/8/8/8/3k4/8/K1Q5 w - -");
    {
        const OwnTables tables(folder.path());
        REQUIRE(tables.found().size() == 1);
        CHECK(tables.found().front().file);
        CHECK(tables.probe(queen, TableQuestion::Everything)->plies_to_mate);
    }
    const std::string whole = *read_file(path);
    REQUIRE(write_file(path, whole.substr(0, whole.size() - 1)));
    OwnTables tables(folder.path());
    REQUIRE(tables.found().size() == 1);
    REQUIRE(tables.found().front().damage);
    CHECK(tables.found().front().damage->where.source == path.string());
    CHECK_FALSE(tables.probe(queen, TableQuestion::Everything));
    tables.prepare_three_men();
    CHECK(tables.probe(queen, TableQuestion::Everything)->plies_to_mate);

    // A block that is damaged behind a sound head is found when it is asked.
    std::string dented = whole;
    for (std::size_t i = dented.size() - 8000; i < dented.size(); ++i) dented[i] ^= 1;
    REQUIRE(write_file(path, dented));
    const OwnTables late(folder.path());
    REQUIRE(late.found().front().file);
    CHECK_FALSE(late.found().front().file->verify());
    CHECK_FALSE(late.probe(*parse_fen("8/8/8/8/8/3k4/8/K1Q5 b - -"), TableQuestion::Everything)
                    ->plies_to_zeroing);
}

TEST_CASE("making a table tells of its work in small parts", "[tablebase][own]") {
    const test::TemporaryFolder folder;
    TableFolder tables(folder.path(), {.threads = 2, .memory_bytes = 1U << 30U});
    for (const char* name : {"KQK", "KRK", "KBK", "KNK", "KPK"}) {
        INFO(name);
        std::atomic<std::uint64_t> sum{0};
        std::atomic<std::uint64_t> calls{0};
        REQUIRE(tables.make(ending_of(name), {}, [&](std::uint64_t work) {
            sum += work;
            ++calls;
        }));
        CHECK(sum == TableFolder::work_to_make(ending_of(name)));
        CHECK(calls > 10);
    }
}

TEST_CASE("making tables goes on where it was stopped, within its memory", "[tablebase][own]") {
    const test::TemporaryFolder folder;
    TableFolder tables(folder.path(), {.threads = 1, .memory_bytes = 1U << 30U});
    for (const char* name : {"KBK", "KNK"}) {
        CHECK_FALSE(tables.has(ending_of(name)));
        REQUIRE(tables.make(ending_of(name), {}));
        CHECK(tables.has(ending_of(name)));
    }
    std::stop_source stop;
    stop.request_stop();
    REQUIRE(tables.make(ending_of("KQK"), stop.get_token()));
    CHECK_FALSE(tables.has(ending_of("KQK")));
    TableFolder poor(folder.path(), {.threads = 1, .memory_bytes = 1000});
    const auto refused = poor.make(ending_of("KQK"), {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("memory") != std::string::npos);
    REQUIRE(tables.make(ending_of("KQK"), {}));
    CHECK(tables.has(ending_of("KQK")));
}
