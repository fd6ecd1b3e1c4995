// From the arguments of the program to what they ask for. The one place that knows CLI11; it only
// splits the arguments, while numbers are read strictly and errors are worded here.
#pragma once

#include "engine/app/command.hpp"

#include <string>
#include <variant>
#include <vector>

namespace rata {

struct RunCommand {
    std::string name{}; ///< "perft", "pgn check"
    Action action{};
};

struct ShowHelp {
    std::string topic{}; ///< a command, a group, or empty for the program
    bool all = false;    ///< the help of every command
};

struct ShowVersion {};

/// There was no argument at all.
struct NothingAsked {};

struct UsageError {
    std::string topic{}; ///< as for ShowHelp: whose help tells how to do it right
    std::string message{};
};

using Request = std::variant<RunCommand, ShowHelp, ShowVersion, NothingAsked, UsageError>;

/// The arguments without the name of the program.
[[nodiscard]] Request parse_command_line(const std::vector<std::string>& arguments);

} // namespace rata
