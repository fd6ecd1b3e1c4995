// The commands that UCI does not have, for people at a terminal. Their answers are plain text: a
// GUI never asks for them.
#include "engine/base/build_facts.hpp"
#include "engine/notation/board_drawing.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "engine/protocol/uci.hpp"
#include "engine/protocol/uci_text.hpp"
#include "engine/rules/movegen.hpp"
#include "engine/rules/perft.hpp"
#include "engine/session/bench.hpp"
#include "engine/session/options.hpp"
#include "eval/eval_trace.hpp"
#include "logging/chess/tree_answer.hpp"

#include <algorithm>

namespace rata::uci {

namespace {

constexpr milliseconds kLookUp{100}; // how often a blocking command looks up from its work

constexpr std::string_view kHelp =
    "Ratatosk speaks UCI, the Universal Chess Interface:\n"
    "  uci  debug on|off  isready  setoption name N [value V]  ucinewgame\n"
    "  position startpos|fen F [moves M...]\n"
    "  go [searchmoves M...] [ponder] [wtime T] [btime T] [winc T] [binc T] [movestogo N]\n"
    "     [depth N] [nodes N] [mate N] [movetime T] [infinite]\n"
    "  stop  ponderhit  quit\n"
    "and for people:\n"
    "  d                 show the position\n"
    "  eval              show what the position is worth, term by term\n"
    "  go perft N        count the leaves of the tree of legal moves\n"
    "  bench [hash [threads [limit [file [depth|nodes|movetime]]]]]\n"
    "  query QUERY       ask the tree of the last search, in GTQL: query node: count(*)\n"
    "  wait              read no more commands until the search has ended\n"
    "  compiler          show how the program was built\n"
    "Times are in milliseconds. 'ratatosk --help --all' tells of all options.";

std::string squares_text(Bitboard squares) {
    std::string text;
    for (const Square square : squares) text += ' ' + to_string(square);
    return text;
}

std::string hexadecimal(std::uint64_t number) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[number >> shift & 15U];
    return text;
}

std::string position_text(const Position& position) {
    const MoveList moves = legal_moves(position);
    return draw_board(position) + "\nFEN: " + to_fen(position) +
           "\nKey: " + hexadecimal(position.key()) +
           "\nCheckers:" + squares_text(position.checkers()) +
           "\nLegal moves: " + moves_text(position, {moves.begin(), moves.end()});
}

} // namespace

Protocol::Next UciProtocol::obey(const Display&) {
    dialogue_.say(position_text(session_.position()));
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const Evaluate&) {
    session_.settle();
    dialogue_.say(to_string(trace(session_.position(), session_.net())));
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const GoPerft& perft) {
    Position position = session_.position();
    std::uint64_t total = perft.depth == 0 ? 1 : 0;
    for (const Move move : legal_moves(session_.position())) {
        if (perft.depth == 0 || stop_.stop_requested()) break;
        position.make(move);
        const std::uint64_t leaves = rata::perft(position, perft.depth - 1);
        position.unmake();
        dialogue_.say(to_coordinate(move, position) + ": " + std::to_string(leaves));
        total += leaves;
    }
    dialogue_.say("\nNodes searched: " + std::to_string(total) + '\n');
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const Bench& bench) {
    auto plan = parse_bench(bench.arguments, session_.position());
    const auto search = Options{}.for_lone_search();
    if (!plan || !search) {
        say_string("bench: " + (plan ? search.error() : plan.error()).to_string());
        return Next::Continue;
    }
    plan->options = *search;
    const auto progress = [this, &plan](std::size_t number, const Position& position) {
        dialogue_.say_aside("Position: " + std::to_string(number + 1) + '/' +
                            std::to_string(plan->positions.size()) + " (" + to_fen(position) + ')');
    };
    const auto totals = run_bench(*plan, make_runner_, progress, stop_);
    if (totals)
        dialogue_.say_aside(bench_summary(*totals));
    else
        say_error(totals.error());
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const AskTree& question) {
    if (session_.is_searching()) {
        say_string("query: the search is still running");
        return Next::Continue;
    }
    const treelog::MemoryLog* tree = session_.last_tree();
    if (tree == nullptr || tree->trees().empty()) {
        say_string("query: there is no tree; set 'Tree Log Memory' to a number of MiB and search");
        return Next::Continue;
    }
    const auto answer = answer_queries(*tree, question.query);
    say_lines(answer ? *answer : answer.error().message);
    return Next::Continue;
}

/// A text of several lines, one by one.
void UciProtocol::say_lines(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        dialogue_.say(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

Protocol::Next UciProtocol::obey(const Wait&) {
    if (session_.waits_to_be_stopped()) {
        say_string("wait: this search would never end by itself; not waiting");
        return Next::Continue;
    }
    while (!stop_.stop_requested() && !session_.wait_for(kLookUp)) {
    }
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const Compiler&) {
    dialogue_.say(build_facts());
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const Help&) {
    dialogue_.say(kHelp);
    return Next::Continue;
}

} // namespace rata::uci
