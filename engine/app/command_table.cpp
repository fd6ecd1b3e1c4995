#include "engine/app/commands.hpp"

namespace rata {

namespace {

constexpr Command kCommands[] = {
    {"search", "search a position and show what is found", declare_search_command},
    {"eval", "show what a position is worth, term by term", declare_eval_command},
    {"bench", "search a fixed set of positions: nodes and speed of this build",
     declare_bench_command},
    {"match", "play games between engines, and tell whether the result means anything",
     declare_match_command},
    {"ablate", "measure what each technique of the search is worth", declare_ablate_command},
    {"epd", "run test suites with one or more engines, and score them", declare_epd_command},
    {"perft", "count the leaves of the tree of legal moves", declare_perft_command},
    {"fen", "show a position, its legal moves and its keys", declare_fen_command},
    {"pgn check", "replay every game of PGN files and report what is wrong",
     declare_pgn_check_command},
};

constexpr CommandGroup kGroups[] = {
    {"pgn", "work with games in PGN files"},
};

} // namespace

std::span<const Command> command_table() { return kCommands; }
std::span<const CommandGroup> command_groups() { return kGroups; }

} // namespace rata
