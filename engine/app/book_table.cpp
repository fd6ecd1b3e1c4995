#include "engine/app/book_table.hpp"

#include "book/stats/opening_names.hpp"
#include "engine/notation/san.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>

namespace rata {

namespace {

constexpr std::size_t kBarInTable = 10;
constexpr double kPerCent = 100;

/// What is known of all moves of a table, or of some; columns without anything are left out.
struct KnownColumns {
    bool own = false;
    bool weights = false;
    bool verdicts = false;
    bool ratings = false;
    bool years = false;
    bool names = false;
    bool transpositions = false;
};

Key key_behind(const BookMove& move, const Position& position) {
    Position after = position;
    after.make(move.move);
    return after.key();
}

const OpeningName* name_behind(const BookMove& move, const Position& position) {
    return find_opening_name(key_behind(move, position));
}

KnownColumns known_columns(const BookTable& table) {
    KnownColumns known;
    for (const BookMove& move : table.moves) {
        known.own = known.own || move.entry.own.games() > 0;
        known.weights = known.weights || move.entry.is_imported != 0;
        known.verdicts = known.verdicts || move.entry.is_vetted();
        known.ratings = known.ratings || move.entry.rated > 0;
        known.years = known.years || move.entry.last_year > 0;
        known.names = known.names || name_behind(move, table.position) != nullptr;
        known.transpositions = known.transpositions || move.games_by_transposition > 0;
    }
    return known;
}

std::string percent_text(double share) { return fmt::format("{:.1f}", kPerCent * share); }

std::string own_text(const ResultCounts& own) {
    return own.games() == 0 ? "" : fmt::format("+{} ={} -{}", own.wins, own.draws, own.losses);
}

std::string verdict_text(const BookMove& move, const BookFacts& facts) {
    if (!move.entry.is_vetted()) return "";
    return fmt::format("{:+.2f}{}", move.entry.verdict / kPerCent,
                       move.is_barred(facts) ? " barred" : "");
}

std::string year_text(std::uint16_t year) { return year == 0 ? "" : std::to_string(year); }

/// A column: its heading, and its text for a move.
struct BookColumn {
    std::string heading{};
    std::function<std::string(const BookMove&)> text{};
};

std::vector<BookColumn> columns_of(const BookTable& table) {
    const KnownColumns known = known_columns(table);
    std::vector<BookColumn> columns{
        {"move", [&](const BookMove& each) { return to_san(each.move, table.position); }},
        {"games", [](const BookMove& each) { return std::to_string(each.entry.games()); }},
        {"won", [](const BookMove& each) { return std::to_string(each.entry.results.wins); }},
        {"drawn", [](const BookMove& each) { return std::to_string(each.entry.results.draws); }},
        {"lost", [](const BookMove& each) { return std::to_string(each.entry.results.losses); }},
        {"results",
         [](const BookMove& each) { return outcome_bar(each.entry.results, kBarInTable); }},
        {"score",
         [](const BookMove& each) {
             const auto score = score_of(each.entry.results);
             return score ? percent_text(*score) : "";
         }},
        {"goodness", [](const BookMove& each) { return goodness_words(each.goodness); }},
        {"w-l", [](const BookMove& each) {
             return fmt::format("{:+}", std::int64_t{each.entry.results.wins} -
                                            std::int64_t{each.entry.results.losses});
         }}};
    const auto add = [&](bool wanted, BookColumn column) {
        if (wanted) columns.push_back(std::move(column));
    };
    add(known.ratings, {"perf", [](const BookMove& each) {
                            const auto rating = performance_of(each.entry);
                            return rating ? std::to_string(std::lround(*rating)) : "";
                        }});
    add(known.years,
        {"year", [](const BookMove& each) { return year_text(each.entry.last_year); }});
    add(known.own, {"own", [](const BookMove& each) { return own_text(each.entry.own); }});
    add(known.weights,
        {"weight", [](const BookMove& each) {
             return each.entry.is_imported == 0 ? "" : std::to_string(each.entry.polyglot_weight);
         }});
    add(known.verdicts,
        {"vetted", [&](const BookMove& each) { return verdict_text(each, table.facts); }});
    add(known.transpositions, {"joined", [](const BookMove& each) {
                                   return each.games_by_transposition == 0
                                              ? ""
                                              : fmt::format("+{}", each.games_by_transposition);
                               }});
    add(known.names, {"opening", [&](const BookMove& each) {
                          const OpeningName* name = name_behind(each, table.position);
                          return name == nullptr ? "" : fmt::format("{} {}", name->eco, name->name);
                      }});
    return columns;
}

nlohmann::ordered_json counts_json(const ResultCounts& results) {
    return {{"wins", results.wins}, {"draws", results.draws}, {"losses", results.losses}};
}

} // namespace

std::string outcome_bar(const ResultCounts& results, std::size_t width) {
    const auto games = static_cast<double>(results.games());
    if (games == 0) return "";
    const auto signs = [&](double count) {
        return static_cast<std::size_t>(std::lround(count / games * static_cast<double>(width)));
    };
    const std::size_t won = signs(results.wins);
    const std::size_t not_lost =
        signs(static_cast<double>(std::uint64_t{results.wins} + results.draws));
    return std::string(won, '+') + std::string(not_lost - won, '=') +
           std::string(width - not_lost, '-');
}

std::string opening_words(const Position& position) {
    Position board = position;
    for (std::size_t ply = board.plies_played();; --ply) {
        if (const OpeningName* name = find_opening_name(board.key()))
            return fmt::format("{} {}", name->eco, name->name);
        if (ply == 0) return "";
        board.unmake();
    }
}

std::string goodness_words(const Goodness& goodness) {
    return fmt::format("{} ({} to {})", percent_text(goodness.mean), percent_text(goodness.low),
                       percent_text(goodness.high));
}

TableRows book_table_rows(const BookTable& table) {
    const std::vector<BookColumn> columns = columns_of(table);
    TableRows rows(1 + table.moves.size());
    for (const BookColumn& column : columns) {
        rows.front().push_back(column.heading);
        for (std::size_t i = 0; i < table.moves.size(); ++i)
            rows[i + 1].push_back(column.text(table.moves[i]));
    }
    return rows;
}

nlohmann::ordered_json book_move_json(const BookMove& move, const BookTable& table) {
    const BookEntry& entry = move.entry;
    nlohmann::ordered_json json{{"move", to_san(move.move, table.position)},
                                {"games", entry.games()}};
    json.update(counts_json(entry.results));
    json["unfinished"] = entry.unfinished;
    if (const auto score = score_of(entry.results)) json["score"] = *score;
    json["goodness"] = {
        {"mean", move.goodness.mean}, {"low", move.goodness.low}, {"high", move.goodness.high}};
    if (const auto rating = performance_of(entry)) json["performance"] = *rating;
    if (entry.first_year > 0) json["first_year"] = entry.first_year;
    if (entry.last_year > 0) json["last_year"] = entry.last_year;
    if (entry.own.games() > 0) json["own"] = counts_json(entry.own);
    if (entry.is_imported != 0)
        json["polyglot"] = {{"weight", entry.polyglot_weight}, {"learn", entry.polyglot_learn}};
    if (entry.is_vetted()) {
        json["verdict"] = entry.verdict;
        json["barred"] = move.is_barred(table.facts);
    }
    json["games_by_transposition"] = move.games_by_transposition;
    if (const OpeningName* name = name_behind(move, table.position)) {
        json["eco"] = name->eco;
        json["opening"] = name->name;
    }
    return json;
}

std::uint64_t games_of(const std::vector<BookMove>& moves) {
    std::uint64_t games = 0;
    for (const BookMove& move : moves) games += move.entry.games();
    return games;
}

Target move_order_into(MoveOrder& order) {
    std::string names;
    for (std::size_t i = 0; i < enum_size(MoveOrder{}); ++i)
        names += (i == 0 ? "" : ", ") + std::string(to_string(static_cast<MoveOrder>(i)));
    const auto accept = [&order, names](const std::string& text) -> Result<void> {
        for (std::size_t i = 0; i < enum_size(MoveOrder{}); ++i) {
            const auto each = static_cast<MoveOrder>(i);
            if (to_string(each) != text) continue;
            order = each;
            return {};
        }
        return Error{.code = ErrorCode::Syntax,
                     .message = "expected one of " + names + ", found " + in_quotes(text),
                     .where = {}};
    };
    return {accept, names + "; default " + std::string(to_string(order))};
}

} // namespace rata
