#include "engine/app/book_browser.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/board_drawing.hpp"
#include "engine/notation/san.hpp"

#include <algorithm>

namespace rata {

namespace {

constexpr char kCtrlC = 3;
constexpr char kCtrlD = 4;
constexpr char kEscape = 27;
constexpr std::size_t kBoardLines = 9;
constexpr std::size_t kBoardWidth = 21;
constexpr std::size_t kLinesAbove = 3;
constexpr std::size_t kLinesBelow = 2;
constexpr std::size_t kPage = 10;

constexpr std::string_view kClearLine = "\x1b[K\r\n";
constexpr std::string_view kReverse = "\x1b[7m";
constexpr std::string_view kPlainAgain = "\x1b[0m";
constexpr std::string_view kKeys = "arrows: walk   s: sort   + -: fewest games   home: to the start"
                                   "   q: leave";

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(text.size(), end == std::string_view::npos ? end : end + 1));
    }
    return lines;
}

/// The end of what was played matters most.
std::string last_part(const std::string& text, std::size_t columns) {
    if (text.size() <= columns) return text;
    return "..." + text.substr(text.size() - columns + std::min<std::size_t>(columns, 3));
}

} // namespace

BookBrowser::BookBrowser(const BookView& book, const Position& start, const MoveTablePlan& plan)
    : book_(book), start_ply_(start.plies_played()), plan_(plan) {
    table_.position = start;
    table_.facts = book.facts();
    look_up();
}

void BookBrowser::look_up() {
    table_.moves = move_table(book_, table_.position, plan_);
    chosen_ = std::min(chosen_, table_.moves.empty() ? 0 : table_.moves.size() - 1);
}

BookBrowser::Event BookBrowser::take(char key) {
    if (input_ == Input::Sequence) {
        if (is_digit(key)) {
            sequence_ = key;
        } else {
            input_ = Input::Plain;
            take_sequence(key);
        }
        return Event::Browsing;
    }
    if (input_ == Input::Escape) {
        input_ = key == '[' || key == 'O' ? Input::Sequence : Input::Plain;
        sequence_ = 0;
        return Event::Browsing;
    }
    switch (key) {
    case kCtrlC:
    case kCtrlD:
    case 'q': return Event::End;
    case kEscape: input_ = Input::Escape; break;
    case 'k': choose(chosen_ == 0 ? 0 : chosen_ - 1); break;
    case 'j': choose(chosen_ + 1); break;
    case '\r':
    case '\n':
    case 'l': go_in(); break;
    case 'h': go_back(); break;
    case 's': set_order(static_cast<std::size_t>(plan_.order) + 1); break;
    case 'S': set_order(static_cast<std::size_t>(plan_.order) + enum_size(MoveOrder{}) - 1); break;
    case '+': set_min_games(plan_.min_games == 0 ? 2 : plan_.min_games * 2); break;
    case '-': set_min_games(plan_.min_games / 2); break;
    default: break;
    }
    return Event::Browsing;
}

/// The last character of a sequence that begins with Escape; figures before it are in sequence_.
void BookBrowser::take_sequence(char key) {
    switch (key) {
    case 'A': choose(chosen_ == 0 ? 0 : chosen_ - 1); break;
    case 'B': choose(chosen_ + 1); break;
    case 'C': go_in(); break;
    case 'D': go_back(); break;
    case 'H': go_home(); break;
    case '~':
        if (sequence_ == '1' || sequence_ == '7') go_home();
        if (sequence_ == '5') choose(chosen_ - std::min(chosen_, kPage));
        if (sequence_ == '6') choose(chosen_ + kPage);
        break;
    default: break;
    }
}

void BookBrowser::choose(std::size_t row) {
    if (!table_.moves.empty()) chosen_ = std::min(row, table_.moves.size() - 1);
}

void BookBrowser::go_in() {
    if (table_.moves.empty()) return;
    table_.position.make(table_.moves[chosen_].move);
    chosen_before_.push_back(chosen_);
    chosen_ = 0;
    look_up();
}

void BookBrowser::go_back() {
    if (table_.position.plies_played() == start_ply_) return;
    table_.position.unmake();
    chosen_ = chosen_before_.back();
    chosen_before_.pop_back();
    look_up();
}

void BookBrowser::go_home() {
    while (table_.position.plies_played() > start_ply_) go_back();
}

void BookBrowser::set_order(std::size_t order) {
    plan_.order = static_cast<MoveOrder>(order % enum_size(MoveOrder{}));
    chosen_ = 0;
    look_up();
}

void BookBrowser::set_min_games(std::uint64_t games) {
    constexpr std::uint64_t kMostGames = std::uint64_t{1} << 40U;
    plan_.min_games = std::min(games, kMostGames);
    look_up();
}

std::string BookBrowser::moves_so_far() const {
    Position position = table_.position;
    std::vector<Move> moves;
    while (position.plies_played() > 0) {
        moves.push_back(position.last_move());
        position.unmake();
    }
    std::string text;
    std::reverse(moves.begin(), moves.end());
    for (const Move move : moves) {
        if (position.side_to_move() == Color::White)
            text += fmt::format("{}. ", position.fullmove_number());
        text += to_san(move, position) + ' ';
        position.make(move);
    }
    return text.empty() ? "the start" : text;
}

std::string BookBrowser::drawn(std::size_t columns, std::size_t rows) const {
    const std::vector<std::string> board = lines_of(draw_board(table_.position));
    const std::vector<std::string> moves =
        lines_of(table_text(book_table_rows(table_), RightColumns::Numbers));
    const std::size_t room =
        std::max(kBoardLines, rows - std::min(rows, kLinesAbove + kLinesBelow + 1));
    // The heading stays; of the moves as many are shown as there is room for.
    const std::size_t shown = std::min(room - 1, table_.moves.size());
    const std::size_t first = chosen_ < shown ? 0 : chosen_ + 1 - shown;

    std::string picture = "\x1b[H";
    const auto add = [&](const std::string& left, const std::string& right, bool is_chosen) {
        picture += left.substr(0, columns);
        const std::string rest = right.substr(0, columns - std::min(columns, left.size()));
        picture += is_chosen ? std::string(kReverse) + rest + std::string(kPlainAgain) : rest;
        picture += kClearLine;
    };
    add(last_part(moves_so_far(), columns), "", false);
    add(opening_words(table_.position), "", false);
    add("", "", false);
    for (std::size_t i = 0; i < room; ++i) {
        std::string left = i < board.size() ? board[i] : "";
        left.resize(std::max(left.size(), kBoardWidth), ' ');
        const std::size_t row = i == 0 ? 0 : first + i; // of the table, heading included
        const bool is_move = i > 0 && i <= shown;
        const bool has_none = i == 1 && table_.moves.empty();
        add(left,
            i == 0 || is_move ? moves[row]
            : has_none        ? "the book has no move here"
                              : "",
            is_move && row == chosen_ + 1);
    }
    add("", "", false);
    add(fmt::format("{} games here, {} in the book; sorted by {}, at least {} games",
                    games_of(table_.moves), table_.facts.games, to_string(plan_.order),
                    plan_.min_games),
        "", false);
    return picture + std::string(kKeys.substr(0, columns)) + "\x1b[J";
}

} // namespace rata
