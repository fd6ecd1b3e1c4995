#include "engine/protocol/xboard_text.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

/// The moves as a reader takes them that ends a move at a blank, and knows no signs at its end.
std::vector<std::string> moves_of(const std::string& line) {
    std::vector<std::string> moves;
    WordReader words(std::string_view(line).substr(line.find('\t') + 1));
    while (const auto word = words.next())
        if (word != "!" && word != "?") moves.emplace_back(*word);
    return moves;
}

} // namespace

TEST_CASE("XBoard: the sign of a bound does not touch the last move", "[protocol][xboard]") {
    struct Case {
        Bound bound;
        const char* end;
    };
    const Position root =
        parse_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3").value();
    for (const Case& c : {Case{Bound::Exact, "\tNxe5 Nxe5"}, Case{Bound::Lower, "\tNxe5 Nxe5 !"},
                          Case{Bound::Upper, "\tNxe5 Nxe5 ?"}}) {
        LineReport report{.depth = 7, .bound = c.bound};
        report.moves = {Move::normal(Square::F3, Square::E5), Move::normal(Square::C6, Square::E5)};
        const std::string line = xboard::thinking_line(root, report);
        INFO(line);
        CHECK(line.ends_with(c.end));
        Position position = root;
        for (const std::string& text : moves_of(line)) {
            const auto move = parse_san(text, position);
            REQUIRE(move.ok());
            CHECK(to_san(*move, position) == text);
            position.make(*move);
        }
        CHECK(position.plies_played() == 2);
    }
}

TEST_CASE("XBoard: a game that is over has a line without moves", "[protocol][xboard]") {
    const Position mated = parse_fen("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").value();
    LineReport report;
    report.score = Score::mated_in(0);
    CHECK(xboard::thinking_line(mated, report) == "1 -100000 0 0 0 0 0\t");
}

TEST_CASE("XBoard: options that name files and folders say so", "[protocol][xboard]") {
    const auto feature = [](std::string_view name) {
        return xboard::option_feature(*find_option(name));
    };
    CHECK(feature("Book File") == "feature option=\"Book File -file \"");
    CHECK(feature("Debug Log File").find(" -file") != std::string::npos);
    CHECK(feature("EvalFile").find(" -file") != std::string::npos);
    CHECK(feature("Tree Log File").find(" -file") != std::string::npos);
    CHECK(feature("SyzygyPath").find(" -path") != std::string::npos);
    for (const OptionRow& row : option_table()) {
        const bool is_text = row.kind == OptionKind::String;
        const std::string line = xboard::option_feature(row);
        INFO(line);
        const bool says_kind = line.find(" -file") != std::string::npos ||
                               line.find(" -path") != std::string::npos ||
                               line.find(" -string") != std::string::npos;
        CHECK(says_kind == is_text);
    }
}

TEST_CASE("XBoard: what is said back is no longer than a person reads", "[protocol][xboard]") {
    CHECK(xboard::echo_of("e2e5") == "e2e5");
    CHECK(xboard::echo_of(std::string(1'000'000, 'x')).size() == 203);
}
