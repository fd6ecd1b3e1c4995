#include "tools/datagen/selfplay_game.hpp"

#include "engine/base/little_endian.hpp"
#include "engine/rules/movegen.hpp"

#include <array>
#include <cstdlib>

namespace rata {

namespace {

constexpr std::size_t kHeadSize = 32;
constexpr std::size_t kPlySize = 4;
constexpr std::size_t kMostPieces = 32;
constexpr int kGreatestScore = Score::mate_in(0).raw();

// Codes of four bits for what stands on a square. 0 to 11 are the pieces: kind, and 6 more for
// Black. The rest are pieces that know something which is not to be seen on the board.
constexpr unsigned kBlackOffset = 6;
constexpr unsigned kWhiteCastlingRook = 12;
constexpr unsigned kBlackCastlingRook = 13;
constexpr unsigned kJumpedPawn = 14; ///< may be captured en passant; not of the side to move

constexpr unsigned kBlackToMove = 1;
constexpr unsigned kChess960 = 2;

// Offsets in the head of a game.
constexpr std::size_t kSquaresAt = 8;
constexpr std::size_t kFlagsAt = 24;
constexpr std::size_t kOutcomeAt = 25;
constexpr std::size_t kHalfmovesAt = 26;
constexpr std::size_t kFullmoveAt = 28;
constexpr std::size_t kPliesAt = 30;

Error game_error(std::string message) {
    return Error{.code = ErrorCode::Corrupt, .message = std::move(message), .where = {}};
}

bool is_castling_rook(const Setup& setup, Square square) {
    for (const Color color : kColors)
        for (const Wing wing : kWings)
            if (setup.castling_rook[color][wing] == square) return true;
    return false;
}

/// The square of the pawn that has just jumped over the en-passant square.
Square jumped_pawn(const Setup& setup) {
    if (setup.en_passant == Square::None) return Square::None;
    const unsigned passed = index(setup.en_passant);
    return square_at(setup.side_to_move == Color::White ? passed - 8 : passed + 8);
}

unsigned code_of(const Setup& setup, Square square) {
    const Piece piece = setup.board[square];
    const Color color = color_of(piece);
    if (is_castling_rook(setup, square))
        return color == Color::White ? kWhiteCastlingRook : kBlackCastlingRook;
    if (square == jumped_pawn(setup)) return kJumpedPawn;
    return static_cast<unsigned>(type_of(piece)) + (color == Color::Black ? kBlackOffset : 0);
}

void pack_board(const Setup& setup, std::string& bytes) {
    std::uint64_t occupied = 0;
    std::array<unsigned char, kMostPieces / 2> codes{};
    std::size_t pieces = 0;
    for (unsigned i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        if (setup.board[square] == Piece::None) continue;
        occupied |= std::uint64_t{1} << i;
        codes[pieces / 2] |=
            static_cast<unsigned char>(code_of(setup, square) << (pieces % 2 == 0 ? 0U : 4U));
        ++pieces;
    }
    append_little_endian(bytes, occupied);
    for (const unsigned char code : codes) bytes += static_cast<char>(code);
}

/// Puts one square into the setup. False for a code that makes no sense there. Castling rooks are
/// left for later: their wing depends on the king.
bool place_code(Setup& setup, Square square, unsigned code) {
    if (code == kJumpedPawn) {
        const bool white = setup.side_to_move == Color::Black;
        const unsigned at = index(square);
        const unsigned rank = at / 8;
        if (setup.en_passant != Square::None || rank != (white ? 3U : 4U)) return false;
        setup.board[square] = make_piece(~setup.side_to_move, PieceType::Pawn);
        setup.en_passant = square_at(white ? at - 8 : at + 8);
        return true;
    }
    if (code == kWhiteCastlingRook || code == kBlackCastlingRook) {
        const Color color = code == kWhiteCastlingRook ? Color::White : Color::Black;
        setup.board[square] = make_piece(color, PieceType::Rook);
        return true;
    }
    if (code >= 2 * kBlackOffset) return false;
    const Color color = code < kBlackOffset ? Color::White : Color::Black;
    setup.board[square] = make_piece(color, static_cast<PieceType>(code % kBlackOffset));
    return true;
}

bool place_right(Setup& setup, Square rook) {
    const Color color = color_of(setup.board[rook]);
    const Piece king = make_piece(color, PieceType::King);
    for (unsigned i = 0; i < 64; ++i) {
        if (setup.board[square_at(i)] != king) continue;
        Square& right = setup.castling_rook[color][index(rook) > i ? Wing::King : Wing::Queen];
        if (right != Square::None) return false;
        right = rook;
        return true;
    }
    return false;
}

Result<Setup> unpack_board(std::string_view bytes, Color side_to_move) {
    Setup setup;
    setup.side_to_move = side_to_move;
    const auto occupied = little_endian_at<std::uint64_t>(bytes, 0);
    std::vector<Square> castling_rooks;
    std::size_t pieces = 0;
    for (unsigned i = 0; i < 64; ++i) {
        if ((occupied >> i & 1U) == 0) continue;
        if (pieces == kMostPieces) return game_error("more than 32 pieces");
        const auto pair = static_cast<unsigned char>(bytes[kSquaresAt + pieces / 2]);
        const unsigned code = pieces % 2 == 0 ? pair & 15U : pair >> 4U;
        ++pieces;
        const Square square = square_at(i);
        if (!place_code(setup, square, code)) return game_error("a piece that cannot be there");
        if (code == kWhiteCastlingRook || code == kBlackCastlingRook)
            castling_rooks.push_back(square);
    }
    for (const Square rook : castling_rooks)
        if (!place_right(setup, rook)) return game_error("a castling right without its king");
    return setup;
}

Result<SelfplayGame> unpack_head(std::string_view bytes) {
    const auto flags = static_cast<unsigned char>(bytes[kFlagsAt]);
    if (flags > (kBlackToMove | kChess960)) return game_error("unknown flags");
    auto setup = unpack_board(bytes, (flags & kBlackToMove) != 0 ? Color::Black : Color::White);
    if (!setup) return setup.error();
    setup->chess960 = (flags & kChess960) != 0;
    setup->halfmove_clock = little_endian_at<std::uint16_t>(bytes, kHalfmovesAt);
    setup->fullmove_number = little_endian_at<std::uint16_t>(bytes, kFullmoveAt);
    auto start = Position::from_setup(*setup);
    if (!start) return start.error();
    const auto outcome = static_cast<unsigned char>(bytes[kOutcomeAt]);
    const unsigned result = outcome & 15U;
    const unsigned end = outcome >> 4U;
    if (result > static_cast<unsigned>(SelfplayResult::WhiteWins) || end >= kSelfplayEnds)
        return game_error("unknown result");
    return SelfplayGame{.start = std::move(*start),
                        .plies = {},
                        .result = static_cast<SelfplayResult>(result),
                        .end = static_cast<SelfplayEnd>(end)};
}

} // namespace

std::string_view to_string(SelfplayEnd end) {
    switch (end) {
    case SelfplayEnd::Checkmate: return "checkmate";
    case SelfplayEnd::Stalemate: return "stalemate";
    case SelfplayEnd::Repetition: return "repetition";
    case SelfplayEnd::FiftyMoves: return "50 moves";
    case SelfplayEnd::Material: return "material";
    case SelfplayEnd::WinByScore: return "win by score";
    case SelfplayEnd::DrawByScore: return "draw by score";
    case SelfplayEnd::Length: return "length";
    }
    return {};
}

void pack_game(const SelfplayGame& game, std::string& bytes) {
    RATA_ASSERT(game.plies.size() <= kMostSelfplayPlies);
    const Setup setup = game.start.setup();
    pack_board(setup, bytes);
    const unsigned flags =
        (setup.side_to_move == Color::Black ? kBlackToMove : 0) | (setup.chess960 ? kChess960 : 0);
    bytes += static_cast<char>(flags);
    bytes += static_cast<char>(static_cast<unsigned>(game.result) | static_cast<unsigned>(game.end)
                                                                        << 4U);
    append_little_endian(bytes, setup.halfmove_clock);
    append_little_endian(bytes, setup.fullmove_number);
    append_little_endian(bytes, static_cast<std::uint16_t>(game.plies.size()));
    for (const SelfplayPly& ply : game.plies) {
        append_little_endian(bytes, ply.move.raw());
        append_little_endian(bytes, static_cast<std::uint16_t>(ply.score.raw()));
    }
}

std::optional<std::size_t> packed_size(std::string_view bytes) {
    if (bytes.size() < kHeadSize) return std::nullopt;
    const std::size_t size =
        kHeadSize + kPlySize * little_endian_at<std::uint16_t>(bytes, kPliesAt);
    if (bytes.size() < size) return std::nullopt;
    return size;
}

Result<UnpackedGame> unpack_game(std::string_view bytes) {
    const auto size = packed_size(bytes);
    if (!size) return game_error("a game is cut off");
    auto game = unpack_head(bytes);
    if (!game) return game.error();
    const std::size_t plies = (*size - kHeadSize) / kPlySize;
    if (plies > kMostSelfplayPlies) return game_error("the game is too long");
    game->plies.reserve(plies);
    Position position = game->start;
    for (std::size_t at = kHeadSize; at < *size; at += kPlySize) {
        const Move move = Move::from_raw(little_endian_at<std::uint16_t>(bytes, at));
        const auto score =
            static_cast<std::int16_t>(little_endian_at<std::uint16_t>(bytes, at + 2));
        if (!position.is_legal(move)) return game_error("a move that is not legal");
        if (std::abs(score) > kGreatestScore) return game_error("a score that is none");
        game->plies.push_back({.move = move, .score = Score::from_raw(score)});
        position.make(move);
    }
    return UnpackedGame{.game = std::move(*game), .size = *size};
}

} // namespace rata
