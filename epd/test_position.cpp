#include "epd/test_position.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/san.hpp"
#include "engine/notation/text_place.hpp"

#include <algorithm>

namespace rata {

namespace {

constexpr int kMostPoints = 1000;

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    WordReader reader(text);
    while (const auto word = reader.next()) words.emplace_back(*word);
    return words;
}

/// Where the operand of an operation stands in the line. The record has forgotten it, and only the
/// lines that are refused ask for it.
std::size_t place_of_operand(std::string_view line, std::string_view opcode,
                             std::string_view operand) {
    const std::string start = ' ' + std::string(opcode) + ' ';
    const std::size_t operation = line.find(start);
    if (operation == std::string_view::npos) return 0;
    const std::size_t found = line.find(operand, operation + start.size());
    return found == std::string_view::npos ? operation + 1 : found;
}

/// A move in SAN or in coordinates; the reader of SAN takes both.
Result<std::vector<Move>> read_moves(const EpdRecord& record, std::string_view line,
                                     std::string_view opcode) {
    std::vector<Move> moves;
    for (const std::string& word : words_of(record.text_of(opcode).value_or(""))) {
        const auto move = parse_san(word, record.position);
        if (!move) {
            Error error = move.error();
            error.message = std::string(opcode) + ": " + error.message;
            error.where = at_offset(place_of_operand(line, opcode, word));
            return error;
        }
        moves.push_back(*move);
    }
    return moves;
}

/// Moves and their points in two comments of equal length: "f5 Be5+" and "10 2".
std::vector<MoveCredit> paired_credits(const EpdRecord& record, int moves_comment) {
    const std::vector<std::string> moves = words_of(record.comment(moves_comment));
    const std::vector<std::string> points = words_of(record.comment(8));
    std::vector<MoveCredit> credits;
    if (moves.size() != points.size()) return credits;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto move = parse_san(moves[i], record.position);
        const auto number = try_parse_integer<int>(points[i], 0, kMostPoints);
        if (!move || !number) return {};
        credits.push_back({*move, *number});
    }
    return credits;
}

/// All in one comment: "f5=10, Be5+=2". A comment of another kind gives nothing.
std::vector<MoveCredit> listed_credits(const EpdRecord& record) {
    std::string text = record.comment(0);
    std::replace(text.begin(), text.end(), ',', ' ');
    std::vector<MoveCredit> credits;
    for (const std::string& word : words_of(text)) {
        const std::size_t equals = word.rfind('='); // the last: "e8=Q=10"
        if (equals == std::string::npos) return {};
        const auto move = parse_san(word.substr(0, equals), record.position);
        const auto number = try_parse_integer<int>(word.substr(equals + 1), 0, kMostPoints);
        if (!move || !number) return {};
        credits.push_back({*move, *number});
    }
    return credits;
}

/// Comments are free text, so that one which cannot be read as points is no error.
std::vector<MoveCredit> read_credits(const EpdRecord& record) {
    for (const int moves_comment : {9, 7})
        if (auto credits = paired_credits(record, moves_comment); !credits.empty()) return credits;
    return listed_credits(record);
}

bool contains(const std::vector<Move>& moves, Move move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

} // namespace

bool TestPosition::is_solved_by(Move move) const {
    if (!move.is_some()) return false;
    return best.empty() ? !contains(avoid, move) : contains(best, move);
}

int TestPosition::credit_of(Move move) const {
    int points = 0;
    for (const MoveCredit& credit : credits)
        if (credit.move == move) points = std::max(points, credit.points);
    return points;
}

Result<TestPosition> parse_test_position(std::string_view line) {
    const auto record = parse_epd(line);
    if (!record) return record.error();
    auto best = read_moves(*record, line, "bm");
    if (!best) return best.error();
    auto avoid = read_moves(*record, line, "am");
    if (!avoid) return avoid.error();
    if (best->empty() && avoid->empty())
        return syntax_error("expected an operation bm or am with a move", trimmed(line).size());
    return TestPosition{.id = record->id(),
                        .position = record->position,
                        .best = *std::move(best),
                        .avoid = *std::move(avoid),
                        .credits = read_credits(*record),
                        .place = {}};
}

std::string theme_of(std::string_view id) {
    const std::size_t number = id.rfind('.');
    if (number == std::string_view::npos || number == 0) return {};
    const std::size_t name = id.find_last_of(". ", number - 1);
    if (name == std::string_view::npos) return {};
    // Themes may have blanks of their own: "STS(v2.2) Open Files and Diagonals.001".
    const std::size_t version = id.find(") ");
    const std::size_t begin = version == std::string_view::npos ? name + 1 : version + 2;
    return std::string(id.substr(begin, number - begin));
}

} // namespace rata
