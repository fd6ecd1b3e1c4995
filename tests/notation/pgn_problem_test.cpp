// What is said of games that are wrong, and how reading goes on behind them.
#include "engine/notation/pgn_check.hpp"
#include "tests/notation/support/reading.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

struct ProblemCase {
    const char* name;
    std::string text;
    std::vector<std::string> problems; ///< "kind game/ply line:column: message", or its beginning
    std::uint64_t games;
    std::uint64_t plies;
};

const std::string kNext = "\n\n[White \"A\"]\n\n1. d4 *\n"; // the game behind; it is always found

const ProblemCase kProblemCases[] = {
    {"an illegal move",
     "1. e4 Ke5 2. d4 *" + kNext,
     {"broken 1/1 1:7: move 'Ke5' is not legal: the king on e8 cannot move to e5"},
     2,
     2},
    {"no move at all",
     "1. e4 e5 2. hello world *" + kNext,
     {"broken 1/2 1:15: expected a move such as Nf3, exd5 or O-O, found 'hello'"},
     2,
     3},
    {"the next game without tags", "1. e4 Ke5 *\n1. d4 *\n", {"broken 1/1 1:7: move 'Ke5'"}, 2, 2},
    {"a result in a variation of a broken game",
     "1. e4 Ke5 (2. d4 1-0) 2. d4 0-1" + kNext,
     {"broken 1/1 1:7: move 'Ke5'"},
     2,
     2},
    {"tags and results in comments of a broken game",
     "1. e4 Ke5 { *\n\n[White \"A\"]\n} ; 1-0\n\n% *\n*" + kNext,
     {"broken 1/1 1:7: move 'Ke5'"},
     2,
     2},
    {"a broken game without end, and one after it",
     "1. e4 Ke5 (2. d4" + kNext,
     {"broken 1/1 1:7: move 'Ke5'"},
     2,
     2},
    {"no result", "1. e4 e5" + kNext, {"remark 1/2 3:1: the game ends without a result"}, 2, 3},
    {"no result, no empty line",
     "1. e4 e5\n[White \"A\"]\n*",
     {"remark 1/2 2:1: the game ends without a result"},
     2,
     2},
    {"no result at the end of the file",
     "1. e4 e5",
     {"remark 1/2 1:9: the game ends without a result"},
     1,
     2},
    {"no moves and no result",
     "[White \"A\"]\n\n[White \"B\"]\n\n[White \"C\"]\n",
     {"remark 1/0 3:1: the game ends without a result", "remark 2/0 5:1: the game ends without",
      "remark 3/0 6:1: the game ends without a result"},
     3,
     0},
    {"two results",
     "[Result \"1-0\"]\n\n1. e4 0-1",
     {"remark 1/1 3:7: the game ends with 0-1, but its Result tag says 1-0"},
     1,
     1},
    {"a result tag that says nothing", "[Result \"won\"]\n\n1. e4 0-1", {}, 1, 1},
    {"a mistake in a variation",
     "1. e4 (1. d4 Ke5 2. c4 (2. f4) {)} 1-0) e5 *" + kNext,
     {"variation 1/1 1:14: move 'Ke5'"},
     2,
     3},
    {"mistakes in two depths",
     "1. e4 (1. d4 d5 (1... x) 2. Ke8) (1. y) e5 *",
     {"variation 1/1 1:23: expected a move such as Nf3, exd5 or O-O, found 'x'",
      "variation 1/1 1:29: move 'Ke8'", "variation 1/1 1:38: expected a move"},
     1,
     2},
    {"a variation that is never closed",
     "1. e4 (1. d4 d5 *" + kNext,
     {"broken 1/1 3:1: the game ends inside a variation, expected ')'"},
     2,
     2},
    {"a variation that was never opened",
     "1. e4 e5) 2. d4 *" + kNext,
     {"broken 1/2 1:9: found ')', but no variation is open"},
     2,
     3},
    {"a variation on nothing",
     "(1. e4) *" + kNext,
     {"broken 1/0 1:1: a variation begins before the first move"},
     2,
     1},
    {"a variation on nothing in a variation",
     "1. e4 ((1. d4) 1. c4) e5 *" + kNext,
     {"variation 1/1 1:8: a variation begins before the first move"},
     2,
     3},
    {"a comment that is never closed",
     "1. e4\n  {to the end" + kNext,
     {"broken 1/1 2:3: this comment is never closed, expected '}'"},
     1,
     1},
    {"the same between games",
     "1. e4 * {to the end" + kNext,
     {"broken 2/0 1:9: this comment is never closed, expected '}'"},
     2,
     1},
    {"the end of a comment alone",
     "1. e4 } *" + kNext,
     {"broken 1/1 1:7: expected a move such as Nf3, exd5 or O-O, found '}'"},
     2,
     2},
    {"a bracket in the moves",
     "1. e4 [e5] *" + kNext,
     {"broken 1/1 1:7: expected a move or a result, found '['"},
     2,
     2},
    {"a bracket at the beginning of a line",
     "1. e4\n[%clk 3] *" + kNext,
     {"broken 1/1 2:1: expected a move or a result, found '['"},
     2,
     2},
    {"a passed turn in the game",
     "1. -- e5 *" + kNext,
     {"remark 1/0 1:4: the turn is passed, which only a variation may do"},
     2,
     3},
    {"a passed turn in check",
     "1. e4 f6 2. Qh5+ -- *" + kNext,
     {"broken 1/3 1:18: the turn is passed while in check"},
     2,
     4},
    {"another variant",
     "[Variant \"Atomic\"]\n\n1. e4 d5 2. exd5 *" + kNext,
     {"broken 1/0 1:11: variant 'Atomic' is not supported"},
     2,
     1},
    {"a position that cannot be",
     "[FEN \"4k3/8/8/8/8/8/8/4X3 w - -\"]\n\n1. e4 *" + kNext,
     {"broken 1/0 1:24: FEN tag: found 'X' in rank 1"},
     2,
     1},
    {"a tag without an end",
     "[White \"A]\n[Black \"B\"]\n\n1. e4 *",
     {"remark 1/0 1:11: expected a tag such as [White \"Name\"], found the end of the line after"},
     1,
     1},
    {"a tag without quotation marks",
     "[White A]\n[Black \"B\"]\n\n1. e4 *",
     {"remark 1/0 1:8: expected a tag such as [White \"Name\"], found 'A' after '[White '"},
     1,
     1},
    {"a tag without a name",
     "[\"A\"]\n\n1. e4 *",
     {R"(remark 1/0 1:2: expected a tag such as [White "Name"], found '"' after '[')"},
     1,
     1},
    {"NAGs out of range",
     "1. e4 $256 e5 $ *",
     {"remark 1/1 1:7: expected a number from 0 to 255 after '$', found '256'",
      "remark 1/2 1:15: expected a number from 0 to 255 after '$', found ''"},
     1,
     2},
    {"UTF-16", std::string("\xFF\xFE[\0E\0", 6), {"broken 1/0 1:1: the text is UTF-16"}, 1, 0},
    {"a NUL byte",
     std::string("1. e4 \0 *", 9),
     {"broken 1/1 1:7: expected a move such as Nf3, exd5 or O-O, found '\\x00'"},
     1,
     1},
    {"text before the first game",
     "Games of last night\n\n[White \"A\"]\n\n1. e4 *",
     {"broken 1/0 1:1: expected a move such as Nf3, exd5 or O-O, found 'Games'"},
     2,
     1},
    {"the column of a mistake inside a word",
     "1. e4 Nx-y *",
     {"broken 1/1 1:10: expected a move"},
     1,
     1},
};

std::string text_of(const PgnProblem& problem) {
    constexpr const char* kKinds[] = {"broken", "variation", "remark"};
    return std::string(kKinds[static_cast<int>(problem.kind)]) + ' ' +
           std::to_string(problem.game) + '/' + std::to_string(problem.ply) + ' ' +
           problem.error.to_string();
}

struct Outcome {
    PgnTotals totals;
    std::vector<std::string> problems;
};

Outcome check(const std::string& text, unsigned threads) {
    TextSource source(text, "");
    Outcome outcome;
    const auto totals = check_pgn(
        source, PgnCheckOptions{threads, PgnInterest::Read},
        [&outcome](const PgnProblem& problem) { outcome.problems.push_back(text_of(problem)); });
    REQUIRE(totals.ok());
    outcome.totals = *totals;
    return outcome;
}

} // namespace

TEST_CASE("PGN: what is wrong is told, and reading goes on", "[notation][pgn]") {
    for (const ProblemCase& c : kProblemCases) {
        for (const unsigned threads : {1U, 2U}) {
            CAPTURE(c.name, threads);
            const Outcome outcome = check(c.text, threads);
            REQUIRE(outcome.problems.size() == c.problems.size());
            for (std::size_t i = 0; i < c.problems.size(); ++i)
                CHECK_THAT(outcome.problems[i], Catch::StartsWith(c.problems[i]));
            CHECK(outcome.totals.games == c.games);
            CHECK(outcome.totals.plies == c.plies);
            CHECK(outcome.totals.bytes == c.text.size());
        }
    }
}

TEST_CASE("PGN: mistakes are told alike however the text is divided", "[notation][pgn]") {
    for (const ProblemCase& c : kProblemCases) {
        const std::string whole = transcript_of(c.text);
        for (std::size_t length = 1; length < 9; ++length) {
            CAPTURE(c.name, length);
            CHECK(transcript_in_pieces(c.text, [length] { return length; }) == whole);
            CHECK(transcript_in_parallel(c.text, length) == whole);
        }
    }
}

TEST_CASE("PGN: a suffix of a move may be cut anywhere", "[notation][pgn]") {
    const std::string texts[] = {
        "1. e4 e7-e5 f1c4e.p. *",
        "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) Kh7 2. a8(Q) *",
        "1. e4 a6 2. e5 d5 3. exd6e.p. (3. exd6 e.p.) *",
    };
    for (const std::string& text : texts) {
        const std::string whole = transcript_of(text);
        for (std::size_t length = 1; length < 9; ++length) {
            CAPTURE(text, length);
            CHECK(transcript_in_pieces(text, [length] { return length; }) == whole);
        }
    }
}

TEST_CASE("PGN: what has no bound is refused before memory ends", "[notation][pgn]") {
    std::string deep = "1. e4 ";
    for (int i = 0; i < 1200; ++i) deep += "(1. e4 ";
    const Outcome nested = check(deep, 1);
    REQUIRE(nested.problems.size() == 2);
    CHECK_THAT(nested.problems[0], Catch::Contains("variations are nested deeper than 1000"));
    CHECK_THAT(nested.problems[1], Catch::Contains("the game ends inside a variation"));

    std::string longest = "1. e4 (1. Nc3 ";
    for (int i = 0; i < 10000; ++i) longest += "Nf6 Nf3 Ng8 Ng1 ";
    const Outcome variation = check(longest + ") e5 *", 1);
    REQUIRE(variation.problems.size() == 1);
    CHECK_THAT(variation.problems[0], Catch::Contains("this variation is longer than"));
    CHECK(variation.totals.plies == 2);

    const Outcome word = check("1. e4 " + std::string(300000, 'x') + " *\n\n1. d4 *", 1);
    CHECK(word.totals.games == 2);
    CHECK(word.totals.plies == 2);
    const Outcome tag = check("[White \"" + std::string(300000, 'x') + "\"]\n\n1. d4 *", 1);
    CHECK(tag.totals.games == 1);
    CHECK(tag.totals.remarks == 1);
}

TEST_CASE("PGN: totals tell broken games, bad variations and remarks apart", "[notation][pgn]") {
    const Outcome outcome = check("1. e4 (1. x) (1. y) e5 *\n\n1. x {\n\n", 1);
    CHECK(outcome.totals.games == 2);
    CHECK(outcome.totals.broken == 1);
    CHECK(outcome.totals.bad_variations == 2);
    CHECK(outcome.totals.remarks == 0);
}
