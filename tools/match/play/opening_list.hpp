// The openings of a match: read from a file once, put into an order once, and then asked for by
// number. The order depends on nothing but the file and the seed, so that a match can be resumed.
#pragma once

#include "engine/base/result.hpp"
#include "engine/rules/position.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rata {

enum class OpeningFormat : std::uint8_t {
    Epd,
    Pgn,
    Book, ///< of moves, in Polyglot's format
};
enum class OpeningOrder : std::uint8_t { Sequential, Random };

[[nodiscard]] std::string_view to_string(OpeningFormat format);
[[nodiscard]] std::string_view to_string(OpeningOrder order);

struct OpeningPlan {
    std::string file{}; ///< empty: every game begins at the usual start
    OpeningFormat format = OpeningFormat::Epd;
    OpeningOrder order = OpeningOrder::Random;
    int plies = 0;         ///< moves of a game or book that are played; 0: all of them
    std::size_t start = 0; ///< how many are passed over at first
    std::uint64_t seed = 1;
    bool chess960 = false; ///< the positions are of Chess960, even those that need not be

    bool operator==(const OpeningPlan&) const = default;
};

/// A position, and the moves that lead to the one where the engines take over.
struct Opening {
    Position start = Position::start();
    std::vector<Move> moves{};
};

class OpeningList {
public:
    [[nodiscard]] static Result<OpeningList> load(const OpeningPlan& plan);

    /// How many different ones there are; at least one.
    [[nodiscard]] std::size_t size() const { return entries_.size(); }
    /// After the last one comes the first again.
    [[nodiscard]] Opening at(std::size_t number) const;
    /// Which one of the file that is, counted from 1; of a book, which of its lines.
    [[nodiscard]] std::size_t place_in_file(std::size_t number) const;

private:
    /// Text takes a tenth of the memory of a Position, and books are large.
    struct Entry {
        std::string fen{};
        bool chess960 = false;
        std::vector<Move> moves{};
    };
    friend class OpeningCollector;

    [[nodiscard]] Result<void> read(const OpeningPlan& plan);
    [[nodiscard]] Result<void> read_epd(const OpeningPlan& plan);
    [[nodiscard]] Result<void> read_games(const OpeningPlan& plan);
    [[nodiscard]] Result<void> read_book(const OpeningPlan& plan);

    std::vector<Entry> entries_{};
    std::vector<std::size_t> order_{};
    bool chess960_ = false; ///< all of them
};

} // namespace rata
