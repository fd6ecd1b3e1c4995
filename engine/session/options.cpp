#include "engine/session/options.hpp"

#include "engine/base/parse.hpp"
#include "engine/search/chains/chain.hpp"
#include "engine/search/tt.hpp"

#include <algorithm>
#include <limits>

namespace rata {

namespace {

using namespace std::string_view_literals;

constexpr int kMaxHash = static_cast<int>(TranspositionTable::kMaxMebibytes);
constexpr int kMaxThreads = 256;
constexpr int kMaxMultiPv = 256; // no position has more moves
constexpr int kMaxOverhead = 5000;
constexpr int kMaxContempt = 200;
constexpr int kMinElo = 800;
constexpr int kMaxElo = 2800;
constexpr int kMaxResignScore = 10'000;
constexpr int kMaxTreeLogMemory = 1 << 20;
constexpr int kMaxBookDepth = 1000;
constexpr int kMaxBookGames = 1'000'000'000;
constexpr int kMaxBookOwnWeight = 100'000;

/// In the order of the enumerations.
constexpr std::array kProfiles{"fast"sv, "small"sv};
constexpr std::array kBookSelections{"best"sv, "weighted"sv, "uniform"sv};
constexpr std::array kMoveChains{"off"sv, "paper"sv, "play"sv, "order"sv, "verify"sv};
constexpr std::array kChainStore{"improved"sv, "always"sv};
constexpr std::array kChainLife{"iteration"sv, "search"sv, "game"sv};
constexpr std::array kChainLinks{"shared"sv, "own"sv};

template <typename Enum>
Enum chosen(std::span<const std::string_view> choices, std::string_view text) {
    const auto found = std::find(choices.begin(), choices.end(), text);
    RATA_ASSERT(found != choices.end());
    return static_cast<Enum>(found - choices.begin());
}

OptionRow check(std::string_view name, bool Options::*place, std::string help) {
    return {.name = name, .kind = OptionKind::Check, .place = place, .help = std::move(help)};
}

OptionRow spin(std::string_view name, int Options::*place, int min, int max, std::string help) {
    return {.name = name,
            .kind = OptionKind::Spin,
            .place = place,
            .min = min,
            .max = max,
            .help = std::move(help)};
}

/// An option of a protocol in which the engine itself may end the game.
OptionRow for_xboard(OptionRow row) {
    row.xboard_only = true;
    return row;
}

OptionRow text(std::string_view name, std::string Options::*place, std::string help,
               OptionEvent event = OptionEvent::None) {
    return {.name = name,
            .kind = OptionKind::String,
            .place = place,
            .event = event,
            .help = std::move(help)};
}

OptionRow choice(std::string_view name, std::string Options::*place,
                 std::span<const std::string_view> choices, std::string help) {
    return {.name = name,
            .kind = OptionKind::Combo,
            .place = place,
            .choices = {choices.begin(), choices.end()},
            .help = std::move(help)};
}

OptionRow button(std::string_view name, OptionEvent event, std::string help) {
    return {.name = name, .kind = OptionKind::Button, .event = event, .help = std::move(help)};
}

OptionRow toggle(const TechniqueRow& technique) {
    return {.name = technique.name,
            .kind = OptionKind::Check,
            .place = technique.id,
            .hidden = true,
            .help = "search technique: " + std::string(technique.help)};
}

OptionRow hidden(OptionRow row) {
    row.hidden = true;
    return row;
}

OptionRow number_to_tune(const TunableRow& tunable) {
    return {.name = tunable.name,
            .kind = OptionKind::Spin,
            .place = tunable.id,
            .min = tunable.min,
            .max = tunable.max,
            .hidden = true,
            .help = "number of the search: " + std::string(tunable.help)};
}

std::vector<OptionRow> book_rows() {
    return {
        check("OwnBook", &Options::own_book,
              "play from the book that Book File names; never in analysis"),
        text("Book File", &Options::book_file,
             "an opening book, of our own making (.rbook) or Polyglot's (.bin)"),
        spin("Book Depth", &Options::book_depth, 0, kMaxBookDepth,
             "plies from the beginning of the game after which the book is not asked any more"),
        spin("Book Min Games", &Options::book_min_games, 1, kMaxBookGames,
             "moves that were played in fewer games are not played; Polyglot's books count none"),
        choice("Book Selection", &Options::book_selection, kBookSelections,
               "the best move by goodness; or one of the good ones, as often as they were played; "
               "or each of these as often"),
        spin("Book Variety", &Options::book_variety, 0, 100,
             "how many hundredths of a point per game a good move may be worse than the best"),
        spin("Book Own Weight", &Options::book_own_weight, 0, kMaxBookOwnWeight,
             "per cent that a game of our own, learnt later, counts beside one that the book was "
             "built from"),
        spin("Book Seed", &Options::book_seed, 0, std::numeric_limits<int>::max(),
             "the same choices from the book in every run; 0: others each time"),
    };
}

std::vector<OptionRow> chain_rows() {
    constexpr int kMaxLength = static_cast<int>(Chain::kMaxLength);
    constexpr int kMaxDepth = 64;
    return {
        choice("MoveChains", &Options::move_chains, kMoveChains,
               "what remembered lines of moves are for: nothing, to answer instead of a search "
               "(paper; play: but not near the root), to order moves, or to answer where a search "
               "of less depth agrees"),
        choice("ChainStore", &Options::chain_store, kChainStore,
               "move chains: keep lines that raised alpha or cut off, or the best of every node"),
        choice("ChainLife", &Options::chain_life, kChainLife,
               "move chains: forget them after each iteration, search or game"),
        choice("ChainLinks", &Options::chain_links, kChainLinks,
               "move chains: the moves of one may pass through those of others, or not"),
        spin("ChainLength", &Options::chain_length, 1, kMaxLength,
             "move chains: keep at most so many moves"),
        spin("ChainMinDepth", &Options::chain_min_depth, 1, kMaxDepth,
             "move chains: ask them at nodes of at least this depth"),
        check("ChainCover", &Options::chain_cover,
              "move chains: ask only those that are as long as the depth that is left"),
        spin("ChainReduction", &Options::chain_reduction, 1, kMaxDepth,
             "move chains: verify with a search of so much less depth"),
        check("ChainShadow", &Options::chain_shadow,
              "move chains: also search what they answer, uncounted, for the tree log; slow, and "
              "deaf to stop meanwhile"),
        check("ChessmapsOrdering", &Options::chessmaps,
              "order moves by what exchanges and a small net say of them, not by histories"),
    };
}

std::vector<OptionRow> search_rows() {
    return {
        spin("Hash", &Options::hash, 1, kMaxHash,
             "size of the transposition table in MiB; takes effect before the next search"),
        button("Clear Hash", OptionEvent::ClearHash,
               "forget everything learnt from earlier searches"),
        spin("Threads", &Options::threads, 1, kMaxThreads, "how many threads search at once"),
        spin("MultiPV", &Options::multi_pv, 1, kMaxMultiPv, "how many best lines are shown"),
        check("Ponder", &Options::ponder,
              "the GUI may let the engine think on the opponent's time; it never does so unasked"),
        spin("Move Overhead", &Options::move_overhead, 0, kMaxOverhead,
             "milliseconds lost at each move between engine and GUI, kept back from the clock"),
        spin("Contempt", &Options::contempt, -kMaxContempt, kMaxContempt,
             "centipawns that a draw is worth less than an even position"),
    };
}

std::vector<OptionRow> endgame_table_rows() {
    return {
        text("Endgame Table Path", &Options::table_path,
             "folder of endgame tables that 'ratatosk tb generate' made; they know every mate"),
        text("SyzygyPath", &Options::syzygy_path,
             "folders of Syzygy endgame tables, with ':' between them"),
        spin("SyzygyProbeDepth", &Options::syzygy_probe_depth, 1, kMaxPly,
             "least depth at which positions with as many men as the largest tables are looked up"),
        spin("SyzygyProbeLimit", &Options::syzygy_probe_limit, 0, kMostSyzygyMen,
             "Syzygy tables are not asked about positions with more men"),
        check("Syzygy50MoveRule", &Options::syzygy_fifty_moves,
              "wins in endgame tables that the fifty-move rule spoils count as draws"),
    };
}

std::vector<OptionRow> play_rows() {
    return {
        check("UCI_Chess960", &Options::chess960,
              "Fischer Random Chess: castling is written as king takes rook"),
        check("UCI_AnalyseMode", &Options::analyse_mode,
              "analysis rather than a game: no book, no short cuts"),
        check("UCI_ShowWDL", &Options::show_wdl,
              "show chances to win, draw and lose in thousandths with every score"),
        check("UCI_ShowCurrLine", &Options::show_current_line,
              "show the line that is being searched"),
        check("UCI_ShowRefutations", &Options::show_refutations,
              "show how the moves that were not chosen are refuted"),
        check("VerboseMoveStats", &Options::verbose_move_stats,
              "tell of every move nodes, share, score and depth, once a second and at the end"),
        check("UCI_LimitStrength", &Options::limit_strength, "play at about UCI_Elo"),
        spin("UCI_Elo", &Options::elo, kMinElo, kMaxElo,
             "the strength to play at when UCI_LimitStrength is on"),
        check("Use NNUE", &Options::use_nnue,
              "judge positions by a neural net instead of the hand-made evaluation"),
        text("EvalFile", &Options::eval_file, "the neural net; empty for the one in the program"),
    };
}

std::vector<OptionRow> file_rows() {
    return {
        text("UCI_Opponent", &Options::opponent,
             "who the opponent is: title, Elo, computer or human, name"),
        text("Debug Log File", &Options::debug_log_file,
             "append the whole dialogue with the GUI, with times, to this file",
             OptionEvent::DebugLogFile),
        check("Show Research Options", &Options::show_research_options,
              "list the options for the study of the search too: in UCI from the next 'uci' on, in "
              "XBoard if the program is started with it; they are obeyed in any case"),
        for_xboard(spin("Resign Score", &Options::resign_score, 0, kMaxResignScore,
                        "XBoard only: resign when this many centipawns behind for three moves; 0: "
                        "never")),
        for_xboard(check("Draw Offers", &Options::draw_offers,
                         "XBoard only: offer a draw when nothing has happened for long, and accept "
                         "one when not better")),
        text("Tree Log File", &Options::tree_log_file,
             "log the tree of every search into this file, to be asked by gtq; replaces a log of "
             "that name"),
        text("Tree Log Filter", &Options::tree_log_filter,
             "which nodes are logged, for instance: depth=1 iterations=8- level=20"),
        choice("Tree Log Profile", &Options::tree_log_profile, kProfiles,
               "what the log is made for: quick answers, or little space"),
        spin("Tree Log Memory", &Options::tree_log_memory, 0, kMaxTreeLogMemory,
             "without a file: keep the tree of the last search in up to so many MiB"),
    };
}

std::vector<OptionRow> build_table() {
    std::vector<OptionRow> table;
    for (auto* group : {search_rows, endgame_table_rows, play_rows, file_rows, book_rows})
        for (OptionRow& row : group()) table.push_back(std::move(row));
    table.push_back(hidden(text("NNUE Kernel", &Options::nnue_kernel,
                                "loops of the neural net: auto, avx512, avx2, sse2 or scalar; all "
                                "give the same numbers")));
    for (OptionRow& row : chain_rows()) table.push_back(hidden(std::move(row)));
    for (const TechniqueRow& technique : kTechniques)
        if (technique.toggle) table.push_back(toggle(technique));
    if (kIsTunableBuild)
        for (const TunableRow& tunable : kTunables) table.push_back(number_to_tune(tunable));
    return table;
}

bool same_name(std::string_view left, std::string_view right) {
    WordReader left_words(left);
    WordReader right_words(right);
    for (;;) {
        const auto a = left_words.next();
        const auto b = right_words.next();
        if (!a || !b) return !a && !b;
        if (!equal_ignoring_case(*a, *b)) return false;
    }
}

Error refused(const OptionRow& row, ErrorCode code, const std::string& expected,
              std::string_view found) {
    return Error{.code = code,
                 .message = "option " + std::string(row.name) + ": expected " + expected +
                            ", found " + in_quotes(found),
                 .where = {}};
}

Result<bool> parse_check(const OptionRow& row, std::string_view text) {
    if (equal_ignoring_case(text, "true")) return true;
    if (equal_ignoring_case(text, "false")) return false;
    return refused(row, ErrorCode::Syntax, "true or false", text);
}

/// A number of any length, brought into the range.
Result<int> parse_spin(const OptionRow& row, std::string_view text) {
    const auto exact = parse_integer<std::int64_t>(text);
    if (exact) return static_cast<int>(std::clamp<std::int64_t>(*exact, row.min, row.max));
    if (exact.error().code == ErrorCode::Range) return text.starts_with('-') ? row.min : row.max;
    return refused(row, ErrorCode::Syntax, "a number", text);
}

Result<std::string> parse_choice(const OptionRow& row, std::string_view text) {
    std::string list;
    for (const std::string_view choice : row.choices) {
        if (equal_ignoring_case(choice, text)) return std::string(choice);
        list += (list.empty() ? "" : ", ") + std::string(choice);
    }
    return refused(row, ErrorCode::Syntax, "one of " + list, text);
}

Result<void> assign_flag(bool& place, const OptionRow& row, std::string_view text) {
    const auto flag = parse_check(row, text);
    if (!flag) return flag.error();
    place = *flag;
    return {};
}

/// One overload for each kind of place; the notice, if there is one, is the value of the result.
struct Assigner {
    Options& options;
    const OptionRow& row;
    std::string_view text;

