// The words of a filter, as a person writes them into an option.
#include "engine/base/parse.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/trace/tree_log.hpp"

#include <charconv>

namespace rata {

namespace {

Error bad_word(std::string_view word, const std::string& expected) {
    return Error{.code = ErrorCode::Syntax,
                 .message = "tree log filter: expected " + expected + ", found " + in_quotes(word),
                 .where = {}};
}

template <typename T>
struct Range {
    T first;
    T last;
};

/// "A-B", "A-", "-B" or "A".
template <typename T>
std::optional<Range<T>> parse_range(std::string_view text) {
    Range<T> range{0, std::numeric_limits<T>::max()};
    const std::size_t dash = text.find('-');
    const std::string_view first = text.substr(0, dash);
    const std::string_view last = dash == std::string_view::npos ? first : text.substr(dash + 1);
    if (!first.empty()) {
        const auto number = try_parse_integer<T>(first, T{0});
        if (!number) return std::nullopt;
        range.first = *number;
    }
    if (!last.empty()) {
        const auto number = try_parse_integer<T>(last, T{0});
        if (!number) return std::nullopt;
        range.last = *number;
    }
    if (text.empty() || text == "-" || range.first > range.last) return std::nullopt;
    return range;
}

class FilterParser {
public:
    explicit FilterParser(const Position& root) : root_(root) {}

    Result<void> read(std::string_view word) {
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos) return bad_word(word, "NAME=VALUE");
        const std::string_view name = word.substr(0, equals);
        const std::string_view value = word.substr(equals + 1);
        for (const auto& [known, reader] : kReaders)
            if (known == name) return (this->*reader)(value);
        return bad_word(name,
                        "depth, level, iterations, last, moves, hash, sample, time, size or key");
    }
    [[nodiscard]] TreeFilter take() { return std::move(filter_); }

private:
    using Reader = Result<void> (FilterParser::*)(std::string_view);
    struct NamedReader {
        std::string_view name;
        Reader reader;
    };
    static const NamedReader kReaders[10];

    Result<void> read_depth(std::string_view text) {
        filter_.nodes.min_depth = try_parse_integer<std::int32_t>(text);
        if (!filter_.nodes.min_depth) return bad_word(text, "a depth");
        return {};
    }
    Result<void> read_level(std::string_view text) {
        filter_.nodes.max_level = try_parse_integer<std::uint16_t>(text);
        if (!filter_.nodes.max_level) return bad_word(text, "a number of calls");
        return {};
    }
    Result<void> read_iterations(std::string_view text) {
        const auto range = parse_range<std::uint32_t>(text);
        if (!range) return bad_word(text, "iterations such as 5, 5-8, 5- or -8");
        filter_.nodes.first_iteration = range->first;
        filter_.nodes.last_iteration = range->last;
        return {};
    }
    Result<void> read_last(std::string_view text) {
        const auto iterations = try_parse_integer<std::uint32_t>(text, 1U);
        if (!iterations) return bad_word(text, "a number of iterations");
        filter_.nodes.keep_iterations = *iterations;
        return {};
    }
    Result<void> read_moves(std::string_view text) {
        Position position = root_;
        while (!text.empty()) {
            const std::size_t slash = text.find('/');
            const auto move = parse_coordinate(text.substr(0, slash), position);
            if (!move) return move.error();
            filter_.nodes.path.push_back(move->raw());
            position.make(*move);
            text = slash == std::string_view::npos ? "" : text.substr(slash + 1);
        }
        return {};
    }
    Result<void> read_hash(std::string_view text) {
        std::uint64_t key = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key, 16);
        if (error != std::errc{} || end != text.data() + text.size())
            return bad_word(text, "a key of up to 16 hexadecimal digits");
        filter_.nodes.key = key;
        return {};
    }
    Result<void> read_sample(std::string_view text) {
        const std::size_t at = text.find('@');
        const auto one_in = try_parse_integer<std::uint32_t>(text.substr(0, at), 1U);
        const std::string_view level = at == std::string_view::npos ? "4" : text.substr(at + 1);
        const auto parsed = try_parse_integer<std::uint16_t>(level);
        if (!one_in || !parsed) return bad_word(text, "a sample such as 100@4");
        filter_.nodes.sample_one_in = *one_in;
        filter_.nodes.sample_level = *parsed;
        return {};
    }
    Result<void> read_time(std::string_view text) {
        const auto range = parse_range<std::int32_t>(text);
        if (!range) return bad_word(text, "milliseconds such as 0-5000");
        filter_.nodes.from = milliseconds(range->first);
        filter_.nodes.until = milliseconds(range->last);
        return {};
    }
    Result<void> read_size(std::string_view text) {
        const auto mebibytes = try_parse_integer<std::uint32_t>(text, 1U);
        if (!mebibytes) return bad_word(text, "a number of MiB");
        filter_.max_bytes = std::uint64_t{*mebibytes} << 20;
        return {};
    }
    Result<void> read_key(std::string_view text) {
        if (text != "on" && text != "off") return bad_word(text, "on or off");
        filter_.key = text == "on" ? KeyColumn::Log : KeyColumn::Omit;
        return {};
    }

    const Position& root_;
    TreeFilter filter_{};
};

const FilterParser::NamedReader FilterParser::kReaders[10] = {
    {"depth", &FilterParser::read_depth},
    {"level", &FilterParser::read_level},
    {"iterations", &FilterParser::read_iterations},
    {"last", &FilterParser::read_last},
    {"moves", &FilterParser::read_moves},
    {"hash", &FilterParser::read_hash},
    {"sample", &FilterParser::read_sample},
    {"time", &FilterParser::read_time},
    {"size", &FilterParser::read_size},
    {"key", &FilterParser::read_key},
};

} // namespace

Result<TreeFilter> parse_tree_filter(std::string_view text, const Position& root) {
    FilterParser parser(root);
    WordReader words(text);
    while (const auto word = words.next())
        if (auto read = parser.read(*word); !read) return std::move(read).error();
    return parser.take();
}

} // namespace rata
