#include "eval/eval_trace.hpp"

#include "eval/hce/counter_fade.hpp"
#include "eval/hce/endings.hpp"
#include "eval/hce/judgement.hpp"

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

/// Keeps what each group of weights came to.
class TermLedger {
public:
    void add(Color color, const Tapered& weight, int times = 1) {
        add_to(groups_[group_number(weight)][color], weight, times);
    }
    void endanger(Color color, const Tapered& weight, int times = 1) {
        add_to(dangers_[color], weight, times);
    }

    /// In the order of the weights; squares apart for each type of piece.
    void write_to(TermList& terms) const {
        for (std::size_t i = 0; i < weight_groups().size(); ++i) {
            const WeightGroup& group = weight_groups()[i];
            if (group.name == "squares") {
                for (const PieceType type : kPieceTypes)
                    terms.add(kSquareTerms[type], squares_[type]);
            } else if (!group.is_danger) {
                terms.add(group.title, groups_[i]);
            }
        }
        BothColors danger; // to the advantage of the other side
        for (const Color color : kColors) danger[~color] = worth_of_danger(dangers_[color]);
        terms.add("King in danger", danger);
    }
    void add_square(Color color, PieceType type, Tapered worth) { squares_[type][color] += worth; }

private:
    static void add_to(Tapered& sum, const Tapered& weight, int times) {
        sum += {weight.mg * times, weight.eg * times};
    }
    static std::size_t group_number(const Tapered& weight) {
        return static_cast<std::size_t>(&group_of(number_of(weight)) - weight_groups().data());
    }

    std::vector<BothColors> groups_ = std::vector<BothColors>(weight_groups().size());
    EnumArray<PieceType, BothColors> squares_{};
    EnumArray<Color, Tapered> dangers_{};
};
static_assert(Ledger<TermLedger>);

template <Color Us>
void trace_placement(const Survey& survey, EvalTrace& trace, TermLedger& ledger) {
    const bool mirrored = file_of(survey.king[Us]) < File::E;
    for (const Square square : survey.position.pieces(Us)) {
        const PieceType type = type_of(survey.position.piece_on(square));
        const Square seen = relative_square(Us, mirrored ? flip_files(square) : square);
        const Tapered standing = kWeights.squares[type][seen];
        ledger.add(Us, kWeights.material[type]);
        ledger.add_square(Us, type, standing);
        trace.piece_worth[square] = mixed(kWeights.material[type] + standing, trace.phase);
    }
}

void trace_terms(const Position& position, EvalTrace& trace, TermList& terms) {
    Survey survey(position);
    TermLedger ledger;
    trace_placement<Color::White>(survey, trace, ledger);
    trace_placement<Color::Black>(survey, trace, ledger);
    judge_pawns_and_kings(survey, ledger);
    judge_all_else(survey, ledger);
    ledger.write_to(terms);
}

void trace_ending(const Position& position, EvalTrace& trace, TermList& terms) {
    const Color ahead = trace.total > 0 ? Color::White : Color::Black;
    const bool is_ending = trace.phase <= kEndingPhase && trace.total != 0;
    const int chances = is_ending ? winning_chances(position, ahead) : kSureWin;
    const int mopping = is_ending && chances > 0 ? mop_up(position, ahead) : 0;
    terms.change_total("Winning chances", trace.total * chances / kSureWin);
    terms.change_total("Mop-up", trace.total + (ahead == Color::White ? mopping : -mopping));
}

} // namespace

EvalTrace trace(const Position& position, const NetChoice& choice) {
    EvalTrace trace;
    trace.side_to_move = position.side_to_move();
    for (const Square square : position.pieces())
        trace.phase += kPhaseUnits[type_of(position.piece_on(square))];
    TermList terms(trace);
    trace_terms(position, trace, terms);
    trace_ending(position, trace, terms);
    terms.change_total("Fifty-move counter", faded(trace.total, position.halfmove_clock()));
    if (choice.net) trace.net = trace_net(choice, position);
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
        write_board(trace_.piece_worth);
        if (trace_.net) {
            out_ << "\nBy the neural net, for White:";
            number(trace_.net->total);
            out_ << "\nWorth of each piece to it:\n";
            write_board(trace_.net->piece_worth);
        }
        return std::move(out_).str();
    }

private:
    static constexpr int kNameWidth = 24;
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

    void write_board(const EnumArray<Square, std::optional<int>>& worths) {
        for (unsigned row = 0; row < 8; ++row) {
            for (unsigned file = 0; file < 8; ++file) {
                const Square square = square_at((7 - row) * 8 + file);
                const auto worth = worths[square];
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
