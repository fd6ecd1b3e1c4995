#include "tools/match/play/pgn_results.hpp"

#include "engine/notation/pgn_reader.hpp"

#include <algorithm>
#include <tuple>

namespace rata {

class ResultCollector final : public PgnVisitor {
public:
    explicit ResultCollector(std::vector<PgnResults::FoundGame>& games) : games_(games) {}

    void begin_game() override { game_ = {}; }
    void tag(std::string_view name, std::string_view value) override {
        if (name == "White") game_.white = value;
        if (name == "Black") game_.black = value;
        if (name == "Round") game_.round = value.substr(0, value.find('.'));
        if (name == "FEN") game_.opening = value;
        if (name == "Result") game_.result = pgn_result_from(value);
    }
    /// The tags say it all.
    PgnInterest begin_moves(const Position& /*start*/) override { return PgnInterest::Skip; }
    void end_game(PgnResult result) override {
        if (result != PgnResult::None) game_.result = result;
        const bool decided = game_.result == PgnResult::WhiteWins ||
                             game_.result == PgnResult::BlackWins ||
                             game_.result == PgnResult::Draw;
        if (decided) games_.push_back(game_);
    }

private:
    std::vector<PgnResults::FoundGame>& games_;
    PgnResults::FoundGame game_{};
};

namespace {

/// In half points, as White sees it.
std::size_t white_half_points(PgnResult result) {
    return result == PgnResult::WhiteWins ? 2 : result == PgnResult::Draw ? 1 : 0;
}

/// What is known of two players while their games are gone through.
struct OpenPairing {
    PairingFigures figures{};
    /// Points of the first player in games whose twin has not come yet: by round, opening, and
    /// whether the first was White.
    std::map<std::tuple<std::string, std::string, bool>, std::vector<std::size_t>> waiting{};

    void add(const std::string& round, const std::string& opening, bool first_is_white,
             PgnResult result) {
        const std::size_t white = white_half_points(result);
        const std::size_t points = first_is_white ? white : 2 - white;
        if (points == 2) ++figures.games.wins;
        if (points == 1) ++figures.games.draws;
        if (points == 0) ++figures.games.losses;
        auto& twins = waiting[{round, opening, !first_is_white}];
        if (twins.empty()) {
            waiting[{round, opening, first_is_white}].push_back(points);
        } else {
            ++figures.pairs[points + twins.back()];
            twins.pop_back();
        }
    }
    /// Pairs count only if nearly every game has its twin; else the games are no pairs.
    [[nodiscard]] bool is_paired() const {
        return 2 * pairs_of(figures.pairs) + 2 >= figures.games.games();
    }
};

} // namespace

Result<void> PgnResults::read(ByteSource& source) {
    ResultCollector collector(games_);
    return read_pgn(source, collector);
}

std::vector<PairingFigures> PgnResults::figures() const {
    std::vector<OpenPairing> pairings;
    for (const FoundGame& game : games_) {
        const auto meets = [&game](const OpenPairing& each) {
            const auto names = std::minmax(each.figures.first, each.figures.second);
            return names == std::minmax(game.white, game.black);
        };
        auto found = std::find_if(pairings.begin(), pairings.end(), meets);
        if (found == pairings.end()) {
            pairings.push_back({.figures = {.first = game.white, .second = game.black}});
            found = std::prev(pairings.end());
        }
        found->add(game.round, game.opening, found->figures.first == game.white, game.result);
    }
    std::vector<PairingFigures> figures;
    for (OpenPairing& pairing : pairings) {
        if (!pairing.is_paired()) pairing.figures.pairs = {};
        figures.push_back(std::move(pairing.figures));
    }
    return figures;
}

} // namespace rata
