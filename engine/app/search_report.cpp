#include "engine/app/search_report.hpp"

#include "engine/app/report.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"
#include "engine/protocol/principal_variation.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>

namespace rata {

namespace {

struct ScoreText {
    std::string operator()(Cp score) const {
        const int size = std::abs(score.centipawns);
        const char sign = score.centipawns < 0 ? '-' : '+';
        return fmt::format("{}{}.{:02}", sign, size / 100, size % 100);
    }
    std::string operator()(Mate score) const {
        return (score.moves <= 0 ? "-#" : "#") + std::to_string(std::abs(score.moves));
    }
    std::string operator()(TableWin score) const { return score.plies < 0 ? "-won" : "+won"; }
};

struct ScoreJson {
    nlohmann::ordered_json operator()(Cp score) const { return {{"centipawns", score.centipawns}}; }
    nlohmann::ordered_json operator()(Mate score) const { return {{"mate", score.moves}}; }
    nlohmann::ordered_json operator()(TableWin score) const {
        return {{"table_win_plies", score.plies}};
    }
};

/// The moves as people write them.
std::vector<std::string> in_san(const Position& root, const std::vector<Move>& moves) {
    std::vector<std::string> texts;
    Position position = root;
    for (const Move move : playable_part(root, moves)) {
        texts.push_back(to_san(move, position));
        position.make(move);
    }
    return texts;
}

std::vector<std::string> in_coordinates(const Position& root, const std::vector<Move>& moves) {
    std::vector<std::string> texts;
    for (const Move move : playable_part(root, moves)) texts.push_back(to_coordinate(move, root));
    return texts;
}

nlohmann::ordered_json json_of(const Position& root, const LineReport& line) {
    return {{"rank", line.line},
            {"depth", line.depth},
            {"selective_depth", line.selective_depth},
            {"score", score_json(line.score)},
            {"moves", in_coordinates(root, line.moves)},
            {"san", in_san(root, line.moves)}};
}

} // namespace

nlohmann::ordered_json score_json(Score score) { return std::visit(ScoreJson{}, spell_out(score)); }

std::string human_score(Score score) { return std::visit(ScoreText{}, spell_out(score)); }

void SearchReport::on_start(const SearchStart& start) {
    root_ = start.root;
    ranks_ = start.options.multi_pv;
    if (style_ == Style::Text)
        console_.print("{}{:>5}  {:>8}  {:>9}  {:>11}  {}\n", ranks_ > 1 ? "rank  " : "", "depth",
                       "score", "time", "nodes", "line");
}

void SearchReport::on_line(const LineReport& report) {
    if (report.bound != Bound::Exact) return;
    // Searches tell their last line once more, so that no GUI misses it.
    const auto known = lines_.find(report.line);
    const bool repeated = known != lines_.end() && known->second.depth == report.depth &&
                          known->second.moves == report.moves &&
                          known->second.score == report.score;
    lines_[report.line] = report;
    if (style_ == Style::Text && !repeated) print_line(report);
}

void SearchReport::print_line(const LineReport& report) {
    std::string line;
    for (const std::string& move : in_san(*root_, report.moves)) line += ' ' + move;
    const std::string rank = ranks_ > 1 ? fmt::format("{:>4}  ", report.line) : "";
    console_.print("{}{:>5}  {:>8}  {:>9}  {:>11} {}\n", rank, report.depth,
                   human_score(report.score), seconds_text(seconds_in(report.time)), report.nodes,
                   line);
}

void SearchReport::on_result(const SearchResult& result) {
    result_ = result;
    console_.write(style_ == Style::Json ? as_json() : as_text());
}

std::string SearchReport::as_text() const {
    FigureTable table;
    const bool over = !result_.best.is_some();
    table.add("best move", over ? "none, the game is over" : to_san(result_.best, *root_));
    table.add("score", human_score(result_.line.score));
    table.add("nodes", result_.line.nodes);
    table.add("time", seconds_text(seconds_in(result_.line.time)));
    table.add("nodes/s", per_second(result_.line.nodes, seconds_in(result_.line.time)));
    return '\n' + table.to_string();
}

std::string SearchReport::as_json() const {
    nlohmann::ordered_json json = json_report("search");
    json["fen"] = to_fen(*root_);
    json["chess960"] = root_->is_chess960();
    json["best_move"] = nullptr;
    json["ponder_move"] = nullptr;
    if (result_.best.is_some()) json["best_move"] = to_coordinate(result_.best, *root_);
    const Move ponder = playable_ponder(*root_, result_.best, result_.ponder);
    if (ponder.is_some()) json["ponder_move"] = to_coordinate(ponder, *root_);
    json["score"] = score_json(result_.line.score);
    json["depth"] = result_.line.depth;
    json["lines"] = nlohmann::ordered_json::array();
    for (const auto& [rank, line] : lines_) json["lines"].push_back(json_of(*root_, line));
    json["nodes"] = result_.line.nodes;
    json["seconds"] = seconds_in(result_.line.time);
    json["nodes_per_second"] = per_second(result_.line.nodes, seconds_in(result_.line.time));
    return json_text(json);
}

} // namespace rata
