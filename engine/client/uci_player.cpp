#include "engine/client/uci_player.hpp"

#include "engine/base/parse.hpp"
#include "engine/client/engine_line.hpp"

namespace rata {

namespace {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = to_lower(c);
    return lower;
}

} // namespace

Result<std::unique_ptr<Player>> UciPlayer::start(const EngineSpec& spec) {
    auto pipe = EnginePipe::open(spec);
    if (!pipe) return pipe.error();
    std::unique_ptr<UciPlayer> player(new UciPlayer(std::move(*pipe), spec));
    if (const auto fault = player->greet()) return greeting_error(*fault, spec);
    if (const auto fault = player->prepare())
        return engine_error(spec, ErrorCode::InputOutput, fault->text);
    return std::unique_ptr<Player>(std::move(player));
}

UciPlayer::~UciPlayer() { pipe_.quit(); }

std::optional<Fault> UciPlayer::greet() {
    if (auto fault = pipe_.send("uci")) return fault;
    const auto read = [this](std::string_view line) { read_greeting(line); };
    return pipe_.receive_until("uciok", spec_.patience, read);
}

std::optional<Fault> UciPlayer::prepare() {
    if (auto fault = set_options()) return fault;
    return wait_until_ready([this](std::string_view line) { read_remark(line); });
}

void UciPlayer::read_greeting(std::string_view line) {
    constexpr std::string_view kName = "id name ";
    if (line.starts_with(kName)) name_ = trimmed(line.substr(kName.size()));
    const std::string_view option = declared_option(line);
    if (!option.empty()) declared_.emplace(lower_case(option), option);
}

/// Our own engine lists options for research only where it is asked to, and obeys them in any case.
bool UciPlayer::may_be_set(const std::string& name) {
    if (declared_.contains(lower_case(name))) return true;
    if (!name_.starts_with("Ratatosk ")) return false;
    declared_.emplace(lower_case(name), name);
    return true;
}

/// What our own engine says of an option that it cannot obey; others may say it in the same way.
void UciPlayer::read_remark(std::string_view line) {
    constexpr std::string_view kString = "info string ";
    if (!line.starts_with(kString)) return;
    const std::string text = lower_case(line.substr(kString.size()));
    for (const auto& [name, value] : spec_.options) {
        const std::string lower = lower_case(name);
        if (text.starts_with(lower + ':') || text.starts_with("option " + lower + ':') ||
            text == "there is no option " + in_quotes(lower))
            complaints_.emplace_back(line.substr(kString.size()));
    }
}

std::optional<Fault> UciPlayer::set_options() {
    for (const auto& [name, value] : spec_.options) {
        if (may_be_set(name)) {
            if (auto fault = set_option(name, value)) return fault;
        } else {
            complaints_.push_back("has no option " + in_quotes(name));
        }
    }
    return std::nullopt;
}

std::optional<Fault> UciPlayer::set_option(const std::string& name, const std::string& value) {
    const std::string value_words = value.empty() ? "" : " value " + value;
    return pipe_.send("setoption name " + declared_[lower_case(name)] + value_words);
}

std::optional<Fault>
UciPlayer::wait_until_ready(const std::function<void(std::string_view)>& hear) {
    if (auto fault = pipe_.send("isready")) return fault;
    return pipe_.receive_until("readyok", spec_.patience, hear);
}

std::optional<Fault> UciPlayer::new_game(const Position& start) {
    if (fault_) return fault_;
    if (start.is_chess960() != chess960_) {
        chess960_ = start.is_chess960();
        if (!declared_.contains("uci_chess960"))
            return Fault{Fault::Kind::BadReply, "does not play Chess960", {}};
        if (auto fault = set_option("UCI_Chess960", chess960_ ? "true" : "false")) return fault;
    }
    pipe_.hold("ucinewgame");
    return wait_until_ready([](std::string_view) {});
}

std::variant<bool, Fault> UciPlayer::leave_pondering(const ThinkRequest& request) {
    if (pondered_.empty()) return false;
    const bool hit = pondered_ == request.game.uci_position();
    pondered_.clear();
    if (auto fault = pipe_.send(hit ? "ponderhit" : "stop")) return *fault;
    if (hit) return true;
    if (auto fault =
            pipe_.receive_until("bestmove", request.patience.after_stop, [](std::string_view) {}))
        return *fault;
    return false;
}

Reply UciPlayer::think(const ThinkRequest& request) {
    if (fault_) return *fault_;
    const TimePoint began = Clock::now();
    auto pondering = leave_pondering(request);
    if (auto* fault = std::get_if<Fault>(&pondering)) return *fault;
    if (std::get<bool>(pondering)) return wait_for_move(request, began);
    best_line_.clear();
    pipe_.hold(request.game.uci_position());
    // The clock starts here: reading the position is the engine's business.
    const TimePoint told = Clock::now();
    if (auto fault = pipe_.send(go_text(request.limits))) return *fault;
    return wait_for_move(request, told);
}

Reply UciPlayer::wait_for_move(const ThinkRequest& request, TimePoint began) {
    bool asked_to_stop = false;
    TimePoint deadline = began + request.patience.until_stop;
    for (;;) {
        auto received = pipe_.receive(deadline, request.stop);
        if (auto* fault = std::get_if<Fault>(&received)) {
            fault->elapsed = Clock::now() - began;
            if (fault->kind != Fault::Kind::Silence) return *fault;
        } else {
            auto& line = std::get<ProcessLine>(received);
            if (begins_with_word(line.text, "bestmove"))
                return understand(request, line.text, line.arrived - began);
            if (tells_best_line(line.text)) best_line_.swap(line.text);
        }
        // Also for one who goes on talking: it must not be waited for without end.
        if (Clock::now() < deadline) continue;
        if (asked_to_stop) {
            pipe_.give_up();
            return Fault{Fault::Kind::Hang, "gave no move, not even when stopped",
                         Clock::now() - began};
        }
        asked_to_stop = true;
        deadline = Clock::now() + request.patience.after_stop;
        if (auto broken = pipe_.send("stop")) return *broken;
    }
}

Reply UciPlayer::understand(const ThinkRequest& request, std::string_view best_move,
                            Clock::duration elapsed) const {
    Thought thought{.elapsed = elapsed};
    read_info_line(best_line_, thought);
    auto read = read_best_move(trimmed(best_move), request.game.position(), thought);
    if (auto* fault = std::get_if<Fault>(&read)) {
        fault->elapsed = elapsed;
        return *fault;
    }
    return thought;
}

void UciPlayer::ponder(const GameLine& expected, const Limits& limits) {
    best_line_.clear();
    Limits pondering = limits;
    pondering.ponder = true;
    pipe_.hold(expected.uci_position());
    fault_ = pipe_.send(go_text(pondering));
    if (!fault_) pondered_ = expected.uci_position();
}

void UciPlayer::end_game(const GameLine&, PgnResult) {
    if (pondered_.empty()) return;
    pondered_.clear();
    fault_ = pipe_.send("stop");
    if (!fault_)
        fault_ = pipe_.receive_until("bestmove", Patience{}.after_stop, [](std::string_view) {});
}

} // namespace rata