    Result<std::string> operator()(std::monostate) const { return std::string{}; }
    Result<std::string> operator()(bool Options::*place) const {
        if (auto done = assign_flag(options.*place, row, text); !done) return done.error();
        return std::string{};
    }
    Result<std::string> operator()(Technique technique) const {
        if (auto done = assign_flag(options.techniques[technique], row, text); !done)
            return done.error();
        return std::string{};
    }
    Result<std::string> operator()(int Options::*place) const {
        return assign_number(options.*place);
    }
    Result<std::string> operator()(Tunable tunable) const {
        return assign_number(options.tunables[tunable]);
    }
    Result<std::string> operator()(std::string Options::*place) const {
        if (row.kind == OptionKind::Combo) {
            const auto choice = parse_choice(row, text);
            if (!choice) return choice.error();
            options.*place = *choice;
        } else {
            options.*place = text == "<empty>" ? std::string{} : std::string(text);
        }
        return std::string{};
    }

    [[nodiscard]] Result<std::string> assign_number(int& place) const {
        const auto number = parse_spin(row, text);
        if (!number) return number.error();
        place = *number;
        if (try_parse_integer<int>(text) == *number) return std::string{};
        return std::string(row.name) + ": " + in_quotes(text) + " is outside " +
               std::to_string(row.min) + " to " + std::to_string(row.max) + ", using " +
               std::to_string(*number);
    }
};

struct Printer {
    const Options& options;

