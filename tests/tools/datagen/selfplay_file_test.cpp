#include "engine/base/rng.hpp"
#include "engine/notation/fen.hpp"
#include "engine/rules/movegen.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/datagen/position_filter.hpp"
#include "tools/datagen/selfplay_file.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using rata::test::TemporaryFolder;

namespace {

constexpr std::string_view kTrickyFens[] = {
    kStartFen,
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
    "8/8/8/8/8/8/8/K1k5 w - - 99 200",
    "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 7",
    "1rk2rr1/8/8/8/8/8/8/1RK2RR1 b FBfb - 3 9",
};

/// Random moves with random scores.
SelfplayGame random_game(std::string_view fen, Rng& luck, std::size_t plies) {
    SelfplayGame game{.start = parse_fen(fen).value()};
    Position position = game.start;
    for (std::size_t i = 0; i < plies; ++i) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move = moves[static_cast<std::size_t>(luck.below(moves.size()))];
        const auto score = static_cast<int>(luck.below(4001)) - 2000;
        game.plies.push_back({.move = move, .score = Score::cp(score)});
        position.make(move);
    }
    game.result = static_cast<SelfplayResult>(luck.below(3));
    game.end = static_cast<SelfplayEnd>(luck.below(kSelfplayEnds));
    return game;
}

void check_same(const SelfplayGame& a, const SelfplayGame& b) {
    CHECK(to_fen(a.start) == to_fen(b.start));
    CHECK(a.start.is_chess960() == b.start.is_chess960());
    CHECK(a.result == b.result);
    CHECK(a.end == b.end);
    REQUIRE(a.plies.size() == b.plies.size());
    for (std::size_t i = 0; i < a.plies.size(); ++i) {
        CHECK(a.plies[i].move == b.plies[i].move);
        CHECK(a.plies[i].score == b.plies[i].score);
    }
}

SelfplayOrigin some_origin() { return {{"program", "a test"}, {"seed", "7"}, {"empty", ""}}; }

/// A file in memory with three blocks of two games.
std::string three_blocks() {
    Rng luck(3);
    std::string bytes = selfplay_head(some_origin());
    for (std::uint64_t block = 0; block < 3; ++block) {
        std::string content;
        std::uint32_t positions = 0;
        for (int i = 0; i < 2; ++i) {
            const SelfplayGame game = random_game(kStartFen, luck, 20);
            positions += static_cast<std::uint32_t>(game.plies.size());
            pack_game(game, content);
        }
        bytes += selfplay_block(
            {.bytes = content, .games = 2, .positions = positions, .next_game = 2 * block + 2});
    }
    return bytes;
}

SelfplayCounts count_all(std::string_view bytes) {
    auto reader = SelfplayReader::open(bytes);
    REQUIRE(reader);
    while (const auto block = reader->next()) CHECK(read_games(*block, [](const auto&) {}));
    return reader->counts();
}

} // namespace

TEST_CASE("games survive packing", "[datagen]") {
    Rng luck(1);
    for (const std::string_view fen : kTrickyFens) {
        INFO(fen);
        for (const std::size_t plies : {std::size_t{0}, std::size_t{1}, std::size_t{150}}) {
            const SelfplayGame game = random_game(fen, luck, plies);
            std::string bytes;
            pack_game(game, bytes);
            CHECK(bytes.size() == 32 + 4 * game.plies.size());
            CHECK(packed_size(bytes) == bytes.size());
            const auto unpacked = unpack_game(bytes + "more");
            REQUIRE(unpacked);
            CHECK(unpacked->size == bytes.size());
            check_same(unpacked->game, game);
        }
    }
}

TEST_CASE("scores of all kinds survive packing", "[datagen]") {
    SelfplayGame game;
    for (const Score score :
         {Score::mate_in(3), Score::mated_in(8), Score::table_win(2), Score::cp(-1)}) {
        const MoveList moves = legal_moves(game.start);
        game.plies.assign(1, {.move = moves[0], .score = score});
        std::string bytes;
        pack_game(game, bytes);
        CHECK(unpack_game(bytes)->game.plies[0].score == score);
    }
}

