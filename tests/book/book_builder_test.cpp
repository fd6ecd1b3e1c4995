#include "book/stats/book_builder.hpp"
#include "book/store/book_move_bits.hpp"
#include "engine/base/rng.hpp"
#include "engine/notation/san.hpp"
#include "engine/rules/movegen.hpp"
#include "tests/book/support/book_making.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace rata;
using rata::test::make_book;

namespace {

std::string game(const std::string& tags, const std::string& moves, const std::string& result) {
    return "[Event \"t\"]\n" + tags + "[Result \"" + result + "\"]\n\n" + moves + " " + result +
           "\n\n";
}

/// The entry of a move after others; none of its counts if it is missing.
BookEntry entry_of(const test::MadeBook& book, std::vector<std::string> moves) {
    const std::string last = moves.back();
    moves.pop_back();
    Position position = Position::start();
    for (const std::string& each : moves) position.make(parse_san(each, position).value());
    const auto bits = book_move_bits(parse_san(last, position).value());
    for (const BookEntry& entry : book.entries)
        if (entry.key == position.polyglot_key() && entry.move == bits) return entry;
    return {};
}

/// Games of random legal moves, so many plies each.
std::string random_games(int count, int plies) {
    Rng rng(5);
    std::string text;
    constexpr std::string_view kResults[] = {"1-0", "0-1", "1/2-1/2", "*"};
    for (int i = 0; i < count; ++i) {
        Position position = Position::start();
        std::string moves;
        for (int ply = 0; ply < plies; ++ply) {
            const MoveList legal = legal_moves(position);
            if (legal.empty()) break;
            // Few of the moves, so that the games meet again.
            const Move move = legal.begin()[rng.below(std::min<std::uint64_t>(legal.size(), 3))];
            moves += to_san(move, position) + ' ';
            position.make(move);
        }
        const std::string tags = "[Round \"" + std::to_string(i) + "\"]\n[White \"" +
                                 std::to_string(i) + "\"]\n[Date \"" +
                                 std::to_string(1950 + i % 70) + ".01.01\"]\n[WhiteElo \"" +
                                 std::to_string(1900 + i % 900) + "\"]\n[BlackElo \"2400\"]\n";
        text += game(tags, moves, std::string(kResults[rng.below(4)]));
    }
    return text;
}

} // namespace

TEST_CASE("results, ratings and years are added up for the side that moves", "[book]") {
    const std::string first = "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2500\"]\n"
                              "[BlackElo \"2400\"]\n[Date \"1999.??.??\"]\n";
    const std::string second = "[White \"C\"]\n[Black \"D\"]\n[WhiteElo \"-\"]\n"
                               "[BlackElo \"2300\"]\n[Date \"2004.02.01\"]\n";
    const auto book =
        make_book(game(first, "1. e4 e5 2. Nf3", "1-0") + game(second, "1. e4 c5", "1/2-1/2") +
                  game("[White \"E\"]\n", "1. d4 d5", "*"));
    CHECK(book.facts.games == 3);
    CHECK(book.facts.unfinished == 1);
    const BookEntry e4 = entry_of(book, {"e4"});
    CHECK(e4.results == ResultCounts{1, 1, 0});
    CHECK(e4.rated == 1);
    CHECK(e4.rating_sum == 2500);
    CHECK(e4.opponent_sum == 2400);
    CHECK(e4.first_year == 1999);
    CHECK(e4.last_year == 2004);
    CHECK(entry_of(book, {"e4", "e5"}).results == ResultCounts{0, 0, 1});
    const BookEntry d4 = entry_of(book, {"d4"});
    CHECK(d4.games() == 1);
    CHECK(d4.results.games() == 0);
    CHECK(book.entries.size() == 6);
}

