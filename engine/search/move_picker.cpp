#include "engine/search/move_picker.hpp"

#include "engine/rules/exchange.hpp"

#include <algorithm>

namespace rata {

MovePicker::MovePicker(const Position& position, const Histories& histories,
                       const SearchOptions& options, const OrderingHints& hints)
    : position_(position), histories_(histories), options_(options), hints_(hints) {
    if (!position.is_legal(hints_.table_move)) hints_.table_move = Move::none();
    if (!options.has(Technique::Killers)) hints_.killers.clear();
}

MovePicker::MovePicker(const Position& position, const Histories& histories,
                       const SearchOptions& options, const OrderingHints& hints,
                       Quiescence quiescence)
    : MovePicker(position, histories, options, hints) {
    hints_.killers.clear();
    hints_.chessmaps = nullptr;
    if (position.in_check()) return;
    quiet_checks_only_ = quiescence.with_checks;
    noisy_only_ = !quiescence.with_checks;
    const Move move = hints_.table_move;
    if (move.is_some() && !position.is_noisy(move)) hints_.table_move = Move::none();
}

MovePicker::MovePicker(const Position& position, const Histories& histories,
                       const SearchOptions& options, const OrderingHints& hints, Winning winning)
    : MovePicker(position, histories, options, hints, Quiescence{}) {
    noisy_only_ = true;
    drop_bad_noisy_ = true;
    exchange_threshold_ = winning.gain;
    const Move move = hints_.table_move;
    const bool wins =
        move.is_some() && position.is_noisy(move) && position.exchange_gains(move, winning.gain);
    if (!wins) hints_.table_move = Move::none();
}

Move MovePicker::find_next() {
    for (;;) {
        switch (stage_) {
        case Stage::TableMove:
            stage_ = uses_chessmaps() ? Stage::MakeMappedNoisy : Stage::MakeNoisy;
            if (hints_.table_move.is_some()) return hints_.table_move;
            break;
        case Stage::MakeNoisy:
            make_noisy();
            stage_ = Stage::GoodNoisy;
            break;
        case Stage::GoodNoisy:
            if (const Move move = next_good_noisy(); move.is_some()) return move;
            stage_ = wants_quiets() ? Stage::FirstKiller : Stage::BadNoisy;
            next_ = 0;
            break;
        case Stage::FirstKiller:
            stage_ = Stage::SecondKiller;
            killers_out_ = wants_quiets() ? 1 : 0;
            if (const Move move = killer(hints_.killers.first()); move.is_some()) return move;
            break;
        case Stage::SecondKiller:
            stage_ = Stage::MakeQuiet;
            if (wants_quiets()) killers_out_ = 2;
            if (const Move move = killer(hints_.killers.second()); move.is_some()) return move;
            break;
        case Stage::MakeQuiet:
            if (wants_quiets()) make_quiet();
            stage_ = Stage::Quiet;
            break;
        case Stage::Quiet:
            if (const Move move = next_quiet(); move.is_some()) return move;
            stage_ = has_more_quiets_ && wants_quiets() ? Stage::MakeQuiet : Stage::BadNoisy;
            next_ = 0;
            break;
        case Stage::BadNoisy:
            if (next_ < bad_count_) return bad_[next_++];
            stage_ = Stage::Done;
            break;
        case Stage::MakeMappedNoisy:
            make_mapped_noisy();
            stage_ = Stage::SafeCapture;
            break;
        case Stage::SafeCapture:
            if (const Move move = next_safe_capture(); move.is_some()) return move;
            if (wants_quiets()) make_mapped_quiet();
            stage_ = Stage::Mapped;
            break;
        case Stage::Mapped: return next_mapped();
        case Stage::Done: return Move::none();
        }
    }
}

int MovePicker::quiet_history(Move move) const {
    int sum = 0;
    if (options_.has(Technique::ButterflyHistory))
        sum += histories_.butterfly.get(position_.side_to_move(), move);
    const Piece piece = position_.piece_on(move.from());
    if (options_.has(Technique::PawnHistory))
        sum += histories_.pawns.get(position_.pawn_key(), piece, move.to());
    if (options_.has(Technique::ContinuationHistory)) {
        const auto& [one, two, four, six] = hints_.continuation; // plies back
        sum += one->get(piece, move.to()) + two->get(piece, move.to()) +
               four->get(piece, move.to()) + six->get(piece, move.to()) / 2;
    }
    return sum;
}

int MovePicker::quiet_score(Move move) const {
    // About what a good history of all kinds adds up to.
    constexpr int kChainBonus = 8000;
    const int history = quiet_history(move);
    const bool begins_chain =
        hints_.chains != nullptr && hints_.chains->begins_with(ChainMove::of(position_, move));
    return history + (begins_chain ? kChainBonus : 0);
}

/// Most valuable victim first; history decides among equals and moves good captures up.
int MovePicker::noisy_score(Move move) const {
    int score = 16 * exchange_value(position_.captured_by(move));
    if (move.is_promotion())
        score += move.promotion_type() == PieceType::Queen ? 16 * 900 : -16 * 900;
    if (options_.has(Technique::CaptureHistory)) score += histories_.capture.get(position_, move);
    return score;
}

void MovePicker::make_noisy() {
    MoveList list;
    generate<MoveSet::Noisy>(position_, list);
    next_ = end_ = 0;
    for (const Move move : list)
        if (move != hints_.table_move) moves_[end_++] = Scored{move, noisy_score(move)};
}

/// With Chessmaps there has to be room for all moves at once.
bool MovePicker::uses_chessmaps() const {
    return hints_.chessmaps != nullptr && count_legal_moves(position_) <= kRoom;
}

void MovePicker::make_quiet() {
    has_quiets_ = true;
    MoveList list;
    generate<MoveSet::Quiet>(position_, list);
    next_ = end_ = 0;
    const std::size_t begin = quiets_made_;
    quiets_made_ = std::min(list.size(), begin + kRoom);
    has_more_quiets_ = quiets_made_ < list.size();
    const auto keep = [this](Move move) {
        if (!had_its_turn(move)) moves_[end_++] = Scored{move, quiet_score(move)};
    };
    if (!quiet_checks_only_) {
        for (std::size_t i = begin; i < quiets_made_; ++i) keep(list[i]);
        return;
    }
    const CheckInfo info = position_.check_info();
    for (std::size_t i = begin; i < quiets_made_; ++i)
        if (position_.gives_check(list[i], info)) keep(list[i]);
}

/// Selection, not sorting: usually only the first few are asked for.
Move MovePicker::pick_best() {
    if (next_ == end_) return Move::none();
    std::size_t best = next_;
    for (std::size_t i = next_ + 1; i < end_; ++i)
        if (moves_[i].score > moves_[best].score) best = i;
    const Scored chosen = moves_[best];
    moves_[best] = moves_[next_];
    moves_[next_++] = chosen;
    return chosen.move;
}

Move MovePicker::next_good_noisy() {
    for (;;) {
        const Move move = pick_best();
        if (!move.is_some()) return move;
        if (position_.exchange_gains(move, exchange_threshold_)) return move;
        if (!drop_bad_noisy_) bad_[bad_count_++] = move;
    }
}

Move MovePicker::next_quiet() {
    if (!wants_quiets()) return Move::none();
    const Move move = pick_best();
    quiets_out_ = next_;
    return move;
}

void MovePicker::make_mapped_noisy() {
    MoveList list;
    generate<MoveSet::Noisy>(position_, list);
    next_ = end_ = 0;
    for (const Move move : list)
        if (move != hints_.table_move)
            moves_[end_++] =
                Scored{move, hints_.chessmaps->score(move, {.capture = noisy_score(move)})};
}

/// Behind the captures that are left, for these come between the safe quiet moves and the others.
void MovePicker::make_mapped_quiet() {
    MoveList list;
    generate<MoveSet::Quiet>(position_, list);
    for (const Move move : list)
        if (move != hints_.table_move)
            moves_[end_++] =
                Scored{move, hints_.chessmaps->score(move, {.history = quiet_history(move)})};
}

Move MovePicker::next_safe_capture() {
    const Move move = pick_best();
    if (!move.is_some() || ChessmapsOrder::is_safe_capture(moves_[next_ - 1].score)) return move;
    --next_; // its turn comes later
    return Move::none();
}

Move MovePicker::next_mapped() {
    for (;;) {
        const Move move = pick_best();
        quiets_out_ = next_;
        if (!skip_quiets_ || !move.is_some() || position_.is_noisy(move)) return move;
    }
}

Move MovePicker::killer(Move move) const {
    const bool usable = wants_quiets() && !quiet_checks_only_ && move.is_some() &&
                        move != hints_.table_move && !position_.is_noisy(move) &&
                        position_.is_legal(move);
    return usable ? move : Move::none();
}

bool MovePicker::was_handed_out(Move move) const {
    if (killers_out_ > 0 && move == hints_.killers.first()) return true;
    if (killers_out_ > 1 && move == hints_.killers.second()) return true;
    for (std::size_t i = 0; i < quiets_out_; ++i)
        if (moves_[i].move == move) return true;
    return false;
}

int MovePicker::skipped_quiets() const {
    if (!skip_quiets_) return 0;
    const auto left = static_cast<int>(end_ - quiets_out_);
    if (has_quiets_ && !has_more_quiets_) return left;
    MoveList all;
    generate<MoveSet::Quiet>(position_, all);
    if (has_quiets_)
        return left +
               static_cast<int>(std::count_if(all.begin() + quiets_made_, all.end(),
                                              [this](Move move) { return !had_its_turn(move); }));
    return static_cast<int>(std::count_if(all.begin(), all.end(), [this](Move move) {
        return move != hints_.table_move && !was_handed_out(move);
    }));
}

} // namespace rata
