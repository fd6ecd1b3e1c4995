#include "engine/app/option_words.hpp"

#include "engine/base/parse.hpp"
#include "engine/base/suggestion.hpp"

#include <algorithm>

namespace rata {

namespace {

constexpr std::string_view kPrefix = "option.";

std::vector<std::string> option_names() {
    std::vector<std::string> names;
    for (const OptionRow& row : option_table()) names.emplace_back(row.name);
    return names;
}

Result<void> read_option_word(std::string_view word, Options& options) {
    const std::string_view rest = word.substr(kPrefix.size());
    const std::size_t equals = rest.find('=');
    const std::string_view name = rest.substr(0, equals);
    const OptionRow* row = find_option(name);
    if (row == nullptr) {
        return Error{.code = ErrorCode::NotFound,
                     .message = "there is no option " + in_quotes(name) +
                                did_you_mean(name, option_names()),
                     .where = {}};
    }
    if (equals == std::string_view::npos && row->kind != OptionKind::Button) {
        return Error{.code = ErrorCode::Syntax,
                     .message = "expected " + std::string(word) + "=VALUE",
                     .where = {}};
    }
    const auto change =
        assign(options, *row, equals == std::string_view::npos ? "" : rest.substr(equals + 1));
    if (!change) return change.error();
    if (!change->notice.empty()) {
        return Error{.code = ErrorCode::Range,
                     .message = "option " + std::string(row->name) + ": expected " +
                                std::to_string(row->min) + " to " + std::to_string(row->max) +
                                ", found " + in_quotes(rest.substr(equals + 1)),
                     .where = {}};
    }
    return {};
}

} // namespace

bool is_option_word(const std::string& word) { return word.starts_with(kPrefix); }

Result<Options> take_option_words(std::vector<std::string>& words) {
    Options options;
    for (const std::string& word : words) {
        if (!is_option_word(word)) continue;
        if (auto read = read_option_word(word, options); !read) return read.error();
    }
    std::erase_if(words, is_option_word);
    return options;
}

} // namespace rata
