// What a well-meant game tells the visitor, in order. Mistakes are in pgn_problem_test.cpp.
#include "tests/notation/support/reading.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace rata;
using namespace rata::test;

namespace {

struct ReadingCase {
    const char* name;
    std::string text;
    std::string transcript;
};

const std::string kFromStart =
    "moves from rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
const std::string kAfterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";

const ReadingCase kReadingCases[] = {
    {"nothing", "", ""},
    {"empty lines", "\n\r\n \t\n", ""},
    {"tags, moves, result", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n",
     "game\ntag White=A\ntag Black=B\n" + kFromStart + "e2e4 e4\ne7e5 e5\nend 1-0\n"},
    {"CRLF and a byte order mark", "\xEF\xBB\xBF[White \"A\"]\r\n\r\n1. e4\r\ne5 0-1\r\n",
     "game\ntag White=A\n" + kFromStart + "e2e4 e4\ne7e5 e5\nend 0-1\n"},
    {"no tags, no blanks", "1.e4 e5 2.d4*",
     "game\n" + kFromStart + "e2e4 e4\ne7e5 e5\nd2d4 d4\nend *\n"},
    {"no moves", "[White \"A\"]\n\n1/2-1/2\n",
     "game\ntag White=A\n" + kFromStart + "end 1/2-1/2\n"},
    {"only a result", "*", "game\n" + kFromStart + "end *\n"},
    {"a short draw sign", "1. e4 1/2", "game\n" + kFromStart + "e2e4 e4\nend 1/2-1/2\n"},
    {"two games without an empty line", "1. e4 1-0\n[White \"A\"]\n1. d4 0-1",
     "game\n" + kFromStart + "e2e4 e4\nend 1-0\ngame\ntag White=A\n" + kFromStart +
         "d2d4 d4\nend 0-1\n"},
    {"an empty line among the tags", "[White \"A\"]\n\n[Black \"B\"]\n\n*",
     "game\ntag White=A\ntag Black=B\n" + kFromStart + "end *\n"},
    {"two tags in a line, blanks inside", R"([White "A"] [ Black   "B" ]*)",
     "game\ntag White=A\ntag Black=B\n" + kFromStart + "end *\n"},
    {"quotation marks and backslashes",
     "[A \"x \\\"y\\\" \\\\ z\"]\n[B \"the \"big\" one\"]\n[C \"\"]\n[D \"a]b\"]\n*",
     "game\ntag A=x \"y\" \\ z\ntag B=the \"big\" one\ntag C=\ntag D=a]b\n" + kFromStart +
         "end *\n"},
    {"names in Windows-1252", "[White \"Gr\xFCnfeld\"]\n*",
     "game\ntag White=Gr\xFCnfeld\n" + kFromStart + "end *\n"},
    {"comments of both kinds", "{one} 1. e4 {two\nlines} e5{three}; four } {\r\n2. d4 ;five\n*",
     "game\n" + kFromStart +
         "e2e4 e4\ncomment two\nlines\ne7e5 e5\ncomment three\ncomment  four } {\nd2d4 d4\n"
         "comment five\nend *\n"},
    {"a comment before the first move", "[White \"A\"]\n{one} 1. e4 *",
     "game\ntag White=A\n" + kFromStart + "comment one\ne2e4 e4\nend *\n"},
    {"results and tags in comments", "1. e4 {1-0\n\n[White \"A\"]\n} e5 ; 0-1\n*",
     "game\n" + kFromStart +
         "e2e4 e4\ncomment 1-0\n\n[White \"A\"]\n\ne7e5 e5\n"
         "comment  0-1\nend *\n"},
    {"escaped lines", "% one\n[White \"A\"]\n%two 1. d4\n1. e4\n% {three\n*\n%four",
     "game\ntag White=A\n" + kFromStart + "e2e4 e4\nend *\n"},
    {"numeric and typed annotations", "1. e4! $10 e5? 2. d4!! exd4?? 3. c3!? dxc3?! $0 $255 *",
     "game\n" + kFromStart +
         "e2e4 e4\nnag 1\nnag 10\ne7e5 e5\nnag 2\nd2d4 d4\nnag 3\ne5d4 exd4\nnag 4\nc2c3 c3\n"
         "nag 5\nd4c3 dxc3\nnag 6\nnag 0\nnag 255\nend *\n"},
    {"move numbers as one likes", "1 e4 1... e5 2.. d4 . 17. exd4 *",
     "game\n" + kFromStart + "e2e4 e4\ne7e5 e5\nd2d4 d4\ne5d4 exd4\nend *\n"},
    {"a variation", "1. e4 (1. d4 d5) e5 *",
     "game\n" + kFromStart +
         "e2e4 e4\n( rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n  d2d4 d4\n"
         "  d7d5 d5\n)\ne7e5 e5\nend *\n"},
    {"variations in variations, and one after the other",
     "1. e4 e5 (1... c5 (1... d5 $1) (1... e6) {x}) (1... f5) *",
     "game\n" + kFromStart + "e2e4 e4\ne7e5 e5\n( " + kAfterE4 + "  c7c5 c5\n( " + kAfterE4 +
         "    d7d5 d5\nnag 1\n)\n( " + kAfterE4 + "    e7e6 e6\n)\ncomment x\n)\n( " + kAfterE4 +
         "  f7f5 f5\n)\nend *\n"},
    {"a variation without moves, and results inside", "1. e4 () (1. d4 1-0) e5 0-1",
     "game\n" + kFromStart +
         "e2e4 e4\n( rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n)\n"
         "( rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n  d2d4 d4\n)\n"
         "e7e5 e5\nend 0-1\n"},
    {"passed turns in a variation, and a variation on one", "1. e4 (1. -- d5 2. Z0 (2. e4) e5) *",
     "game\n" + kFromStart +
         "e2e4 e4\n( rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n  0000 --\n"
         "  d7d5 d5\n  0000 Z0\n"
         "( rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\n    e2e4 e4\n)\n"
         "  e7e5 e5\n)\nend *\n"},
    {"moves in coordinates, long notation, zeros", "e2e4 e7-e5 Ng1f3 Ng8-f6 f1c4 f8c5 0-0 O-O *",
     "game\n" + kFromStart +
         "e2e4 e2e4\ne7e5 e7-e5\ng1f3 Ng1f3\ng8f6 Ng8-f6\nf1c4 f1c4\nf8c5 f8c5\ne1g1 0-0\n"
         "e8g8 O-O\nend *\n"},
    {"en passant, with its sign", "1. e4 a6 2. e5 d5 3. exd6 e.p. f5 4. dxc7ep *",
     "game\n" + kFromStart +
         "e2e4 e4\na7a6 a6\ne4e5 e5\nd7d5 d5\ne5d6 exd6\nf7f5 f5\nd6c7 dxc7ep\nend *\n"},
    {"a position given", "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 40\"]\n\n40. a8=Q+ Kd7 *",
     "game\ntag FEN=4k3/P7/8/8/8/8/8/4K3 w - - 0 40\n"
     "moves from 4k3/P7/8/8/8/8/8/4K3 w - - 0 40\na7a8q a8=Q+\ne8d7 Kd7\nend *\n"},
    {"Chess960 by its name, in any case",
     "[Variant \"FISCHERandom\"]\n[FEN \"4k3/8/8/8/8/8/8/4KR2 w K -\"]\n1. O-O *",
     "game\ntag Variant=FISCHERandom\ntag FEN=4k3/8/8/8/8/8/8/4KR2 w K -\n"
     "moves from 4k3/8/8/8/8/8/8/4KR2 w F - 0 1\ne1f1 O-O\nend *\n"},
    {"Chess960 by its castling", "[FEN \"4k3/8/8/8/8/8/8/1R1K4 w B -\"]\n1. O-O-O *",
     "game\ntag FEN=4k3/8/8/8/8/8/8/1R1K4 w B -\n"
     "moves from 4k3/8/8/8/8/8/8/1R1K4 w B - 0 1\nd1b1 O-O-O\nend *\n"},
    {"Chess960 from the usual position", "[Variant \"Chess960\"]\n*",
     "game\ntag Variant=Chess960\n"
     "moves from rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\nend *\n"},
    {"comments between games are nobody's", "1. e4 * {one}\n;two\n\n1. d4 *",
     "game\n" + kFromStart + "e2e4 e4\nend *\ngame\n" + kFromStart + "d2d4 d4\nend *\n"},
};

} // namespace

