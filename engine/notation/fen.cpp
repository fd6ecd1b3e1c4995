#include "engine/notation/fen.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/text_place.hpp"

#include <array>
#include <limits>
#include <utility>

namespace rata {

namespace {

enum class Field : std::uint8_t { Placement, Side, Castling, EnPassant, HalfmoveClock, MoveNumber };
constexpr std::size_t enum_size(Field) { return 6; }

constexpr std::array kFields{Field::Placement, Field::Side,          Field::Castling,
                             Field::EnPassant, Field::HalfmoveClock, Field::MoveNumber};
constexpr EnumArray<Field, const char*> kFieldNames{
    {"the placement of the pieces", "the side to move", "the castling rights",
     "the en-passant square", "the half-move clock", "the move number"}};

struct FieldText {
    std::string_view text{};
    std::size_t offset = 0;
};
using FieldTexts = EnumArray<Field, FieldText>;

std::string name(Color color) { return color == Color::White ? "White" : "Black"; }
std::string name(Rank rank) { return std::string("rank ") + to_char(rank); }
std::string shown(char letter) { return in_quotes({&letter, 1}); }

/// What is done about a fault that leaves no doubt about the board: strict readers make it an
/// error, forgiving ones a remark.
class FenFaults {
public:
    enum class Handling : std::uint8_t { Refuse, Forgive };
    explicit FenFaults(Handling handling) : handling_(handling) {}

    [[nodiscard]] bool forgives() const { return handling_ == Handling::Forgive; }
    /// The error, or nothing after a remark that it was mended so.
    Result<void> meet(Error error, std::string_view remedy) {
        if (!forgives()) return error;
        remarks_.push_back(std::move(error.message) + "; " + std::string(remedy));
        return {};
    }
    [[nodiscard]] std::vector<std::string> take_remarks() { return std::move(remarks_); }

private:
    Handling handling_;
    std::vector<std::string> remarks_{};
};

/// Six fields, or four; at least the first if faults are forgiven. Blanks around and between them
/// may be many, and tabs.
Result<FieldTexts> split(std::string_view fen, FenFaults& faults) {
    FieldTexts fields;
    WordReader words(fen);
    std::size_t count = 0;
    while (const auto word = words.next()) {
        const std::size_t offset = words.position() - word->size();
        if (count == kFields.size()) {
            const auto met = faults.meet(
                syntax_error("found " + in_quotes(*word) + ", expected the end after six fields",
                             offset),
                "the rest is ignored");
            if (!met) return met.error();
            break;
        }
        fields[kFields[count++]] = FieldText{*word, offset};
    }
    if (count == 4 || count == 6) return fields;
    std::string message = std::string("expected ") + kFieldNames[kFields[count]];
    message += count == 5 ? " after the half-move clock (both or neither)" : "";
    Error error = syntax_error(message + ", found the end of the text", fen.size());
    if (count == 0) return error;
    const auto met = faults.meet(std::move(error), "the usual is assumed");
    if (!met) return met.error();
    return fields;
}

// --- the placement -------------------------------------------------------------------------------

class PlacementReader {
public:
    PlacementReader(const FieldText& field, Setup& setup, FenFaults& faults)
        : field_(field), setup_(setup), faults_(faults) {}

    Result<void> read() {
        for (; at_ < field_.text.size(); ++at_)
            if (auto done = take(field_.text[at_]); !done) return done;
        if (auto full = end_rank(); !full) return full;
        if (rank_ != 0)
            return fail("found the end of the placement after " + name(rank()) +
                        ", expected eight ranks");
        return {};
    }

private:
    [[nodiscard]] Rank rank() const { return static_cast<Rank>(rank_); }
    [[nodiscard]] Error fail(const std::string& message) const {
        return syntax_error(message, field_.offset + at_);
    }

    Result<void> take(char c) {
        if (c == '/') {
            if (auto full = end_rank(); !full) return full;
            if (rank_ == 0)
                return fail("found '/' after rank 1, expected the end of the placement");
            --rank_;
            file_ = 0;
            after_digit_ = false;
            return {};
        }
        const std::optional<Piece> piece = piece_from_char(c);
        if (!piece && (c < '1' || c > '8'))
            return fail("found " + shown(c) + " in " + name(rank()) +
                        ", expected a piece letter, a digit from 1 to 8 or '/'");
        if (!piece && after_digit_)
            if (auto met = meet_second_digit(c); !met) return met;
        const unsigned width = piece ? 1U : static_cast<unsigned>(c - '0');
        if (file_ + width > 8) return fail(name(rank()) + " has more than eight squares");
        if (piece) setup_.board[square_at(rank_ * 8 + file_)] = *piece;
        file_ += width;
        after_digit_ = !piece;
        return {};
    }

