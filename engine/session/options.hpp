// The one table of options, and the values a session holds. UCI, XBoard, the command line, --help
// and the documents all print and read options by way of this table; a new option is one member of
// Options and one row. Text in, typed values out; nothing here acts on a change.
#pragma once

#include "engine/base/result.hpp"
#include "engine/search/options.hpp"
#include "engine/session/net_settings.hpp"
#include "engine/trace/tree_log.hpp"
#include "tablebase/table_paths.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rata {

/// All that can be set, as plain values; a default-made one holds the defaults.
struct Options {
    int hash = 16; ///< mebibytes
    int threads = 1;
    int multi_pv = 1;
    bool ponder = false;
    int move_overhead = 10; ///< milliseconds
    int contempt = 0;
    std::string table_path{};
    std::string syzygy_path{};
    int syzygy_probe_depth = 1;
    int syzygy_probe_limit = 7;
    bool syzygy_fifty_moves = true;
    bool chess960 = false;
    bool analyse_mode = false;
    bool show_wdl = false;
    bool show_current_line = false;
    bool show_refutations = false;
    bool verbose_move_stats = false;
    bool limit_strength = false;
    int elo = 2000;
    std::string opponent{};
    std::string debug_log_file{};
    bool show_research_options = false;
    int resign_score = 0; ///< centipawns; 0: never
    bool draw_offers = false;
    std::string tree_log_file{};
    std::string tree_log_filter{};
    std::string tree_log_profile = "fast";
    int tree_log_memory = 0; ///< mebibytes
    bool use_nnue = true;
    std::string eval_file{};
    std::string nnue_kernel{kBestKernel};
    bool own_book = false;
    std::string book_file{};
    int book_depth = 1000; ///< plies
    int book_min_games = 3;
    std::string book_selection = "weighted";
    int book_variety = 5;      ///< hundredths of a point per game
    int book_own_weight = 100; ///< per cent
    int book_seed = 0;         ///< 0: any
    std::string move_chains = "off";
    std::string chain_store = "improved";
    std::string chain_life = "game";
    std::string chain_links = "shared";
    int chain_length = ChainOptions{}.max_length;
    int chain_min_depth = ChainOptions{}.min_depth;
    bool chain_cover = false;
    int chain_reduction = ChainOptions{}.reduction;
    bool chain_shadow = false;
    bool chessmaps = false;
    EnumArray<Technique, bool> techniques = SearchOptions::defaults();
    TunableValues tunables = kTunableDefaults;

    bool operator==(const Options&) const = default;

    /// What of it concerns a search; the net is for its owner to put in.
    [[nodiscard]] SearchOptions for_search() const;
    /// The same with the net, for a search that has no session. Fails if the net cannot be had.
    [[nodiscard]] Result<SearchOptions> for_lone_search() const;
    [[nodiscard]] NetSettings for_net() const { return {eval_file, nnue_kernel}; }
    /// Where endgame tables are.
    [[nodiscard]] TablePaths for_tables() const { return {table_path, syzygy_path}; }
    /// What of it concerns the tree log.
    [[nodiscard]] TreeLogSettings for_tree_log() const;
};

enum class OptionKind : std::uint8_t { Check, Spin, Combo, Button, String };

/// "check", "spin", ...
[[nodiscard]] std::string_view to_string(OptionKind kind);

/// Options that somebody acts on when they change, told apart from those that are only kept.
enum class OptionEvent : std::uint8_t { None, ClearHash, DebugLogFile };

struct OptionRow {
    /// The member that holds the value; a button has none.
    using Place = std::variant<std::monostate, bool Options::*, int Options::*,
                               std::string Options::*, Technique, Tunable>;

    std::string_view name{};
    OptionKind kind = OptionKind::Check;
    Place place{};
    int min = 0; ///< Spin only
    int max = 0;
    std::vector<std::string_view> choices{}; ///< Combo only
    OptionEvent event = OptionEvent::None;
    bool xboard_only = false; ///< UCI has nothing of the kind
    /// For those who study the search: help shows it with --all only, protocols with "Show Research
    /// Options" only. It is obeyed in any case.
    bool hidden = false;
    std::string help{};
};

/// In the order in which protocols and help show them; names are unique, whatever their case.
[[nodiscard]] std::span<const OptionRow> option_table();

/// Whether a protocol tells a GUI of the option.
[[nodiscard]] bool is_listed(const OptionRow& row, const Options& options);

/// By name: the case of letters and the length of runs of blanks do not matter.
[[nodiscard]] const OptionRow* find_option(std::string_view name);

/// What came of setting an option.
struct OptionChange {
    const OptionRow* row = nullptr;
    /// The value in use differs from the one given: a number was out of range. In words.
    std::string notice{};
};

/// Reads the text as a value for the row and puts it into the options. A number outside the range
/// is brought into it, as GUIs expect; what is no value at all is an Error, and nothing changes.
/// For strings "<empty>" means the empty string; for buttons the text is ignored.
[[nodiscard]] Result<OptionChange> assign(Options& options, const OptionRow& row,
                                          std::string_view text);

/// The value as a protocol writes it: "true", "16", "<empty>". Empty for a button.
[[nodiscard]] std::string value_text(const Options& options, const OptionRow& row);
[[nodiscard]] std::string default_text(const OptionRow& row);

} // namespace rata
