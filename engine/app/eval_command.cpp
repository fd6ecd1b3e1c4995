#include "engine/app/commands.hpp"
#include "engine/app/position_input.hpp"
#include "engine/app/report.hpp"
#include "engine/session/net_settings.hpp"
#include "eval/eval_trace.hpp"

#include <nlohmann/json.hpp>

#include <memory>

namespace rata {

namespace {

struct EvalRequest {
    std::vector<std::string> words{};
    bool chess960 = false;
    std::optional<std::string> net{};
    bool json = false;
};

nlohmann::ordered_json json_of(Tapered worth) { return {{"mg", worth.mg}, {"eg", worth.eg}}; }

nlohmann::ordered_json json_of(const NetTrace& net) {
    nlohmann::ordered_json json{{"white_centipawns", net.total}};
    json["pieces"] = nlohmann::ordered_json::object();
    for (unsigned i = 0; i < 64; ++i)
        if (const auto worth = net.piece_worth[square_at(i)])
            json["pieces"][to_string(square_at(i))] = *worth;
    return json;
}

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
    if (evaluation.net) json["net"] = json_of(*evaluation.net);
    return json_text(json);
}

ExitCode run_eval(const EvalRequest& request, Console& console) {
    if (request.words.empty()) return console.usage_error("expected POSITION");
    const auto position = read_position_words(console, request.words, request.chess960);
    if (!position) return ExitCode::InputOutput;
    const auto choice = choose_net({.file = request.net.value_or("")});
    if (!choice) {
        console.complain(choice.error());
        return ExitCode::InputOutput;
    }
    const EvalTrace evaluation = trace(*position, *choice);
    console.write(request.json ? as_json(evaluation, *position) : to_string(evaluation));
    return ExitCode::Done;
}

} // namespace

Action declare_eval_command(Syntax& syntax) {
    const auto request = std::make_shared<EvalRequest>();
    syntax.form("POSITION [OPTION...]");
    declare_chess960(syntax, request->chess960);
    syntax.option("--net", "FILE", "show what this neural net says, and not the one in the program",
                  text_into(request->net));
    syntax.flag("--json", "print JSON", flag_into(request->json));
    declare_position(syntax, request->words);
    syntax.note("The table gives every term of the evaluation for both sides, in pawns, for middle "
                "game and endgame, and what it adds to the sum as White sees it. In JSON all is in "
                "centipawns; 'centipawns' of the whole is for the side to move.");
    syntax.note("A neural net has no terms: beside them stands what it makes of the whole, and of "
                "each piece, which is the difference that its removal makes.");
    syntax.note("Exit code 3: the text is no position, it breaks the rules of chess, or the net "
                "cannot be used.");
    syntax.example("ratatosk eval startpos", "the position before the first move");
    syntax.example("ratatosk eval --json 8/8/8/2k5/4p3/8/3P4/4K3 w - -", "for programs");
    return [request](Console& console) { return run_eval(*request, console); };
}

} // namespace rata
