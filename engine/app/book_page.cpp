#include "engine/app/book_page.hpp"

#include "engine/base/version.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"
#include "epd/board_picture.hpp"
#include "epd/run_page.hpp"

namespace rata {

namespace {

constexpr std::string_view kBookPageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style>
body { font-family: sans-serif; line-height: 1.4; margin: 2em auto; max-width: 75em; padding: 0 1em; }
main { display: flex; flex-wrap: wrap; gap: 2em; align-items: flex-start; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #ddd; padding: 0.2em 0.7em; text-align: left; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { display: inline-flex; width: 8em; height: 0.9em; border: 1px solid #999; vertical-align: middle; }
.won { background: #f7f4ec; } .drawn { background: #b7a587; } .lost { background: #4a4a4a; }
ul { list-style: none; padding-left: 1.4em; } summary { cursor: pointer; }
code { color: #555; }
</style>
)";

constexpr std::string_view kResultsColumn = "results";

std::string page_bar(const ResultCounts& results) {
    const std::uint64_t games = results.games();
    if (games == 0) return "";
    const auto share = [games](std::uint32_t count) {
        return 100 * static_cast<double>(count) / static_cast<double>(games);
    };
    return fmt::format(R"(<span class="bar" title="+{0} ={1} -{2}"><span class="won" )"
                       R"(style="width:{3:.1f}%"></span><span class="drawn" )"
                       R"(style="width:{4:.1f}%"></span><span class="lost" )"
                       R"(style="width:{5:.1f}%"></span></span>)",
                       results.wins, results.draws, results.losses, share(results.wins),
                       share(results.draws), share(results.losses));
}

std::string page_begin(const BookTable& table) {
    const std::string name = opening_words(table.position);
    const std::string title = html_text(name.empty() ? "Opening book" : name);
    return fmt::format("{}<title>{}</title>\n</head>\n<body>\n<h1>{}</h1>\n<p><code>{}</code><br>"
                       "{} games in this position, {} in the book. Results are those of the side "
                       "that moves.</p>\n",
                       kBookPageHead, title, title, html_text(to_fen(table.position)),
                       games_of(table.moves), table.facts.games);
}

std::string page_end() {
    return "<p>Made by " + html_text(version_line()) + "</p>\n</body>\n</html>\n";
}

/// The rows of the table for terminals, with a picture in place of the bar of signs.
std::string page_table(const BookTable& table) {
    const TableRows rows = book_table_rows(table);
    std::string text = "<table>\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        text += "<tr>";
        for (std::size_t k = 0; k < rows[i].size(); ++k) {
            const std::string& heading = rows.front()[k];
            const bool is_bar = i > 0 && heading == kResultsColumn;
            const bool is_number = heading != "move" && heading != "opening";
            text += fmt::format(
                "<{0}{1}>{2}</{0}>", i == 0 ? "th" : "td", is_number ? R"( class="n")" : "",
                is_bar ? page_bar(table.moves[i - 1].entry.results) : html_text(rows[i][k]));
        }
        text += "</tr>\n";
    }
    return text + "</table>\n";
}

void append_branches(std::string& text, Position& position,
                     const std::vector<BookBranch>& branches) {
    text += "<ul>\n";
    for (const BookBranch& branch : branches) {
        const BookMove& move = branch.move;
        const bool white = position.side_to_move() == Color::White;
        const std::string line = fmt::format(
            "<b>{}{}{}</b> {} games {} {}", position.fullmove_number(), white ? ". " : "... ",
            html_text(to_san(move.move, position)), move.entry.games(),
            page_bar(move.entry.results), html_text(goodness_words(move.goodness)));
        if (branch.replies.empty()) {
            text += "<li>" + line + "</li>\n";
            continue;
        }
        text += "<li><details open><summary>" + line + "</summary>\n";
        position.make(move.move);
        append_branches(text, position, branch.replies);
        position.unmake();
        text += "</details></li>\n";
    }
    text += "</ul>\n";
}

} // namespace

std::string book_table_page(const BookTable& table) {
    return page_begin(table) + "<main>\n" + board_picture(table.position, {}) + page_table(table) +
           "</main>\n" + page_end();
}

std::string book_tree_page(const BookTable& table, const std::vector<BookBranch>& branches) {
    std::string text = page_begin(table) + "<main>\n" + board_picture(table.position, {});
    Position position = table.position;
    append_branches(text, position, branches);
    return text + "</main>\n" + page_end();
}

} // namespace rata
