#include "book/stats/game_reader.hpp"

#include "book/store/book_move_bits.hpp"
#include "engine/base/parse.hpp"
#include "engine/base/rng.hpp"
#include "engine/rules/movegen.hpp"

#include <algorithm>

namespace rata {

namespace {

/// Nothing for "?", "-" and what else stands for no rating.
unsigned rating_from(std::string_view text) {
    return try_parse_integer<unsigned>(trimmed(text), 1, SideFacts::kMostRating).value_or(0);
}

/// Order counts.
std::uint64_t joined(std::uint64_t mark, std::uint64_t more) {
    std::uint64_t state = mark ^ more * 0xD6E8FEB86659FD93U;
    return splitmix64(state);
}

/// The letters of a name up to its first comma: files spell first names in many ways.
std::uint64_t joined_surname(std::uint64_t mark, std::string_view name) {
    for (const char c : name.substr(0, name.find(',')))
        if (c != ' ' && c != '.') mark = joined(mark, static_cast<unsigned char>(to_lower(c)));
    return joined(mark, ','); // so that the two names of a game do not run into one
}

MoveResult result_for(Color color, PgnResult result) {
    switch (result) {
    case PgnResult::WhiteWins: return color == Color::White ? MoveResult::Win : MoveResult::Loss;
    case PgnResult::BlackWins: return color == Color::Black ? MoveResult::Win : MoveResult::Loss;
    case PgnResult::Draw: return MoveResult::Draw;
    case PgnResult::None:
    case PgnResult::Unknown: break;
    }
    return MoveResult::Unfinished;
}

} // namespace

std::string_view to_string(Refusal refusal) {
    switch (refusal) {
    case Refusal::Illegal: return "illegal or unreadable moves";
    case Refusal::WrongResult: return "wrong result";
    case Refusal::OtherRules: return "other rules";
    case Refusal::Empty: return "no moves";
    }
    return {};
}

void GameReader::begin_game() {
    ++games_told_;
    tags_.white.clear();
    tags_.black.clear();
    tags_.rating = {};
    tags_.date = {};
    tagged_result_ = PgnResult::None;
    end_ = End::Open;
    is_filtered_ = is_refused_ = has_repetition_ = false;
    ply_ = 0;
    moves_mark_ = 0;
    first_record_ = records_.size();
}

void GameReader::tag(std::string_view name, std::string_view value) {
    if (name == "White")
        tags_.white = value;
    else if (name == "Black")
        tags_.black = value;
    else if (name == "WhiteElo")
        tags_.rating[Color::White] = rating_from(value);
    else if (name == "BlackElo")
        tags_.rating[Color::Black] = rating_from(value);
    else if (name == "Result")
        tagged_result_ = pgn_result_from(value);
    else if (name == "Date")
        if (const auto date = parse_game_date(value)) tags_.date = *date;
}

PgnInterest GameReader::begin_moves(const Position& start) {
    first_mover_ = start.side_to_move();
    if (!filter_.accepts(tags_)) {
        is_filtered_ = true;
        return PgnInterest::Skip;
    }
    if (start.is_chess960()) {
        refuse(Refusal::OtherRules, {ErrorCode::Unsupported, "the game is one of Chess960", {}});
        return PgnInterest::Skip;
    }
    // The usual start adds nothing, so that a game with a needless FEN tag is the same game.
    static const Key usual = Position::start().key();
    if (start.key() != usual) moves_mark_ = joined(0, start.key());
    return PgnInterest::Read;
}

void GameReader::move(const Position& before, const PgnMove& move) {
    if (move.depth > 0 || is_refused_) return;
    if (move.move == Move::null())
        refuse(
            Refusal::Illegal,
            {ErrorCode::Illegal, "a turn is passed after " + std::to_string(ply_) + " plies", {}});
    if (ply_ < max_ply_) {
        records_.emplace_back(before.polyglot_key(), book_move_bits(move.move));
        has_repetition_ = has_repetition_ || before.times_repeated() > 0;
    }
    ++ply_;
    moves_mark_ = joined(moves_mark_, move.move.raw());
}

void GameReader::problem(const PgnProblem& problem) {
    if (problem.kind != PgnProblem::Kind::Broken) return;
    const bool unsupported = problem.error.code == ErrorCode::Unsupported;
    refuse(unsupported ? Refusal::OtherRules : Refusal::Illegal, problem.error);
}

void GameReader::end_moves(const Position& end) {
    if (has_legal_move(end)) return;
    end_ = end.in_check() ? End::Mate : End::Stalemate;
    mated_ = end.side_to_move();
}

/// The first reason counts.
void GameReader::refuse(Refusal reason, Error error) {
    if (is_refused_) return;
    is_refused_ = true;
    refused_.push_back({.reason = reason,
                        .game = games_told_,
                        .players = tags_.white + " - " + tags_.black,
                        .error = std::move(error)});
}

/// What tag and end of the text say together. Either may be silent, and be it by "*".
PgnResult GameReader::claimed(PgnResult result) {
    const auto is_claim = [](PgnResult each) {
        return each != PgnResult::None && each != PgnResult::Unknown;
    };
    if (result == PgnResult::None) return is_claim(tagged_result_) ? tagged_result_ : result;
    const bool agrees = tagged_result_ == PgnResult::None || tagged_result_ == result;
    if (!agrees)
        refuse(Refusal::WrongResult,
               {ErrorCode::Illegal,
                "the game ends with " + std::string(to_string(result)) +
                    ", but its Result tag says " + std::string(to_string(tagged_result_)),
                {}});
    return is_claim(result) ? result : PgnResult::None;
}

void GameReader::check_claim(PgnResult result) {
    if (end_ == End::Open || result == PgnResult::None) return;
    const PgnResult right = end_ == End::Stalemate   ? PgnResult::Draw
                            : mated_ == Color::White ? PgnResult::BlackWins
                                                     : PgnResult::WhiteWins;
    if (result == right) return;
    refuse(Refusal::WrongResult,
           {ErrorCode::Illegal,
            std::string(end_ == End::Mate ? "checkmate" : "stalemate") +
                " on the board, but the result is " + std::string(to_string(result)),
            {}});
}

/// Every second record belongs to the same side.
void GameReader::set_facts(PgnResult result) {
    EnumArray<Color, SideFacts> facts{};
    for (const Color color : kColors)
        facts[color] = {.result = result_for(color, result),
                        .year = static_cast<unsigned>(tags_.date.year),
                        .rating = tags_.rating[color],
                        .opponent = tags_.rating[~color]};
    Color mover = first_mover_;
    for (std::size_t i = first_record_; i < records_.size(); ++i, mover = ~mover)
        records_[i].set_facts(facts[mover]);
}

/// What is counted are games: a move that is played again in the same position counts once.
void GameReader::forget_repeated_moves() {
    const auto first = records_.begin() + static_cast<std::ptrdiff_t>(first_record_);
    auto end = first;
    for (auto record = first; record != records_.end(); ++record) {
        const bool is_known = std::any_of(
            first, end, [&record](const BookRecord& kept) { return kept.is_same_move(*record); });
        if (!is_known) *end++ = *record;
    }
    records_.erase(end, records_.end());
}

std::uint64_t GameReader::mark(PgnResult result) const {
    std::uint64_t mark = joined(moves_mark_, static_cast<std::uint64_t>(result));
    mark = joined_surname(mark, tags_.white);
    mark = joined_surname(mark, tags_.black);
    return joined(mark, static_cast<std::uint64_t>(tags_.date.year));
}

void GameReader::end_game(PgnResult result) {
    if (!is_filtered_ && !is_refused_) {
        result = claimed(result);
        check_claim(result);
        if (ply_ == 0) refuse(Refusal::Empty, {ErrorCode::NotFound, "there are no moves", {}});
    }
    is_filtered_ = is_filtered_ || (filter_.only_with_result && result == PgnResult::None);
    if (is_refused_ || is_filtered_) {
        records_.resize(first_record_);
        filtered_ += is_filtered_ && !is_refused_;
    } else {
        set_facts(result);
        if (has_repetition_) forget_repeated_moves(); // afterwards colours do not take turns
        games_.push_back({.mark = mark(result),
                          .records = records_.size() - first_record_,
                          .is_unfinished = result == PgnResult::None});
    }
    if (on_game_) on_game_(*this);
}

void GameReader::clear() {
    filtered_ = 0;
    games_.clear();
    records_.clear();
    refused_.clear();
}

} // namespace rata
