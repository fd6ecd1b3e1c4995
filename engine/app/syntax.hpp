// What one command accepts on its command line, declared once: parsing (command_line.hpp), error
// messages and --help (help_text.hpp) all follow this declaration. Plain data, no parsing here.
#pragma once

#include "engine/base/clock.hpp"
#include "engine/base/parse.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rata {

/// Where a value goes once it is read. The variable it was made for must outlive it.
struct Target {
    std::function<Result<void>(const std::string& text)> accept{};
    std::string note{}; ///< for help: the permitted range and the default
};

/// A number in [min, max]. The variable holds the default by now.
template <std::integral T>
[[nodiscard]] Target number_into(T& variable, T min, T max) {
    const auto accept = [&variable, min, max](const std::string& text) -> Result<void> {
        const Result<T> number = parse_integer<T>(text, min, max);
        if (!number) return number.error();
        variable = *number;
        return {};
    };
    return {accept, fmt::format("{} to {}, default {}", min, max, variable)};
}

/// The same without a default: the variable stays empty when the option is not given.
template <std::integral T>
[[nodiscard]] Target number_into(std::optional<T>& variable, T min, T max) {
    const auto accept = [&variable, min, max](const std::string& text) -> Result<void> {
        const Result<T> number = parse_integer<T>(text, min, max);
        if (!number) return number.error();
        variable = *number;
        return {};
    };
    return {accept, fmt::format("{} to {}", min, max)};
}

/// Where the words of a group go.
using WordsTarget = std::function<Result<void>(const std::vector<std::string>& words)>;

[[nodiscard]] Target text_into(std::optional<std::string>& variable);
/// Every value is added to the list.
[[nodiscard]] Target list_into(std::vector<std::string>& variable);
[[nodiscard]] Target flag_into(bool& variable);
/// A time in seconds, such as 0.5: the one unit of time on the command line.
[[nodiscard]] Target time_into(std::optional<milliseconds>& variable);

struct Parameter {
    enum class Kind {
        Flag,      ///< --name
        Option,    ///< --name VALUE; the last one given counts, unless it is a list
        Argument,  ///< NAME
        Arguments, ///< NAME...
        Group,     ///< -name WORD...; may be given several times
        Words,     ///< everything behind the command, options too, as it is
    };
    Kind kind = Kind::Flag;
    std::string name{};  ///< with its dashes; "-h,--help" for two names
    std::string value{}; ///< what stands for the value in help; Option and Group only
    std::string help{};
    Target target{};
    WordsTarget words{}; ///< Group and Words only
};

struct Example {
    std::string command{};
    std::string meaning{};
};

class Syntax {
public:
    /// A form of the command, without "ratatosk" and name: "DEPTH [OPTION...]".
    void form(std::string text) { forms.push_back(std::move(text)); }
    void flag(std::string name, std::string help, Target target);
    void option(std::string name, std::string value, std::string help, Target target);
    void argument(std::string name, std::string help, Target target);
    /// All arguments that are left; must be declared last.
    void arguments(std::string name, std::string help, Target target);
    /// A word with a dash and all words behind it, up to the next one with a dash: the manner of
    /// match runners. A command has either groups or the other kinds, never both.
    void group(std::string name, std::string value, std::string help, WordsTarget words);
    [[nodiscard]] bool has_groups() const;
    /// Everything behind the command, --help too, goes to `words` as it is: for a command that
    /// reads its own command line. It has no other parameters.
    void all_words(std::string name, std::string help, WordsTarget words);
    [[nodiscard]] bool takes_all_words() const;
    void example(std::string command, std::string meaning);
    /// What the exit code 1 or 3 means for this command, or another thing to know; a sentence.
    void note(std::string text) { notes.push_back(std::move(text)); }

    std::vector<std::string> forms{};
    std::vector<Parameter> parameters{};
    std::vector<Example> examples{};
    std::vector<std::string> notes{};
};

} // namespace rata
