#include "engine/client/xboard_player.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"
#include "engine/session/options.hpp"

#include <algorithm>

namespace rata {

namespace {

/// By the protocol an engine that has said nothing of features by then has none.
constexpr milliseconds kTimeForFeatures{2000};
/// What we understand; all else is rejected.
constexpr std::string_view kAcceptedFeatures[] = {
    "ping",    "setboard", "san",    "usermove", "time",  "colors", "sigint",
    "sigterm", "reuse",    "myname", "variants", "done",  "memory", "smp",
    "option",  "name",     "draw",   "analyze",  "debug", "ics",    "playother"};

std::string lower_words(std::string_view text) {
    std::string lower(trimmed(text));
    for (char& c : lower) c = to_lower(c);
    return lower;
}

long long centiseconds(milliseconds time) { return std::max<long long>(time.count() / 10, 0); }

} // namespace

Result<std::unique_ptr<Player>> XBoardPlayer::start(const EngineSpec& spec) {
    auto pipe = EnginePipe::open(spec);
    if (!pipe) return pipe.error();
    std::unique_ptr<XBoardPlayer> player(new XBoardPlayer(std::move(*pipe), spec));
    if (const auto fault = player->greet()) return greeting_error(*fault, spec);
    if (const auto fault = player->prepare())
        return engine_error(spec, ErrorCode::InputOutput, fault->text);
    return std::unique_ptr<Player>(std::move(player));
}

XBoardPlayer::~XBoardPlayer() { pipe_.quit(); }

std::string XBoardPlayer::feature(const std::string& name, const std::string& otherwise) const {
    const auto found = features_.find(name);
    return found == features_.end() ? otherwise : found->second;
}

std::optional<Fault> XBoardPlayer::send_all(const std::vector<std::string>& lines) {
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) pipe_.hold(lines[i]);
    return lines.empty() ? std::nullopt : pipe_.send(lines.back());
}

std::optional<Fault> XBoardPlayer::greet() {
    if (auto fault = send_all({"xboard", "protover 2"})) return fault;
    return read_greeting();
}

std::optional<Fault> XBoardPlayer::prepare() {
    if (auto fault = set_options()) return fault;
    return synchronize();
}

std::optional<Fault> XBoardPlayer::read_greeting() {
    TimePoint deadline = Clock::now() + std::min(kTimeForFeatures, spec_.patience);
    while (feature("done", "") != "1") {
        auto received = pipe_.receive(deadline);
        if (auto* fault = std::get_if<Fault>(&received)) {
            if (fault->kind != Fault::Kind::Silence) return std::move(*fault);
            if (feature("done", "") != "0") return std::nullopt; // protocol version 1
            pipe_.give_up();
            fault->text = "did not say feature done=1 within " +
                          std::to_string(spec_.patience.count()) + " ms";
            return std::move(*fault);
        }
        const auto features = read_features(std::get<ProcessLine>(received).text);
        if (auto fault = take_features(features)) return fault;
        // "done=0" asks for as much time as it takes.
        if (feature("done", "") == "0") deadline = Clock::now() + spec_.patience;
    }
    return std::nullopt;
}

std::optional<Fault> XBoardPlayer::take_features(const std::vector<XBoardFeature>& features) {
    for (const XBoardFeature& each : features) {
        const bool known = std::find(std::begin(kAcceptedFeatures), std::end(kAcceptedFeatures),
                                     each.name) != std::end(kAcceptedFeatures);
        if (each.name == "option")
            options_.push_back(lower_words(each.value.substr(0, each.value.find(" -"))));
        else if (known)
            features_[each.name] = each.value;
        if (auto fault = pipe_.send((known ? "accepted " : "rejected ") + each.name)) return fault;
    }
    return std::nullopt;
}

std::optional<Fault> XBoardPlayer::set_options() {
    for (const auto& [name, value] : spec_.options)
        if (auto fault = set_option(name, value)) return fault;
    return std::nullopt;
}