TEST_CASE("bytes that are no game are refused", "[datagen]") {
    Rng luck(2);
    std::string bytes;
    pack_game(random_game(kStartFen, luck, 10), bytes);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        CHECK(!unpack_game(std::string_view(bytes).substr(0, size)));
    // Every single bit turned: it is refused, or it is another game, but nothing worse.
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        std::string changed = bytes;
        changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
        const auto unpacked = unpack_game(changed);
        if (unpacked) CHECK(unpacked->game.start.is_consistent());
    }
}

TEST_CASE("a file is read back as it was written", "[datagen]") {
    const TemporaryFolder folder;
    const std::string path = folder / "games.rsp";
    Rng luck(5);
    std::vector<SelfplayGame> games;
    for (int i = 0; i < 300; ++i) games.push_back(random_game(kTrickyFens[i % 3], luck, 120));
    {
        auto writer = SelfplayWriter::create(path, some_origin());
        REQUIRE(writer);
        for (std::size_t i = 0; i < 200; ++i) CHECK(writer->add(games[i], i + 1));
        CHECK(writer->flush());
        CHECK(!SelfplayWriter::create(path, some_origin()));
    }
    {
        const std::string bytes = read_file(path).value() + "RPLBtorn";
        REQUIRE(write_file(path, bytes));
        const SelfplayCounts counts = count_all(bytes);
        CHECK(counts.lost_bytes == 8);
        CHECK(counts.next_game == 200);
        auto writer = SelfplayWriter::append(path, counts);
        REQUIRE(writer);
        for (std::size_t i = 200; i < games.size(); ++i) CHECK(writer->add(games[i], i + 1));
        CHECK(writer->flush());
    }
    auto file = SelfplayFile::open(path);
    REQUIRE(file);
    CHECK(file->reader().origin() == some_origin());
    std::size_t number = 0;
    while (const auto block = file->reader().next())
        CHECK(read_games(*block,
                         [&](const SelfplayGame& game) { check_same(game, games.at(number++)); }));
    CHECK(number == games.size());
    CHECK(file->reader().counts().games == games.size());
    CHECK(file->reader().counts().blocks > 1);
    CHECK(file->reader().counts().lost_bytes == 0);
}

TEST_CASE("a flipped byte costs one block, and the loss is counted", "[datagen]") {
    const std::string bytes = three_blocks();
    const SelfplayCounts whole = count_all(bytes);
    CHECK(whole.games == 6);
    CHECK(whole.lost_bytes == 0);
    const std::size_t head = selfplay_head(some_origin()).size();
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
        if (at < head) {
            CHECK(!SelfplayReader::open(damaged));
            continue;
        }
        const SelfplayCounts counts = count_all(damaged);
        INFO("byte " << at);
        CHECK(counts.games == 4);
        CHECK(counts.lost_bytes + counts.blocks * (bytes.size() - head) / 3 == bytes.size() - head);
    }
}

TEST_CASE("a file cut off anywhere keeps its whole blocks", "[datagen]") {
    const std::string bytes = three_blocks();
    const std::size_t head = selfplay_head(some_origin()).size();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const std::string_view cut = std::string_view(bytes).substr(0, size);
        if (size < head) {
            CHECK(!SelfplayReader::open(cut));
            continue;
        }
        const SelfplayCounts counts = count_all(cut);
        CHECK(counts.whole_bytes + counts.lost_bytes == size);
        CHECK(counts.games == 2 * (3 * (size - head) / (bytes.size() - head)));
    }
}

TEST_CASE("the filter passes over what teaches nothing", "[datagen]") {
    const Position quiet = Position::start();
    const Move move = legal_moves(quiet)[0];
    const PositionFilter filter;
    CHECK(filter.keeps(quiet, {move, Score::cp(20)}, 8));
    CHECK(!filter.keeps(quiet, {move, Score::cp(20)}, 7));
    CHECK(!filter.keeps(quiet, {move, Score::mate_in(5)}, 8));
    const Position check = parse_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").value();
    CHECK(!filter.keeps(check, {legal_moves(check)[0], Score::cp(0)}, 8));
    const Position capture = parse_fen("4k3/8/8/8/8/3r4/4P3/4K3 w - - 0 1").value();
    const Move takes = Move::normal(Square::E2, Square::D3);
    CHECK(!filter.keeps(capture, {takes, Score::cp(0)}, 8));
    CHECK(PositionFilter{.noisy_best = true}.keeps(capture, {takes, Score::cp(0)}, 8));
}
