#include "tools/train/net_data.hpp"

#include "engine/base/rng.hpp"
#include "engine/notation/fen.hpp"
#include "engine/rules/movegen.hpp"
#include "eval/evaluator.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/datagen/position_filter.hpp"
#include "tools/datagen/selfplay_file.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace rata;
using rata::test::TemporaryFolder;

namespace {

/// Random moves, each with a score that no evaluation gives.
SelfplayGame odd_game(Rng& luck) {
    constexpr int kOdd = 12'345;
    SelfplayGame game{.start = parse_fen(kStartFen).value()};
    Position position = game.start;
    for (int ply = 0; ply < 40; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move = moves[static_cast<std::size_t>(luck.below(moves.size()))];
        game.plies.push_back({.move = move, .score = Score::cp(kOdd)});
        position.make(move);
    }
    game.result = SelfplayResult::WhiteWins;
    return game;
}

struct School {
    TemporaryFolder folder{};
    NetDataSource source{};
    std::vector<NetPosition> judged{}; ///< the kept positions, as the evaluation has them

    School() {
        source = {.files = {(folder / "games.rsp").string()}, .held_out_of = 2};
        auto writer = SelfplayWriter::create(source.files.front(), {{"program", "a test"}});
        REQUIRE(writer);
        Rng luck(5);
        for (std::uint64_t number = 0; number < 6; ++number) {
            const SelfplayGame game = odd_game(luck);
            REQUIRE(writer->add(game, number + 1));
            if (number % source.held_out_of != 0) judge(game);
        }
        REQUIRE(writer->flush());
    }
    void judge(const SelfplayGame& game) {
        for_each_kept(game, PositionFilter{}, [&](const Position& position, const SelfplayPly&) {
            Evaluator evaluator;
            evaluator.reset(position);
            const int score = (evaluator.evaluate(position) - Score::draw()).cp();
            const bool white = position.side_to_move() == Color::White;
            judged.push_back(pack_position(position, score, white ? 2 : 0));
        });
    }
    [[nodiscard]] NetData read() const {
        return read_net_data(source, [](std::uint64_t) { return true; }).value();
    }
};

} // namespace

TEST_CASE("scores are those of the search, or those of the evaluation", "[tools][train]") {
    School school;
    REQUIRE_FALSE(school.judged.empty());
    NetData data = school.read();
    CHECK(data.games == 6);
    CHECK(data.learnt.size() == school.judged.size());
    CHECK(data.learnt.front().score == 12'345);

    school.source.teacher = NetTeacher::Evaluation;
    data = school.read();
    CHECK(data.learnt == school.judged);
}

TEST_CASE("positions in which the search surprises are left out", "[tools][train]") {
    School school;
    const auto surprise = [](const NetPosition& judged) { return std::abs(12'345 - judged.score); };
    std::vector<int> surprises;
    for (const NetPosition& each : school.judged) surprises.push_back(surprise(each));
    std::sort(surprises.begin(), surprises.end());
    school.source.most_surprise = surprises[surprises.size() / 2];
    const auto kept =
        std::upper_bound(surprises.begin(), surprises.end(), school.source.most_surprise) -
        surprises.begin();
    CHECK(school.read().learnt.size() == static_cast<std::size_t>(kept));
    CHECK(static_cast<std::size_t>(kept) < surprises.size());
}

TEST_CASE("neighbours lie between the positions of a game", "[tools][train]") {
    School school;
    school.source.teacher = NetTeacher::Evaluation;
    school.source.neighbours = 3;
    const NetData data = school.read();
    CHECK(data.learnt.size() > 3 * school.judged.size());
    CHECK(data.learnt.size() <= 4 * school.judged.size()); // without those in check
    CHECK(data.checksum() == school.read().checksum());
    for (const NetPosition& kept : school.judged)
        CHECK(std::find(data.learnt.begin(), data.learnt.end(), kept) != data.learnt.end());

    school.source.most_positions = 10;
    CHECK(school.read().learnt.size() + school.read().held_out.size() == 10);
}