/// Table and threads have commands of their own, by which they are known under the names of UCI.
std::optional<Fault> XBoardPlayer::set_option(const std::string& name, const std::string& value) {
    const std::string lower = lower_words(name);
    if (lower == "hash" && has("memory")) return pipe_.send("memory " + value);
    if (lower == "threads" && has("smp")) return pipe_.send("cores " + value);
    if (lower == "ponder") return std::nullopt; // told with each game
    // Our own engine lists options for research only where it is asked to, and obeys them anyway.
    const bool is_ours =
        feature("myname", "").starts_with("Ratatosk ") && find_option(name) != nullptr;
    if (!is_ours && std::find(options_.begin(), options_.end(), lower) == options_.end()) {
        complaints_.push_back("has no option " + in_quotes(name));
        return std::nullopt;
    }
    return pipe_.send("option " + name + (value.empty() ? "" : '=' + value));
}

std::optional<Fault> XBoardPlayer::synchronize() {
    if (!has("ping")) return pipe_.come_to_rest();
    const std::string number = std::to_string(++pings_);
    if (auto fault = pipe_.send("ping " + number)) return fault;
    return pipe_.receive_until("pong " + number, spec_.patience, [](std::string_view) {});
}

std::optional<Fault> XBoardPlayer::new_game(const Position& start) {
    if (has_played_ && feature("reuse", "1") == "0")
        return Fault{Fault::Kind::BadReply, "plays only one game", {}};
    const bool ponders = std::any_of(spec_.options.begin(), spec_.options.end(), [](const auto& o) {
        return lower_words(o.first) == "ponder" && o.second == "true";
    });
    std::vector<std::string> lines{"new"};
    if (start.is_chess960()) {
        if (feature("variants", "").find("fischerandom") == std::string::npos)
            return Fault{Fault::Kind::BadReply, "does not play Chess960", {}};
        lines.emplace_back("variant fischerandom");
    }
    lines.insert(lines.end(), {"force", "post", ponders ? "hard" : "easy"});
    if (!GameLine(start).starts_usually()) {
        if (!has("setboard")) return Fault{Fault::Kind::BadReply, "cannot set up a position", {}};
        lines.push_back("setboard " + to_fen(start));
    }
    in_force_mode_ = true;
    knows_level_ = false;
    has_played_ = true;
    told_moves_ = 0;
    if (auto fault = send_all(lines)) return fault;
    return synchronize();
}

std::string XBoardPlayer::move_text(Move move, const Position& position) const {
    std::string text = has("san") ? to_san(move, position) : to_coordinate(move, position);
    if (!has("san") && position.is_chess960() && move.is_castling())
        text = move.to() > move.from() ? "O-O" : "O-O-O";
    return text;
}

std::vector<std::string> XBoardPlayer::limit_lines(const ThinkRequest& request) {
    const Limits& limits = request.limits;
    const Color side = request.game.position().side_to_move();
    std::vector<std::string> lines;
    const auto& own = limits.clock[side].remaining;
    if (!knows_level_) {
        if (own) lines.push_back(level_text(limits, side));
        if (limits.move_time)
            lines.push_back(
                "st " + std::to_string(std::max<long long>(limits.move_time->count() / 1000, 1)));
        if (limits.depth) lines.push_back("sd " + std::to_string(*limits.depth));
        knows_level_ = true;
    }
    const auto& other = limits.clock[~side].remaining;
    if (own && feature("time", "1") == "1") {
        lines.push_back("time " + std::to_string(centiseconds(*own)));
        lines.push_back("otim " + std::to_string(centiseconds(other.value_or(*own))));
    }
    return lines;
}

