// The browser of opening books on a real terminal.
#include "engine/app/book_browser.hpp"
#include "engine/app/book_words.hpp"
#include "engine/app/commands.hpp"
#include "engine/base/terminal.hpp"

#include <memory>

namespace rata {

namespace {

struct BookBrowseRequest {
    std::vector<std::string> words{};
    MoveTablePlan plan{};
};

/// The picture has the screen to itself while it lives, and what was there before comes back.
class WholeScreen {
public:
    explicit WholeScreen(Console& console) : console_(console) { show("\x1b[?1049h\x1b[?25l"); }
    ~WholeScreen() { show("\x1b[?25h\x1b[?1049l"); }
    WholeScreen(const WholeScreen&) = delete;
    WholeScreen& operator=(const WholeScreen&) = delete;

    void show(std::string_view bytes) {
        console_.write(bytes);
        console_.flush();
    }

private:
    Console& console_;
};

ExitCode run_book_browse(const BookBrowseRequest& request, Console& console) {
    if (request.words.empty()) return console.usage_error("expected BOOK");
    const auto book = open_book(console, request.words.front());
    if (!book) return ExitCode::InputOutput;
    const std::vector<std::string> words(request.words.begin() + 1, request.words.end());
    const auto start = book_position(console, words);
    if (!start) return ExitCode::InputOutput;
    auto terminal = RawTerminal::open();
    if (!terminal) {
        console.complain("expected a terminal; 'ratatosk book show' needs none");
        return ExitCode::InputOutput;
    }
    BookBrowser browser(**book, *start, request.plan);
    WholeScreen screen(console);
    std::optional<char> key;
    do {
        screen.show(browser.drawn(terminal_columns(), terminal_rows()));
        key = terminal->next();
    } while (key && browser.take(*key) != BookBrowser::Event::End);
    return ExitCode::Done;
}

} // namespace

Action declare_book_browse_command(Syntax& syntax) {
    const auto request = std::make_shared<BookBrowseRequest>();
    syntax.form("BOOK [POSITION] [OPTION...]");
    syntax.option("--sort", "ORDER", "what the moves are ordered by at first",
                  move_order_into(request->plan.order));
    syntax.option("--min-games", "N", "at first, only moves of so many games",
                  number_into(request->plan.min_games, std::uint64_t{0}, std::uint64_t{1} << 32U));
    syntax.option("--own-weight", "W",
                  "how many times as much as others a game of our own counts for goodness",
                  own_weight_into(request->plan.own_weight));
    declare_book_and_position(syntax, request->words);
    syntax.note("Up and down choose a move, right (or Enter) plays it, left takes it back, Home "
                "goes back to the start. s sorts by the next column, S by the one before; + and - "
                "change how many games a move must have to be shown; q leaves. The keys h, j, k "
                "and l are arrows too.");
    syntax.note("Exit code 3: the book cannot be read, or there is no terminal.");
    syntax.example("ratatosk book browse games.rbook", "walk through the book");
    return [request](Console& console) { return run_book_browse(*request, console); };
}

} // namespace rata
