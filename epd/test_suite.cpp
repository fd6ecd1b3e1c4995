#include "epd/test_suite.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/text_encoding.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace rata {

namespace {

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
    return lower;
}

/// The lines of a text one by one, with their places.
class LineCutter {
public:
    explicit LineCutter(std::string_view text) : text_(text) {
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        if (text_.starts_with(kByteOrderMark)) next_ = kByteOrderMark.size();
    }

    [[nodiscard]] bool next() {
        if (next_ >= text_.size()) return false;
        start_ = next_;
        const std::size_t end = std::min(text_.find('\n', start_), text_.size());
        line_ = text_.substr(start_, end - start_);
        next_ = end + 1;
        ++number_;
        return true;
    }
    [[nodiscard]] std::string_view line() const { return line_; }
    [[nodiscard]] std::size_t number() const { return number_; }
    [[nodiscard]] std::size_t start() const { return start_; }

private:
    std::string_view text_;
    std::string_view line_{};
    std::size_t next_ = 0;
    std::size_t start_ = 0;
    std::size_t number_ = 0;
};

} // namespace

TestSuite parse_test_suite(std::string_view text, const std::string& file) {
    TestSuite suite{.file = file, .positions = {}, .broken = {}};
    LineCutter lines(text);
    while (lines.next()) {
        const std::string_view content = trimmed(lines.line());
        if (content.empty() || content.front() == '#') continue;
        auto test = parse_test_position(lines.line());
        if (!test) {
            Error error = test.error();
            error.where.source = file;
            error.where.line = lines.number();
            error.where.byte += lines.start();
            suite.broken.push_back(std::move(error));
            continue;
        }
        test->place = {file, lines.number(), 1, lines.start()};
        test->id = test->id.empty() ? "line " + std::to_string(lines.number()) : to_utf8(test->id);
        suite.positions.push_back(*std::move(test));
    }
    return suite;
}

void make_ids_unique(std::vector<TestSuite>& suites) {
    std::unordered_set<std::string> seen;
    std::unordered_map<std::string, int> copies;
    for (TestSuite& suite : suites) {
        for (TestPosition& test : suite.positions) {
            const std::string id = test.id;
            // Until it is new: a file may have a "WAC.001 (2)" of its own.
            while (!seen.insert(test.id).second)
                test.id = id + " (" + std::to_string(++copies[id] + 1) + ')';
        }
    }
}

void keep_matching(TestSuite& suite, const std::vector<std::string>& texts) {
    std::erase_if(suite.positions, [&texts](const TestPosition& test) {
        const std::string id = in_lower_case(test.id);
        return std::none_of(texts.begin(), texts.end(), [&id](const std::string& text) {
            return id.find(in_lower_case(text)) != std::string::npos;
        });
    });
}

} // namespace rata
