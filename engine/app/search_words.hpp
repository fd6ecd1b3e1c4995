// What every command that searches one position accepts: the position, the limits, and options of
// the engine.
#pragma once

#include "engine/app/syntax.hpp"
#include "engine/search/limits.hpp"
#include "engine/session/options.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rata {

struct SearchWords {
    std::vector<std::string> words{}; ///< of the position, with those for options between them
    std::optional<int> depth{};
    std::optional<std::uint64_t> nodes{};
    std::optional<milliseconds> time{};
    std::optional<int> mate{};
    std::optional<int> threads{};
    std::optional<int> hash{};
    std::optional<int> multi_pv{};
    bool chess960 = false;

    /// The options, but not the arguments, which a command declares last.
    void declare(Syntax& syntax);
    void declare_position(Syntax& syntax);

    /// Takes the options of the engine out of the words. An Error as well if there is then no
    /// position left, or no limit.
    [[nodiscard]] Result<Options> take_options();
    [[nodiscard]] Limits limits() const;
};

} // namespace rata
