#include "tests/support/temporary_folder.hpp"
#include "tools/datagen/data_generator.hpp"
#include "tools/datagen/decision.hpp"

#include <catch2/catch.hpp>

#include <set>

using namespace rata;
using rata::test::TemporaryFolder;

namespace {

DataPlan small_plan(const TemporaryFolder& folder) {
    DataPlan plan;
    plan.play.nodes = 60;
    plan.play.longest = 60;
    plan.folder = folder.path().string();
    plan.games = 12;
    return plan;
}

/// Every game of the file as bytes, sorted: threads finish in any order.
std::multiset<std::string> games_of(const std::string& path) {
    std::multiset<std::string> games;
    auto file = SelfplayFile::open(path);
    REQUIRE(file);
    while (const auto block = file->reader().next()) {
        CHECK(read_games(*block, [&games](const SelfplayGame& game) {
            std::string bytes;
            pack_game(game, bytes);
            games.insert(bytes);
        }));
    }
    CHECK(file->reader().counts().lost_bytes == 0);
    return games;
}

std::string generate(const DataPlan& plan) {
    auto generator = DataGenerator::open(plan, origin_of(plan.play, "test"));
    REQUIRE(generator);
    REQUIRE((*generator)->run({}));
    return (*generator)->path();
}

} // namespace

TEST_CASE("equal seeds give equal games, other seeds others", "[datagen]") {
    const TemporaryFolder one;
    const TemporaryFolder two;
    const TemporaryFolder three;
    DataPlan plan = small_plan(one);
    const auto games = games_of(generate(plan));
    CHECK(games.size() == 12);
    plan.folder = two.path().string();
    CHECK(games_of(generate(plan)) == games);
    plan.folder = three.path().string();
    plan.play.seed = 2;
    const auto others = games_of(generate(plan));
    for (const std::string& game : others) CHECK_FALSE(games.contains(game));
}

TEST_CASE("two generators do not fill one file", "[datagen]") {
    const TemporaryFolder folder;
    const DataPlan plan = small_plan(folder);
    DataPlan other = plan;
    other.play.seed = 2;
    {
        const auto first = DataGenerator::open(plan, origin_of(plan.play, "test"));
        REQUIRE(first);
        const auto second = DataGenerator::open(plan, origin_of(plan.play, "test"));
        REQUIRE(!second);
        CHECK(second.error().code == ErrorCode::InUse);
        const auto third = DataGenerator::open(other, origin_of(other.play, "test"));
        REQUIRE(third);
        CHECK((*third)->path() != (*first)->path());
    }
    CHECK(DataGenerator::open(plan, origin_of(plan.play, "test")));
}

TEST_CASE("a search of however few nodes has a score", "[datagen]") {
    const TemporaryFolder folder;
    DataPlan plan = small_plan(folder);
    plan.play.nodes = 1;
    std::size_t all = 0;
    std::size_t even = 0;
    auto file = SelfplayFile::open(generate(plan));
    REQUIRE(file);
    while (const auto block = file->reader().next()) {
        CHECK(read_games(*block, [&](const SelfplayGame& game) {
            for (const SelfplayPly& ply : game.plies) {
                ++all;
                even += ply.score == Score::draw() ? 1 : 0;
            }
        }));
    }
    CHECK(10 * even < all);
}

TEST_CASE("a file is gone on with, and no game is made twice", "[datagen]") {
    const TemporaryFolder folder;
    const TemporaryFolder at_once_folder;
    DataPlan plan = small_plan(folder);
    plan.games = 5;
    const std::string path = generate(plan);
    CHECK(games_of(path).size() == 5);
    plan.games = 12;
    CHECK(generate(plan) == path);
    const auto games = games_of(path);
    CHECK(games.size() == 12);
    DataPlan at_once = small_plan(at_once_folder);
    CHECK(games_of(generate(at_once)) == games);
    // Enough is enough.
    CHECK(generate(plan) == path);
    CHECK(games_of(path).size() == 12);
}

TEST_CASE("another plan gets another file", "[datagen]") {
    const TemporaryFolder folder;
    DataPlan plan = small_plan(folder);
    plan.games = 2;
    const std::string path = generate(plan);
    plan.play.nodes = 70;
    CHECK(generate(plan) != path);
    CHECK(games_of(path).size() == 2);
}

TEST_CASE("several threads make as many games as are wanted", "[datagen]") {
    const TemporaryFolder folder;
    DataPlan plan = small_plan(folder);
    plan.threads = 3;
    CHECK(games_of(generate(plan)).size() == 12);
    const TemporaryFolder other;
    DataPlan by_positions = small_plan(other);
    by_positions.games.reset();
    by_positions.positions = 200;
    auto generator = DataGenerator::open(by_positions, origin_of(by_positions.play, "test"));
    REQUIRE(generator);
    REQUIRE((*generator)->run({}));
    CHECK((*generator)->positions() >= 200);
}

TEST_CASE("a stop keeps what was finished", "[datagen]") {
    const TemporaryFolder folder;
    const DataPlan plan = small_plan(folder);
    std::stop_source stop;
    stop.request_stop();
    auto generator = DataGenerator::open(plan, origin_of(plan.play, "test"));
    REQUIRE(generator);
    CHECK((*generator)->run(stop.get_token()));
    CHECK((*generator)->games() == 0);
    CHECK(games_of((*generator)->path()).empty());
}

TEST_CASE("a game is decided by its scores", "[datagen]") {
    SelfplayPlan plan;
    plan.draw_from = 4;
    plan.draw_plies = 3;
    SelfplayDecision won(plan);
    CHECK(!won.after(Color::White, Score::cp(1200)));
    CHECK(!won.after(Color::Black, Score::cp(-1200)));
    CHECK(!won.after(Color::White, Score::mate_in(9)));
    const auto outcome = won.after(Color::Black, Score::cp(-1000));
    REQUIRE(outcome);
    CHECK(outcome->result == SelfplayResult::WhiteWins);
    CHECK(outcome->end == SelfplayEnd::WinByScore);

    SelfplayDecision turned(plan);
    CHECK(!turned.after(Color::White, Score::cp(1200)));
    CHECK(!turned.after(Color::Black, Score::cp(1200)));
    CHECK(!turned.after(Color::White, Score::cp(-1200)));
    CHECK(!turned.after(Color::Black, Score::cp(1200)));
    CHECK(turned.after(Color::White, Score::cp(-1200))->result == SelfplayResult::BlackWins);

    SelfplayDecision drawn(plan);
    for (int ply = 0; ply < 4; ++ply) CHECK(!drawn.after(Color::White, Score::cp(10)));
    CHECK(drawn.after(Color::Black, Score::cp(-10))->end == SelfplayEnd::DrawByScore);
}
