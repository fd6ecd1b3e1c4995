// Commands that show what is in a book: the moves of a position, or a tree of them.
#include "engine/app/book_page.hpp"
#include "engine/app/book_table.hpp"
#include "engine/app/book_words.hpp"
#include "engine/app/commands.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <set>

namespace rata {

namespace {

constexpr int kMostTreeDepth = 100;
constexpr std::size_t kMostTreeWidth = 256;
constexpr std::uint64_t kMostGamesOfMove = std::uint64_t{1} << 32U;

struct BookShowRequest {
    std::vector<std::string> words{}; ///< the book, then the position
    BookTreePlan tree{};              ///< of show, only what it says of tables
    bool json = false;
    bool html = false;
    bool dot = false;
};

/// The position that the words behind the book mean, or nothing after a complaint.
std::optional<Position> shown_position(const BookShowRequest& request, Console& console) {
    const std::vector<std::string> words(request.words.begin() + 1, request.words.end());
    return book_position(console, words);
}

std::string heading_of(const BookTable& table) {
    const std::string name = opening_words(table.position);
    return fmt::format("{}\n{}{}{} games in this position, {} in the book\n",
                       to_fen(table.position), name, name.empty() ? "" : "; ",
                       games_of(table.moves), table.facts.games);
}

nlohmann::ordered_json table_json(std::string_view command, const BookTable& table) {
    nlohmann::ordered_json json = json_report(command);
    json["fen"] = to_fen(table.position);
    json["opening"] = opening_words(table.position);
    json["games"] = games_of(table.moves);
    json["games_in_book"] = table.facts.games;
    return json;
}

/// What a command shows of the table at its position.
using BookShowing = Result<std::string> (*)(const BookShowRequest&, const BookView&,
                                            const BookTable&);

ExitCode run_book_showing(const BookShowRequest& request, BookShowing showing, Console& console) {
    if (request.words.empty()) return console.usage_error("expected BOOK");
    if (int{request.json} + int{request.html} + int{request.dot} > 1)
        return console.usage_error("expected one form of output");
    const auto book = open_book(console, request.words.front());
    if (!book) return ExitCode::InputOutput;
    const auto position = shown_position(request, console);
    if (!position) return ExitCode::InputOutput;
    const BookTable table{.position = *position,
                          .moves = move_table(**book, *position, request.tree.table),
                          .facts = (*book)->facts()};
    const auto text = showing(request, **book, table);
    if (!text) return console.usage_error(text.error().message);
    console.write(*text);
    return table.moves.empty() ? ExitCode::CheckFailed : ExitCode::Done;
}

Result<std::string> show_table(const BookShowRequest& request, const BookView& /*book*/,
                               const BookTable& table) {
    if (request.html) return book_table_page(table);
    if (!request.json) {
        std::string text = heading_of(table);
        if (table.moves.empty()) return text + "the book has no move here\n";
        return text + '\n' + table_text(book_table_rows(table), RightColumns::Numbers);
    }
    nlohmann::ordered_json json = table_json("book show", table);
    json["moves"] = nlohmann::ordered_json::array();
    for (const BookMove& move : table.moves) json["moves"].push_back(book_move_json(move, table));
    return json_text(json);
}

// --- tree ----------------------------------------------------------------------------------------

std::string branch_words(const BookMove& move) {
    return fmt::format("{} games, +{} ={} -{}, {}", move.entry.games(), move.entry.results.wins,
                       move.entry.results.draws, move.entry.results.losses,
                       goodness_words(move.goodness));
}

void append_tree_rows(TableRows& rows, Position& position, std::size_t indent,
                      const std::vector<BookBranch>& branches) {
    for (const BookBranch& branch : branches) {
        const bool white = position.side_to_move() == Color::White;
        const std::string move =
            fmt::format("{}{}{}{}", std::string(2 * indent, ' '), position.fullmove_number(),
                        white ? "." : "...", to_san(branch.move.move, position));
        position.make(branch.move.move);
        rows.push_back({move, std::to_string(branch.move.entry.games()),
                        outcome_bar(branch.move.entry.results, 10),
                        goodness_words(branch.move.goodness), opening_words(position)});
        append_tree_rows(rows, position, indent + 1, branch.replies);
        position.unmake();
    }
}

nlohmann::ordered_json branches_json(Position& position, const BookFacts& facts,
                                     const std::vector<BookBranch>& branches) {
    auto list = nlohmann::ordered_json::array();
    const BookTable table{.position = position, .moves = {}, .facts = facts};
    for (const BookBranch& branch : branches) {
        nlohmann::ordered_json json = book_move_json(branch.move, table);
        position.make(branch.move.move);
        json["replies"] = branches_json(position, facts, branch.replies);
        position.unmake();
        list.push_back(std::move(json));
    }
    return list;
}

/// A graph for Graphviz: positions that are reached in several ways are there once.
class TreeGraph {
public:
    [[nodiscard]] std::string drawn(Position position, const std::vector<BookBranch>& branches) {
        add_position(position, opening_words(position));
        add(position, branches);
        return "digraph book {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n" +
               nodes_ + edges_ + "}\n";
    }

private:
    void add_position(const Position& position, const std::string& words) {
        if (!known_.insert(position.key()).second) return;
        nodes_ += fmt::format("  p{} [label=\"{}\"];\n", key_text(position.key()), words);
    }