    static std::string of(bool flag) { return flag ? "true" : "false"; }

    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(bool Options::*place) const { return of(options.*place); }
    std::string operator()(Technique technique) const { return of(options.techniques[technique]); }
    std::string operator()(int Options::*place) const { return std::to_string(options.*place); }
    std::string operator()(Tunable tunable) const {
        return std::to_string(options.tunables[tunable]);
    }
    std::string operator()(std::string Options::*place) const {
        const std::string& value = options.*place;
        return value.empty() ? "<empty>" : value;
    }
};

ChainOptions chains_for_search(const Options& options) {
    return {.mode = chosen<MoveChains>(kMoveChains, options.move_chains),
            .store = chosen<ChainStore>(kChainStore, options.chain_store),
            .life = chosen<ChainLife>(kChainLife, options.chain_life),
            .links = chosen<ChainLinks>(kChainLinks, options.chain_links),
            .max_length = options.chain_length,
            .min_depth = options.chain_min_depth,
            .must_cover = options.chain_cover,
            .reduction = options.chain_reduction,
            .shadow = options.chain_shadow};
}

} // namespace

SearchOptions Options::for_search() const {
    SearchOptions search;
    search.enabled = techniques;
    search.tunables = tunables;
    search.chains = chains_for_search(*this);
    search.chessmaps = chessmaps;
    search.multi_pv = multi_pv;
    search.contempt = contempt;
    search.move_overhead = std::chrono::milliseconds(move_overhead);
    search.ponder_expected = ponder;
    search.analysing = analyse_mode;
    search.table_depth = syzygy_probe_depth;
    search.fifty_moves = syzygy_fifty_moves ? FiftyMoveRule::Counts : FiftyMoveRule::Ignored;
    search.show_current_line = show_current_line;
    search.show_refutations = show_refutations;
    search.show_root_moves = verbose_move_stats;
    if (limit_strength) search.elo = elo;
    return search;
}

Result<SearchOptions> Options::for_lone_search() const {
    SearchOptions search = for_search();
    if (!use_nnue) return search;
    const auto net = require_net(for_net());
    if (!net) return net.error();
    search.net = *net;
    return search;
}

TreeLogSettings Options::for_tree_log() const {
    return {.file = tree_log_file,
            .filter = tree_log_filter,
            .profile =
                tree_log_profile == "small" ? treelog::Profile::Small : treelog::Profile::Fast,
            .memory_mebibytes = tree_log_memory,
            .chains = move_chains == kMoveChains.front() && !chessmaps ? ChainColumns::Omit
                                                                       : ChainColumns::Log};
}

std::string_view to_string(OptionKind kind) {
    switch (kind) {
    case OptionKind::Check: return "check";
    case OptionKind::Spin: return "spin";
    case OptionKind::Combo: return "combo";
    case OptionKind::Button: return "button";
    case OptionKind::String: return "string";
    }
    return "";
}

std::span<const OptionRow> option_table() {
    static const std::vector<OptionRow> table = build_table();
    return table;
}

bool is_listed(const OptionRow& row, const Options& options) {
    return !row.hidden || options.show_research_options;
}

const OptionRow* find_option(std::string_view name) {
    for (const OptionRow& row : option_table())
        if (same_name(row.name, name)) return &row;
    return nullptr;
}

Result<OptionChange> assign(Options& options, const OptionRow& row, std::string_view text) {
    auto notice = std::visit(Assigner{options, row, text}, row.place);
    if (!notice) return std::move(notice).error();
    return OptionChange{&row, std::move(*notice)};
}

std::string value_text(const Options& options, const OptionRow& row) {
    return std::visit(Printer{options}, row.place);
}

std::string default_text(const OptionRow& row) { return value_text(Options{}, row); }

} // namespace rata
