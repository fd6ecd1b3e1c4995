// Positions nobody chose: random games, random starts of Chess960, and pieces strewn over the board
// with castling rights and en-passant squares wherever they fit, which finds the odd cases that
// games rarely meet. Equal seeds give equal positions.
#pragma once

#include "engine/base/rng.hpp"
#include "tests/rules/support/position_text.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace rata::test {

/// A move chosen at random; the list must not be empty.
inline Move random_move(const MoveList& moves, Rng& rng) {
    return moves[static_cast<std::size_t>(rng.below(moves.size()))];
}

/// Plays a random game of at most `plies` from the position, and calls visit(position) at each of
/// its positions, the first included. The visitor must leave the position as it was. Returns how
/// many positions there were.
template <typename Visit>
int random_game(Position position, int plies, Rng& rng, Visit visit) {
    for (int ply = 0;; ++ply) {
        visit(position);
        const MoveList moves = legal_moves(position);
        if (ply == plies || moves.empty()) return ply + 1;
        position.make(random_move(moves, rng));
    }
}

/// Bishops on squares of both colours, the king between the rooks, the rest anywhere.
inline Position random_chess960_start(Rng& rng) {
    constexpr std::array kBack{PieceType::Rook,   PieceType::Knight, PieceType::Bishop,
                               PieceType::Queen,  PieceType::King,   PieceType::Bishop,
                               PieceType::Knight, PieceType::Rook};
    std::vector<PieceType> order(kBack.begin(), kBack.end());
    const auto place_of = [&](PieceType type) {
        return std::find(order.begin(), order.end(), type) - order.begin();
    };
    const auto last_place_of = [&](PieceType type) {
        return order.rend() - std::find(order.rbegin(), order.rend(), type) - 1;
    };
    const auto is_chess960 = [&] {
        return place_of(PieceType::Rook) < place_of(PieceType::King) &&
               place_of(PieceType::King) < last_place_of(PieceType::Rook) &&
               (place_of(PieceType::Bishop) + last_place_of(PieceType::Bishop)) % 2 == 1;
    };
    do shuffle(order, rng);
    while (!is_chess960());

    Setup setup = Position::start().setup();
    setup.chess960 = true;
    for (const Color color : kColors) {
        const auto on_back = [&](std::ptrdiff_t file) {
            return relative_square(color, square_at(static_cast<unsigned>(file)));
        };
        for (std::size_t file = 0; file < order.size(); ++file)
            setup.board[on_back(static_cast<std::ptrdiff_t>(file))] =
                make_piece(color, order[file]);
        setup.castling_rook[color][Wing::Queen] = on_back(place_of(PieceType::Rook));
        setup.castling_rook[color][Wing::King] = on_back(last_place_of(PieceType::Rook));
    }
    return std::move(Position::from_setup(setup)).value();
}

/// Gives every castling right that king and rooks allow; of two rooks on a wing either one.
inline void add_random_rights(Setup& setup, Rng& rng) {
    for (const Color color : kColors) {
        bool passed_king = false;
        for (unsigned file = 0; file < 8; ++file) {
            const Square square = relative_square(color, square_at(file));
            if (setup.board[square] == make_piece(color, PieceType::King)) passed_king = true;
            if (setup.board[square] != make_piece(color, PieceType::Rook)) continue;
            Square& rook = setup.castling_rook[color][passed_king ? Wing::King : Wing::Queen];
            if (rook == Square::None || rng.below(2) == 0) rook = square;
        }
        const Rank home = relative_rank(color, Rank::One);
        const auto king_at =
            std::find(setup.board.begin(), setup.board.end(), make_piece(color, PieceType::King));
        const auto king = square_at(static_cast<unsigned>(king_at - setup.board.begin()));
        if (rank_of(king) == home) continue;
        for (const Wing wing : kWings) setup.castling_rook[color][wing] = Square::None;
    }
}

/// Names an en-passant square if there is a pawn that may just have jumped.
inline void add_random_en_passant(Setup& setup) {
    const Color us = setup.side_to_move;
    for (unsigned file = 0; file < 8; ++file) {
        const auto on = [&](Rank rank) {
            return make_square(static_cast<File>(file), relative_rank(us, rank));
        };
        if (setup.board[on(Rank::Five)] == make_piece(~us, PieceType::Pawn) &&
            setup.board[on(Rank::Six)] == Piece::None &&
            setup.board[on(Rank::Seven)] == Piece::None)
            setup.en_passant = on(Rank::Six);
    }
}