TEST_CASE("PGN: what a visitor hears", "[notation][pgn]") {
    for (const ReadingCase& c : kReadingCases) {
        CAPTURE(c.name);
        CHECK(transcript_of(c.text) == c.transcript);
    }
}

TEST_CASE("PGN: however the text is divided, a visitor hears the same", "[notation][pgn]") {
    for (const ReadingCase& c : kReadingCases) {
        for (std::size_t length = 1; length < 12; ++length) {
            CAPTURE(c.name, length);
            CHECK(transcript_in_pieces(c.text, [length] { return length; }) == c.transcript);
        }
        CHECK(transcript_in_parallel(c.text, 1) == c.transcript);
    }
}

TEST_CASE("PGN: moves and variations need not be read", "[notation][pgn]") {
    const std::string text = "[White \"A\"]\n\n1. e4 {(} ((1-0)) xx (1. d4 [?) e5 1-0\n\n"
                             "1. e4 e5 (1... Ke5 {)} (oops)) 2. d4 *\n";
    const Transcript::Wishes no_moves{PgnInterest::Skip, PgnInterest::Read};
    CHECK(transcript_of(text, no_moves) ==
          "game\ntag White=A\n" + kFromStart + "end 1-0\ngame\n" + kFromStart + "end *\n");
    const Transcript::Wishes no_variations{PgnInterest::Read, PgnInterest::Skip};
    CHECK(transcript_of(text.substr(text.find("\n\n1. e4 e5")), no_variations) ==
          "game\n" + kFromStart + "e2e4 e4\ne7e5 e5\n( " + kAfterE4 + "d2d4 d4\nend *\n");
}

