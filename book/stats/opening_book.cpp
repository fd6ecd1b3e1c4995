#include "book/stats/opening_book.hpp"

#include "book/store/book_layout.hpp"
#include "book/store/book_move_bits.hpp"

#include <algorithm>

namespace rata {

namespace {

constexpr std::size_t kLongestLine = 8;
constexpr double kEven = 0.5;

/// What a move counts for where the choice is weighted, and how moves without games are compared.
std::uint64_t likelihood(const BookMove& move) {
    const std::uint64_t games = move.all_games();
    return games > 0 ? games : move.entry.polyglot_weight;
}

bool is_better(const BookMove& a, const BookMove& b) {
    const bool a_has_games = a.all_games() > 0;
    const bool b_has_games = b.all_games() > 0;
    if (a_has_games != b_has_games) return a_has_games;
    if (a_has_games && a.goodness.low != b.goodness.low) return a.goodness.low > b.goodness.low;
    return likelihood(a) > likelihood(b);
}

std::vector<BookMove> moves_of(const BookView& book, const Position& position,
                               const BookPlayPlan& plan) {
    std::vector<BookMove> moves =
        move_table(book, position, {.min_games = 0, .own_weight = plan.own_weight});
    std::erase_if(moves, [&](const BookMove& move) {
        if (move.is_barred(book.facts())) return true;
        if (move.all_games() == 0) return move.entry.polyglot_weight == 0;
        return move.all_games() < plan.min_games;
    });
    return moves;
}

std::vector<BookMove> moves_of(const PolyglotBook& book, const Position& position,
                               const BookPlayPlan& /*plan*/) {
    std::vector<BookMove> moves;
    for (const Move move : book.moves(position)) {
        BookMove found{.move = move};
        for (const PolyglotEntry& entry : book.find(position.polyglot_key())) {
            if (move_from_book_bits(entry.move, position) != move || entry.weight == 0) continue;
            found.entry.polyglot_weight = entry.weight;
            found.entry.is_imported = 1;
            break; // as moves() has it, the first counts
        }
        moves.push_back(found);
    }
    return moves;
}

/// A draw by repetition is no gain for whoever stands better, or does not know.
bool repeats_for_nothing(const Position& position, const BookMove& move) {
    Position after = position;
    after.make(move.move);
    const bool is_worse = move.all_games() > 0 && move.goodness.mean < kEven;
    return after.times_repeated() > 0 && !is_worse;
}

const BookMove& drawn_by_lot(const std::vector<BookMove>& moves, Rng& luck) {
    std::uint64_t all = 0;
    for (const BookMove& move : moves) all += likelihood(move);
    std::uint64_t lot = luck.below(std::max<std::uint64_t>(all, 1));
    for (const BookMove& move : moves) {
        if (lot < likelihood(move)) return move;
        lot -= likelihood(move);
    }
    return moves.front();
}

} // namespace

Result<OpeningBook> OpeningBook::open(const std::filesystem::path& path) {
    const auto file = MappedFile::open(path, AccessPattern::Random);
    if (!file) return file.error();
    const BookHead head;
    if (file->text().starts_with(std::string_view(head.magic.data(), head.magic.size()))) {
        auto book = BookFile::open(path);
        if (!book) return book.error();
        return OpeningBook(*std::move(book));
    }
    auto book = PolyglotBook::parse(file->text());
    if (book) return OpeningBook(*std::move(book));
    Error error = book.error();
    error.where.source = path.string();
    return error;
}

std::vector<BookMove> OpeningBook::moves(const Position& position, const BookPlayPlan& plan) const {
    std::vector<BookMove> moves = std::holds_alternative<BookFile>(book_)
                                      ? moves_of(*std::get<BookFile>(book_), position, plan)
                                      : moves_of(std::get<PolyglotBook>(book_), position, plan);
    std::stable_sort(moves.begin(), moves.end(), is_better);
    return moves;
}

std::vector<Move> OpeningBook::line_behind(const Position& position, Move move,
                                           const BookPlayPlan& plan) const {
    std::vector<Move> line{move};
    Position after = position;
    after.make(move);
    while (line.size() < kLongestLine) {
        const std::vector<BookMove> next = moves(after, plan);
        if (next.empty()) break;
        const auto usual =
            std::max_element(next.begin(), next.end(), [](const BookMove& a, const BookMove& b) {
                return likelihood(a) < likelihood(b);
            });
        line.push_back(usual->move);
        after.make(usual->move);
    }
    return line;
}

std::optional<BookChoice> OpeningBook::choose(const Position& position, const BookPlayPlan& plan,
                                              Rng& luck) const {
    std::vector<BookMove> good = moves(position, plan);
    const std::size_t known = good.size();
    std::erase_if(good, [&](const BookMove& move) { return repeats_for_nothing(position, move); });
    if (good.empty()) return std::nullopt;
    const BookMove& best = good.front();
    const bool by_games = best.all_games() > 0;
    const double least = best.goodness.low - plan.variety;
    std::size_t count = 1;
    while (count < good.size() && (good[count].all_games() > 0) == by_games &&
           (!by_games || good[count].goodness.low >= least))
        ++count;
    good.resize(count);
    BookChoice choice{.alternatives = known};
    switch (plan.selection) {
    case BookSelection::Best: choice.move = good.front(); break;
    case BookSelection::Weighted: choice.move = drawn_by_lot(good, luck); break;
    case BookSelection::Uniform: choice.move = good[luck.below(good.size())]; break;
    }
    choice.line = line_behind(position, choice.move.move, plan);
    return choice;
}

} // namespace rata