TEST_CASE("a move that is repeated in a game counts once", "[book]") {
    const std::vector<std::string> line = {"e4",   "c5",  "Nf3", "d6", "d4",  "cxd4",
                                           "Nxd4", "Nf6", "Nc3", "a6", "Be3", "Ng4"};
    const std::string moves = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 Ng4 "
                              "7. Bc1 Nf6 8. Be3 Ng4 9. Bg5 h6";
    const auto book = make_book(game("", moves, "1-0") + game("[White \"A\"]\n", "1. e4", "0-1"));
    const auto upto = [&line](std::size_t count) {
        return std::vector<std::string>(line.begin(), line.begin() + count);
    };
    CHECK(book.facts.games == 2);
    CHECK(entry_of(book, {"e4"}).results == ResultCounts{1, 0, 1});
    CHECK(entry_of(book, upto(11)).results == ResultCounts{1, 0, 0}); // Be3
    CHECK(entry_of(book, upto(12)).results == ResultCounts{0, 0, 1}); // Ng4
    // Behind the repeated moves wins and losses still belong to the right side.
    auto after = upto(12);
    after.emplace_back("Bc1");
    CHECK(entry_of(book, after).results == ResultCounts{1, 0, 0});
    after.back() = "Bg5";
    CHECK(entry_of(book, after).results == ResultCounts{1, 0, 0});
    after.emplace_back("h6");
    CHECK(entry_of(book, after).results == ResultCounts{0, 0, 1});
    CHECK(book.entries.size() == 16);
}

TEST_CASE("a repetition behind the plies that count changes nothing", "[book]") {
    const std::string moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5";
    CHECK(make_book(game("", moves, "1-0"), {.max_ply = 4}).entries.size() == 4);
    const auto book = make_book(game("", moves, "1-0"));
    CHECK(book.entries.size() == 6);
    CHECK(entry_of(book, {"Nf3"}).games() == 1);
    CHECK(entry_of(book, {"e4"}).games() == 1);
}

TEST_CASE("transpositions are one position", "[book]") {
    const auto book = make_book(
        game("", "1. d4 d5 2. c4 e6", "1-0") + game("", "1. c4 e6 2. d4 d5", "0-1") +
        game("", "1. d4 e6 2. c4 d5 3. Nc3", "0-1") + game("", "1. c4 d5 2. d4 e6 3. Nc3", "1-0"));
    CHECK(entry_of(book, {"d4", "d5", "c4", "e6", "Nc3"}).results == ResultCounts{1, 0, 1});
}

TEST_CASE("a game that comes twice is counted once", "[book]") {
    const std::string names = "[White \"Carlsen, Magnus\"]\n[Black \"Anand, V\"]\n";
    const std::string other_first_name = "[White \"Carlsen,M\"]\n[Black \"Anand, Viswanathan\"]\n";
    const std::string others = "[White \"Smith\"]\n[Black \"Anand, V\"]\n";
    const auto book = make_book(game(names, "1. e4 c5", "1-0") +
                                game(other_first_name, "1.e4 {the Sicilian} c5", "1-0") +
                                game(others, "1. e4 c5", "1-0") + game(names, "1. e4 c5", "0-1"));
    CHECK(book.facts.games == 3);
    CHECK(book.facts.duplicates == 1);
    CHECK(entry_of(book, {"e4"}).results == ResultCounts{2, 0, 1});
}

TEST_CASE("games that cannot be trusted are refused and named", "[book]") {
    struct Case {
        std::string text{};
        Refusal reason = Refusal::Illegal;
    };
    const Case cases[] = {
        {game("", "1. e4 e5 2. Ke3", "1-0"), Refusal::Illegal},
        {game("", "1. e4 -- 2. d4", "1-0"), Refusal::Illegal},
        {"[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n", Refusal::WrongResult},
        {game("", "1. f3 e5 2. g4 Qh4#", "1-0"), Refusal::WrongResult},
        {game("",
              "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 "
              "Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6",
              "1-0"),
         Refusal::WrongResult},
        {"[Variant \"atomic\"]\n\n1. e4 1-0\n\n", Refusal::OtherRules},
        {"[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 "
         "1\"]\n\n1. e4 1-0\n\n",
         Refusal::OtherRules},
        {"[White \"A\"]\n\n1-0\n\n", Refusal::Empty},
    };
    for (const Case& each : cases) {
        INFO(each.text);
        // Between good games, and with threads.
        const std::string good = game("[White \"1\"]\n", "1. d4", "1-0");
        const std::string better = game("[White \"2\"]\n", "1. d4", "1-0");
        for (const unsigned threads : {1U, 3U}) {
            const auto book = make_book(good + each.text + better, {.threads = threads});
            CHECK(book.facts.games == 2);
            REQUIRE(book.refused.size() == 1);
            CHECK(book.refused.front().reason == each.reason);
            CHECK(book.refused.front().game == 2);
            CHECK(book.refused.front().error.where.source == "games");
            CHECK(book.entries.size() == 1);
        }
    }
}