    Result<void> meet_second_digit(char c) {
        if (std::exchange(met_second_digit_, true)) return {}; // forgiven already
        return faults_.meet(fail("found a second digit " + shown(c) + " in a row in " +
                                 name(rank()) + ", expected their sum"),
                            "read as the sum");
    }

    Result<void> end_rank() const {
        if (file_ == 8) return {};
        return fail(name(rank()) + " has " + std::to_string(file_) + " squares, expected eight");
    }

    const FieldText& field_;
    Setup& setup_;
    FenFaults& faults_;
    std::size_t at_ = 0;
    unsigned rank_ = 7;
    unsigned file_ = 0;
    bool after_digit_ = false;
    bool met_second_digit_ = false;
};

// --- castling ------------------------------------------------------------------------------------

/// The letters name a right by wing (K, Q) or by the file of the rook; they become rook squares.
class CastlingReader {
public:
    CastlingReader(const FieldText& field, const FenOptions& options, Setup& setup,
                   FenFaults& faults)
        : field_(field), options_(options), setup_(setup), faults_(faults) {}

    Result<void> read() {
        if (field_.text == "-") return {};
        std::optional<Error> first_fault;
        std::string dropped; // after the first
        for (; at_ < field_.text.size(); ++at_) {
            auto done = take(field_.text[at_]);
            if (done) continue;
            if (!faults_.forgives()) return done;
            if (first_fault)
                dropped += field_.text[at_];
            else
                first_fault = std::move(done).error();
        }
        if (!first_fault) return {};
        return faults_.meet(*std::move(first_fault),
                            dropped.empty() ? "dropped"
                                            : "dropped, and so is " + in_quotes(dropped));
    }

    [[nodiscard]] bool needs_chess960() const { return needs_chess960_; }

private:
    [[nodiscard]] Error fail(const std::string& message) const {
        return syntax_error(message, field_.offset + at_);
    }
    [[nodiscard]] Error contradiction(const std::string& message) const {
        return Error{ErrorCode::Illegal,
                     "castling right " + shown(field_.text[at_]) + ", but " + message,
                     at_offset(field_.offset + at_)};
    }

    Result<void> take(char letter) {
        const char lower = to_lower(letter);
        const Color color = letter == lower ? Color::Black : Color::White;
        const bool by_wing = lower == 'k' || lower == 'q';
        if (!by_wing && !file_from_char(lower))
            return fail("found " + shown(letter) +
                        " in the castling rights, expected K, Q, k, q, the file of a rook or '-'");

        const std::optional<Square> king = find_king(color);
        if (!king) return contradiction(name(color) + "'s king is not on its first rank");
        const Rank home = rank_of(*king);
        Square rook = Square::None;
        Wing wing = lower == 'q' ? Wing::Queen : Wing::King;
        if (by_wing) {
            rook = outermost_rook(color, *king, wing);
            if (rook == Square::None)
                return contradiction(name(color) + " has no rook on that side of the king");
        } else {
            rook = make_square(*file_from_char(lower), home);
            if (setup_.board[rook] != make_piece(color, PieceType::Rook))
                return contradiction(name(color) + " has no rook on " + to_string(rook));
            wing = rook > *king ? Wing::King : Wing::Queen;
        }
        return enter(color, wing, rook, *king);
    }

    Result<void> enter(Color color, Wing wing, Square rook, Square king) {
        Square& entry = setup_.castling_rook[color][wing];
        if (entry == rook) return contradiction("it is given twice");
        if (entry != Square::None)
            return contradiction("the one with the rook on " + to_string(entry) +
                                 " is on the same side of the king");
        const bool usual =
            file_of(king) == File::E && file_of(rook) == (wing == Wing::King ? File::H : File::A);
        if (!usual && options_.chess960 == Chess960::Off)
            return contradiction("with king on " + to_string(king) + " and rook on " +
                                 to_string(rook) + " castling exists in Chess960 only");
        needs_chess960_ |= !usual;
        entry = rook;
        return {};
    }

    [[nodiscard]] std::optional<Square> find_king(Color color) const {
        for (const Square square : rank_of(color, Rank::One))
            if (setup_.board[square] == make_piece(color, PieceType::King)) return square;
        return std::nullopt;
    }

