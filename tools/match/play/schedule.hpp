// Which game of a match is played by whom, with which colours and from which opening: arithmetic on
// the number of the game, so that a match can be resumed from any set of finished games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rata {

enum class Tournament : std::uint8_t {
    RoundRobin, ///< everybody against everybody
    Gauntlet,   ///< the first ones against all others
};

[[nodiscard]] std::string_view to_string(Tournament tournament);

/// Who is White in the games of a pairing.
enum class Colours : std::uint8_t {
    Alternate,  ///< first the first engine, then the second, and so on
    Reversed,   ///< the second engine begins
    FirstWhite, ///< always the first engine
    FirstBlack, ///< never the first engine
};

/// "alternate", "reversed", ...
[[nodiscard]] std::string_view to_string(Colours colours);

struct SchedulePlan {
    Tournament tournament = Tournament::RoundRobin;
    std::size_t engines = 2;
    std::size_t rounds = 1;
    std::size_t games = 2; ///< of each pairing in a round
    bool repeat = true;    ///< the games of a pairing in a round begin with the same opening
    Colours colours = Colours::Alternate;
    std::size_t seeds = 1; ///< of a gauntlet: how many engines play all others, but not each other

    bool operator==(const SchedulePlan&) const = default;
};

/// Two engines that meet, by their numbers; the smaller one is the first.
struct Pairing {
    std::size_t first = 0;
    std::size_t second = 1;

    bool operator==(const Pairing&) const = default;
};

struct ScheduledGame {
    std::size_t number = 0; ///< from 0
    std::size_t round = 0;  ///< from 0
    std::size_t pairing_number = 0;
    Pairing pairing{};
    bool first_is_white = true;
    std::size_t opening = 0;
    /// The number of the pair of games it belongs to, or nothing if it has no twin: a game with
    /// colours reversed from the same opening. `twin` is the other one's number.
    bool has_twin = false;
    std::size_t twin = 0;

    [[nodiscard]] std::size_t white() const {
        return first_is_white ? pairing.first : pairing.second;
    }
    [[nodiscard]] std::size_t black() const {
        return first_is_white ? pairing.second : pairing.first;
    }
};

class Schedule {
public:
    explicit Schedule(const SchedulePlan& plan) : plan_(plan) {}

    [[nodiscard]] std::size_t pairings() const;
    [[nodiscard]] Pairing pairing(std::size_t number) const;
    [[nodiscard]] std::size_t size() const { return plan_.rounds * pairings() * plan_.games; }
    [[nodiscard]] ScheduledGame game(std::size_t number) const;

private:
    SchedulePlan plan_;
};

} // namespace rata
