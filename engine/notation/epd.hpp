// EPD: a position in four fields, followed by operations "opcode operand operand;". Every operation
// is kept in its order, known or not, so that a file can be read, changed and written again.
// Perft suites ("FEN ;D1 20 ;D2 400") look alike but are another language: see perft_suite.hpp.
#pragma once

#include "engine/base/byte_source.hpp"
#include "engine/notation/fen.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rata {

struct EpdOperand {
    std::string text{}; ///< without the quotation marks
    bool quoted = false;

    bool operator==(const EpdOperand&) const = default;
};

struct EpdOperation {
    std::string opcode{};
    std::vector<EpdOperand> operands{};

    bool operator==(const EpdOperation&) const = default;
};

/// A value type. The clocks of hmvc and fmvn are in the position already; for writing, the
/// operations count.
struct EpdRecord {
    Position position = Position::start();
    std::vector<EpdOperation> operations{};

    /// The first operation of this name, or nullptr.
    [[nodiscard]] const EpdOperation* find(std::string_view opcode) const;
    /// The operands with one blank between them, or nothing if there is no such operation.
    [[nodiscard]] std::optional<std::string> text_of(std::string_view opcode) const;

    [[nodiscard]] std::string id() const { return text_of("id").value_or(""); }
    /// Comment c0 to c9; `number` is 0 to 9.
    [[nodiscard]] std::string comment(int number) const;
    /// The moves of "bm" and "am"; empty if there is no such operation.
    [[nodiscard]] Result<std::vector<Move>> best_moves() const { return moves_of("bm"); }
    [[nodiscard]] Result<std::vector<Move>> avoid_moves() const { return moves_of("am"); }
    /// The operands read as alternatives in this position, in SAN or coordinates.
    [[nodiscard]] Result<std::vector<Move>> moves_of(std::string_view opcode) const;
};

/// One line. `where.column` and `where.byte` of an error count within it.
[[nodiscard]] Result<EpdRecord> parse_epd(std::string_view line, const FenOptions& options = {});

/// One line, without newline. Reading it again gives an equal record; only a quotation mark inside
/// an operand, which EPD cannot express, becomes an apostrophe.
[[nodiscard]] std::string to_epd(const EpdRecord& record);

/// The records of a file one by one. Empty lines and lines that begin with '#' are passed over.
class EpdReader {
public:
    /// The source must outlive the reader.
    explicit EpdReader(ByteSource& source, const FenOptions& options = {});

    /// The next record or the error of its line, after which the next line can be read; nothing at
    /// the end. An error of the source itself is the last thing returned.
    [[nodiscard]] std::optional<Result<EpdRecord>> next();

private:
    /// Takes the next line off the buffer, filling it as needed; nothing at the end.
    [[nodiscard]] std::optional<Result<std::string_view>> next_line();
    [[nodiscard]] Result<bool> fill();
    [[nodiscard]] Where place() const;

    ByteSource& source_;
    FenOptions options_;
    std::string buffer_{};
    std::size_t next_ = 0;        ///< offset of the next line in the buffer
    std::size_t line_start_ = 0;  ///< offset of the present line in the source
    std::size_t next_start_ = 0;  ///< offset of the next line in the source
    std::size_t line_number_ = 0; ///< of the present line
    bool source_ended_ = false;
    bool failed_ = false;
};

} // namespace rata
