// From the arguments of the program to what they ask for. The one place that knows CLI11; it only
// splits the arguments, while numbers are read strictly and errors are worded here.
#pragma once

#include "engine/app/command.hpp"
#include "engine/session/options.hpp"

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

/// A whole document, as it is kept in docs/.
struct ShowDocument {
    enum class Kind { ManPage, Options };
    Kind kind = Kind::ManPage;
};

/// There was no argument, or nothing but options of the engine: a GUI has started us.
struct NothingAsked {
    Options options{};
};

struct UsageError {
    std::string topic{}; ///< as for ShowHelp: whose help tells how to do it right
    std::string message{};
};

using Request =
    std::variant<RunCommand, ShowHelp, ShowVersion, ShowDocument, NothingAsked, UsageError>;

/// The arguments without the name of the program.
[[nodiscard]] Request parse_command_line(const std::vector<std::string>& arguments);

} // namespace rata
