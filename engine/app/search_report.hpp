// What `ratatosk search` prints: for people a table that grows with the search, for programs one
// JSON object at its end.
#pragma once

#include "engine/app/console.hpp"
#include "engine/session/session_listener.hpp"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>

namespace rata {

/// "+0.31", "-12.00", "#3", "-#2"; for the side to move.
[[nodiscard]] std::string human_score(Score score);
/// {"centipawns": 31}, {"mate": -2}, {"table_win_plies": 7}; for the side to move.
[[nodiscard]] nlohmann::ordered_json score_json(Score score);

/// Gathers what a search says; prints lines as they come if asked to.
class SearchReport final : public SessionListener {
public:
    enum class Style { Text, Json };

    SearchReport(Console& console, Style style) : console_(console), style_(style) {}

    void on_start(const SearchStart& start) override;
    void on_line(const LineReport& report) override;
    void on_text(const std::string& text) override { console_.complain(text); }
    void on_result(const SearchResult& result) override;

private:
    void print_line(const LineReport& report);
    [[nodiscard]] std::string as_text() const;
    [[nodiscard]] std::string as_json() const;

    Console& console_;
    Style style_;
    std::optional<Position> root_{};
    int ranks_ = 1;
    std::map<int, LineReport> lines_{}; ///< the newest of each rank
    SearchResult result_{};
};

} // namespace rata
