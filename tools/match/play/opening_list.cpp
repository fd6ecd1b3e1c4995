#include "tools/match/play/opening_list.hpp"

#include "book/store/polyglot_book.hpp"
#include "engine/base/byte_source.hpp"
#include "engine/base/file.hpp"
#include "engine/base/rng.hpp"
#include "engine/notation/epd.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "engine/rules/movegen.hpp"

#include <limits>
#include <numeric>
#include <optional>

namespace rata {

std::string_view to_string(OpeningFormat format) {
    switch (format) {
    case OpeningFormat::Epd: return "epd";
    case OpeningFormat::Pgn: return "pgn";
    case OpeningFormat::Book: return "book";
    }
    return {};
}

std::string_view to_string(OpeningOrder order) {
    return order == OpeningOrder::Sequential ? "sequential" : "random";
}

/// Takes the beginning of every game.
class OpeningCollector final : public PgnVisitor {
public:
    OpeningCollector(std::vector<OpeningList::Entry>& entries, int plies)
        : entries_(entries), plies_(plies == 0 ? std::numeric_limits<int>::max() : plies) {}

    PgnInterest begin_moves(const Position& start) override {
        entries_.push_back({.fen = to_fen(start), .chess960 = start.is_chess960(), .moves = {}});
        return PgnInterest::Read;
    }
    PgnInterest begin_variation(const Position& /*start*/) override { return PgnInterest::Skip; }
    void move(const Position& /*before*/, const PgnMove& move) override {
        auto& moves = entries_.back().moves;
        if (std::cmp_less(moves.size(), plies_)) moves.push_back(move.move);
    }
    void problem(const PgnProblem& problem) override {
        if (problem.kind == PgnProblem::Kind::Broken && !broken_) broken_ = problem.error;
    }

    [[nodiscard]] const std::optional<Error>& broken() const { return broken_; }

private:
    std::vector<OpeningList::Entry>& entries_;
    int plies_;
    std::optional<Error> broken_{};
};

Result<void> OpeningList::read_epd(const OpeningPlan& plan) {
    auto source = FileSource::open(plan.file);
    if (!source) return source.error();
    EpdReader reader(*source);
    while (const auto record = reader.next()) {
        if (!*record) return record->error();
        const Position& position = (*record)->position;
        entries_.push_back(
            {.fen = to_fen(position), .chess960 = position.is_chess960(), .moves = {}});
    }
    return {};
}

Result<void> OpeningList::read_games(const OpeningPlan& plan) {
    auto source = FileSource::open(plan.file);
    if (!source) return source.error();
    OpeningCollector collector(entries_, plan.plies);
    if (auto read = read_pgn(*source, collector); !read) return read;
    // An opening of which the half is missing would be another opening.
    if (collector.broken()) return *collector.broken();
    return {};
}

Result<void> OpeningList::read_book(const OpeningPlan& plan) {
    const auto bytes = read_file(plan.file);
    if (!bytes) return bytes.error();
    auto book = PolyglotBook::parse(*bytes);
    if (!book) {
        Error error = book.error();
        error.where.source = plan.file;
        return error;
    }
    for (std::vector<Move>& line : book->lines(plan.plies))
        entries_.push_back(
            {.fen = std::string(kStartFen), .chess960 = false, .moves = std::move(line)});
    return {};
}

Result<void> OpeningList::read(const OpeningPlan& plan) {
    switch (plan.format) {
    case OpeningFormat::Epd: return read_epd(plan);
    case OpeningFormat::Pgn: return read_games(plan);
    case OpeningFormat::Book: return read_book(plan);
    }
    return {};
}

Result<OpeningList> OpeningList::load(const OpeningPlan& plan) {
    OpeningList list;
    list.chess960_ = plan.chess960;
    if (plan.file.empty()) {
        list.entries_.push_back({.fen = std::string(kStartFen), .chess960 = false, .moves = {}});
    } else if (const auto read = list.read(plan); !read) {
        return read.error();
    }
    if (list.entries_.empty()) {
        return Error{.code = ErrorCode::NotFound,
                     .message = "there is no opening in the file",
                     .where = {.source = plan.file}};
    }
    list.order_.resize(list.entries_.size());
    std::iota(list.order_.begin(), list.order_.end(), std::size_t{0});
    if (plan.order == OpeningOrder::Random) {
        Rng luck(plan.seed);
        shuffle(list.order_, luck);
    }
    const auto passed_over = static_cast<std::ptrdiff_t>(plan.start % list.order_.size());
    std::rotate(list.order_.begin(), list.order_.begin() + passed_over, list.order_.end());
    return list;
}

Opening OpeningList::at(std::size_t number) const {
    const Entry& entry = entries_[order_[number % order_.size()]];
    const FenOptions options{entry.chess960 || chess960_ ? Chess960::On : Chess960::Off};
    Opening opening{.start = parse_fen(entry.fen, options).value(), .moves = {}};
    Position position = opening.start;
    for (const Move move : entry.moves) {
        // A passed turn ends an opening, and so does whatever would leave nothing to play.
        if (!position.is_legal(move)) break;
        position.make(move);
        if (!has_legal_move(position)) break;
        opening.moves.push_back(move);
    }
    return opening;
}

std::size_t OpeningList::place_in_file(std::size_t number) const {
    return order_[number % order_.size()] + 1;
}

} // namespace rata
