#include "engine/base/file.hpp"
#include "engine/notation/epd.hpp"
#include "engine/notation/fen.hpp"
#include "tablebase/best_move.hpp"
#include "tablebase/own/own_tables.hpp"
#include "tablebase/syzygy/fathom.hpp"
#include "tablebase/syzygy/syzygy_checksum.hpp"
#include "tablebase/syzygy/syzygy_tables.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <thread>

using namespace rata;

namespace {

Material material_of(const char* name) { return parse_syzygy_name(name)->material; }

/// What the samples say of a position.
struct Sample {
    Position position;
    int wdl = 0;
    int dtz = 0;
};

std::vector<Sample> read_samples(const std::filesystem::path& path) {
    auto source = FileSource::open(path.string());
    REQUIRE(source);
    EpdReader reader(*source);
    std::vector<Sample> samples;
    while (auto record = reader.next()) {
        REQUIRE(*record);
        Sample sample{.position = (*record)->position};
        sample.wdl = std::stoi((*record)->text_of("wdl").value());
        sample.dtz = std::stoi((*record)->text_of("dtz").value());
        samples.push_back(std::move(sample));
    }
    return samples;
}

} // namespace

TEST_CASE("names of Syzygy tables are read", "[tablebase][syzygy]") {
    const auto ending = parse_syzygy_name("KQRvKP");
    REQUIRE(ending);
    CHECK(ending->men == 5);
    CHECK(ending->material.count(Piece::WhiteQueen) == 1);
    CHECK(ending->material.count(Piece::WhiteRook) == 1);
    CHECK(ending->material.count(Piece::BlackPawn) == 1);
    for (const char* name : {"", "K", "KvK", "KQ", "QvK", "KQvR", "KQvKx", "KQvKvK", "KQQQQvKQQ"})
        CHECK_FALSE(parse_syzygy_name(name));
}

TEST_CASE("an ending becomes others by captures and promotions", "[tablebase][syzygy]") {
    struct Case {
        const char* from;
        const char* to;
        bool may;
    };
    for (const Case& each :
         {Case{"KQvKR", "KQvKR", true}, Case{"KQvKR", "KRvK", true}, Case{"KQvKR", "KQvK", true},
          Case{"KRvK", "KQvK", false}, Case{"KPvK", "KQvK", true}, Case{"KPvKP", "KQvKR", true},
          Case{"KPPvK", "KQPvK", true}, Case{"KPPvK", "KPvKP", false}, Case{"KQvKP", "KNvK", true},
          Case{"KQvKP", "KQvKPP", false}}) {
        INFO(each.from << " -> " << each.to);
        CHECK(may_become(material_of(each.from), material_of(each.to)) == each.may);
    }
}

TEST_CASE("files that are no Syzygy tables are screened", "[tablebase][syzygy]") {
    const test::TemporaryFolder folder;
    const std::string front = "\x71\xE8\x23\x5D";
    const auto put = [&](const char* name, const std::string& bytes) {
        REQUIRE(write_file(folder.path() / name, bytes));
    };
    put("KQvK.rtbw", front + std::string(76, 'x'));
    put("KRvK.rtbw", front + std::string(75, 'x'));
    put("KBvK.rtbw", std::string(80, 'x'));
    put("KNvK.rtbw", "");
    put("KPvK.rtbz", front + std::string(76, 'x')); // the other kind
    put("readme.txt", "");
    std::filesystem::create_directory(folder.path() / "KQvKQ.rtbw");
    const auto files = SyzygyFiles::in(folder.path().string() + ":/no/such/folder:");
    REQUIRE(files.endings.size() == 1);
    CHECK(files.endings.front().name == "KQvK");
    CHECK_FALSE(files.endings.front().zeroing);
    CHECK(files.damaged.size() == 5);
    CHECK(files.missing_folders == std::vector<std::filesystem::path>{"/no/such/folder"});
}

