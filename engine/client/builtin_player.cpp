#include "engine/client/builtin_player.hpp"

#include "engine/base/parse.hpp"
#include "engine/base/version.hpp"
#include "engine/session/options.hpp"

namespace rata {

namespace {

/// How often the waiting looks whether the one who asked has withdrawn.
constexpr milliseconds kLookForStop{50};

} // namespace

Result<Options> options_of(const EngineSpec& spec) {
    Options options;
    for (const auto& [name, value] : spec.options) {
        const OptionRow* row = find_option(name);
        if (row == nullptr) {
            return engine_error(spec, ErrorCode::NotFound, "there is no option " + in_quotes(name));
        }
        const auto change = assign(options, *row, value);
        if (!change) return engine_error(spec, change.error().code, change.error().message);
        // A protocol clamps; what a match says of its engines must be so.
        if (!change->notice.empty())
            return engine_error(spec, ErrorCode::Range,
                                "option " + std::string(row->name) + ": expected " +
                                    std::to_string(row->min) + " to " + std::to_string(row->max) +
                                    ", found " + in_quotes(value));
    }
    return options;
}

Result<std::unique_ptr<Player>> BuiltinPlayer::start(const EngineSpec& spec) {
    auto options = options_of(spec);
    if (!options) return options.error();
    // A session goes on without a net or a table it cannot have; a match would measure something
    // else.
    const NetSettings settings = options->for_net();
    const auto net = options->use_nnue ? require_net(settings) : choose_net(settings);
    if (!net) return net.error();
    const int hash = options->hash;
    std::unique_ptr<BuiltinPlayer> player(new BuiltinPlayer(std::move(*options)));
    player->session_.settle();
    if (player->session_.options().hash != hash) {
        return Error{.code = ErrorCode::InputOutput,
                     .message = player->hash_remark_.substr(0, player->hash_remark_.find(';')),
                     .where = {.source = spec.name}};
    }
    return std::unique_ptr<Player>(std::move(player));
}

BuiltinPlayer::BuiltinPlayer(Options options)
    : session_(make_silent_runner, *this, std::move(options)) {}

std::string BuiltinPlayer::own_name() const { return version_line(); }

void BuiltinPlayer::on_text(const std::string& text) {
    if (text.starts_with("Hash: ")) hash_remark_ = text;
}

void BuiltinPlayer::on_line(const LineReport& report) {
    if (report.line == 1) line_ = report;
}

std::optional<Fault> BuiltinPlayer::new_game(const Position& start) {
    pondered_.clear();
    session_.new_game();
    session_.set_position(start);
    session_.settle();
    return std::nullopt;
}

Reply BuiltinPlayer::think(const ThinkRequest& request) {
    const TimePoint began = Clock::now();
    const bool hit = pondered_ == request.game.uci_position();
    pondered_.clear();
    if (hit) {
        session_.ponder_hit(began);
    } else {
        session_.stop();
        session_.wait();
        line_ = {};
        session_.set_position(request.game.position());
        session_.go(request.limits, began);
    }
    TimePoint deadline = began + request.patience.until_stop;
    for (bool stopped = false; !session_.wait_for(kLookForStop);) {
        if (request.stop.stop_requested()) {
            session_.stop();
            session_.wait();
            return Fault{Fault::Kind::Stopped, "stopped", Clock::now() - began};
        }
        if (Clock::now() < deadline) continue;
        if (stopped) return Fault{Fault::Kind::Hang, "gave no move", Clock::now() - began};
        stopped = true;
        session_.stop();
        deadline = Clock::now() + request.patience.after_stop;
    }
    Thought thought{.move = result_.best,
                    .ponder = result_.ponder,
                    .depth = line_.depth,
                    .nodes = session_.nodes(),
                    .elapsed = Clock::now() - began};
    if (!line_.moves.empty()) thought.score = spell_out(line_.score);
    if (!request.game.position().is_legal(thought.move))
        return Fault{Fault::Kind::IllegalMove, "gave no legal move", thought.elapsed};
    return thought;
}

void BuiltinPlayer::ponder(const GameLine& expected, const Limits& limits) {
    line_ = {};
    Limits pondering = limits;
    pondering.ponder = true;
    session_.set_position(expected.position());
    session_.go(std::move(pondering), Clock::now());
    pondered_ = expected.uci_position();
}

void BuiltinPlayer::end_game(const GameLine&, PgnResult) {
    pondered_.clear();
    session_.stop();
    session_.wait();
}

} // namespace rata