    /// The rook farthest from the king on that side, or None.
    [[nodiscard]] Square outermost_rook(Color color, Square king, Wing wing) const {
        Square found = Square::None;
        for (const Square square : Bitboard::of(rank_of(king))) {
            if (setup_.board[square] != make_piece(color, PieceType::Rook)) continue;
            if (wing == Wing::King && square > king) found = square;
            if (wing == Wing::Queen && square < king && found == Square::None) found = square;
        }
        return found;
    }

    const FieldText& field_;
    const FenOptions& options_;
    Setup& setup_;
    FenFaults& faults_;
    std::size_t at_ = 0;
    bool needs_chess960_ = false;
};

// --- the small fields ----------------------------------------------------------------------------

Result<void> read_side(const FieldText& field, Setup& setup, FenFaults& faults) {
    if (field.text.empty()) return {}; // forgiven: the default stands
    const char letter = field.text.size() == 1 ? to_lower(field.text[0]) : '\0';
    setup.side_to_move = letter == 'b' ? Color::Black : Color::White;
    if (field.text == "w" || field.text == "b") return {};
    Error error = syntax_error(
        "found " + in_quotes(field.text) + " as the side to move, expected w or b", field.offset);
    if (letter != 'w' && letter != 'b') return error;
    return faults.meet(std::move(error), std::string("read as ") + letter);
}

Result<void> read_en_passant(const FieldText& field, Setup& setup, FenFaults& faults) {
    if (field.text == "-" || field.text.empty()) return {};
    const bool long_enough = field.text.size() == 2;
    const auto file = long_enough ? file_from_char(field.text[0]) : std::nullopt;
    const auto rank = long_enough ? rank_from_char(field.text[1]) : std::nullopt;
    if (!file || !rank)
        return faults.meet(
            syntax_error("found " + in_quotes(field.text) +
                             " as the en-passant square, expected a square such as e3, or '-'",
                         field.offset),
            "dropped");
    setup.en_passant = make_square(*file, *rank);
    return {};
}

/// `number` is the default, and what is out of range becomes the nearest number that is in it.
Result<void> read_number(Field which, const FieldText& field, std::uint16_t& number,
                         FenFaults& faults) {
    if (field.text.empty()) return {}; // four fields: the default stands
    const auto parsed = parse_integer<std::uint16_t>(field.text);
    if (parsed) {
        number = *parsed;
        return {};
    }
    Error error = parsed.error();
    error.message = std::string(kFieldNames[which]) + ": " + error.message;
    error.where = at_offset(field.offset);
    std::uint16_t nearest = number;
    if (error.code == ErrorCode::Range && !field.text.starts_with('-'))
        nearest = std::numeric_limits<std::uint16_t>::max();
    auto met = faults.meet(std::move(error), std::to_string(nearest) + " is taken");
    if (met) number = nearest;
    return met;
}

Result<void> read_numbers(const FieldTexts& fields, Setup& setup, FenFaults& faults) {
    for (const Field which : {Field::HalfmoveClock, Field::MoveNumber}) {
        auto& number = which == Field::HalfmoveClock ? setup.halfmove_clock : setup.fullmove_number;
        if (auto done = read_number(which, fields[which], number, faults); !done) return done;
    }
    return {};
}

Result<Setup> read_setup(const FieldTexts& fields, const FenOptions& options, FenFaults& faults) {
    Setup setup;
    PlacementReader placement(fields[Field::Placement], setup, faults);
    CastlingReader castling(fields[Field::Castling], options, setup, faults);
    if (auto done = placement.read(); !done) return done.error();
    if (auto done = read_side(fields[Field::Side], setup, faults); !done) return done.error();
    if (auto done = castling.read(); !done) return done.error();
    if (auto done = read_en_passant(fields[Field::EnPassant], setup, faults); !done)
        return done.error();
    if (auto done = read_numbers(fields, setup, faults); !done) return done.error();
    setup.chess960 = options.chess960 == Chess960::On || castling.needs_chess960();
    return setup;
}

/// The field without which the setup would be legal. The rules do not know of fields, so the error
/// is found out by leaving one after the other out.
Field guilty_field(Setup setup, SetupRule rule) {
    setup.en_passant = Square::None;
    if (Position::from_setup(setup, rule)) return Field::EnPassant;
    setup.castling_rook = Setup::no_castling();
    if (Position::from_setup(setup, rule)) return Field::Castling;
    setup.side_to_move = ~setup.side_to_move;
    if (Position::from_setup(setup, rule)) return Field::Side;
    return Field::Placement;
}

Error with_column(Error error, const FieldTexts& fields, const Setup& setup, SetupRule rule) {
    error.where = at_offset(fields[guilty_field(setup, rule)].offset);
    return error;
}

/// An en-passant square that fits nothing is left out.
Result<Position> searchable_position(const Setup& setup, FenFaults& faults) {
    auto position = Position::from_setup(setup, SetupRule::Searchable);
    if (position || setup.en_passant == Square::None) return position;
    Setup without = setup;
    without.en_passant = Square::None;
    auto other = Position::from_setup(without, SetupRule::Searchable);
    if (other)
        if (auto met = faults.meet(position.error(), "dropped"); !met) return met.error();
    return other;
}

// --- writing -------------------------------------------------------------------------------------

std::string placement_text(const Setup& setup) {
    std::string text;
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned empty = 0;
        const auto flush = [&text, &empty] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (unsigned file = 0; file < 8; ++file) {
            const Piece piece = setup.board[square_at(rank * 8 + file)];
            if (piece == Piece::None) {
                ++empty;
            } else {
                flush();
                text += to_char(piece);
            }
        }
        flush();
        if (rank > 0) text += '/';
    }
    return text;
}

/// Whether no rook of that colour stands between this one and the edge.
bool is_outermost(const Setup& setup, Color color, Wing wing, Square rook) {
    for (const Square square : Bitboard::of(rank_of(rook))) {
        const bool outside = wing == Wing::King ? square > rook : square < rook;
        if (outside && setup.board[square] == make_piece(color, PieceType::Rook)) return false;
    }
    return true;
}

std::string castling_text(const Setup& setup, CastlingStyle style) {
    const bool shredder =
        style == CastlingStyle::Shredder || (style == CastlingStyle::Automatic && setup.chess960);
    std::string text;
    for (const Color color : kColors) {
        for (const Wing wing : kWings) {
            const Square rook = setup.castling_rook[color][wing];
            if (rook == Square::None) continue;
            const bool by_wing = !shredder && is_outermost(setup, color, wing, rook);
            const char wing_letter = wing == Wing::King ? 'k' : 'q';
            const char letter = by_wing ? wing_letter : to_char(file_of(rook));
            text += color == Color::White ? static_cast<char>(letter - 'a' + 'A') : letter;
        }
    }
    return text.empty() ? "-" : text;
}

std::string four_fields(const Setup& setup, CastlingStyle style) {
    return placement_text(setup) + (setup.side_to_move == Color::White ? " w " : " b ") +
           castling_text(setup, style) + ' ' + to_string(setup.en_passant);
}

Setup setup_with_legal_en_passant(const Position& position) {
    Setup setup = position.setup();
    setup.en_passant = position.en_passant();
    return setup;
}

} // namespace

