// The declarations of all commands, for the table. Each is defined in the file of its name.
#pragma once

#include "engine/app/command.hpp"

namespace rata {

[[nodiscard]] Action declare_ablate_command(Syntax& syntax);
[[nodiscard]] Action declare_bench_command(Syntax& syntax);
[[nodiscard]] Action declare_book_browse_command(Syntax& syntax);
[[nodiscard]] Action declare_book_build_command(Syntax& syntax);
[[nodiscard]] Action declare_book_export_command(Syntax& syntax);
[[nodiscard]] Action declare_book_import_command(Syntax& syntax);
[[nodiscard]] Action declare_book_info_command(Syntax& syntax);
[[nodiscard]] Action declare_book_learn_command(Syntax& syntax);
[[nodiscard]] Action declare_book_merge_command(Syntax& syntax);
[[nodiscard]] Action declare_book_show_command(Syntax& syntax);
[[nodiscard]] Action declare_book_tree_command(Syntax& syntax);
[[nodiscard]] Action declare_book_verify_command(Syntax& syntax);
[[nodiscard]] Action declare_book_vet_command(Syntax& syntax);
[[nodiscard]] Action declare_chessmaps_train_command(Syntax& syntax);
[[nodiscard]] Action declare_epd_command(Syntax& syntax);
[[nodiscard]] Action declare_data_check_command(Syntax& syntax);
[[nodiscard]] Action declare_data_info_command(Syntax& syntax);
[[nodiscard]] Action declare_data_merge_command(Syntax& syntax);
[[nodiscard]] Action declare_data_pgn_command(Syntax& syntax);
[[nodiscard]] Action declare_data_shuffle_command(Syntax& syntax);
[[nodiscard]] Action declare_data_view_command(Syntax& syntax);
[[nodiscard]] Action declare_datagen_command(Syntax& syntax);
[[nodiscard]] Action declare_eval_command(Syntax& syntax);
[[nodiscard]] Action declare_experiment_chains_command(Syntax& syntax);
[[nodiscard]] Action declare_fen_command(Syntax& syntax);
[[nodiscard]] Action declare_gtq_command(Syntax& syntax);
[[nodiscard]] Action declare_match_command(Syntax& syntax);
[[nodiscard]] Action declare_perft_command(Syntax& syntax);
[[nodiscard]] Action declare_pgn_check_command(Syntax& syntax);
[[nodiscard]] Action declare_search_command(Syntax& syntax);
[[nodiscard]] Action declare_spsa_command(Syntax& syntax);
[[nodiscard]] Action declare_stats_command(Syntax& syntax);
[[nodiscard]] Action declare_stats_pairs_command(Syntax& syntax);
[[nodiscard]] Action declare_tb_generate_command(Syntax& syntax);
[[nodiscard]] Action declare_tb_info_command(Syntax& syntax);
[[nodiscard]] Action declare_tb_longest_command(Syntax& syntax);
[[nodiscard]] Action declare_tb_probe_command(Syntax& syntax);
[[nodiscard]] Action declare_tb_verify_command(Syntax& syntax);
[[nodiscard]] Action declare_train_command(Syntax& syntax);
[[nodiscard]] Action declare_tree_log_command(Syntax& syntax);
[[nodiscard]] Action declare_tree_query_command(Syntax& syntax);
[[nodiscard]] Action declare_tune_command(Syntax& syntax);

} // namespace rata
