#include "engine/notation/perft_suite.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/text_place.hpp"

#include <algorithm>

namespace rata {

namespace {

/// "D4 197281".
Result<PerftCount> parse_count(std::string_view text) {
    WordReader words(text);
    const auto depth_word = words.next();
    const auto nodes_word = words.next();
    if (!depth_word || depth_word->front() != 'D' || !nodes_word || !words.rest().empty())
        return syntax_error(
            "expected a depth and a count such as D2 400, found " + in_quotes(trimmed(text)), 0);
    const auto depth = parse_integer<int>(depth_word->substr(1), 1, 100);
    if (!depth) return depth.error();
    const auto nodes = parse_integer<std::uint64_t>(*nodes_word);
    if (!nodes) return nodes.error();
    return PerftCount{*depth, *nodes};
}

} // namespace

Result<PerftCase> parse_perft_case(std::string_view line, const FenOptions& options) {
    PerftCase found;
    std::size_t at = std::min(line.find(';'), line.size());
    auto position = parse_fen(line.substr(0, at), options);
    if (!position) return position.error();
    found.fen = trimmed(line.substr(0, at));
    found.position = *std::move(position);
    while (at < line.size()) {
        const std::size_t start = at + 1;
        at = std::min(line.find(';', start), line.size());
        const std::string_view text = line.substr(start, at - start);
        if (trimmed(text).empty()) continue;
        const auto count = parse_count(text);
        if (!count) return moved_right(count.error(), start);
        if (!found.counts.empty() && count->depth <= found.counts.back().depth)
            return syntax_error("depth " + std::to_string(count->depth) + " follows depth " +
                                    std::to_string(found.counts.back().depth) +
                                    ", expected rising depths",
                                start);
        found.counts.push_back(*count);
    }
    if (found.counts.empty())
        return syntax_error("expected counts such as ;D1 20 ;D2 400 after the position",
                            line.size());
    return found;
}

Result<std::vector<PerftCase>> parse_perft_suite(std::string_view text, const std::string& source,
                                                 const FenOptions& options) {
    std::vector<PerftCase> cases;
    std::size_t number = 0;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view line = text.substr(start, end - start);
        ++number;
        if (const std::string_view content = trimmed(line);
            !content.empty() && content.front() != '#') {
            auto found = parse_perft_case(line, options);
            if (!found) {
                Error error = moved_right(found.error(), 0);
                error.where.byte += start;
                error.where.line = number;
                error.where.source = source;
                return error;
            }
            found->line = number;
            cases.push_back(*std::move(found));
        }
        start = end + 1;
    }
    return cases;
}

} // namespace rata