/// Kings and up to `extra` more pieces anywhere; may well be illegal.
inline Setup random_setup(Rng& rng, int extra) {
    Setup setup;
    setup.chess960 = true;
    const auto put = [&](Piece piece, unsigned lowest, unsigned end) {
        const Square square = square_at(lowest + static_cast<unsigned>(rng.below(end - lowest)));
        if (setup.board[square] == Piece::None) setup.board[square] = piece;
    };
    // Half of the kings stand at home, and half of the rooks, so that they can castle.
    for (const Color color : kColors) {
        const unsigned home = color == Color::White ? 0 : 56;
        const bool at_home = rng.below(2) == 0;
        put(make_piece(color, PieceType::King), at_home ? home : 0, at_home ? home + 8 : 64);
        if (at_home)
            for (int rook = 0; rook < 2; ++rook)
                put(make_piece(color, PieceType::Rook), home, home + 8);
    }
    for (auto left = static_cast<int>(rng.below(static_cast<std::uint64_t>(extra) + 1)); left > 0;
         --left) {
        const auto color = static_cast<Color>(rng.below(2));
        const auto type = static_cast<PieceType>(rng.below(5));
        if (rng.below(2) == 0 || type == PieceType::Pawn)
            put(make_piece(color, PieceType::Pawn), 8, 56);
        else
            put(make_piece(color, type), 0, 64);
    }
    setup.side_to_move = static_cast<Color>(rng.below(2));
    setup.halfmove_clock = static_cast<std::uint16_t>(rng.below(100));
    setup.fullmove_number = static_cast<std::uint16_t>(1 + rng.below(200));
    return setup;
}

/// Strewn pieces that make a legal position.
inline Position random_position(Rng& rng, int extra = 20) {
    for (;;) {
        Setup setup = random_setup(rng, extra);
        add_random_rights(setup, rng);
        add_random_en_passant(setup);
        if (Result<Position> position = Position::from_setup(setup))
            return std::move(position).value();
    }
}

/// More men than a game can bring about, up to what can be searched: one king in a corner behind
/// men of his own, around which anything may stand.
inline Position random_crowd(Rng& rng) {
    for (;;) {
        Setup setup;
        const auto hidden = static_cast<Color>(rng.below(2));
        const auto on = [hidden](Square square) { return relative_square(hidden, square); };
        setup.board[on(Square::A1)] = make_piece(hidden, PieceType::King);
        setup.board[on(Square::B1)] = make_piece(hidden, PieceType::Bishop);
        setup.board[on(Square::A2)] = make_piece(hidden, PieceType::Pawn);
        setup.board[on(Square::B2)] = make_piece(hidden, PieceType::Pawn);
        setup.board[on(square_at(16 + static_cast<unsigned>(rng.below(48))))] =
            make_piece(~hidden, PieceType::King);
        const auto usual = static_cast<PieceType>(rng.below(5)); // half of all are of one type
        for (std::uint64_t left = 10 + rng.below(18); left > 0; --left) {
            const auto color = rng.below(4) == 0 ? hidden : ~hidden;
            const auto type = rng.below(2) == 0 ? usual : static_cast<PieceType>(rng.below(5));
            const bool is_pawn = type == PieceType::Pawn;
            const Square square =
                square_at(static_cast<unsigned>(is_pawn ? 8 + rng.below(48) : rng.below(64)));
            if (setup.board[square] == Piece::None) setup.board[square] = make_piece(color, type);
        }
        setup.side_to_move = ~hidden;
        auto position = Position::from_setup(setup, SetupRule::Searchable);
        if (position && has_legal_move(*position)) return std::move(position).value();
    }
}

/// Calls visit(position) for a mixture of everything above: about `count` positions.
template <typename Visit>
void for_random_positions(int count, std::uint64_t seed, Visit visit) {
    Rng rng(seed);
    constexpr int kPlies = 60;
    constexpr std::array kRichStarts{
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "r3k2r/8/8/2pPpP2/2PpPp2/8/8/R3K2R w KQkq - 0 1",
        "8/2p1p1p1/8/KP1P1P1r/R1p1p1pk/8/1P1P1P2/8 w - - 0 1",
    };
    for (int visited = 0; visited < count;) {
        const char* const rich_start = kRichStarts[rng.below(kRichStarts.size())];
        visited += random_game(Position::start(), kPlies, rng, visit);
        visited += random_game(random_chess960_start(rng), kPlies, rng, visit);
        visited += random_game(position_of(rich_start), kPlies, rng, visit);
        for (int i = 0; i < kPlies; ++i)
            visited += random_game(random_position(rng), 1, rng, visit);
    }
}

} // namespace rata::test