Result<Setup> parse_setup(std::string_view fen, const FenOptions& options) {
    FenFaults faults(FenFaults::Handling::Refuse);
    const auto fields = split(fen, faults);
    if (!fields) return fields.error();
    return read_setup(*fields, options, faults);
}

Result<Position> parse_fen(std::string_view fen, const FenOptions& options) {
    FenFaults faults(FenFaults::Handling::Refuse);
    const auto fields = split(fen, faults);
    if (!fields) return fields.error();
    const auto setup = read_setup(*fields, options, faults);
    if (!setup) return setup.error();
    auto position = Position::from_setup(*setup);
    if (position) return position;
    return with_column(position.error(), *fields, *setup, SetupRule::Chess);
}

Result<ForgivenFen> parse_fen_forgivingly(std::string_view fen, const FenOptions& options) {
    FenFaults faults(FenFaults::Handling::Forgive);
    const auto fields = split(fen, faults);
    if (!fields) return fields.error();
    const auto setup = read_setup(*fields, options, faults);
    if (!setup) return setup.error();
    auto position = searchable_position(*setup, faults);
    if (!position) return with_column(position.error(), *fields, *setup, SetupRule::Searchable);
    if (const auto of_chess = Position::from_setup(position->setup()); !of_chess)
        if (auto met = faults.meet(of_chess.error(), "searched all the same"); !met)
            return met.error();
    return ForgivenFen{*std::move(position), faults.take_remarks()};
}

std::string to_fen(const Setup& setup, CastlingStyle style) {
    return four_fields(setup, style) + ' ' + std::to_string(setup.halfmove_clock) + ' ' +
           std::to_string(setup.fullmove_number);
}

std::string to_fen(const Position& position, CastlingStyle style) {
    return to_fen(setup_with_legal_en_passant(position), style);
}

std::string to_short_fen(const Position& position, CastlingStyle style) {
    return four_fields(setup_with_legal_en_passant(position), style);
}

} // namespace rata
