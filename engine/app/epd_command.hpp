// What `ratatosk epd` was asked for, shared by the reading of its words (epd_command_words.cpp) and
// the run itself (epd_command.cpp).
#pragma once

#include "engine/app/syntax.hpp"
#include "epd/suite_run.hpp"

namespace rata {

struct EpdRequest {
    /// An engine as it was asked for; the word "builtin" is this program.
    struct EngineWord {
        std::string command{};
        EngineProtocol protocol = EngineProtocol::Uci;
        std::vector<std::pair<std::string, std::string>> options{}; ///< names and values
    };

    std::vector<std::string> words{}; ///< files, and option.NAME=VALUE
    std::vector<EngineWord> engines{};
    std::optional<double> seconds{};
    std::optional<Depth> depth{};
    std::optional<std::uint64_t> nodes{};
    std::optional<int> stable{};
    std::optional<int> threads{};
    std::optional<int> hash{};
    std::size_t jobs = 1;
    double patience_seconds = 600;
    std::optional<Scoring> scoring{}; ///< nothing: what each suite calls for
    std::optional<double> lct2_scale{};
    std::vector<std::string> filter{};
    std::optional<std::string> json{};
    std::optional<std::string> csv{};
    std::optional<std::string> html{};
    std::optional<std::string> resume{};
    std::optional<std::string> compare{};
    std::optional<std::string> tree_folder{};
};

/// The request must outlive the syntax.
void declare_epd_words(Syntax& syntax, EpdRequest& request);

/// All but the suites, and what depends on them. The error is one of usage.
[[nodiscard]] Result<RunPlan> make_run_plan(EpdRequest& request);

/// How the suites of the plan are scored, and how long a search is if nothing was said. The error
/// is one of usage.
[[nodiscard]] Result<void> settle_scoring(const EpdRequest& request, RunPlan& plan);

} // namespace rata
