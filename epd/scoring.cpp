#include "epd/scoring.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rata {

namespace {

/// Up to and including so many whole seconds, a solution has so many points.
struct Band {
    double last_second = 0;
    int points = 0;
};
constexpr std::array<Band, 6> kLct2Bands{
    {{9, kLct2MostPoints}, {29, 25}, {89, 20}, {179, 15}, {389, 10}, {600, 5}}};

constexpr std::string_view kLct2Id = "LCTII.";

/// Positions of one theme of STS agree in the version, not always in how the theme is spelled.
std::string theme_key(std::string_view id, const std::string& theme) {
    const std::size_t version = id.find(") ");
    return version == std::string_view::npos ? theme : std::string(id.substr(0, version));
}

int best_credit(const TestPosition& test) {
    int best = 0;
    for (const MoveCredit& credit : test.credits) best = std::max(best, credit.points);
    return best;
}

} // namespace

std::string_view to_string(Scoring scoring) {
    switch (scoring) {
    case Scoring::Solved: return "solved";
    case Scoring::Lct2: return "lct2";
    case Scoring::Sts: return "sts";
    }
    return {};
}

std::optional<Scoring> scoring_from(std::string_view text) {
    for (const Scoring each : {Scoring::Solved, Scoring::Lct2, Scoring::Sts})
        if (to_string(each) == text) return each;
    return std::nullopt;
}

Scoring natural_scoring(const TestSuite& suite) {
    const auto all = [&suite](auto&& holds) {
        return !suite.positions.empty() &&
               std::all_of(suite.positions.begin(), suite.positions.end(), holds);
    };
    if (all([](const TestPosition& test) { return test.id.starts_with(kLct2Id); }))
        return Scoring::Lct2;
    if (all([](const TestPosition& test) { return !test.credits.empty(); })) return Scoring::Sts;
    return Scoring::Solved;
}

milliseconds lct2_time(double scale) {
    const double milliseconds_left = static_cast<double>(kLct2Time.count()) / scale;
    return milliseconds(std::llround(milliseconds_left));
}

int lct2_points(Clock::duration time, double scale) {
    const double second = std::floor(std::chrono::duration<double>(time).count() * scale);
    for (const Band& band : kLct2Bands)
        if (second <= band.last_second) return band.points;
    return 0;
}

Points points_of(const TestPosition& test, const Verdict* verdict, const ScoringRule& rule) {
    switch (rule.scoring) {
    case Scoring::Solved: break;
    case Scoring::Lct2:
        return {verdict != nullptr && verdict->solution
                    ? lct2_points(verdict->solution->elapsed, rule.lct2_scale)
                    : 0,
                kLct2MostPoints};
    case Scoring::Sts:
        return {verdict != nullptr ? test.credit_of(verdict->move) : 0, best_credit(test)};
    }
    return {};
}

ThemeScore& SuiteScorer::theme(const TestPosition& test) {
    const std::string name = theme_of(test.id);
    const std::string key = theme_key(test.id, name);
    const auto found = std::find(theme_keys_.begin(), theme_keys_.end(), key);
    if (found != theme_keys_.end())
        return score_.themes[static_cast<std::size_t>(found - theme_keys_.begin())];
    theme_keys_.push_back(key);
    return score_.themes.emplace_back(
        ThemeScore{.name = name, .positions = 0, .solved = 0, .points = {}});
}

void SuiteScorer::add(const TestPosition& test, const Verdict* verdict) {
    const bool solved = verdict != nullptr && verdict->solved;
    const Points points = points_of(test, verdict, rule_);
    const auto count = [&points, solved](auto& score) {
        ++score.positions;
        score.solved += solved ? 1 : 0;
        score.points.reached += points.reached;
        score.points.most += points.most;
    };
    count(score_);
    if (rule_.scoring != Scoring::Solved) count(theme(test));
    if (verdict == nullptr) {
        ++score_.failed;
        return;
    }
    score_.elapsed += verdict->cost.elapsed;
    score_.nodes += verdict->cost.nodes;
    if (verdict->solution) score_.solution_time += verdict->solution->elapsed;
}

SuiteScore SuiteScorer::score() const {
    SuiteScore score = score_;
    if (rule_.scoring == Scoring::Lct2 && score.positions == kLct2Positions)
        score.elo = kLct2Elo + score.points.reached;
    return score;
}

} // namespace rata
