#include "engine/base/parse.hpp"
#include "engine/notation/epd.hpp"

namespace rata {

namespace {

constexpr std::size_t kReadBytes = 16384;
constexpr std::size_t kLongestLine = std::size_t{1} << 20;

} // namespace

EpdReader::EpdReader(ByteSource& source, const FenOptions& options)
    : source_(source), options_(options) {}

Where EpdReader::place() const { return Where{source_.name(), line_number_, 1, line_start_}; }

/// Reads more of the source behind the buffer, whose used part is dropped. False at the end.
Result<bool> EpdReader::fill() {
    buffer_.erase(0, next_);
    next_ = 0;
    const std::size_t size = buffer_.size();
    buffer_.resize(size + kReadBytes);
    const auto read = source_.read(std::span(buffer_).subspan(size));
    buffer_.resize(size + (read ? *read : 0));
    if (!read) return read.error();
    return *read != 0;
}

std::optional<Result<std::string_view>> EpdReader::next_line() {
    std::size_t end = buffer_.find('\n', next_);
    while (end == std::string::npos && !source_ended_) {
        if (buffer_.size() - next_ > kLongestLine) {
            failed_ = true;
            line_start_ = next_start_;
            ++line_number_;
            return Error{ErrorCode::Unsupported,
                         "this line has more than " + std::to_string(kLongestLine) + " bytes",
                         place()};
        }
        const auto more = fill();
        if (!more) {
            failed_ = true;
            return more.error();
        }
        source_ended_ = !*more;
        end = buffer_.find('\n', next_);
    }
    if (end == std::string::npos && next_ == buffer_.size()) return std::nullopt;

    const std::size_t stop = end == std::string::npos ? buffer_.size() : end + 1;
    const std::string_view line(buffer_.data() + next_, stop - next_);
    next_ = stop;
    line_start_ = next_start_;
    next_start_ += line.size();
    ++line_number_;
    return line;
}

std::optional<Result<EpdRecord>> EpdReader::next() {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    while (!failed_) {
        const auto line = next_line();
        if (!line) return std::nullopt;
        if (!*line) return line->error();
        std::string_view text = **line;
        std::size_t skipped = 0;
        if (line_number_ == 1 && text.starts_with(kByteOrderMark)) skipped = kByteOrderMark.size();
        text.remove_prefix(skipped);
        const std::string_view content = trimmed(text);
        if (content.empty() || content.front() == '#') continue;
        auto record = parse_epd(text, options_);
        if (record) return record;
        Error error = record.error();
        const std::size_t offset = error.where.column == 0 ? 0 : skipped + error.where.byte;
        error.where = place();
        error.where.column += offset;
        error.where.byte += offset;
        return error;
    }
    return std::nullopt;
}

} // namespace rata