std::variant<TimePoint, Fault> XBoardPlayer::tell_game(const ThinkRequest& request) {
    if (request.limits.nodes)
        return Fault{Fault::Kind::BadReply, "cannot be limited by nodes in this protocol", {}};
    const std::vector<Move>& moves = request.game.moves();
    const bool answers = !in_force_mode_ && told_moves_ + 1 == moves.size();
    if (!answers && !in_force_mode_) {
        // Not the game that was left: only a referee that skips moves does this.
        return Fault{Fault::Kind::BadReply, "was not told every move", {}};
    }
    last_told_.clear();
    Position position = request.game.start();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i >= told_moves_) last_told_.push_back(move_text(moves[i], position));
        position.make(moves[i]);
    }
    told_moves_ = moves.size();
    std::vector<std::string> lines;
    for (const std::string& move : last_told_)
        lines.push_back((has("usermove") ? "usermove " : "") + move);
    // The line that makes it think is the last.
    std::vector<std::string> limits = limit_lines(request);
    lines.insert(answers ? lines.begin() : lines.end(), limits.begin(), limits.end());
    if (!answers) lines.emplace_back("go");
    in_force_mode_ = false;
    const TimePoint told = Clock::now();
    if (auto fault = send_all(lines)) return *fault;
    return told;
}

Reply XBoardPlayer::think(const ThinkRequest& request) {
    auto told = tell_game(request);
    if (auto* fault = std::get_if<Fault>(&told)) return *fault;
    return wait_for_move(request, std::get<TimePoint>(told));
}

Reply XBoardPlayer::wait_for_move(const ThinkRequest& request, TimePoint began) {
    Thought thought;
    bool asked_to_move = false;
    TimePoint deadline = began + request.patience.until_stop;
    for (;;) {
        auto received = pipe_.receive(deadline, request.stop);
        if (auto* fault = std::get_if<Fault>(&received)) {
            fault->elapsed = Clock::now() - began;
            if (fault->kind != Fault::Kind::Silence) return *fault;
        } else {
            const auto& line = std::get<ProcessLine>(received);
            thought.elapsed = line.arrived - began;
            if (auto reply = understand(request, line, thought)) return std::move(*reply);
        }
        if (Clock::now() < deadline) continue;
        if (asked_to_move) {
            pipe_.give_up();
            return Fault{Fault::Kind::Hang, "gave no move, not even when told to",
                         Clock::now() - began};
        }
        asked_to_move = true;
        deadline = Clock::now() + request.patience.after_stop;
        if (auto broken = pipe_.send("?")) return *broken;
    }
}

std::optional<Reply> XBoardPlayer::understand(const ThinkRequest& request, const ProcessLine& line,
                                              Thought& thought) {
    const auto fault = [&thought, &line](Fault::Kind kind) {
        return Reply(Fault{kind, "said: " + line.text, thought.elapsed});
    };
    if (const std::string_view text = move_in_line(line.text); !text.empty()) {
        const Position& position = request.game.position();
        auto move = parse_coordinate(text, position);
        const bool is_text = !move && move.error().code == ErrorCode::Syntax;
        if (is_text) move = parse_san(text, position); // also O-O, which Chess960 has here
        if (!move)
            return fault(move.error().code == ErrorCode::Syntax ? Fault::Kind::BadReply
                                                                : Fault::Kind::IllegalMove);
        thought.move = *move;
        ++told_moves_;
        return Reply(thought);
    }
    if (is_resignation(line.text)) return fault(Fault::Kind::Resignation);
    if (is_result_claim(line.text)) return fault(Fault::Kind::Claim);
    if (refuses(line.text, last_told_)) return fault(Fault::Kind::BadReply);
    if (const auto thinking = read_thinking(line.text)) {
        thought.depth = thinking->depth;
        thought.score = thinking->score;
        thought.nodes = thinking->nodes;
    }
    return std::nullopt;
}

void XBoardPlayer::end_game(const GameLine& /*game*/, PgnResult result) {
    // A fault shows when the next game is to begin.
    static_cast<void>(send_all({"force", "result " + std::string(to_string(result)) + " {over}"}));
    in_force_mode_ = true;
}

} // namespace rata