TEST_CASE("a right mate and a right stalemate are counted", "[book]") {
    const auto book = make_book(game("", "1. f3 e5 2. g4 Qh4#", "0-1"));
    CHECK(book.refused.empty());
    CHECK(entry_of(book, {"f3"}).results == ResultCounts{0, 0, 1});
}

TEST_CASE("games are chosen by their tags", "[book]") {
    const std::string text =
        game("[White \"Kasparov, G\"]\n[Black \"Deep Blue\"]\n[WhiteElo \"2785\"]\n"
             "[BlackElo \"2800\"]\n[Date \"1997.05.03\"]\n",
             "1. Nf3 d5", "1-0") +
        game("[White \"Deep Blue\"]\n[Black \"Kasparov, G\"]\n[Date \"1997.05.04\"]\n", "1. e4 e5",
             "1-0") +
        game("[White \"X\"]\n[Black \"Y\"]\n", "1. d4", "*");
    const auto games = [&text](const GameFilter& filter) {
        return make_book(text, {.filter = filter}).facts.games;
    };
    CHECK(games({}) == 3);
    CHECK(games({.min_rating = 2700}) == 1);
    CHECK(games({.player = "kasparov"}) == 2);
    CHECK(games({.player = "KASPAROV", .color = Color::Black}) == 1);
    CHECK(games({.from = GameDate{1997, 5, 4}}) == 1);
    CHECK(games({.from = GameDate{1997, 0, 0}}) == 2);
    CHECK(games({.to = GameDate{1997, 5, 3}}) == 1);
    CHECK(games({.to = GameDate{1996, 0, 0}}) == 0);
    CHECK(games({.only_with_result = true}) == 2);
    CHECK(!parse_game_date("soon"));
    CHECK(parse_game_date("1997.??.??")->year == 1997);
}

TEST_CASE("plies and moves of few games are left out as asked", "[book]") {
    const std::string text = game("[White \"1\"]\n", "1. e4 e5 2. Nf3", "1-0") +
                             game("[White \"2\"]\n", "1. e4 c5 2. Nf3", "1-0");
    CHECK(make_book(text, {.max_ply = 1}).entries.size() == 1);
    CHECK(make_book(text, {.max_ply = 2}).entries.size() == 3);
    CHECK(make_book(text, {.min_games = 2}).entries.size() == 1);
}

TEST_CASE("a book does not depend on memory and threads", "[book][slow]") {
    const std::string games = random_games(6000, 40);
    const auto large = make_book(games, {.max_ply = 30});
    CHECK(large.spills == 0);
    // Some of the games of chance end in a mate that the result of chance denies.
    CHECK(large.facts.games + large.facts.wrong_result == 6000);
    for (const unsigned threads : {1U, 3U}) {
        // 16 MiB leave the least room there is: a mebibyte, some 30,000 moves.
        const auto small =
            make_book(games, {.max_ply = 30, .threads = threads, .memory_mebibytes = 16});
        CHECK(small.spills >= 2);
        CHECK(small.facts == large.facts);
        CHECK(small.entries == large.entries);
    }
}

TEST_CASE("more games than can be told apart are let pass and counted", "[book]") {
    KnownGames few(16 * 1024);
    for (std::uint64_t mark = 1; mark <= 5000; ++mark) CHECK(few.insert(mark * 7919));
    CHECK(few.unwatched() > 0);
    CHECK_FALSE(few.insert(7919));
}
