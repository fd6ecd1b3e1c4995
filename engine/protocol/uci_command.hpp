// The commands of UCI as values, and a few more for people at a terminal. What needs a position to
// be understood (moves, FEN) is still text here; the translator reads it.
#pragma once

#include "engine/search/limits.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rata::uci {

// --- the protocol --------------------------------------------------------------------------------
struct Uci {};
struct Debug {
    bool on = false;
};
struct IsReady {};
struct SetOption {
    std::string name{};
    std::string value{};
};
struct Register {};
struct NewGame {};
struct SetPosition {
    std::optional<std::string> fen{}; ///< absent: the usual start
    std::vector<std::string> moves{};
};
struct Go {
    Limits limits{}; ///< without search_moves
    std::vector<std::string> search_moves{};
    /// Anything of clocks was said, even if the time of the side to move was not.
    bool by_clock = false;
};
struct Stop {};
struct PonderHit {};
struct Quit {};

// --- for people ----------------------------------------------------------------------------------
struct GoPerft {
    int depth = 1;
};
struct Display {};
struct Evaluate {};
struct Bench {
    std::vector<std::string> arguments{};
};
/// A question in GTQL to the tree of the last search.
struct AskTree {
    std::string query{};
};
struct Wait {};
struct Compiler {};
struct Help {};

/// An empty line, or nothing known in it.
struct Nothing {};

using Command =
    std::variant<Nothing, Uci, Debug, IsReady, SetOption, Register, NewGame, SetPosition, Go, Stop,
                 PonderHit, Quit, GoPerft, Display, Evaluate, Bench, AskTree, Wait, Compiler, Help>;

/// A line that was understood, and what of it was passed over, each in words.
struct Parsed {
    Command command{};
    std::vector<std::string> remarks{};
};

} // namespace rata::uci
