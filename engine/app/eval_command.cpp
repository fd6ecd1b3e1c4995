#include "engine/app/commands.hpp"
#include "engine/app/fen_words.hpp"
#include "engine/app/position_input.hpp"
#include "engine/app/report.hpp"
#include "eval/eval_trace.hpp"

#include <nlohmann/json.hpp>

#include <memory>

namespace rata {

namespace {

struct EvalRequest {
    std::vector<std::string> words{};
    bool chess960 = false;
    bool json = false;
};

nlohmann::ordered_json json_of(Tapered worth) { return {{"mg", worth.mg}, {"eg", worth.eg}}; }

std::string as_json(const EvalTrace& evaluation, const Position& position) {
    nlohmann::ordered_json json = json_report("eval");
    json["fen"] = to_fen(position);
    json["phase"] = evaluation.phase;
    json["terms"] = nlohmann::ordered_json::array();
    for (const EvalTerm& term : evaluation.terms) {
        nlohmann::ordered_json entry{{"name", term.name}};
        if (term.worth) {
            entry["white"] = json_of((*term.worth)[Color::White]);
            entry["black"] = json_of((*term.worth)[Color::Black]);
        }
        entry["centipawns"] = term.centipawns;
        json["terms"].push_back(std::move(entry));
    }
    json["white_centipawns"] = evaluation.total;
    json["centipawns"] = (evaluation.score() - Score::draw()).cp();
    return json_text(json);
}

ExitCode run_eval(const EvalRequest& request, Console& console) {
    if (request.words.empty()) return console.usage_error("expected FEN or startpos");
    const auto position = read_position_words(console, request.words, request.chess960);
    if (!position) return ExitCode::InputOutput;
    const EvalTrace evaluation = trace(*position);
    console.write(request.json ? as_json(evaluation, *position) : to_string(evaluation));
    return ExitCode::Done;
}

} // namespace

Action declare_eval_command(Syntax& syntax) {
    const auto request = std::make_shared<EvalRequest>();
    syntax.form("FEN [OPTION...]");
    syntax.flag("--chess960",
                "read the position as one of Chess960 (else only if its castling rights need it)",
                flag_into(request->chess960));
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.arguments("FEN",
                     "the position, in quotation marks or as four or six arguments; or startpos",
                     list_into(request->words));
    syntax.note("The table gives every term of the evaluation for both sides, in pawns, for middle "
                "game and endgame, and what it adds to the sum as White sees it. In JSON all is in "
                "centipawns; 'centipawns' of the whole is for the side to move.");
    syntax.note("Exit code 3: the text is no FEN, or the position breaks the rules of chess.");
    syntax.example("ratatosk eval startpos", "the position before the first move");
    syntax.example("ratatosk eval --json 8/8/8/2k5/4p3/8/3P4/4K3 w - -", "for programs");
    return [request](Console& console) { return run_eval(*request, console); };
}

} // namespace rata
