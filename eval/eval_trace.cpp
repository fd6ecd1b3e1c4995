#include "eval/eval_trace.hpp"

#include "eval/hce/counter_fade.hpp"
#include "eval/hce/endings.hpp"
#include "eval/hce/piece_worth.hpp"
#include "eval/hce/tempo.hpp"

#include <iomanip>
#include <sstream>

namespace rata {

namespace {

using BothColors = EnumArray<Color, Tapered>;

constexpr EnumArray<PieceType, std::string_view> kSquareTerms{{"Pawn squares", "Knight squares",
                                                               "Bishop squares", "Rook squares",
                                                               "Queen squares", "King squares"}};

/// Adds terms up as Evaluator::evaluate does. What is mixed is always the whole sum, so that each
/// term gets the difference it makes and no rounding is lost.
class TermList {
public:
    explicit TermList(EvalTrace& trace) : trace_(trace) {}

    void add(std::string_view name, const BothColors& worth) {
        balance_ += worth[Color::White] - worth[Color::Black];
        const int total = mixed(balance_, trace_.phase);
        trace_.terms.push_back({name, worth, total - trace_.total});
        trace_.total = total;
    }
    void change_total(std::string_view name, int total) {
        trace_.terms.push_back({name, std::nullopt, total - trace_.total});
        trace_.total = total;
    }

private:
    EvalTrace& trace_;
    Tapered balance_{};
};

void trace_pieces(const Position& position, EvalTrace& trace, TermList& terms) {
    BothColors material;
    EnumArray<PieceType, BothColors> squares;
    for (const Square square : position.pieces()) {
        const Piece piece = position.piece_on(square);
        const Color color = color_of(piece);
        const PieceType type = type_of(piece);
        const Tapered standing = square_worth(type, relative_square(color, square));
        material[color] += kMaterialWorth[type];
        squares[type][color] += standing;
        trace.piece_worth[square] = mixed(kMaterialWorth[type] + standing, trace.phase);
    }
    terms.add("Material", material);
    for (const PieceType type : kPieceTypes) terms.add(kSquareTerms[type], squares[type]);
}

void trace_ending(const Position& position, EvalTrace& trace, TermList& terms) {
    const Color ahead = trace.total > 0 ? Color::White : Color::Black;
    const bool is_ending = trace.phase <= kEndingPhase;
    const bool drawn = is_ending && !can_win(position, ahead);
    terms.change_total("No mating material", drawn ? 0 : trace.total);
    const bool cornering = is_ending && trace.total != 0;
    const int mopping = cornering ? mop_up(position, ahead) : 0;
    terms.change_total("Mop-up", trace.total + (ahead == Color::White ? mopping : -mopping));
}

} // namespace

EvalTrace trace(const Position& position) {
    EvalTrace trace;
    trace.side_to_move = position.side_to_move();
    for (const Square square : position.pieces())
        trace.phase += kPhaseUnits[type_of(position.piece_on(square))];
    TermList terms(trace);
    trace_pieces(position, trace, terms);
    BothColors tempo;
    tempo[trace.side_to_move] = kTempo;
    terms.add("Tempo", tempo);
    trace_ending(position, trace, terms);
    terms.change_total("Fifty-move counter", faded(trace.total, position.halfmove_clock()));
    return trace;
}

namespace {

class TraceTable {
public:
    explicit TraceTable(const EvalTrace& trace) : trace_(trace) {
        out_ << std::fixed << std::setprecision(2);
    }

    [[nodiscard]] std::string text() {
        write_terms();
        write_board();
        return std::move(out_).str();
    }

private:
    static constexpr int kNameWidth = 20;
    static constexpr int kNumberWidth = 8;

    void number(int centipawns) { out_ << std::setw(kNumberWidth) << centipawns / 100.0; }
    void gap() { out_ << std::setw(kNumberWidth) << ""; }
    void name(std::string_view text) {
        out_ << std::setw(kNameWidth) << std::left << text << std::right;
    }

    void write_terms() {
        name("");
        out_ << "     White           Black        \n";
        name("Term");
        out_ << "      mg      eg      mg      eg   total\n";
        for (const EvalTerm& term : trace_.terms) {
            name(term.name);
            for (const Color color : kColors) {
                if (!term.worth) {
                    gap();
                    gap();
                    continue;
                }
                number((*term.worth)[color].mg);
                number((*term.worth)[color].eg);
            }
            number(term.centipawns);
            out_ << '\n';
        }
        name("Sum, for White");
        for (int i = 0; i < 4; ++i) gap();
        number(trace_.total);
        out_ << "\nPhase: " << trace_.phase << " of " << kFullPhase
             << " (0 is the endgame)\n\nWorth of each piece:\n";
    }

    void write_board() {
        for (unsigned row = 0; row < 8; ++row) {
            for (unsigned file = 0; file < 8; ++file) {
                const auto worth = trace_.piece_worth[square_at((7 - row) * 8 + file)];
                if (worth)
                    number(*worth);
                else
                    out_ << std::setw(kNumberWidth) << '.';
            }
            out_ << '\n';
        }
    }

    const EvalTrace& trace_;
    std::ostringstream out_{};
};

} // namespace

std::string to_string(const EvalTrace& trace) { return TraceTable(trace).text(); }

} // namespace rata
