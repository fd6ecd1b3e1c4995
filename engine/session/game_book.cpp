#include "engine/session/game_book.hpp"

#include "engine/notation/san.hpp"

#include <algorithm>
#include <cmath>

namespace rata {

namespace {

constexpr double kHundred = 100;
/// A score from a book says what to expect of an opening; nothing there is won.
constexpr long kMostBookScore = 300;

BookPlayPlan plan_of(const Options& options) {
    const BookSelection selection = options.book_selection == "best"      ? BookSelection::Best
                                    : options.book_selection == "uniform" ? BookSelection::Uniform
                                                                          : BookSelection::Weighted;
    return {.selection = selection,
            .variety = options.book_variety / kHundred,
            .min_games = static_cast<std::uint64_t>(options.book_min_games),
            .own_weight = {options.book_own_weight / kHundred}};
}

int plies_since_start(const Position& position) {
    return 2 * (position.fullmove_number() - 1) + (position.side_to_move() == Color::Black ? 1 : 0);
}

bool may_be_used(const Position& position, const Limits& limits, const Options& options) {
    return options.own_book && !options.analyse_mode && !limits.infinite && !limits.mate &&
           limits.search_moves.empty() && plies_since_start(position) < options.book_depth;
}

/// A pawn is taken for a hundred points of rating, which the logistic law makes of a score.
Score score_of_move(const BookMove& move) {
    const auto bounded = [](long centipawns) {
        return Score::cp(static_cast<int>(std::clamp(centipawns, -kMostBookScore, kMostBookScore)));
    };
    if (move.entry.is_vetted()) return bounded(move.entry.verdict);
    if (move.all_games() == 0) return Score::draw();
    const double mean = move.goodness.mean;
    const double points = 400 * std::log10(mean / (1 - mean));
    return bounded(std::lround(points));
}

/// "0.54", whatever the locale.
std::string share_text(double share) {
    const long hundredths = std::lround(kHundred * share);
    const std::string digits = std::to_string(hundredths % 100);
    return std::to_string(hundredths / 100) + (digits.size() == 1 ? ".0" : ".") + digits;
}

} // namespace

Result<void> GameBook::open(const Options& options) {
    if (options.book_seed != seed_in_use_) {
        seed_in_use_ = options.book_seed;
        luck_ = Rng(seed_in_use_ == 0 ? usual_seed_ : static_cast<std::uint64_t>(seed_in_use_));
    }
    if (tried_ == options.book_file) return {};
    tried_ = options.book_file;
    book_.reset();
    if (tried_.empty()) return {};
    auto book = OpeningBook::open(tried_);
    if (!book) return book.error();
    book_ = *std::move(book);
    return {};
}

std::optional<BookChoice> GameBook::choose(const Position& position, const Limits& limits,
                                           const Options& options) {
    const std::size_t plies = position.plies_played();
    // What was expected while pondering may not have come.
    std::erase_if(places_, [plies](const Place& place) { return place.plies > plies; });
    if (!book_ || !may_be_used(position, limits, options)) return std::nullopt;
    auto choice = book_->choose(position, plan_of(options), luck_);
    if (choice) {
        Position after = position;
        after.make(choice->move.move);
        places_.push_back({after.plies_played(), after.key()});
    }
    return choice;
}

std::optional<int> GameBook::moves_since(const Position& position) const {
    Position before = position;
    for (std::size_t i = places_.size(); i-- > 0;) {
        const Place& place = places_[i];
        if (place.plies > before.plies_played()) continue;
        while (before.plies_played() > place.plies && before.last_move() != Move::null())
            before.unmake();
        if (before.plies_played() == place.plies && before.key() == place.key)
            return static_cast<int>(position.plies_played() - place.plies + 1) / 2;
    }
    return std::nullopt;
}

std::vector<BookMove> GameBook::moves(const Position& position, const Options& options) const {
    return book_ ? book_->moves(position, plan_of(options)) : std::vector<BookMove>{};
}

std::string book_counts_text(const BookMove& move) {
    const BookEntry& entry = move.entry;
    if (move.all_games() == 0) return "weight " + std::to_string(entry.polyglot_weight);
    const auto counts = [](const ResultCounts& results) {
        return '+' + std::to_string(results.wins) + " =" + std::to_string(results.draws) + " -" +
               std::to_string(results.losses);
    };
    std::string text = std::to_string(entry.games()) + " games " + counts(entry.results);
    if (entry.own.games() > 0) text += ", own " + counts(entry.own);
    return text + ", goodness " + share_text(move.goodness.mean) + " (" +
           share_text(move.goodness.low) + " to " + share_text(move.goodness.high) + ')';
}

std::string book_choice_text(const BookChoice& choice, const Position& position) {
    return "book: " + to_san(choice.move.move, position) + ", one of " +
           std::to_string(choice.alternatives) + ": " + book_counts_text(choice.move);
}

SearchResult book_result(const BookChoice& choice, milliseconds time) {
    SearchResult result;
    result.best = choice.move.move;
    if (choice.line.size() > 1) result.ponder = choice.line[1];
    result.line.depth = 1;
    result.line.selective_depth = static_cast<Ply>(choice.line.size());
    result.line.score = score_of_move(choice.move);
    result.line.time = time;
    result.line.moves = choice.line;
    return result;
}

} // namespace rata
