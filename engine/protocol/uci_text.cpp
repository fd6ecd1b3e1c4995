#include "engine/protocol/uci_text.hpp"

#include "engine/notation/coordinate.hpp"

#include <algorithm>

namespace rata::uci {

namespace {

/// Above every evaluation, below what GUIs take for a mate.
constexpr int kTableWinCentipawns = 20'000;

std::string number_field(const char* name, std::uint64_t number) {
    return std::string(" ") + name + ' ' + std::to_string(number);
}

std::uint64_t nodes_per_second(const LineReport& report) {
    const auto time = static_cast<std::uint64_t>(std::max<std::int64_t>(report.time.count(), 1));
    return report.nodes * 1000 / time;
}

std::string wdl_text(Score score) {
    const WinDrawLoss chances = win_draw_loss(score);
    return " wdl " + std::to_string(chances.win) + ' ' + std::to_string(chances.draw) + ' ' +
           std::to_string(chances.loss);
}

struct ScorePrinter {
    std::string operator()(Cp score) const { return "cp " + std::to_string(score.centipawns); }
    std::string operator()(Mate score) const { return "mate " + std::to_string(score.moves); }
    std::string operator()(TableWin score) const {
        const int plies = score.plies;
        return "cp " + std::to_string(plies < 0 ? -kTableWinCentipawns - plies
                                                : kTableWinCentipawns - plies);
    }
};

} // namespace

std::string option_line(const OptionRow& row) {
    std::string line = "option name " + std::string(row.name) + " type ";
    line += to_string(row.kind);
    if (row.kind == OptionKind::Button) return line;
    line += " default " + default_text(row);
    if (row.kind == OptionKind::Spin)
        line += " min " + std::to_string(row.min) + " max " + std::to_string(row.max);
    for (const std::string_view choice : row.choices) line += " var " + std::string(choice);
    return line;
}

std::string score_text(Score score) { return std::visit(ScorePrinter{}, spell_out(score)); }

std::string moves_text(const Position& root, std::span<const Move> moves) {
    const auto castling = root.is_chess960() ? CastlingText::KingTakesRook : CastlingText::KingMove;
    std::string text;
    for (const Move move : moves) {
        if (!text.empty()) text += ' ';
        text += to_coordinate(move, castling);
    }
    return text;
}

std::string line_text(const Position& root, const LineReport& report, bool show_wdl) {
    std::string text = "info depth " + std::to_string(report.depth);
    const bool game_over = report.moves.empty() && report.nodes == 0;
    if (!game_over) {
        text += " seldepth " + std::to_string(std::max(report.selective_depth, 1));
        text += " multipv " + std::to_string(report.line);
    }
    text += " score " + score_text(report.score);
    if (show_wdl) text += wdl_text(report.score);
    if (game_over) return text;
    if (report.bound == Bound::Lower) text += " lowerbound";
    if (report.bound == Bound::Upper) text += " upperbound";
    text += number_field("nodes", report.nodes);
    text += number_field("nps", nodes_per_second(report));
    text += " hashfull " + std::to_string(report.hash_permille);
    text += number_field("tbhits", report.table_hits);
    text += " time " + std::to_string(report.time.count());
    if (!report.moves.empty()) text += " pv " + moves_text(root, report.moves);
    return text;
}

std::string best_move_text(const Position& root, Move best, Move ponder) {
    if (!best.is_some()) return "bestmove (none)";
    std::string text = "bestmove " + to_coordinate(best, root);
    if (ponder.is_some()) text += " ponder " + to_coordinate(ponder, root);
    return text;
}

std::string string_text(std::string_view text) {
    std::string lines;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        if (!lines.empty()) lines += '\n';
        lines += "info string " + std::string(text.substr(start, end - start));
        start = end + 1;
    }
    return lines;
}

} // namespace rata::uci
