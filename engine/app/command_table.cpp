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
    {"stats", "tell what the result of a match means", declare_stats_command},
    {"stats pairs", "show how paired games between equals come out", declare_stats_pairs_command},
    {"ablate", "measure what each technique of the search is worth", declare_ablate_command},
    {"epd", "run test suites with one or more engines, and score them", declare_epd_command},
    {"perft", "count the leaves of the tree of legal moves", declare_perft_command},
    {"fen", "show a position, its legal moves and its keys", declare_fen_command},
    {"pgn check", "replay every game of PGN files and report what is wrong",
     declare_pgn_check_command},
    {"book build", "make an opening book of games", declare_book_build_command},
    {"book merge", "make one opening book of several", declare_book_merge_command},
    {"book learn", "add games of our own to an opening book", declare_book_learn_command},
    {"book info", "show what an opening book says of itself", declare_book_info_command},
    {"book verify", "look for damage in an opening book", declare_book_verify_command},
    {"book show", "show what an opening book knows of a position", declare_book_show_command},
    {"book tree", "show the main lines of an opening book as a tree", declare_book_tree_command},
    {"book browse", "walk through an opening book at the terminal", declare_book_browse_command},
    {"book vet", "have a search judge where an opening book ends", declare_book_vet_command},
    {"book import", "make an opening book of a Polyglot book", declare_book_import_command},
    {"book export", "make a Polyglot book of an opening book", declare_book_export_command},
    {"tb generate", "make endgame tables", declare_tb_generate_command},
    {"tb probe", "show what endgame tables know of a position", declare_tb_probe_command},
    {"tb info", "show which endgame tables a folder has", declare_tb_info_command},
    {"tb verify", "look for damage in endgame tables", declare_tb_verify_command},
    {"tb longest", "show the longest mates of an ending", declare_tb_longest_command},
    {"tree log", "search a position and log its tree into a file", declare_tree_log_command},
    {"tree query", "search a position and ask its tree at once", declare_tree_query_command},
    {"gtq", "ask logged trees: the program gtq, with its own --help", declare_gtq_command},
    {"tune", "fit the weights of the evaluation to games of self-play", declare_tune_command},
    {"train", "train a neural net on games of self-play", declare_train_command},
    {"spsa", "tune options of an engine, many at once, by games", declare_spsa_command},
    {"chessmaps train", "train the net that orders moves by the squares they attack",
     declare_chessmaps_train_command},
    {"experiment chains", "measure what chains of moves save and what they get wrong",
     declare_experiment_chains_command},
    {"datagen", "play games of the engine against itself, to learn from", declare_datagen_command},
    {"data info", "show how files of self-play games were made, and what is in them",
     declare_data_info_command},
    {"data check", "verify files of self-play games", declare_data_check_command},
    {"data merge", "make one file of self-play games of several", declare_data_merge_command},
    {"data shuffle", "put the games of files of self-play games into random order",
     declare_data_shuffle_command},
    {"data view", "show games or positions of files of self-play games", declare_data_view_command},
    {"data pgn", "write self-play games as PGN", declare_data_pgn_command},
};

constexpr CommandGroup kGroups[] = {
    {"tree", "look into the tree of a search"},
    {"pgn", "work with games in PGN files"},
    {"book", "make and look at opening books"},
    {"tb", "make and ask endgame tables"},
    {"chessmaps", "order moves by the squares they attack"},
    {"experiment", "measure published claims about search"},
    {"data", "work with files of self-play games"},
};

} // namespace

std::span<const Command> command_table() { return kCommands; }
std::span<const CommandGroup> command_groups() { return kGroups; }

const std::vector<CommandSection>& command_sections() {
    static const std::vector<CommandSection> sections{
        {"Positions and their search", {"search", "eval", "tree", "gtq", "fen", "perft"}},
        {"Strength and speed", {"match", "stats", "epd", "bench", "ablate", "experiment"}},
        {"Games, openings and endgames", {"pgn", "book", "tb"}},
        {"Learning from games", {"datagen", "data", "tune", "train", "spsa", "chessmaps"}},
    };
    return sections;
}

} // namespace rata
