#include "engine/notation/fen.hpp"

#include "engine/notation/board_drawing.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

constexpr FenOptions kOn{Chess960::On};
constexpr FenOptions kOff{Chess960::Off};

struct GoodFen {
    const char* name;
    const char* text;
    const char* written;  ///< by to_fen, Automatic
    const char* castling; ///< "XFen Shredder"
    bool chess960;
};

const GoodFen kGoodFens[] = {
    {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "KQkq HAha", false},
    {"four fields", "4k3/8/8/8/8/8/4P3/4K3 b - -", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "- -", false},
    {"blanks and tabs", "  4k3/8/8/8/8/8/4P3/4K3\tb  -   -\t12 34  ",
     "4k3/8/8/8/8/8/4P3/4K3 b - - 12 34", "- -", false},
    {"Shredder letters for usual castling", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
     "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq HAha", false},
    {"any order", "r3k2r/8/8/8/8/8/8/R3K2R w qkAK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
     "KQkq HAha", false},
    {"Chess960 by the king", "1r2k1r1/8/8/8/8/8/8/1R3KR1 w KQ - 0 1",
     "1r2k1r1/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "KQ GB", true},
    {"Chess960 by the rook", "4k3/8/8/8/8/8/8/1R2K2R w Q - 0 1", "4k3/8/8/8/8/8/8/1R2K2R w B - 0 1",
     "Q B", true},
    {"K is the outermost rook", "4k3/8/8/8/8/8/8/4K1RR w K - 0 1",
     "4k3/8/8/8/8/8/8/4K1RR w K - 0 1", "K H", false},
    {"the inner rook by its file", "4k3/8/8/8/8/8/8/4K1RR w G - 0 1",
     "4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "G G", true},
    {"letters of both kinds", "r3k1rr/8/8/8/8/8/8/RR2K2R w KBgq - 0 1",
     "r3k1rr/8/8/8/8/8/8/RR2K2R w HBga - 0 1", "KBgq HBga", true},
    {"en passant that is possible", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 3",
     "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 3", "- -", false},
    {"en passant without a pawn to capture", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 3",
     "4k3/8/8/3p4/8/8/8/4K3 w - - 0 3", "- -", false},
    {"en passant that a pin forbids", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 3",
     "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 3", "- -", false},
    {"move number 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "- -",
     false},
    {"high numbers", "4k3/8/8/8/8/8/8/4K3 w - - 5000 65535", "4k3/8/8/8/8/8/8/4K3 w - - 5000 65535",
     "- -", false},
};

struct BadFen {
    const char* text;
    std::size_t column;
    ErrorCode code;
    const char* message; ///< a part of it
    FenOptions options{};
};

const BadFen kBadFens[] = {
    {"", 1, ErrorCode::Syntax, "expected the placement of the pieces, found the end"},
    {"   ", 4, ErrorCode::Syntax, "expected the placement of the pieces, found the end"},
    {"4k3/8/8/8/8/8/8/4K3", 20, ErrorCode::Syntax, "expected the side to move"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 3", 28, ErrorCode::Syntax, "expected the move number"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves", 31, ErrorCode::Syntax, "found 'moves'"},
    // The placement.
    {"4k3/8/8/8/8/8/8/4X3 w - - 0 1", 18, ErrorCode::Syntax, "found 'X' in rank 1"},
    {"4k3/8/9/8/8/8/8/4K3 w - - 0 1", 7, ErrorCode::Syntax, "found '9' in rank 6"},
    {"4k3/8/8/44/8/8/8/4K3 w - - 0 1", 10, ErrorCode::Syntax, "a second digit '4'"},
    {"4k3/8/8/8/8/8/8/4K4 w - - 0 1", 19, ErrorCode::Syntax, "rank 1 has more than eight"},
    {"4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1", 13, ErrorCode::Syntax, "rank 7 has more than eight"},
    {"4k2/8/8/8/8/8/8/4K3 w - - 0 1", 4, ErrorCode::Syntax, "rank 8 has 7 squares"},
    {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", 20, ErrorCode::Syntax, "rank 1 has 7 squares"},
    {"4k3/8/8/8/8/8/4K3 w - - 0 1", 18, ErrorCode::Syntax, "after rank 2, expected eight ranks"},
    {"4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", 20, ErrorCode::Syntax, "found '/' after rank 1"},
    // The small fields.
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", 21, ErrorCode::Syntax, "found 'W' as the side to move"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KX - 0 1", 28, ErrorCode::Syntax,
     "found 'X' in the castling rights"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1", 28, ErrorCode::Syntax, "found '-' in the castling"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", 28, ErrorCode::Illegal, "given twice"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1", 28, ErrorCode::Illegal, "given twice"},
    {"r3k2r/8/8/8/8/8/8/R3K1RR w HG - 0 1", 29, ErrorCode::Illegal, "the same side of the king"},
    {"r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1", 26, ErrorCode::Illegal,
     "White has no rook on that side of the king"},
    {"r3k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 28, ErrorCode::Illegal,
     "castling right 'k', but Black has no rook"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkb - 0 1", 30, ErrorCode::Illegal, "Black has no rook on b8"},
    {"r3k2r/8/8/8/8/8/4K3/R6R w KQ - 0 1", 27, ErrorCode::Illegal,
     "White's king is not on its first rank"},
    {"r4k1r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 29, ErrorCode::Illegal,
     "castling exists in Chess960 only", kOff},
    {"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", 25, ErrorCode::Illegal, "castling exists in Chess960 only",
     kOff},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1", 28, ErrorCode::Syntax, "found 'd9' as the en-passant"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d 0 1", 28, ErrorCode::Syntax, "found 'd' as the en-passant"},
    {"4k3/8/8/8/8/8/8/4K3 w - - x 1", 27, ErrorCode::Syntax, "the half-move clock: "},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", 27, ErrorCode::Range, "the half-move clock: "},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 65536", 29, ErrorCode::Range, "the move number: "},
    // Against the rules of chess: the column is that of the field.
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", 1, ErrorCode::Illegal, "White has 0 kings"},
    {"4kk2/8/8/8/8/8/8/4K3 w - - 0 1", 1, ErrorCode::Illegal, "Black has 2 kings"},
    {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", 1, ErrorCode::Illegal, "a pawn stands on a1"},
    {"4k3/8/8/8/8/8/8/3kK3 w - - 0 1", 1, ErrorCode::Illegal, "2 kings"},
    {"4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", 23, ErrorCode::Illegal, "Black is in check"},
    {"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", 28, ErrorCode::Illegal, "wrong rank"},
    {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", 27, ErrorCode::Illegal, "no pawn stands on d5"},
    {"4k3/3q4/8/3pP3/8/8/8/4K3 w - d6 0 1", 30, ErrorCode::Illegal, "cannot have come from d7"},
};

std::string castling_field(const Position& position, CastlingStyle style) {
    const std::string fen = to_fen(position, style);
    const std::size_t start = fen.find(' ') + 3;
    return fen.substr(start, fen.find(' ', start) - start);
}

} // namespace

TEST_CASE("FEN: what is right is read, and written in one form", "[notation]") {
    for (const GoodFen& good : kGoodFens) {
        CAPTURE(good.name);
        const auto position = parse_fen(good.text);
        REQUIRE(position.ok());
        CHECK(position->is_consistent());
        CHECK(to_fen(*position) == good.written);
        CHECK(position->is_chess960() == good.chess960);
        CHECK(castling_field(*position, CastlingStyle::XFen) + ' ' +
                  castling_field(*position, CastlingStyle::Shredder) ==
              good.castling);
        const auto setup = parse_setup(good.text);
        REQUIRE(setup.ok());
        CHECK(Position::from_setup(*setup)->key() == position->key());
    }
}

TEST_CASE("FEN: what is wrong is refused, with the column and the reason", "[notation]") {
    for (const BadFen& bad : kBadFens) {
        CAPTURE(bad.text);
        const auto position = parse_fen(bad.text, bad.options);
        REQUIRE_FALSE(position.ok());
        CHECK_THAT(position.error().message, Catch::Contains(bad.message));
        CHECK(position.error().where.column == bad.column);
        CHECK(position.error().where.byte == bad.column - 1);
        CHECK(position.error().code == bad.code);
    }
}

TEST_CASE("FEN: Chess960 is asked for, found out or refused", "[notation]") {
    const char* const usual = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    CHECK_FALSE(parse_fen(usual)->is_chess960());
    CHECK_FALSE(parse_fen(usual, kOff)->is_chess960());
    const auto asked = parse_fen(usual, kOn);
    CHECK(asked->is_chess960());
    CHECK(to_fen(*asked) == "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
    CHECK(to_fen(*asked, CastlingStyle::XFen) == usual);
}

TEST_CASE("FEN: what GUIs send is forgiven, with a remark on each kind of fault", "[notation]") {
    struct Case {
        const char* text;
        const char* written;
        std::vector<const char*> remarks; ///< a part of each
    };
    const Case cases[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", {}},
        // Fields too few, too many, out of range.
        {"4k3/8/8/8/8/8/4P3/4K3 b - - 12",
         "4k3/8/8/8/8/8/4P3/4K3 b - - 12 1",
         {"expected the move number after the half-move clock"}},
        {"4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"expected the side to move"}},
        {"4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", {"expected the castling"}},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 and more",
         "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
         {"found 'and', expected the end after six fields; the rest is ignored"}},
        {"4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;",
         "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
         {"the half-move clock: ", "the move number: "}},
        {"4k3/8/8/8/8/8/8/4K3 w - - -3 70000",
         "4k3/8/8/8/8/8/8/4K3 w - - 0 65535",
         {"; 0 is taken", "; 65535 is taken"}},
        {"4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 5",
         "4k3/8/8/8/8/8/8/4K3 w - - 65535 5",
         {"the half-move clock: "}},
        {"4k3/8/8/8/8/8/8/4K3 B - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", {"read as b"}},
        {"4k3/8/8/44/8/8/1111p3/4K3 w - - 0 1",
         "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1",
         {"found a second digit '4' in a row in rank 5, expected their sum; read as the sum"}},
        // Castling rights.
        {"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
         "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
         {"castling right 'Q', but White has no rook on that side of the king; dropped, and so is "
          "'kq'"}},
        {"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
         "4k3/8/8/8/8/8/4K3/R6R w - - 0 1",
         {"White's king is not on its first rank; dropped, and so is 'Q'"}},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KKQHkq - 0 1",
         "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
         {"it is given twice; dropped, and so is 'H'"}},
        {"r3k2r/8/8/8/8/8/8/R3K2R w K?-Q - 0 1",
         "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1",
         {"found '?' in the castling rights"}},
        // En passant.
        {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
         "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1",
         {"en-passant square d6, but no pawn stands on d5; dropped"}},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1",
         "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
         {"en-passant square d3 is on the wrong rank"}},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
         "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
         {"found 'e9' as the en-passant square"}},
        // Men.
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
         "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
         {"White has 9 pawns, expected at most 8; searched all the same"}},
        {"rnbqkbnr/pppppppp/8/8/8/NNNN4/8/RNBQKBNR w KQkq - 0 1",
         "rnbqkbnr/pppppppp/8/8/8/NNNN4/8/RNBQKBNR w KQkq - 0 1",
         {}},
        {"rnbqkbnr/ppppppp1/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "rnbqkbnr/ppppppp1/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         {"White has 17 pieces, expected at most 16"}},
        {"4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1",
         "4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1",
         {"Black is in check from 3 pieces"}},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const auto read = parse_fen_forgivingly(c.text);
        REQUIRE(read.ok());
        CHECK(read->position.is_consistent());
        CHECK(to_fen(read->position) == c.written);
        CHECKED_IF(read->remarks.size() == c.remarks.size()) {
            for (std::size_t i = 0; i < c.remarks.size(); ++i)
                CHECK_THAT(read->remarks[i], Catch::Contains(c.remarks[i]));
        }
        CHECK(parse_fen(c.text).ok() == c.remarks.empty()); // the strict reader has not changed
    }
}

