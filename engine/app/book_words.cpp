#include "engine/app/book_words.hpp"

#include "engine/app/position_input.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <thread>

namespace rata {

namespace {

constexpr unsigned kMostBookThreads = 512;
constexpr std::size_t kLeastBookMemory = 32; // MiB
constexpr std::size_t kMostBookMemory = std::size_t{1} << 20U;
constexpr double kMostOwnWeight = 1000;

Target date_into(std::optional<GameDate>& variable) {
    const auto accept = [&variable](const std::string& text) -> Result<void> {
        const auto date = parse_game_date(text);
        if (!date) return date.error();
        variable = *date;
        return {};
    };
    return {accept, "2004, 2004.05 or 2004.05.17"};
}

Target color_into(std::optional<Color>& variable) {
    const auto accept = [&variable](const std::string& text) -> Result<void> {
        if (text != "white" && text != "black")
            return Error{.code = ErrorCode::Syntax,
                         .message = "expected white or black, found " + in_quotes(text),
                         .where = {}};
        variable = text == "white" ? Color::White : Color::Black;
        return {};
    };
    return {accept, ""};
}

Target name_into(std::string& variable) {
    const auto accept = [&variable](const std::string& text) -> Result<void> {
        variable = text;
        return {};
    };
    return {accept, ""};
}

/// What a book says of itself, in the order in which it is told.
struct NamedFact {
    std::string_view words;
    std::string_view key; ///< in JSON
    std::uint64_t BookFacts::*value;
};
constexpr std::array kNamedFacts{
    NamedFact{"positions", "positions", &BookFacts::positions},
    NamedFact{"moves", "moves", &BookFacts::entries},
    NamedFact{"games", "games", &BookFacts::games},
    NamedFact{"  of these without a result", "unfinished", &BookFacts::unfinished},
    NamedFact{"games learnt from", "own_games", &BookFacts::own_games},
    NamedFact{"left out: came twice", "duplicates", &BookFacts::duplicates},
    NamedFact{"left out: not asked for", "filtered", &BookFacts::filtered},
    NamedFact{"left out: illegal moves", "illegal", &BookFacts::illegal},
    NamedFact{"left out: wrong result", "wrong_result", &BookFacts::wrong_result},
    NamedFact{"left out: other rules", "other_rules", &BookFacts::other_rules},
    NamedFact{"left out: no moves", "empty", &BookFacts::empty},
    NamedFact{"plies of each game", "max_ply", &BookFacts::max_ply},
    NamedFact{"games of a move, at least", "min_games", &BookFacts::min_games},
};

} // namespace

void BookGameWords::declare(Syntax& syntax) {
    plan.threads = std::max(1U, std::thread::hardware_concurrency());
    GameFilter& filter = plan.filter;
    syntax.option("--max-ply", "N", "plies of each game that count",
                  number_into(plan.max_ply, 1, 1000));
    syntax.option("--min-elo", "N", "only games of two players with a rating of at least so much",
                  number_into(filter.min_rating, 0U, SideFacts::kMostRating));
    syntax.option("--player", "NAME", "only games of a player whose name has this in it",
                  name_into(filter.player));
    syntax.option("--color", "COLOR", "white or black: only games in which the player has it",
                  color_into(filter.color));
    syntax.option("--from", "DATE", "only games of this day, month or year, and later ones",
                  date_into(filter.from));
    syntax.option("--to", "DATE", "only games of this day, month or year, and earlier ones",
                  date_into(filter.to));
    syntax.flag("--results-only", "only games with a result", flag_into(filter.only_with_result));
    syntax.option("--threads", "N", "threads to work with; usually one for each processor",
                  number_into(plan.threads, 1U, kMostBookThreads));
    syntax.parameters.back().target.note = fmt::format("1 to {}", kMostBookThreads);
    syntax.option("--memory", "MB", "MiB that may be used; what does not fit goes to the disk",
                  number_into(plan.memory_mebibytes, kLeastBookMemory, kMostBookMemory));
}

std::optional<BookFile> open_book(Console& console, const std::string& path) {
    auto book = BookFile::open(path);
    if (book) return *std::move(book);
    console.complain(book.error());
    return std::nullopt;
}

FigureTable book_facts_table(const BookFacts& facts) {
    FigureTable table;
    for (const NamedFact& fact : kNamedFacts) table.add(std::string(fact.words), facts.*fact.value);
    if (facts.vet_nodes > 0)
        table.add("vetted", fmt::format("{} nodes, moves below {} centipawns are not played",
                                        facts.vet_nodes, facts.vet_bound));
    return table;
}

nlohmann::ordered_json book_facts_json(const BookFacts& facts) {
    nlohmann::ordered_json json;
    for (const NamedFact& fact : kNamedFacts) json[std::string(fact.key)] = facts.*fact.value;
    json["vet_nodes"] = facts.vet_nodes;
    json["vet_bound"] = facts.vet_bound;
    return json;
}

Target own_weight_into(OwnWeight& weight) {
    const auto accept = [&weight](const std::string& text) -> Result<void> {
        const auto factor = parse_real(text, 0, kMostOwnWeight);
        if (!factor) return factor.error();
        weight.factor = *factor;
        return {};
    };
    return {accept, fmt::format("0 to {}, default {}", kMostOwnWeight, weight.factor)};
}

void declare_book_and_position(Syntax& syntax, std::vector<std::string>& words) {
    syntax.arguments(
        "BOOK",
        "the book, and behind it the position if it is not the usual start: moves such "
        "as e4 c5 Nf3, or " +
            position_help(),
        list_into(words));
}

std::optional<Position> book_position(Console& console, const std::vector<std::string>& words) {
    if (words.empty()) return Position::start();
    return read_position_words(console, words, false);
}

} // namespace rata
