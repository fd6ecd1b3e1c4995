#include "engine/app/search_words.hpp"

#include "engine/app/option_words.hpp"
#include "engine/app/position_input.hpp"

namespace rata {

namespace {

constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 60;

Target into_option(std::optional<int>& variable, std::string_view name) {
    const OptionRow& row = *find_option(name);
    return number_into(variable, row.min, row.max);
}

Error missing(const std::string& what) {
    return Error{.code = ErrorCode::Syntax, .message = "expected " + what, .where = {}};
}

} // namespace

void SearchWords::declare(Syntax& syntax) {
    syntax.option("--depth", "D", "plies to search", number_into(depth, 1, kMaxPly));
    syntax.option("--nodes", "N", "nodes to search",
                  number_into(nodes, std::uint64_t{1}, kMostNodes));
    syntax.option("--time", "S", "seconds to search; fractions are allowed", time_into(time));
    syntax.option("--mate", "M", "end when a mate in so many moves is found",
                  number_into(mate, 1, kMaxPly));
    syntax.option("--threads", "N", "threads to search with", into_option(threads, "Threads"));
    syntax.option("--hash", "MB", "MiB of the transposition table", into_option(hash, "Hash"));
    syntax.option("--multipv", "N", "how many best lines to search",
                  into_option(multi_pv, "MultiPV"));
}

void SearchWords::declare_position(Syntax& syntax) {
    declare_chess960(syntax, chess960);
    rata::declare_position(syntax, words);
}

Limits SearchWords::limits() const {
    Limits limits;
    limits.depth = depth;
    limits.nodes = nodes;
    limits.mate = mate;
    limits.move_time = time;
    return limits;
}

Result<Options> SearchWords::take_options() {
    auto options = take_option_words(words);
    if (!options) return options;
    if (words.empty()) return missing("POSITION");
    if (!depth && !nodes && !time && !mate) return missing("--depth, --nodes, --time or --mate");
    options->threads = threads.value_or(options->threads);
    options->hash = hash.value_or(options->hash);
    options->multi_pv = multi_pv.value_or(options->multi_pv);
    options->move_overhead = 0; // nobody takes time between us and the caller
    return options;
}

} // namespace rata
