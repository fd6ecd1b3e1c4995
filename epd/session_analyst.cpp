#include "epd/session_analyst.hpp"

#include "engine/base/version.hpp"
#include "engine/client/builtin_player.hpp"
#include "logging/treelog/log_copy.hpp"

#include <filesystem>

namespace rata {

namespace {

/// How often the waiting looks whether the run is to end.
constexpr milliseconds kLookForStop{20};

Limits limits_of(const AnalysisLimit& limit) {
    Limits limits;
    limits.move_time = limit.time;
    limits.depth = limit.depth;
    limits.nodes = limit.nodes;
    return limits;
}

} // namespace

Result<std::unique_ptr<Analyst>> SessionAnalyst::start(const EngineSpec& spec) {
    auto options = options_of(spec);
    if (!options) return options.error();
    return std::unique_ptr<Analyst>(new SessionAnalyst(std::move(*options)));
}

SessionAnalyst::SessionAnalyst(Options options)
    : session_(make_silent_runner, *this, std::move(options)) {}

std::string SessionAnalyst::own_name() const { return version_line(); }

void SessionAnalyst::on_line(const LineReport& report) {
    // An upper bound says that the move is worse than believed, not that it is the best one.
    if (report.line != 1 || report.moves.empty() || report.bound == Bound::Upper) return;
    const Sighting sighting{
        .move = report.moves.front(),
        .cost = {.elapsed = Clock::now() - began_, .depth = report.depth, .nodes = report.nodes},
        .score = spell_out(report.score)};
    if (request_->watch(sighting) == Wish::Enough) session_.stop();
}

/// Cuts the log into its iterations. Without them it stays as it is.
void SessionAnalyst::finish_tree_log(const std::string& path) {
    session_.close_tree_log();
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return; // there was a complaint
    if (const auto split = treelog::split_log(path); !split)
        complaints_.push_back(split.error().to_string());
    else
        std::filesystem::remove(path, ignored);
}

AnalysisReply SessionAnalyst::analyse(const AnalysisRequest& request) {
    session_.new_game();
    session_.set_position(request.position);
    if (request.tree_log)
        if (auto set = session_.set_option("Tree Log File", *request.tree_log); !set)
            complaints_.push_back(set.error().to_string());
    session_.settle(); // clearing a large table takes time that is not the search's
    request_ = &request;
    began_ = Clock::now();
    session_.go(limits_of(request.limit), began_);
    const Patience patience = patience_of(request);
    bool withdrawn = false;
    while (!session_.wait_for(kLookForStop)) {
        withdrawn = withdrawn || request.stop.stop_requested();
        if (withdrawn || Clock::now() - began_ > patience.until_stop) session_.stop();
    }
    const Clock::duration elapsed = Clock::now() - began_;
    if (request.tree_log) finish_tree_log(*request.tree_log);
    if (withdrawn) return Fault{Fault::Kind::Stopped, "stopped", elapsed};
    if (!request.position.is_legal(result_.best))
        return Fault{Fault::Kind::IllegalMove, "gave no legal move", elapsed};
    return Analysis{.sightings = {},
                    .move = result_.best,
                    .cost = {elapsed, result_.line.depth, result_.line.nodes},
                    .score = spell_out(result_.line.score)};
}

} // namespace rata
