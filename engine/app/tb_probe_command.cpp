#include "engine/app/commands.hpp"
#include "engine/app/position_input.hpp"
#include "engine/app/report.hpp"
#include "engine/app/table_folder_words.hpp"
#include "engine/notation/san.hpp"
#include "tablebase/best_move.hpp"
#include "tablebase/own/own_tables.hpp"
#include "tablebase/syzygy/syzygy_tables.hpp"

#include <nlohmann/json.hpp>

#include <memory>

namespace rata {

namespace {

/// Longer than any mate of five men.
constexpr std::size_t kLongestTableLine = 300;

struct TbProbeRequest {
    std::vector<std::string> words{};
    std::optional<std::string> folder{};
    std::optional<std::string> syzygy_path{};
    bool json = false;
};

std::string_view verdict_word(TableVerdict verdict) {
    switch (verdict) {
    case TableVerdict::Loss: return "loss";
    case TableVerdict::BlessedLoss: return "blessed loss";
    case TableVerdict::Draw: return "draw";
    case TableVerdict::CursedWin: return "cursed win";
    case TableVerdict::Win: return "win";
    }
    return "";
}

std::vector<std::string> san_line(Position position, const std::vector<Move>& line) {
    std::vector<std::string> words;
    for (const Move move : line) {
        words.push_back(to_san(move, position));
        position.make(move);
    }
    return words;
}

std::string facts_text(const TableFacts& facts) {
    std::string text(verdict_word(facts.verdict));
    if (facts.verdict == TableVerdict::Draw) return text;
    if (facts.plies_to_mate) text += fmt::format(", mate in {} plies", *facts.plies_to_mate);
    if (facts.plies_to_zeroing) text += fmt::format(", zeroing in {}", *facts.plies_to_zeroing);
    return text;
}

nlohmann::ordered_json facts_json(const TableFacts& facts) {
    nlohmann::ordered_json json{{"wdl", static_cast<int>(facts.verdict)},
                                {"verdict", verdict_word(facts.verdict)}};
    if (facts.plies_to_mate) json["dtm"] = *facts.plies_to_mate;
    if (facts.plies_to_zeroing) json["dtz"] = *facts.plies_to_zeroing;
    return json;
}

/// All that tables say about a position.
struct Answer {
    TableFacts facts{};
    std::vector<TableMoveFacts> moves{};
    std::vector<std::string> line{};
};

std::string answer_json(const Position& position, const Answer& answer) {
    nlohmann::ordered_json json = json_report("tb probe");
    json["fen"] = to_fen(position);
    json.update(facts_json(answer.facts));
    json["moves"] = nlohmann::ordered_json::array();
    for (const TableMoveFacts& move : answer.moves) {
        nlohmann::ordered_json entry{{"san", to_san(move.move, position)}};
        entry.update(facts_json(move.facts));
        json["moves"].push_back(std::move(entry));
    }
    json["line"] = answer.line;
    return json_text(json);
}

std::string answer_text(const Position& position, const Answer& answer) {
    FigureTable table;
    table.add("position", facts_text(answer.facts));
    for (const TableMoveFacts& move : answer.moves)
        table.add(to_san(move.move, position), facts_text(move.facts));
    std::string text = table.to_string();
    for (std::size_t i = 0; i < answer.line.size(); ++i)
        text += (i == 0 ? "line " : " ") + answer.line[i];
    return answer.line.empty() ? text : text + '\n';
}

/// What one kind of tables says of a position and of all its moves.
std::optional<Answer> answer_of(const Position& position, const EndgameTables& tables) {
    const auto facts = tables.probe(position, TableQuestion::Everything);
    auto moves = ranked_moves(position, tables);
    if (!facts || !moves) return std::nullopt;
    Answer answer{*facts, std::move(*moves), {}};
    if (facts->plies_to_mate || facts->plies_to_zeroing) // else nothing leads on
        answer.line = san_line(position, table_line(position, tables, kLongestTableLine));
    return answer;
}

/// By our own tables, if they have the position, for they know the mate.
Result<std::optional<Answer>> answer_of(const Position& position, const TbProbeRequest& request,
                                        Console& console) {
    if (const auto missing = missing_folder(request.folder.value_or(kUsualTableFolder));
        missing && request.folder)
        return *missing;
    OwnTables own(request.folder.value_or(kUsualTableFolder));
    own.prepare_three_men();
    for (const OwnTables::Found& found : own.found())
        if (found.damage) console.complain(*found.damage);
    auto answer = answer_of(position, own);
    if (answer || !request.syzygy_path) return answer;
    const auto syzygy = SyzygyTables::open(*request.syzygy_path);
    if (!syzygy) return syzygy.error();
    for (const DamagedSyzygyFile& file : (*syzygy)->files().damaged)
        console.complain(file.path.string() + ": " + file.reason);
    return answer_of(position, **syzygy);
}

std::string why_no_answer(const Position& position, const TbProbeRequest& request) {
    if (!position.castling().empty()) return "no table has castling rights";
    if (!request.folder && missing_folder(kUsualTableFolder))
        return fmt::format("no table has this position: there is no folder {} here, and --dir "
                           "names no other",
                           in_quotes(kUsualTableFolder));
    return fmt::format("no table in {} has this position",
                       in_quotes(request.folder.value_or(kUsualTableFolder)));
}

ExitCode run_tb_probe(const TbProbeRequest& request, Console& console) {
    if (request.words.empty()) return console.usage_error("expected POSITION");
    const auto position = read_position_words(console, request.words, false);
    if (!position) return ExitCode::InputOutput;
    const auto answer = answer_of(*position, request, console);
    if (!answer) {
        console.complain(answer.error());
        return ExitCode::InputOutput;
    }
    if (!*answer) {
        console.complain(why_no_answer(*position, request));
        return ExitCode::InputOutput;
    }
    console.write(request.json ? answer_json(*position, **answer)
                               : answer_text(*position, **answer));
    return ExitCode::Done;
}

} // namespace

Action declare_tb_probe_command(Syntax& syntax) {
    const auto request = std::make_shared<TbProbeRequest>();
    syntax.form("POSITION [--dir DIR] [--syzygy PATH] [--json]");
    declare_table_folder(syntax, request->folder);
    syntax.option("--syzygy", "PATH",
                  "folders of Syzygy tables, with ':' between them, which are asked if there is no "
                  "table of ours; they know no distance to mate",
                  text_into(request->syzygy_path));
    syntax.flag("--json", "print JSON", flag_into(request->json));
    declare_position(syntax, request->words);
    syntax.note(
        "Every move is told as the side that moves sees it. Zeroing is the next capture, pawn "
        "move or mate: a win by the fifty-move rule has one within 100 plies, a cursed win "
        "has not. In JSON wdl is -2 (loss) to 2 (win), dtm and dtz count plies.");
    syntax.note("Exit code 3: no table has the position, or --dir is no folder.");
    syntax.example("ratatosk tb probe '8/8/8/8/8/3k4/8/K1Q5 w - -'", "every move, and the mate");
    return [request](Console& console) { return run_tb_probe(*request, console); };
}

} // namespace rata