TEST_CASE("the checksum of a Syzygy file is made of those of its pieces", "[tablebase][syzygy]") {
    // What the program that makes the files gives when its pieces are cut to 64 bytes.
    struct Case {
        std::size_t pieces;
        SyzygyChecksum expected;
    };
    constexpr std::size_t kPiece = 64;
    for (const Case& each : {
             Case{1, {0x1F7E02C08789E4F0, 0x29DEBF22FFB93933}},
             Case{2, {0x4CEAF0C0CDDB4BC3, 0xCD202AC2A157C244}},
             Case{4, {0x516538234DADDF28, 0xADB5155370A070E4}},
             Case{5, {0xC94283EF0865455D, 0xCEA1EE3D2FE17E59}},
             Case{6, {0x0DCF48F9A456FA14, 0x81823A6B72EA7FCE}},
             Case{9, {0x6EDB33B53C5DC3E9, 0x9C7187702762525A}},
             Case{28, {0x0128E1DA21DBB45C, 0xB69FED31C70288EF}},
             Case{29, {0xD8184639ECE36302, 0xA5ECBB5ECB9F95B4}},
             Case{37, {0x4DC1AA98EF0D8E32, 0xF1A9B8091DF5AA37}},
         }) {
        INFO(each.pieces);
        std::uint64_t number = each.pieces * kPiece;
        SyzygyChecksummer checksummer;
        for (std::size_t i = 0; i < each.pieces; ++i) {
            std::string piece(kPiece, '\0');
            for (char& byte : piece) {
                number = number * 6364136223846793005U + 1442695040888963407U;
                byte = static_cast<char>(number >> 56U);
            }
            checksummer.add(piece);
        }
        CHECK(checksummer.result() == each.expected);
    }
}

TEST_CASE("every Syzygy file has the checksum that it tells", "[tablebase][syzygy][data]") {
    const auto folder = test::data_path("syzygy");
    if (!folder) return test::skip_case("no Syzygy tables");
    auto files =
        SyzygyFiles::in(folder->string() + kPathSeparator + (*folder / "wdl5_incomplete").string());
    CHECK(files.count_unchecked() == 71);
    files.check(files.bytes());
    CHECK(files.damaged.empty());
    CHECK(files.count(SyzygyKind::Verdicts) == 36);
    CHECK(files.count(SyzygyKind::Zeroing) == 35);
    CHECK(files.count_unchecked() == 0);
}

TEST_CASE("whichever byte of a Syzygy file is changed, it is refused",
          "[tablebase][syzygy][data]") {
    const auto data = test::data_path("syzygy");
    if (!data) return test::skip_case("no Syzygy tables");
    constexpr std::size_t kFlips = 200;
    for (const char* name : {"KRvK.rtbw", "KQvKR.rtbw", "KBvK.rtbz", "KQvKP.rtbz", "KPvKP.rtbw"}) {
        const std::string whole = *read_file(*data / name);
        const test::TemporaryFolder folder;
        std::set<std::size_t> places{0, 3, 4, 55, whole.size() - 17, whole.size() - 1};
        for (std::size_t i = 0; i < kFlips; ++i) places.insert(whole.size() * i / kFlips);
        for (const std::size_t place : places) {
            INFO(name << ", byte " << place);
            std::string bytes = whole;
            bytes[place] = static_cast<char>(bytes[place] ^ 1);
            REQUIRE(write_file(folder.path() / name, bytes));
            auto files = SyzygyFiles::in(folder.path().string());
            files.check(files.bytes());
            REQUIRE(files.damaged.size() == 1);
            CHECK(files.damaged.front().path == folder.path() / name);
            CHECK(files.bytes() == 0);
        }
        REQUIRE(write_file(folder.path() / name, whole.substr(0, whole.size() - 64)));
        auto files = SyzygyFiles::in(folder.path().string());
        files.check(files.bytes());
        CHECK(files.damaged.size() == 1);
    }
}

