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

std::string aligned_right(const std::string& text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

/// "-0.094" for -94 of 1000; as many digits behind the point as `unit` has zeros.
std::string decimal(std::int64_t number, std::int64_t unit) {
    const std::string fraction = std::to_string(unit + std::abs(number) % unit).substr(1);
    return (number < 0 ? "-" : "") + std::to_string(std::abs(number) / unit) + '.' + fraction;
}

/// What a line says of a move, and that of "node" of the whole.
std::string statistics_text(std::uint64_t nodes, std::uint64_t all, Score score) {
    const WinDrawLoss chances = win_draw_loss(score);
    const auto share = static_cast<std::int64_t>(nodes * 10'000 / std::max<std::uint64_t>(all, 1));
    const std::string value = aligned_right(decimal(chances.win - chances.loss, 1000), 6);
    return "N: " + aligned_right(std::to_string(nodes), 7) +
           " (+ 0) (P: " + aligned_right(decimal(share, 100), 5) + "%) (WL: " + value +
           ") (D: " + decimal(chances.draw, 1000) + ") (M:  -.-) (Q: " + value + ") (V:  -.----)";
}

std::string root_move_line(const Position& root, const RootMoveReport& report, std::size_t rank,
                           std::uint64_t all) {
    std::string move = moves_text(root, {&report.move, 1});
    move.resize(std::max<std::size_t>(move.size(), 5), ' ');
    std::string score = score_text(report.score); // "cp 35", "mate 3"
    score.insert(score.find(' '), ":");
    std::string line = "info string " + move + " (" + aligned_right(std::to_string(rank), 3) +
                       ") " + statistics_text(report.nodes, all, report.score) + " (" + score + ")";
    if (report.bound == Bound::Lower) line += " (bound: lower)";
    if (report.bound == Bound::Upper) line += " (bound: upper)";
    return line + " (depth: " + std::to_string(report.depth) + ")";
}

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

std::vector<std::string> root_move_lines(const Position& root,
                                         const std::vector<RootMoveReport>& reports) {
    std::uint64_t all = 0;
    for (const RootMoveReport& report : reports) all += report.nodes;
    std::vector<std::string> lines;
    for (std::size_t i = reports.size(); i-- > 0;)
        lines.push_back(root_move_line(root, reports[i], i + 1, all));
    if (!reports.empty())
        lines.push_back("info string node  (" + aligned_right(std::to_string(reports.size()), 3) +
                        ") " + statistics_text(all, all, reports.front().score));
    return lines;
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
