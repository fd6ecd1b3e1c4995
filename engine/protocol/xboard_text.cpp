#include "engine/protocol/xboard_text.hpp"

#include "engine/base/version.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/san.hpp"

#include <algorithm>
#include <array>

namespace rata::xboard {

namespace {

constexpr int kMateScore = 100'000;
/// Above every evaluation, below every mate.
constexpr int kTableWinScore = 90'000;

struct ScoreNumber {
    int operator()(Cp score) const { return score.centipawns; }
    int operator()(Mate score) const {
        return score.moves > 0 ? kMateScore + score.moves : -kMateScore + score.moves;
    }
    int operator()(TableWin score) const {
        return score.plies < 0 ? -kTableWinScore - score.plies : kTableWinScore - score.plies;
    }
};

/// Nothing in the value may end the quotation.
std::string without_quotes(std::string text) {
    std::erase(text, '"');
    return text;
}

std::string combo_words(const OptionRow& row) {
    std::string text;
    for (const std::string_view choice : row.choices) {
        text += text.empty() ? " " : " /// ";
        if (choice == default_text(row)) text += '*';
        text += choice;
    }
    return text;
}

/// GUIs offer a window to choose a file or a folder in. Options are named by what they want.
std::string string_kind(std::string_view name) {
    if (name.ends_with("File")) return "-file";
    if (name.ends_with("Path")) return "-path";
    return "-string";
}

std::string option_words(const OptionRow& row) {
    const std::string value = default_text(row);
    switch (row.kind) {
    case OptionKind::Check: return value == "true" ? " -check 1" : " -check 0";
    case OptionKind::Spin:
        return " -spin " + value + ' ' + std::to_string(row.min) + ' ' + std::to_string(row.max);
    case OptionKind::Combo: return " -combo" + combo_words(row);
    case OptionKind::Button: return " -button";
    case OptionKind::String:
        return ' ' + string_kind(row.name) + ' ' + (value == "<empty>" ? std::string() : value);
    }
    return {};
}

std::string winner_text(Color winner) {
    return winner == Color::White ? "1-0 {White mates}" : "0-1 {Black mates}";
}

} // namespace

bool has_own_command(const OptionRow& row) {
    constexpr auto kOthers = std::to_array<std::string_view>(
        {"Hash", "Threads", "Ponder", "UCI_Chess960", "UCI_AnalyseMode", "UCI_ShowWDL",
         "UCI_Opponent", "UCI_ShowCurrLine", "UCI_ShowRefutations", "VerboseMoveStats",
         "SyzygyPath"});
    return std::find(kOthers.begin(), kOthers.end(), row.name) != kOthers.end();
}

std::string option_feature(const OptionRow& row) {
    return "feature option=\"" + std::string(row.name) + without_quotes(option_words(row)) + '"';
}

std::vector<std::string> feature_lines(const Options& options) {
    std::vector<std::string> lines{
        "feature done=0",
        "feature myname=\"Ratatosk " + std::string(version()) + '"',
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 "
        "analyze=1",
        "feature variants=\"normal,fischerandom\" colors=0 ics=1 name=1 pause=1 nps=1 memory=1 "
        "egt=\"syzygy\" "
        "smp=1 exclude=1 setscore=1 debug=1 reuse=1",
    };
    for (const OptionRow& row : option_table())
        if (!has_own_command(row) && is_listed(row, options)) lines.push_back(option_feature(row));
    lines.emplace_back("feature done=1");
    return lines;
}

int score_number(Score score) { return std::visit(ScoreNumber{}, spell_out(score)); }

std::string thinking_line(const Position& root, const LineReport& report) {
    const auto time = static_cast<std::uint64_t>(std::max<std::int64_t>(report.time.count(), 1));
    // GUIs take depth 0 for nothing at all; a game that is over has it.
    std::string text = std::to_string(std::max(report.depth, 1)) + ' ' +
                       std::to_string(score_number(report.score)) + ' ' +
                       std::to_string(report.time.count() / 10) + ' ' +
                       std::to_string(report.nodes) + ' ' + std::to_string(report.selective_depth) +
                       ' ' + std::to_string(report.nodes * 1000 / time) + ' ' +
                       std::to_string(report.table_hits) + '\t';
    Position board = root;
    for (const Move move : report.moves) {
        if (text.back() != '\t') text += ' ';
        text += to_san(move, board);
        board.make(move);
    }
    // Behind a blank: a sign that touches the move is taken for a part of it by some readers.
    if (report.bound == Bound::Lower) text += " !";
    if (report.bound == Bound::Upper) text += " ?";
    return text;
}

std::string echo_of(std::string_view text) {
    constexpr std::size_t kMost = 200;
    return std::string(text.substr(0, kMost)) + (text.size() > kMost ? "..." : "");
}

std::string move_text(const Position& position, Move move) {
    if (!position.is_chess960() || !move.is_castling()) return to_coordinate(move, position);
    return move.to() > move.from() ? "O-O" : "O-O-O"; // the rook stands where the move goes to
}

std::string result_text(const Position& position, GameEnd end) {
    switch (end) {
    case GameEnd::Checkmate: return winner_text(~position.side_to_move());
    case GameEnd::Stalemate: return "1/2-1/2 {Stalemate}";
    case GameEnd::Repetition: return "1/2-1/2 {Draw by repetition}";
    case GameEnd::FiftyMoves: return "1/2-1/2 {Draw by fifty-move rule}";
    case GameEnd::Material: return "1/2-1/2 {Draw by insufficient material}";
    }
    return {};
}

} // namespace rata::xboard