TEST_CASE("FEN: what leaves a doubt about the board is never forgiven", "[notation]") {
    for (const char* text : {"", "4k3/8/8/8/8/8/8/4X3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
                             "4k3/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
                             "8/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
                             "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",
                             "7k/8/8/8/8/PPPPPPPP/PPPPPPPP/K7 w - - 0 1"}) {
        CAPTURE(text);
        const auto read = parse_fen_forgivingly(text);
        REQUIRE_FALSE(read.ok());
        CHECK(read.error().where.column > 0);
    }
}

TEST_CASE("FEN: a setup keeps what a position would not", "[notation]") {
    const auto setup = parse_setup("8/8/8/3p4/8/8/8/8 w - d6 7 9");
    REQUIRE(setup.ok());
    CHECK(setup->en_passant == Square::D6);
    CHECK(to_fen(*setup) == "8/8/8/3p4/8/8/8/8 w - d6 7 9");
}

TEST_CASE("FEN: written and read again is the same", "[notation]") {
    test::for_random_positions(20000, 1, [](const Position& position) {
        for (const CastlingStyle style :
             {CastlingStyle::Automatic, CastlingStyle::XFen, CastlingStyle::Shredder}) {
            const std::string fen = to_fen(position, style);
            CAPTURE(fen);
            const FenOptions options{position.is_chess960() ? Chess960::On : Chess960::Off};
            const auto again = parse_fen(fen, options);
            REQUIRE(again.ok());
            REQUIRE(again->key() == position.key());
            REQUIRE(to_fen(*again, style) == fen);
            Setup before = position.setup();
            before.en_passant = position.en_passant();
            REQUIRE(*parse_setup(fen, options) == before);
        }
    });
}

TEST_CASE("FEN: one byte changed is read or refused, and no worse", "[notation]") {
    const std::string fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (std::size_t at = 0; at < fen.size(); ++at) {
        for (int byte = 0; byte < 256; ++byte) {
            std::string changed = fen;
            changed[at] = static_cast<char>(byte);
            const auto position = parse_fen(changed);
            if (position) {
                CHECK(position->is_consistent());
                CHECK(parse_fen(to_fen(*position))->key() == position->key());
            } else {
                CHECK_FALSE(position.error().message.empty());
                CHECK(position.error().where.column >= 1);
                CHECK(position.error().where.byte <= fen.size());
            }
        }
    }
}

TEST_CASE("The board is drawn from White's side", "[notation]") {
    const auto position =
        parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - -");
    CHECK(draw_board(*position) == "8  r . . . k . . r\n"
                                   "7  p . p p q p b .\n"
                                   "6  b n . . p n p .\n"
                                   "5  . . . P N . . .\n"
                                   "4  . p . . P . . .\n"
                                   "3  . . N . . Q . p\n"
                                   "2  P P P B B P P P\n"
                                   "1  R . . . K . . R\n"
                                   "   a b c d e f g h\n");
}
