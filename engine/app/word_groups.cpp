#include "engine/app/word_groups.hpp"

#include "engine/base/suggestion.hpp"

#include <algorithm>

namespace rata {

namespace {

bool begins_group(const std::string& word) {
    return word.size() > 1 && word[0] == '-' && !is_digit(word[1]) && word[1] != '.';
}

std::string_view without_dashes(std::string_view name) {
    return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

const Parameter* find_parameter(const Syntax& syntax, std::string_view name) {
    for (const Parameter& parameter : syntax.parameters)
        if (without_dashes(parameter.name) == without_dashes(name)) return &parameter;
    return nullptr;
}

std::string unknown_group(const std::string& name, const Syntax& syntax) {
    std::vector<std::string> names;
    for (const Parameter& parameter : syntax.parameters)
        names.push_back('-' + std::string(without_dashes(parameter.name)));
    const std::string wanted = '-' + std::string(without_dashes(name));
    return "unknown option " + in_quotes(name) + did_you_mean(wanted, names);
}

Error groups_error(std::string message) {
    return Error{.code = ErrorCode::Syntax, .message = std::move(message), .where = {}};
}

} // namespace

bool asks_for_help(const std::vector<std::string>& words) {
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return word == "-h" || word == "-help" || word == "--help";
    });
}

Result<void> read_word_groups(const std::vector<std::string>& words, const Syntax& syntax) {
    for (std::size_t i = 0; i < words.size();) {
        const std::string& name = words[i];
        if (!begins_group(name)) return groups_error("unexpected argument " + in_quotes(name));
        const Parameter* parameter = find_parameter(syntax, name);
        if (parameter == nullptr) return groups_error(unknown_group(name, syntax));
        std::vector<std::string> values;
        for (++i; i < words.size() && !begins_group(words[i]); ++i) values.push_back(words[i]);
        if (const auto accepted = parameter->words(values); !accepted)
            return groups_error(parameter->name + ": " + accepted.error().message);
    }
    return {};
}

KeyValue key_value(const std::string& word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) return {word, {}};
    return {word.substr(0, equals), word.substr(equals + 1)};
}

WordsTarget one_word(Target target) {
    return [target = std::move(target)](const std::vector<std::string>& words) -> Result<void> {
        if (words.size() != 1)
            return groups_error("expected one word, found " + std::to_string(words.size()));
        return target.accept(words.front());
    };
}

WordsTarget no_words(Target target) {
    return [target = std::move(target)](const std::vector<std::string>& words) -> Result<void> {
        if (!words.empty()) return groups_error("unexpected " + in_quotes(words.front()));
        return target.accept({});
    };
}

Result<void> read_keys(const std::vector<std::string>& words, const std::vector<KeyTarget>& keys) {
    for (const std::string& word : words) {
        const KeyValue pair = key_value(word);
        const auto found = std::find_if(keys.begin(), keys.end(), [&pair](const KeyTarget& each) {
            return each.key == pair.key;
        });
        if (found == keys.end()) {
            std::string list;
            for (const KeyTarget& each : keys) list += (list.empty() ? "" : ", ") + each.key + '=';
            return groups_error("unknown word " + in_quotes(word) + ", expected " + list);
        }
        if (auto accepted = found->target.accept(pair.value); !accepted) {
            Error error = accepted.error();
            error.message = pair.key + ": " + error.message;
            return error;
        }
    }
    return {};
}

} // namespace rata
