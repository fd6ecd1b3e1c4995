#include "tablebase/syzygy/fathom.hpp"

#ifdef RATA_HAS_FATHOM

#include "engine/base/muted_errors.hpp"

#include <array>
#include <cstdio>
#include <memory>
#include <tbprobe.h>

namespace rata::fathom {

namespace {

/// While it lives, what C code prints to its standard output goes nowhere. This program writes to
/// the descriptor and never by way of `stdout`, so nothing of its own is lost.
class Hush {
public:
    Hush() : nowhere_(std::fopen("/dev/null", "w")), kept_(stdout) {
        if (nowhere_ != nullptr) stdout = nowhere_;
    }
    Hush(const Hush&) = delete;
    Hush& operator=(const Hush&) = delete;
    ~Hush() {
        if (nowhere_ == nullptr) return;
        stdout = kept_;
        std::fclose(nowhere_);
    }

private:
    std::FILE* nowhere_;
    std::FILE* kept_;
};

/// Its squares are numbered as ours are; 0 is no square to capture en passant on.
unsigned en_passant_of(const Position& position) {
    const Square square = position.en_passant();
    return square == Square::None ? 0 : index(square);
}

std::optional<TableVerdict> verdict_from(unsigned wdl) {
    switch (wdl) {
    case TB_LOSS: return TableVerdict::Loss;
    case TB_BLESSED_LOSS: return TableVerdict::BlessedLoss;
    case TB_DRAW: return TableVerdict::Draw;
    case TB_CURSED_WIN: return TableVerdict::CursedWin;
    case TB_WIN: return TableVerdict::Win;
    default: return std::nullopt;
    }
}

std::uint64_t bits(const Position& position, PieceType type) {
    return position.pieces(type).bits();
}

} // namespace

bool is_linked() { return true; }

int open(const std::string& folders) {
    const Hush hush;
    const MutedErrors muted; // a line for each file of an earlier path that it closes
    return tb_init(folders.c_str()) ? static_cast<int>(TB_LARGEST) : 0;
}

std::optional<TableVerdict> verdict_of(const Position& position) {
    constexpr unsigned kNoCastling = 0;
    constexpr unsigned kClock = 0;
    return verdict_from(tb_probe_wdl(
        position.pieces(Color::White).bits(), position.pieces(Color::Black).bits(),
        bits(position, PieceType::King), bits(position, PieceType::Queen),
        bits(position, PieceType::Rook), bits(position, PieceType::Bishop),
        bits(position, PieceType::Knight), bits(position, PieceType::Pawn), kClock, kNoCastling,
        en_passant_of(position), position.side_to_move() == Color::White));
}

std::optional<TableFacts> facts_of(const Position& position) {
    constexpr unsigned kNoCastling = 0;
    constexpr unsigned kClock = 0;
    const unsigned answer = tb_probe_root(
        position.pieces(Color::White).bits(), position.pieces(Color::Black).bits(),
        bits(position, PieceType::King), bits(position, PieceType::Queen),
        bits(position, PieceType::Rook), bits(position, PieceType::Bishop),
        bits(position, PieceType::Knight), bits(position, PieceType::Pawn), kClock, kNoCastling,
        en_passant_of(position), position.side_to_move() == Color::White, nullptr);
    if (answer == TB_RESULT_FAILED) return std::nullopt;
    const auto verdict = verdict_from(TB_GET_WDL(answer));
    if (!verdict) return std::nullopt;
    const bool drawn = *verdict == TableVerdict::Draw;
    return TableFacts{.verdict = *verdict,
                      .plies_to_zeroing = drawn ? 0 : static_cast<int>(TB_GET_DTZ(answer))};
}

} // namespace rata::fathom

#else

namespace rata::fathom {

bool is_linked() { return false; }
int open(const std::string&) { return 0; }
std::optional<TableVerdict> verdict_of(const Position&) { return std::nullopt; }
std::optional<TableFacts> facts_of(const Position&) { return std::nullopt; }

} // namespace rata::fathom

#endif