TEST_CASE("Syzygy files are checked in order, as far as is allowed", "[tablebase][syzygy][data]") {
    const auto folder = test::data_path("syzygy");
    if (!folder) return test::skip_case("no Syzygy tables");
    auto files = SyzygyFiles::in(folder->string());
    files.check(50'000);
    CHECK(files.endings.front().verdicts->is_checked);
    CHECK_FALSE(files.endings.back().verdicts->is_checked);
    int told = 0;
    files.check(files.bytes(), [&told](std::uintmax_t) { return ++told < 10; });
    CHECK(told == 10);
}

TEST_CASE("a Syzygy file that is too large to check is tried in a child",
          "[tablebase][syzygy][data]") {
    const auto data = test::data_path("syzygy");
    if (!fathom::is_linked() || !data) return test::skip_case("no Syzygy tables");
    const test::TemporaryFolder folder;
    std::string bytes = *read_file(*data / "KQvKR.rtbw");
    for (std::size_t i = 4; i < 200; ++i) bytes[i] = static_cast<char>(bytes[i] ^ 0xFF);
    REQUIRE(write_file(folder.path() / "KQvKR.rtbw", bytes));
    const auto tables = SyzygyTables::open(folder.path().string(), 0);
    REQUIRE_FALSE(tables);
    INFO(tables.error().message);
    CHECK(tables.error().message.find("KQvKR.rtbw, the library dies of it") != std::string::npos);
}

TEST_CASE("Syzygy tables say what is known of their positions", "[tablebase][syzygy][data]") {
    if (!fathom::is_linked()) return test::skip_case("built without libfathom");
    const auto folder = test::data_path("syzygy");
    const auto samples = test::data_path("endgame/probe_samples.epd");
    if (!folder || !samples) return test::skip_case("no Syzygy tables");
    const auto tables = SyzygyTables::open(folder->string());
    REQUIRE(tables);
    CHECK((*tables)->summary() == "35 WDL and 35 DTZ tables of up to 4 men");
    CHECK((*tables)->most_men() == 4);
    CHECK(*SyzygyTables::open(folder->string()) == *tables);
    const auto refused = SyzygyTables::open("/somewhere/else");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("takes one path at a time") != std::string::npos);

    for (const Sample& sample : read_samples(*samples)) {
        INFO(to_fen(sample.position));
        const auto verdict = (*tables)->probe(sample.position, TableQuestion::Verdict);
        REQUIRE(verdict);
        CHECK(static_cast<int>(verdict->verdict) == sample.wdl);
        const auto all = (*tables)->probe(sample.position, TableQuestion::Everything);
        REQUIRE((all && all->plies_to_zeroing));
        CHECK(static_cast<int>(all->verdict) == sample.wdl);
        CHECK(std::abs(*all->plies_to_zeroing - std::abs(sample.dtz)) <= 1);
    }
    // While the fifty moves run, a search is told nothing that they could make wrong.
    const auto late = *parse_fen("8/8/8/8/8/3k4/8/K1Q5 w - - 20 80");
    CHECK_FALSE((*tables)->probe(late, TableQuestion::Verdict));
    CHECK((*tables)->probe(late, TableQuestion::Everything)->is_won());
    CHECK_FALSE((*tables)->probe(*parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
                                 TableQuestion::Everything)); // M.68
    CHECK(ranked_moves(late, **tables)->front().facts.is_won());
}

TEST_CASE("Syzygy tables that nobody holds give way to those of another path",
          "[tablebase][syzygy][data]") {
    if (!fathom::is_linked()) return test::skip_case("built without libfathom");
    const auto data = test::data_path("syzygy");
    if (!data) return test::skip_case("no Syzygy tables");
    const test::TemporaryFolder folder;
    const auto copy = [&](const char* name) {
        std::filesystem::copy_file(*data / name, folder.path() / name);
    };
    copy("KRvK.rtbw");
    const auto rook = *parse_fen("8/8/8/8/8/3k4/8/K1R5 w - -");
    const auto queen = *parse_fen("8/8/8/8/8/3k4/8/K1Q5 w - -");
    const auto knows = [](const SyzygyTables& tables, const Position& position) {
        return tables.probe(position, TableQuestion::Verdict).has_value();
    };
    for (int round = 0; round < 3; ++round) {
        INFO(round);
        CHECK((*SyzygyTables::open(data->string()))->most_men() == 4);
        CHECK(knows(**SyzygyTables::open(data->string()), queen));
        const auto few = SyzygyTables::open(folder.path().string());
        REQUIRE(few);
        CHECK((*few)->most_men() == 3);
        CHECK(knows(**few, rook));
        CHECK(knows(**few, queen) == (round > 0));
        if (round == 0) copy("KQvK.rtbw"); // seen when the path is set again
    }
    CHECK_FALSE(SyzygyTables::open("/somewhere/else"));
    CHECK(SyzygyTables::open(data->string()));
}

TEST_CASE("threads may ask Syzygy tables at once", "[tablebase][syzygy][data]") {
    if (!fathom::is_linked()) return test::skip_case("built without libfathom");
    const auto folder = test::data_path("syzygy");
    const auto samples_path = test::data_path("endgame/probe_samples.epd");
    if (!folder || !samples_path) return test::skip_case("no Syzygy tables");
    const auto tables = SyzygyTables::open(folder->string());
    REQUIRE(tables);
    const auto samples = read_samples(*samples_path);
    std::atomic<int> wrong{0};
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&, i] {
                for (const Sample& sample : samples) {
                    const auto question =
                        i == 0 ? TableQuestion::Everything : TableQuestion::Verdict;
                    const auto facts = (*tables)->probe(sample.position, question);
                    if (!facts || static_cast<int>(facts->verdict) != sample.wdl) ++wrong;
                }
            });
    }
    CHECK(wrong == 0);
}
