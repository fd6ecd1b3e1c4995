#include "engine/base/file.hpp"
#include "engine/notation/epd.hpp"
#include "engine/notation/fen.hpp"
#include "tablebase/best_move.hpp"
#include "tablebase/own/own_tables.hpp"
#include "tablebase/syzygy/fathom.hpp"
#include "tablebase/syzygy/syzygy_tables.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

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
    CHECK_FALSE(files.endings.front().has_zeroing);
    CHECK(files.damaged.size() == 5);
    CHECK(files.missing_folders == std::vector<std::filesystem::path>{"/no/such/folder"});
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
    CHECK(refused.error().message.find("one path in a process") != std::string::npos);

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
