// The commands of the Chess Engine Communication Protocol, version 2, as values. What needs a
// position to be understood (moves, FEN) is still text here; the translator reads it.
#pragma once

#include "engine/base/clock.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace rata::xboard {

/// Commands of one word and no consequence that needs telling apart in the parser.
enum class Word : std::uint8_t {
    Nothing, ///< known, and of no concern to us: random, ics, ...
    NewGame,
    Quit,
    Force,
    Go,
    PlayOther,
    White,
    Black,
    MoveNow,
    OfferDraw,
    Edit,
    Hint,
    Book,
    Undo,
    Remove,
    Hard,
    Easy,
    Post,
    NoPost,
    Analyze,
    Status, ///< "."
    Exit,
    Computer,
    Pause,
    Resume,
};

struct ProtocolVersion {};
struct Variant {
    std::string name{};
};
struct Level {
    int moves = 0;
    milliseconds base{};
    milliseconds increment{};
};
struct MoveTime {
    milliseconds time{};
};
struct MaxDepth {
    int depth = 0;
};
struct NodeRate {
    std::uint64_t nodes_per_second = 0; ///< 0: by the clock
};
struct OwnTime {
    milliseconds remaining{};
};
struct OtherTime {
    milliseconds remaining{};
};
struct UserMove {
    std::string text{};
    bool announced = false; ///< by "usermove", so that it cannot be anything else
};
struct Ping {
    std::string number{};
};
struct GameResult {
    std::string text{};
};
/// What the GUI says to a feature that we told it of.
struct FeatureAnswer {
    std::string feature{};
    bool accepted = true;
};
struct SetBoard {
    std::string fen{};
};
struct OpponentName {
    std::string name{};
};
struct Ratings {
    int own = 0;
    int other = 0;
};
struct Memory {
    int mebibytes = 0;
};
struct Cores {
    int count = 0;
};
/// Where endgame tables of some kind are.
struct TablePath {
    std::string kind{};
    std::string path{};
};
struct SetOption {
    std::string name{};
    std::optional<std::string> value{};
};
/// Root moves left out of an analysis, or taken in again.
struct Exclude {
    std::string move{}; ///< "all" or a move
    bool exclude = true;
};
struct SetScore {
    int centipawns = 0;
    int depth = 0;
};

using Command =
    std::variant<Word, ProtocolVersion, Variant, Level, MoveTime, MaxDepth, NodeRate, OwnTime,
                 OtherTime, UserMove, Ping, GameResult, FeatureAnswer, SetBoard, OpponentName,
                 Ratings, Memory, Cores, TablePath, SetOption, Exclude, SetScore>;

} // namespace rata::xboard
