#include "engine/notation/epd.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/san.hpp"
#include "engine/notation/text_place.hpp"

#include <algorithm>

namespace rata {

namespace {

constexpr std::size_t kFieldsOfPosition = 4;

bool is_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }
bool is_opcode_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/// The operations behind the position, one after the other.
class OperationReader {
public:
    OperationReader(std::string_view line, std::size_t start) : line_(line), at_(start) {}

    /// False at the end of the line.
    [[nodiscard]] bool has_more() {
        skip_blanks();
        return at_ < line_.size();
    }
    Result<EpdOperation> next() {
        EpdOperation operation;
        const std::size_t start = at_;
        if (!is_letter(line_[at_])) return fail("expected an opcode");
        while (at_ < line_.size() && is_opcode_character(line_[at_])) ++at_;
        operation.opcode = line_.substr(start, at_ - start);
        if (at_ < line_.size() && !is_blank(line_[at_]) && line_[at_] != ';')
            return fail("expected a blank or ';' after opcode " +
                        rata::in_quotes(operation.opcode));
        for (;;) {
            skip_blanks();
            if (at_ == line_.size()) return operation; // the last ';' may be missing
            if (line_[at_] == ';') break;
            auto operand = line_[at_] == '"' ? quoted_operand() : plain_operand();
            if (!operand) return operand.error();
            operation.operands.push_back(*std::move(operand));
        }
        ++at_;
        return operation;
    }

private:
    void skip_blanks() {
        while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
    }
    Result<EpdOperand> quoted_operand() {
        const std::size_t open = at_ + 1;
        const std::size_t close = line_.find('"', open);
        if (close == std::string_view::npos)
            return syntax_error("this quotation mark is never closed", at_);
        at_ = close + 1;
        if (at_ < line_.size() && !is_blank(line_[at_]) && line_[at_] != ';')
            return fail("expected a blank or ';' after the quotation mark");
        return EpdOperand{std::string(line_.substr(open, close - open)), true};
    }
    Result<EpdOperand> plain_operand() {
        const std::size_t start = at_;
        while (at_ < line_.size() && !is_blank(line_[at_]) && line_[at_] != ';') {
            if (line_[at_] == '"') return fail("expected no quotation mark inside an operand");
            ++at_;
        }
        return EpdOperand{std::string(line_.substr(start, at_ - start)), false};
    }
    [[nodiscard]] Error fail(const std::string& expected) const {
        return syntax_error(expected + ", found " + in_quotes(line_.substr(at_, 1)), at_);
    }

    std::string_view line_;
    std::size_t at_;
};

struct Head {
    bool is_complete = false;
    std::size_t position_end = 0; ///< behind the four fields
    std::size_t operations_start = 0;
    std::vector<EpdOperation> clocks{}; ///< of a full FEN, as operations
};

/// The position, and the two numbers that a FEN has and EPD has not.
Head read_head(std::string_view line) {
    WordReader words(line);
    for (std::size_t i = 0; i < kFieldsOfPosition; ++i)
        if (!words.next()) return {};
    Head head{true, words.position(), words.position(), {}};
    const auto halfmove_clock = words.next();
    const auto move_number = words.next();
    if (!halfmove_clock || !move_number || !is_digit(halfmove_clock->front()) ||
        !is_digit(move_number->front()))
        return head;
    head.operations_start = words.position();
    head.clocks = {EpdOperation{"hmvc", {EpdOperand{std::string(*halfmove_clock), false}}},
                   EpdOperation{"fmvn", {EpdOperand{std::string(*move_number), false}}}};
    return head;
}

/// The operand of hmvc or fmvn, or the number that stands for its absence.
Result<std::string> clock_text(const EpdRecord& record, std::string_view opcode,
                               std::string_view absent) {
    const EpdOperation* operation = record.find(opcode);
    if (operation == nullptr) return std::string(absent);
    const bool is_one = operation->operands.size() == 1;
    if (is_one && try_parse_integer<std::uint16_t>(operation->operands[0].text))
        return operation->operands[0].text;
    return Error{ErrorCode::Range,
                 std::string(opcode) + ": expected one number from 0 to 65535, found " +
                     rata::in_quotes(*record.text_of(opcode)),
                 {}};
}

std::string operand_text(const EpdOperand& operand) {
    std::string text = operand.text;
    std::replace(text.begin(), text.end(), '"', '\'');
    return operand.quoted ? '"' + text + '"' : text;
}

} // namespace

const EpdOperation* EpdRecord::find(std::string_view opcode) const {
    for (const EpdOperation& operation : operations)
        if (operation.opcode == opcode) return &operation;
    return nullptr;
}

std::optional<std::string> EpdRecord::text_of(std::string_view opcode) const {
    const EpdOperation* operation = find(opcode);
    if (operation == nullptr) return std::nullopt;
    std::string text;
    for (const EpdOperand& operand : operation->operands) {
        if (!text.empty()) text += ' ';
        text += operand.text;
    }
    return text;
}

std::string EpdRecord::comment(int number) const {
    RATA_ASSERT(number >= 0 && number <= 9);
    return text_of("c" + std::to_string(number)).value_or("");
}

Result<std::vector<Move>> EpdRecord::moves_of(std::string_view opcode) const {
    std::vector<Move> moves;
    const std::string text = text_of(opcode).value_or("");
    WordReader words(text);
    while (const auto word = words.next()) {
        const auto move = parse_san(*word, position);
        if (!move) {
            Error error = move.error();
            error.message = std::string(opcode) + ": " + error.message;
            error.where = {}; // a column of the word would be taken for one of the line
            return error;
        }
        moves.push_back(*move);
    }
    return moves;
}

Result<EpdRecord> parse_epd(std::string_view line, const FenOptions& options) {
    Head head = read_head(line);
    if (!head.is_complete) return parse_fen(line, options).error(); // which field is missing
    EpdRecord record;
    record.operations = std::move(head.clocks);
    OperationReader reader(line, head.operations_start);
    while (reader.has_more()) {
        auto operation = reader.next();
        if (!operation) return operation.error();
        record.operations.push_back(*std::move(operation));
    }
    const auto halfmove_clock = clock_text(record, "hmvc", "0");
    if (!halfmove_clock) return halfmove_clock.error();
    const auto move_number = clock_text(record, "fmvn", "1");
    if (!move_number) return move_number.error();

    // The fields stay where they are in the line, so the columns of errors are right.
    const std::string fen =
        std::string(line.substr(0, head.position_end)) + ' ' + *halfmove_clock + ' ' + *move_number;
    auto position = parse_fen(fen, options);
    if (!position) return position.error();
    record.position = *std::move(position);
    return record;
}

std::string to_epd(const EpdRecord& record) {
    std::string line = to_short_fen(record.position);
    for (const EpdOperation& operation : record.operations) {
        line += ' ' + operation.opcode;
        for (const EpdOperand& operand : operation.operands) line += ' ' + operand_text(operand);
        line += ';';
    }
    return line;
}

} // namespace rata
