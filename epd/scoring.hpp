// What a run is worth by the rules of its suite: positions solved, the points and Elo of LCT II, or
// the points of STS by theme. Verdicts in, figures out.
#pragma once

#include "epd/test_suite.hpp"
#include "epd/verdict.hpp"

#include <string_view>

namespace rata {

enum class Scoring : std::uint8_t {
    Solved,
    Lct2, ///< points for the time to the solution
    Sts,  ///< points for the move, also for other moves than the best
};

/// "solved", "lct2", "sts".
[[nodiscard]] std::string_view to_string(Scoring scoring);
[[nodiscard]] std::optional<Scoring> scoring_from(std::string_view text);

/// What the suite itself calls for: LCT II by its ids, STS if every position has points.
[[nodiscard]] Scoring natural_scoring(const TestSuite& suite);

inline constexpr int kLct2Positions = 35;
inline constexpr int kLct2MostPoints = 30;
inline constexpr int kLct2Elo = 1900; ///< of one who solves nothing
inline constexpr milliseconds kLct2Time{600'000};

/// What a position gets when all times are divided by `scale`.
[[nodiscard]] milliseconds lct2_time(double scale);

/// Points of a solution after such a time, when every band is `scale` times as short as in the
/// instructions. Times count in whole seconds (of the unscaled test), truncated.
[[nodiscard]] int lct2_points(Clock::duration time, double scale);

struct ScoringRule {
    Scoring scoring = Scoring::Solved;
    double lct2_scale = 1;
};

/// The points of one position, and how many there could have been. Both are 0 where only solutions
/// count.
struct Points {
    int reached = 0;
    int most = 0;
};
[[nodiscard]] Points points_of(const TestPosition& test, const Verdict* verdict,
                               const ScoringRule& rule);

struct ThemeScore {
    std::string name{};
    std::size_t positions = 0;
    std::size_t solved = 0;
    Points points{};
};

/// One engine on one suite.
struct SuiteScore {
    std::size_t positions = 0; ///< that have an outcome
    std::size_t solved = 0;
    std::size_t failed = 0; ///< the engine gave no answer
    Points points{};
    std::vector<ThemeScore> themes{}; ///< as they come in the suite; only where points are given
    /// Of LCT II, if all of its positions were there.
    std::optional<int> elo{};
    Clock::duration elapsed{0};
    Clock::duration solution_time{0}; ///< of all solved positions together
    std::uint64_t nodes = 0;
};

/// Adds one position after the other, in the order of the suite.
class SuiteScorer {
public:
    explicit SuiteScorer(const ScoringRule& rule) : rule_(rule) {}

    /// No verdict: the engine failed.
    void add(const TestPosition& test, const Verdict* verdict);
    [[nodiscard]] SuiteScore score() const;

private:
    [[nodiscard]] ThemeScore& theme(const TestPosition& test);

    ScoringRule rule_;
    SuiteScore score_{};
    std::vector<std::string> theme_keys_{};
};

} // namespace rata
