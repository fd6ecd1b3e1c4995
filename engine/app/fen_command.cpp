#include "engine/app/commands.hpp"
#include "engine/app/fen_words.hpp"
#include "engine/app/position_input.hpp"
#include "engine/app/report.hpp"
#include "engine/notation/board_drawing.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/position_text.hpp"
#include "engine/notation/san.hpp"
#include "engine/notation/text_encoding.hpp"
#include "engine/rules/movegen.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace rata {

namespace {

constexpr std::size_t kMovesPerLine = 5;

struct FenRequest {
    std::vector<std::string> words{};
    bool chess960 = false;
    bool json = false;
};

struct NamedMove {
    std::string san{};
    std::string coordinate{};
};

std::vector<NamedMove> named_moves(const Position& position) {
    std::vector<NamedMove> moves;
    for (const Move move : legal_moves(position))
        moves.push_back({to_san(move, position), to_coordinate(move, position)});
    std::sort(moves.begin(), moves.end(),
              [](const NamedMove& a, const NamedMove& b) { return a.coordinate < b.coordinate; });
    return moves;
}

/// What a referee would say.
std::string_view verdict(const Position& position) {
    if (!has_legal_move(position)) return position.in_check() ? "checkmate" : "stalemate";
    if (position.has_insufficient_material()) return "draw by insufficient material";
    if (position.is_fifty_move_draw()) return "draw by the fifty-move rule";
    return position.in_check() ? "check" : "in play";
}

std::string_view name_of_side(const Position& position) {
    return position.side_to_move() == Color::White ? "white" : "black";
}

std::vector<std::string> checkers(const Position& position) {
    std::vector<std::string> squares;
    for (const Square square : position.checkers()) squares.push_back(to_string(square));
    return squares;
}

/// "a2a3 a3", several in a line.
std::string move_columns(const std::vector<NamedMove>& moves) {
    std::size_t width = 0;
    for (const NamedMove& move : moves) width = std::max(width, move.san.size());
    std::string text;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const bool ends_line = (i + 1) % kMovesPerLine == 0 || i + 1 == moves.size();
        text += fmt::format("  {:<5} ", moves[i].coordinate);
        text += ends_line ? moves[i].san + '\n' : fmt::format("{:<{}}  ", moves[i].san, width);
    }
    return text;
}

std::string as_text(const Position& position) {
    FigureTable table;
    table.add("FEN", to_fen(position));
    table.add("to move", std::string(name_of_side(position)));
    table.add("state", std::string(verdict(position)));
    table.add("checkers", position.in_check() ? join_words(checkers(position)) : "none");
    table.add("chess960", position.is_chess960() ? "yes" : "no");
    table.add("key", key_text(position.key()));
    table.add("pawn key", key_text(position.pawn_key()));
    table.add("book key", key_text(position.polyglot_key()));
    const std::vector<NamedMove> moves = named_moves(position);
    table.add("moves", moves.size());

    return draw_board(position) + '\n' + table.to_string() + move_columns(moves);
}

std::string as_json(const Position& position, const std::string& text) {
    nlohmann::ordered_json json = json_report("fen");
    json["input"] = to_utf8(text);
    json["legal"] = true;
    json["fen"] = to_fen(position);
    json["side_to_move"] = name_of_side(position);
    json["state"] = verdict(position);
    json["checkers"] = checkers(position);
    json["chess960"] = position.is_chess960();
    json["key"] = key_text(position.key());
    json["pawn_key"] = key_text(position.pawn_key());
    json["book_key"] = key_text(position.polyglot_key());
    json["moves"] = nlohmann::ordered_json::array();
    for (const NamedMove& move : named_moves(position))
        json["moves"].push_back({{"san", move.san}, {"coordinate", move.coordinate}});
    return json_text(json);
}

std::string as_json(const Error& error, const std::string& text) {
    nlohmann::ordered_json json = json_report("fen");
    json["input"] = to_utf8(text);
    json["legal"] = false;
    const bool in_text = error.where.source.empty();
    json["error"] = {{"message", to_utf8(in_text ? error.message : error.to_string())},
                     {"column", in_text ? error.where.column : 0}};
    return json_text(json);
}

/// Shows what can be shown: the board, if the text describes one.
ExitCode explain(const std::string& text, const Error& error, const FenRequest& request,
                 Console& console) {
    if (request.json) {
        console.write(as_json(error, text));
        return ExitCode::InputOutput;
    }
    if (const auto setup = parse_setup(text, fen_options(request.chess960)))
        console.write(draw_board(*setup) + '\n');
    complain_about_position(console, text, error);
    return ExitCode::InputOutput;
}

ExitCode run_fen(const FenRequest& request, Console& console) {
    if (request.words.empty()) return console.usage_error("expected POSITION");
    const std::string text = join_words(request.words);
    const Result<Position> position = parse_position(text, fen_options(request.chess960));
    if (!position) return explain(text, position.error(), request, console);
    console.write(request.json ? as_json(*position, text) : as_text(*position));
    return ExitCode::Done;
}

} // namespace

Action declare_fen_command(Syntax& syntax) {
    const auto request = std::make_shared<FenRequest>();
    syntax.form("POSITION [OPTION...]");
    declare_chess960(syntax, request->chess960);
    syntax.flag("--json", "print JSON", flag_into(request->json));
    declare_position(syntax, request->words);
    syntax.note("A FEN may have four or six fields; castling is KQkq or the files of the rooks. "
                "Quotation marks are not needed.");
    syntax.note("'key' is the hash key of the search, 'book key' the one of Polyglot books. Moves "
                "are given as people write them and in coordinates.");
    syntax.note("Exit code 3: the text is no position, or one that breaks the rules of chess; what "
                "is wrong is told on standard error (with --json: on standard output).");
    syntax.example("ratatosk fen 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -'",
                   "a position and its moves");
    syntax.example("ratatosk fen --json 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
                   "the same for programs, here of a stalemate");
    syntax.example("ratatosk fen games.pgn game 3 ply 20", "a position of a game");
    return [request](Console& console) { return run_fen(*request, console); };
}

} // namespace rata
