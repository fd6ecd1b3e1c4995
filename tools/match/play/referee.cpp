#include "tools/match/play/referee.hpp"

#include "engine/rules/game_end.hpp"

namespace rata {

namespace {

PgnResult loss_of(Color side) {
    return side == Color::White ? PgnResult::BlackWins : PgnResult::WhiteWins;
}

EndReason reason_of(Fault::Kind kind) {
    switch (kind) {
    case Fault::Kind::Crash: return EndReason::Crash;
    case Fault::Kind::Hang: return EndReason::Hang;
    case Fault::Kind::Silence: return EndReason::Silence;
    case Fault::Kind::BadReply: return EndReason::BadReply;
    case Fault::Kind::IllegalMove: return EndReason::IllegalMove;
    case Fault::Kind::Claim: return EndReason::Claim;
    case Fault::Kind::Resignation: return EndReason::Resignation;
    case Fault::Kind::Stopped: return EndReason::Stopped;
    }
    return EndReason::Stopped;
}

struct RulesEnd {
    PgnResult result = PgnResult::Unknown;
    EndReason reason = EndReason::Stopped;
};

/// How the rules of chess say that the game is over, if it is.
std::optional<RulesEnd> end_by_rules(const Position& position) {
    const auto end = game_end(position);
    if (!end) return std::nullopt;
    switch (*end) {
    case GameEnd::Checkmate:
        return RulesEnd{loss_of(position.side_to_move()), EndReason::Checkmate};
    case GameEnd::Stalemate: return RulesEnd{PgnResult::Draw, EndReason::Stalemate};
    case GameEnd::Repetition: return RulesEnd{PgnResult::Draw, EndReason::Repetition};
    case GameEnd::FiftyMoves: return RulesEnd{PgnResult::Draw, EndReason::FiftyMoves};
    case GameEnd::Material: return RulesEnd{PgnResult::Draw, EndReason::Material};
    }
    return std::nullopt;
}

class GameInProgress {
public:
    GameInProgress(const GameRules& rules, const Contender& white, const Contender& black)
        : rules_(rules), contenders_{{&white, &black}}, clock_(white.time, black.time),
          adjudicator_(rules.adjudication, rules.tables), line_(rules.opening.start) {
        game_.start = rules.opening.start;
    }

    PlayedGame play() {
        for (const Move move : rules_.opening.moves) {
            line_.play(move);
            game_.moves.push_back({.move = move, .from_opening = true});
        }
        while (game_.result == PgnResult::Unknown && !is_stopped_) play_move();
        for (const Contender* each : contenders_) each->player.end_game(line_, game_.result);
        return std::move(game_);
    }

private:
    void end(PgnResult result, EndReason reason) {
        game_.result = result;
        game_.reason = reason;
    }

    void play_move() {
        if (const auto over = end_by_rules(line_.position())) {
            end(over->result, over->reason);
            return;
        }
        const Color side = line_.position().side_to_move();
        const Limits limits = clock_.limits(side);
        const Reply reply = contenders_[side]->player.think({.game = line_,
                                                             .limits = limits,
                                                             .patience = clock_.patience(side),
                                                             .stop = rules_.stop});
        if (const auto* fault = std::get_if<Fault>(&reply))
            fail(side, *fault);
        else
            take(side, std::get<Thought>(reply));
    }

    void fail(Color side, const Fault& fault) {
        is_stopped_ = fault.kind == Fault::Kind::Stopped;
        if (is_stopped_) return;
        end(loss_of(side), reason_of(fault.kind));
        game_.detail = fault.text;
        game_.last_lines = contenders_[side]->player.last_dialogue();
    }

    void take(Color side, const Thought& thought) {
        if (!clock_.spend(side, thought.elapsed)) {
            end(loss_of(side), EndReason::Time);
            game_.detail =
                "took " + seconds_figure(std::chrono::ceil<milliseconds>(thought.elapsed)) + " s";
            game_.last_lines = contenders_[side]->player.last_dialogue();
            return;
        }
        line_.play(thought.move);
        game_.moves.push_back({.move = thought.move,
                               .score = thought.score,
                               .depth = thought.depth,
                               .nodes = thought.nodes,
                               .elapsed = thought.elapsed});
        // The rules of chess go first: a mate on the last move is a mate.
        if (const auto over = end_by_rules(line_.position())) {
            end(over->result, over->reason);
        } else if (const auto ruling =
                       adjudicator_.after_move(side, thought.score, line_.position())) {
            end(ruling->result, ruling->reason);
        } else if (contenders_[side]->ponders && thought.ponder.is_some()) {
            start_pondering(side, thought.ponder);
        }
    }

    void start_pondering(Color side, Move expected) {
        GameLine expected_line = line_;
        expected_line.play(expected);
        if (end_by_rules(expected_line.position())) return;
        contenders_[side]->player.ponder(expected_line, clock_.limits(side));
    }

    const GameRules& rules_;
    EnumArray<Color, const Contender*> contenders_;
    GameClock clock_;
    Adjudicator adjudicator_;
    GameLine line_;
    PlayedGame game_{};
    bool is_stopped_ = false;
};

} // namespace

PlayedGame play_game(const GameRules& rules, const Contender& white, const Contender& black) {
    return GameInProgress(rules, white, black).play();
}

} // namespace rata
