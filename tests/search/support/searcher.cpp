#include "tests/search/support/searcher.hpp"

#include "engine/rules/movegen.hpp"

#include <catch2/catch.hpp>

#include <sstream>

namespace rata::test {

namespace {

void place_pieces(Setup& setup, std::string_view field) {
    unsigned rank = 7;
    unsigned file = 0;
    for (const char letter : field) {
        if (letter == '/') {
            --rank;
            file = 0;
        } else if (letter >= '1' && letter <= '8') {
            file += static_cast<unsigned>(letter - '0');
        } else {
            setup.board[square_at(8 * rank + file++)] = piece_from_char(letter).value();
        }
    }
}

void add_castling(Setup& setup, std::string_view field) {
    for (const char letter : field) {
        if (letter == '-') continue;
        const Color color = letter == 'K' || letter == 'Q' ? Color::White : Color::Black;
        const bool king_side = letter == 'K' || letter == 'k';
        setup.castling_rook[color][king_side ? Wing::King : Wing::Queen] =
            relative_square(color, king_side ? Square::H1 : Square::A1);
    }
}

/// Collects what a search says.
class Collector : public SearchListener {
public:
    void on_line(const LineReport& report) override { lines.push_back(report); }
    std::vector<LineReport> lines{};
};

} // namespace

Position position_of(std::string_view fen) {
    std::istringstream words{std::string(fen)};
    std::string board;
    std::string side;
    std::string castling;
    std::string en_passant;
    int halfmove = 0;
    int fullmove = 1;
    words >> board >> side >> castling >> en_passant >> halfmove >> fullmove;
    Setup setup;
    place_pieces(setup, board);
    setup.side_to_move = side == "w" ? Color::White : Color::Black;
    add_castling(setup, castling);
    if (en_passant.size() == 2)
        setup.en_passant =
            make_square(*file_from_char(en_passant[0]), *rank_from_char(en_passant[1]));
    setup.halfmove_clock = static_cast<std::uint16_t>(halfmove);
    setup.fullmove_number = static_cast<std::uint16_t>(fullmove);
    Result<Position> position = Position::from_setup(setup);
    INFO(fen);
    REQUIRE(position.ok());
    return std::move(position).value();
}

Move move_of(const Position& position, std::string_view coordinates) {
    for (const Move move : legal_moves(position)) {
        std::string text = to_string(move.from()) + to_string(move.to());
        if (move.is_promotion()) text += to_char(make_piece(Color::Black, move.promotion_type()));
        if (text == coordinates) return move;
    }
    FAIL("no legal move " << coordinates);
    return Move::none();
}

Position after(Position position, std::string_view moves) {
    std::istringstream words{std::string(moves)};
    for (std::string word; words >> word;) position.make(move_of(position, word));
    return position;
}

Searcher::Searcher(std::size_t mebibytes) : runner_(make_silent_runner(table_)) {
    REQUIRE(table_.resize(mebibytes).ok());
}

Searched Searcher::search(const Position& position, const Limits& limits,
                          const SearchOptions& options) {
    SearchSignals signals;
    signals.reset(Clock::now(), limits.ponder);
    Collector collector;
    Searched searched;
    searched.result = runner_->search({position, limits, options}, signals, collector);
    searched.lines = std::move(collector.lines);
    searched.nodes = runner_->nodes();
    return searched;
}

Searched Searcher::to_depth(const Position& position, Depth depth, const SearchOptions& options) {
    Limits limits;
    limits.depth = depth;
    return search(position, limits, options);
}

Searched Searcher::to_nodes(const Position& position, std::uint64_t nodes,
                            const SearchOptions& options) {
    Limits limits;
    limits.nodes = nodes;
    return search(position, limits, options);
}

void Searcher::forget() {
    table_.clear(1);
    runner_->new_game();
}

} // namespace rata::test
