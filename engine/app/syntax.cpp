#include "engine/app/syntax.hpp"

#include <algorithm>

namespace rata {

Target text_into(std::optional<std::string>& variable) {
    const auto accept = [&variable](const std::string& text) -> Result<void> {
        variable = text;
        return {};
    };
    return {accept, {}};
}

Target list_into(std::vector<std::string>& variable) {
    const auto accept = [&variable](const std::string& text) -> Result<void> {
        variable.push_back(text);
        return {};
    };
    return {accept, {}};
}

Target flag_into(bool& variable) {
    const auto accept = [&variable](const std::string&) -> Result<void> {
        variable = true;
        return {};
    };
    return {accept, {}};
}

Target time_into(std::optional<milliseconds>& variable) {
    constexpr double kShortest = 0.001;
    constexpr double kLongest = 60.0 * 60 * 24 * 365;
    const auto accept = [&variable](const std::string& text) -> Result<void> {
        const auto seconds = parse_real(text, kShortest, kLongest);
        if (!seconds) return seconds.error();
        variable = std::chrono::round<milliseconds>(std::chrono::duration<double>(*seconds));
        return {};
    };
    return {accept, fmt::format("{} or more", kShortest)};
}

void Syntax::flag(std::string name, std::string help, Target target) {
    parameters.push_back(
        {Parameter::Kind::Flag, std::move(name), {}, std::move(help), std::move(target)});
}

void Syntax::option(std::string name, std::string value, std::string help, Target target) {
    parameters.push_back({Parameter::Kind::Option, std::move(name), std::move(value),
                          std::move(help), std::move(target)});
}

void Syntax::argument(std::string name, std::string help, Target target) {
    parameters.push_back(
        {Parameter::Kind::Argument, std::move(name), {}, std::move(help), std::move(target)});
}

void Syntax::arguments(std::string name, std::string help, Target target) {
    parameters.push_back(
        {Parameter::Kind::Arguments, std::move(name), {}, std::move(help), std::move(target)});
}

void Syntax::group(std::string name, std::string value, std::string help, WordsTarget words) {
    parameters.push_back({Parameter::Kind::Group,
                          std::move(name),
                          std::move(value),
                          std::move(help),
                          {},
                          std::move(words)});
}

void Syntax::all_words(std::string name, std::string help, WordsTarget words) {
    parameters.push_back(
        {Parameter::Kind::Words, std::move(name), {}, std::move(help), {}, std::move(words)});
}

bool Syntax::takes_all_words() const {
    return parameters.size() == 1 && parameters.front().kind == Parameter::Kind::Words;
}

bool Syntax::has_groups() const {
    return std::any_of(parameters.begin(), parameters.end(),
                       [](const Parameter& each) { return each.kind == Parameter::Kind::Group; });
}

void Syntax::example(std::string command, std::string meaning) {
    examples.push_back({std::move(command), std::move(meaning)});
}

} // namespace rata