    void add(Position& position, const std::vector<BookBranch>& branches) {
        for (const BookBranch& branch : branches) {
            if (edges_known_.insert({position.key(), branch.key}).second)
                edges_ +=
                    fmt::format("  p{} -> p{} [label=\"{}\", tooltip=\"{}\"];\n",
                                key_text(position.key()), key_text(branch.key),
                                to_san(branch.move.move, position), branch_words(branch.move));
            position.make(branch.move.move);
            add_position(position, fmt::format("{} games\\n{}", branch.move.entry.games(),
                                               goodness_words(branch.move.goodness)));
            add(position, branch.replies);
            position.unmake();
        }
    }

    std::set<Key> known_{};
    std::set<std::pair<Key, Key>> edges_known_{};
    std::string nodes_{};
    std::string edges_{};
};

Result<std::string> show_tree(const BookShowRequest& request, const BookView& book,
                              const BookTable& table) {
    const auto branches = book_tree(book, table.position, request.tree);
    if (!branches) return branches.error();
    Position position = table.position;
    if (request.html) return book_tree_page(table, *branches);
    if (request.dot) return TreeGraph().drawn(position, *branches);
    if (request.json) {
        nlohmann::ordered_json json = table_json("book tree", table);
        json["moves"] = branches_json(position, table.facts, *branches);
        return json_text(json);
    }
    TableRows rows{{"move", "games", "results", "goodness", "opening"}};
    append_tree_rows(rows, position, 0, *branches);
    return heading_of(table) + '\n' + table_text(rows, RightColumns::Numbers);
}

void declare_showing(Syntax& syntax, BookShowRequest& request) {
    syntax.option("--sort", "ORDER", "what the moves are ordered by",
                  move_order_into(request.tree.table.order));
    syntax.option("--min-games", "N", "only moves of so many games",
                  number_into(request.tree.table.min_games, std::uint64_t{0}, kMostGamesOfMove));
    syntax.option("--own-weight", "W",
                  "how many times as much as others a game of our own counts for goodness",
                  own_weight_into(request.tree.table.own_weight));
    syntax.flag("--json", "print JSON", flag_into(request.json));
    syntax.flag("--html", "print a page in HTML", flag_into(request.html));
    declare_book_and_position(syntax, request.words);
}

constexpr std::string_view kShowExitCodes =
    "Exit code 1: the book has no move in the position. 3: it cannot be read, or the position is "
    "none.";

} // namespace

Action declare_book_show_command(Syntax& syntax) {
    const auto request = std::make_shared<BookShowRequest>();
    syntax.form("BOOK [POSITION] [OPTION...]");
    declare_showing(syntax, *request);
    syntax.note(
        "Results are those of the side that moves. Goodness is the score to be expected in "
        "per cent, and between which bounds it lies in 95 of 100 cases; moves are ordered "
        "by the lower one. 'wl' is wins minus losses. 'joined' tells games that came to the "
        "same position by other moves. docs/book.md explains every column.");
    syntax.note(std::string(kShowExitCodes));
    syntax.example("ratatosk book show games.rbook", "the first moves");
    syntax.example("ratatosk book show games.rbook e4 c5 Nf3 --sort goodness",
                   "what is best in the Sicilian");
    return [request](Console& console) { return run_book_showing(*request, show_table, console); };
}

Action declare_book_tree_command(Syntax& syntax) {
    const auto request = std::make_shared<BookShowRequest>();
    syntax.form("BOOK [POSITION] [--depth D] [--width W] [OPTION...]");
    syntax.option("--depth", "D", "plies", number_into(request->tree.depth, 1, kMostTreeDepth));
    syntax.option("--width", "W", "moves of each position",
                  number_into(request->tree.width, std::size_t{1}, kMostTreeWidth));
    syntax.flag("--dot", "print a graph for Graphviz", flag_into(request->dot));
    declare_showing(syntax, *request);
    syntax.note("In the graph a position that is reached in several ways is there once.");
    syntax.note(std::string(kShowExitCodes));
    syntax.example("ratatosk book tree games.rbook e4 e5 --depth 6 --width 2",
                   "the main lines of the open games");
    syntax.example("ratatosk book tree games.rbook --dot | dot -Tsvg > tree.svg",
                   "the same as a picture");
    return [request](Console& console) { return run_book_showing(*request, show_tree, console); };
}

} // namespace rata