TEST_CASE("PGN: a long comment comes in parts that do not depend on the buffers",
          "[notation][pgn]") {
    std::string comment(2 * kMaxCommentPart + 5, 'x');
    comment[kMaxCommentPart] = 'y';
    const std::string text = "1. e4 {" + comment + "} e5 *";
    const std::string whole = transcript_of(text);
    CHECK_THAT(whole,
               Catch::Contains("comment " + std::string(kMaxCommentPart, 'x') + "\ncomment yx"));
    CHECK_THAT(whole, Catch::EndsWith("comment xxxxx\ne7e5 e5\nend *\n"));
    CHECK(transcript_in_pieces(text, [] { return std::size_t{1000}; }) == whole);
    CHECK(transcript_in_pieces(text, [] { return std::size_t{65537}; }) == whole);
    CHECK(transcript_in_parallel(text, 1000) == whole);
}

TEST_CASE("PGN: a game may be longer than any that was played", "[notation][pgn]") {
    std::string text;
    constexpr int kRounds = 20000;
    for (int i = 0; i < kRounds; ++i) text += "Nf3 Nf6 Ng1 Ng8\n";
    text += "e4 (d4 d5) e5 *";

    struct Counter final : PgnVisitor {
        int moves = 0;
        std::size_t longest = 0;
        void move(const Position& before, const PgnMove& /*move*/) override {
            ++moves;
            longest = std::max(longest, before.plies_played());
        }
        void problem(const PgnProblem& problem) override { FAIL(problem.error.to_string()); }
    } counter;
    TextSource source(text);
    REQUIRE(read_pgn(source, counter).ok());
    CHECK(counter.moves == 4 * kRounds + 4);
    CHECK(counter.longest < 20000);
}

TEST_CASE("PGN: results have names", "[notation][pgn]") {
    for (const PgnResult result :
         {PgnResult::WhiteWins, PgnResult::BlackWins, PgnResult::Draw, PgnResult::Unknown})
        CHECK(pgn_result_from(to_string(result)) == result);
    CHECK(to_string(PgnResult::None).empty());
    CHECK(pgn_result_from("1-0 ") == PgnResult::None);
}
