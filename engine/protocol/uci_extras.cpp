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
#include <new>
#include <system_error>
#include <utility>

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
    "  wait              read no more commands until search, perft or bench has ended\n"
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

/// What follows is of the position before, which people may want to see all the same.
void UciProtocol::say_refusal() {
    if (refusal_) say_string(*refusal_ + "; this is the one before");
}

Protocol::Next UciProtocol::obey(const Display&) {
    say_refusal();
    dialogue_.say(position_text(session_.position()));
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const Evaluate&) {
    say_refusal();
    session_.settle();
    dialogue_.say(to_string(trace(session_.position(), session_.net())));
    return Next::Continue;
}

/// Memory or threads that are not there end the work, not the program.
void UciProtocol::start_side_work(std::string_view name, SideWork::Work work) {
    side_work_.start([this, name, work = std::move(work)](const std::stop_token& stop) {
        try {
            work(stop);
        } catch (const std::bad_alloc&) {
            say_string(std::string(name) + ": out of memory");
        } catch (const std::system_error& problem) {
            say_string(std::string(name) + ": " + problem.what());
        }
        if (stop.stop_requested()) say_string(std::string(name) + " stopped");
    });
}

Protocol::Next UciProtocol::obey(const GoPerft& perft) {
    say_refusal();
    start_side_work("perft",
                    [this, position = session_.position(), depth = perft.depth](
                        const std::stop_token& stop) { count_leaves(position, depth, stop); });
    return Next::Continue;
}

void UciProtocol::count_leaves(Position position, int depth, const std::stop_token& stop) {
    std::uint64_t total = depth == 0 ? 1 : 0;
    const MoveList moves = depth == 0 ? MoveList{} : legal_moves(position);
    for (const Move move : moves) {
        position.make(move);
        std::uint64_t leaves = depth == 1 ? 1 : 0;
        if (depth > 1)
            for (const Divided& part : perft_divide(position, depth - 1, {.stop = stop}))
                leaves += part.leaves;
        position.unmake();
        if (stop.stop_requested()) return;
        dialogue_.say(to_coordinate(move, position) + ": " + std::to_string(leaves));
        total += leaves;
    }
    dialogue_.say("\nNodes searched: " + std::to_string(total) + '\n');
}

Protocol::Next UciProtocol::obey(const Bench& bench) {
    auto plan = parse_bench(bench.arguments, session_.position());
    const auto search = Options{}.for_lone_search();
    if (!plan || !search) {
        say_string("bench: " + (plan ? search.error() : plan.error()).to_string());
        return Next::Continue;
    }
    plan->options = *search;
    start_side_work("bench", [this, plan = *std::move(plan)](const std::stop_token& stop) {
        const auto progress = [this, &plan](std::size_t number, const Position& position) {
            dialogue_.say_aside("Position: " + std::to_string(number + 1) + '/' +
                                std::to_string(plan.positions.size()) + " (" + to_fen(position) +
                                ')');
        };
        const auto totals = run_bench(plan, make_runner_, progress, stop);
        if (!totals)
            say_error(totals.error());
        else if (!stop.stop_requested())
            dialogue_.say_aside(bench_summary(*totals));
    });
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
    if (session_.waits_to_be_stopped() || unanswered_ != Unanswered::None) {
        say_string("wait: this search would never end by itself; not waiting");
        return Next::Continue;
    }
    while (!stop_.stop_requested() &&
           !(session_.wait_for(kLookUp) && side_work_.wait_for(kLookUp))) {
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
