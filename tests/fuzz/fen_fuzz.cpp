// FEN of any bytes: no crash, and what is accepted is written and read again as the same.
#include "engine/notation/board_drawing.hpp"
#include "engine/notation/fen.hpp"
#include "engine/rules/movegen.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace rata;

void require(bool law) {
    if (!law) std::abort();
}

constexpr CastlingStyle kStyles[] = {CastlingStyle::Automatic, CastlingStyle::XFen,
                                     CastlingStyle::Shredder};

void check_error(const Error& error, std::string_view text) {
    require(!error.message.empty());
    require(error.where.byte <= text.size() && error.where.column == error.where.byte + 1);
}

FenOptions options_for(bool chess960) {
    return FenOptions{chess960 ? Chess960::On : Chess960::Off};
}

void check_setup(const Setup& setup) {
    (void)draw_board(setup);
    for (const CastlingStyle style : kStyles) {
        const auto again = parse_setup(to_fen(setup, style), options_for(setup.chess960));
        require(again.ok() && *again == setup);
    }
}

void check_position(const Position& position) {
    require(position.is_consistent());
    for (const CastlingStyle style : kStyles) {
        const std::string fen = to_fen(position, style);
        const auto again = parse_fen(fen, options_for(position.is_chess960()));
        require(again.ok() && again->key() == position.key() && to_fen(*again, style) == fen);
        require(fen.starts_with(to_short_fen(position, style)));
    }
}

/// What is forgiven can be written down and read again, and needs no more forgiving than for what
/// no game brings about.
void check_forgiven(std::string_view text, Chess960 chess960) {
    const auto strict = parse_fen(text, FenOptions{chess960});
    const auto read = parse_fen_forgivingly(text, FenOptions{chess960});
    if (!read) {
        require(!strict.ok());
        return check_error(read.error(), text);
    }
    const Position& position = read->position;
    require(position.is_consistent() && legal_moves(position).size() < MoveList::kCapacity);
    require(!strict.ok() || (strict->key() == position.key() && read->remarks.empty()));
    const auto again = parse_fen_forgivingly(to_fen(position), options_for(position.is_chess960()));
    require(again.ok() && again->position.key() == position.key() && again->remarks.size() <= 1);
    require(position.without_history().key() == position.key());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const Chess960 chess960 : {Chess960::Auto, Chess960::On, Chess960::Off}) {
        check_forgiven(text, chess960);
        const auto setup = parse_setup(text, FenOptions{chess960});
        const auto position = parse_fen(text, FenOptions{chess960});
        if (setup)
            check_setup(*setup);
        else
            check_error(setup.error(), text);
        if (position) {
            require(setup.ok());
            check_position(*position);
        } else {
            check_error(position.error(), text);
        }
    }
    return 0;
}
