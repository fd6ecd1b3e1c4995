#include "logging/treelog/move_layout.hpp"

#include "engine/base/parse.hpp"

#include <algorithm>

namespace treelog {

namespace {

constexpr std::uint32_t kMostFields = 1024;
constexpr unsigned kMostBits = 32;
constexpr char kNoKind = '.';
constexpr std::string_view kPassName = "--";

} // namespace

std::string to_string(BoardField field) {
    std::string column;
    for (std::uint32_t left = field.column + 1; left > 0; left = (left - 1) / 26)
        column.insert(column.begin(), static_cast<char>('a' + (left - 1) % 26));
    return column + std::to_string(field.row + 1);
}

// --- the text ------------------------------------------------------------------------------------

class MoveLayout::Parser {
public:
    explicit Parser(std::string_view text) : words_(text) {}

    Result<MoveLayout> parse() {
        if (words_.next() != "fields") return wrong("'fields COLUMNS ROWS'");
        if (auto read = read_number(layout_.columns_, 1, kMostFields, "columns"); !read)
            return std::move(read).error();
        if (auto read = read_number(layout_.rows_, 1, kMostFields, "rows"); !read)
            return std::move(read).error();
        if (layout_.columns_ * layout_.rows_ > kMostFields)
            return wrong("at most " + std::to_string(kMostFields) + " fields");
        layout_.stride_ = layout_.columns_;
        while (const auto word = words_.next())
            if (auto read = read_part(*word); !read) return std::move(read).error();
        if (!has_bits_) {
            layout_.to_ = {0, 10};
            layout_.from_ = {10, 10};
            layout_.kind_ = {20, 6};
            layout_.ordinal_ = {26, 6};
        } else if (layout_.to_.count == 0) {
            return wrong("'to FIRST COUNT', as there are other parts");
        }
        return std::move(layout_);
    }

private:
    Result<void> read_part(std::string_view word) {
        if (word == "to") return read_bits(layout_.to_);
        if (word == "from") return read_bits(layout_.from_);
        if (word == "kind") return read_bits(layout_.kind_);
        if (word == "ordinal") return read_bits(layout_.ordinal_);
        if (word == "first") return read_number(layout_.first_, 0, kMostFields, "a field");
        if (word == "stride")
            return read_number(layout_.stride_, layout_.columns_, kMostFields, "a stride");
        if (word == "top") {
            layout_.is_top_first_ = true;
            return {};
        }
        if (word == "symbols") {
            const auto symbols = words_.next();
            if (!symbols) return wrong("a character for each kind after 'symbols'");
            layout_.symbols_ = *symbols;
            return {};
        }
        if (word != "pass") {
            return wrong("to, from, kind, ordinal, first, stride, top, symbols or pass, found " +
                         rata::in_quotes(word));
        }
        const auto number = words_.next();
        layout_.pass_ = number ? rata::try_parse_integer<std::int64_t>(*number) : std::nullopt;
        return layout_.pass_ ? Result<void>{} : wrong("the number of a passed turn after 'pass'");
    }

    Result<void> read_bits(Bits& bits) {
        has_bits_ = true;
        if (auto read = read_number(bits.first, 0U, 63U, "the first bit"); !read) return read;
        return read_number(bits.count, 1U, std::min(kMostBits, 64 - bits.first), "bits");
    }

    Result<void> read_number(unsigned& number, unsigned least, unsigned most,
                             const std::string& what) {
        const auto word = words_.next();
        const auto read =
            word ? rata::try_parse_integer<unsigned>(*word, least, most) : std::nullopt;
        if (read) number = *read;
        if (read) return {};
        return wrong(what + " from " + std::to_string(least) + " to " + std::to_string(most) +
                     ", found " + (word ? rata::in_quotes(*word) : "the end"));
    }

    [[nodiscard]] Error wrong(const std::string& expected) const {
        return Error{.code = ErrorCode::Syntax,
                     .message = "names of moves: expected " + expected,
                     .where = {.column = words_.position()}};
    }

    rata::WordReader words_;
    MoveLayout layout_{};
    bool has_bits_ = false;
};

Result<MoveLayout> MoveLayout::parse(std::string_view text) { return Parser(text).parse(); }

std::optional<MoveLayout> MoveLayout::of(const Schema& schema) {
    const std::string_view text = schema.note(kMoveNamesNote);
    if (text.empty()) return std::nullopt;
    auto layout = parse(text);
    if (!layout) return std::nullopt;
    return *std::move(layout);
}

// --- moves ---------------------------------------------------------------------------------------

std::optional<BoardField> MoveLayout::field(std::uint64_t number) const {
    if (number < first_) return std::nullopt;
    BoardField field{static_cast<std::uint32_t>((number - first_) % stride_),
                     static_cast<std::uint32_t>((number - first_) / stride_)};
    if (field.column >= columns_ || field.row >= rows_) return std::nullopt;
    if (is_top_first_) field.row = rows_ - 1 - field.row;
    return field;
}

std::optional<MoveParts> MoveLayout::parts(std::int64_t move) const {
    if (is_pass(move)) return std::nullopt;
    const auto bits = static_cast<std::uint64_t>(move);
    const auto to = field(to_.of(bits));
    if (!to) return std::nullopt;
    MoveParts parts{.to = *to, .ordinal = ordinal_.of(bits)};
    if (from_.count != 0) {
        parts.from = field(from_.of(bits));
        if (!parts.from) return std::nullopt;
        if (parts.from == to) parts.from.reset();
    }
    const std::uint64_t kind = kind_.of(bits);
    if (kind < symbols_.size() && symbols_[kind] != kNoKind) parts.kind = symbols_[kind];
    return parts;
}

std::string MoveLayout::name(std::int64_t move) const {
    if (is_pass(move)) return std::string(kPassName);
    const auto found = parts(move);
    if (!found) return std::to_string(move);
    std::string text = found->from ? to_string(*found->from) : "";
    text += to_string(found->to);
    if (found->kind) text += *found->kind;
    if (found->ordinal != 0) text += '~' + std::to_string(found->ordinal + 1);
    return text;
}

} // namespace treelog
