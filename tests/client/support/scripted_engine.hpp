// Engines that are lines of shell: they greet as UCI wants it, and then do what the test is about.
#pragma once

#include "engine/client/player.hpp"

#include <string>

namespace rata::test {

/// An engine that answers "uci" and "isready", and "go" by the given lines of shell. They may use
/// $position, the last "position" line.
[[nodiscard]] inline EngineSpec scripted_engine(const std::string& on_go,
                                                const std::string& on_start = "") {
    const std::string script = on_start +
                               "\nwhile read -r line; do case \"$line\" in\n"
                               "uci) echo 'id name Scripted'\n"
                               "  echo 'option name Hash type spin default 1 min 1 max 9'\n"
                               "  echo 'option name Clear Hash type button'; echo uciok;;\n"
                               "isready) echo readyok;;\n"
                               "position*) position=$line;;\n"
                               "go*) " +
                               on_go +
                               ";;\n"
                               "setoption*) echo \"info string $line\";;\n"
                               "quit) exit 0;;\n"
                               "esac; done\n";
    return {.name = "Scripted",
            .protocol = EngineProtocol::Uci,
            .command = "sh",
            .arguments = {"-c", script},
            .patience = milliseconds(20'000)};
}

} // namespace rata::test
