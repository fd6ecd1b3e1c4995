#include "engine/base/parse.hpp"
#include "engine/protocol/uci_parser.hpp"

#include <algorithm>

namespace rata::uci {

namespace {

/// A month. Sums of a few such times are far from overflowing.
constexpr std::int64_t kLongestTime = std::int64_t{31} * 24 * 60 * 60 * 1000;
constexpr std::int64_t kMostNodes = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostMoves = 10'000;

/// Takes the words behind "go" apart, one parameter after the other.
class GoReader {
public:
    explicit GoReader(std::string_view rest) : words_(rest) {}

    Parsed read() {
        for (word_ = words_.next(); word_;) read_parameter();
        if (perft_) return {GoPerft{*perft_}, std::move(remarks_)};
        return {std::move(go_), std::move(remarks_)};
    }

private:
    void read_parameter() {
        const std::string_view name = *word_;
        word_ = words_.next();
        if (name == "infinite")
            go_.limits.infinite = true;
        else if (name == "ponder")
            go_.limits.ponder = true;
        else if (name == "searchmoves")
            read_moves();
        else if (!read_clock(name) && !read_limit(name))
            remarks_.push_back("passed over " + in_quotes(name));
    }

    static bool is_parameter(std::string_view word) {
        constexpr std::string_view kNames[] = {
            "searchmoves", "ponder", "wtime", "btime", "winc",     "binc",     "movestogo",
            "depth",       "nodes",  "mate",  "perft", "movetime", "infinite",
        };
        return std::find(std::begin(kNames), std::end(kNames), word) != std::end(kNames);
    }

    void read_moves() {
        for (; word_ && !is_parameter(*word_); word_ = words_.next())
            go_.search_moves.emplace_back(*word_);
    }

    /// The number behind a name, brought into the range; nothing, and a remark, if there is none.
    /// Another parameter in its place is left to be read as such.
    std::optional<std::int64_t> read_number(std::string_view name, std::int64_t min,
                                            std::int64_t max) {
        const std::string_view text = word_ && !is_parameter(*word_) ? *word_ : "";
        if (word_ && !is_parameter(*word_)) word_ = words_.next();
        const auto exact = parse_integer<std::int64_t>(text);
        if (exact) return std::clamp(*exact, min, max);
        if (exact.error().code == ErrorCode::Range) return text.starts_with('-') ? min : max;
        remarks_.push_back(std::string(name) + ": expected a number, found " +
                           (text.empty() ? "nothing" : in_quotes(text)) + "; passed over");
        return std::nullopt;
    }

    std::optional<milliseconds> read_time(std::string_view name) {
        const auto number = read_number(name, 0, kLongestTime); // flag fallen: as good as none
        return number ? std::optional(milliseconds(*number)) : std::nullopt;
    }

    bool read_clock(std::string_view name) {
        auto& clock = go_.limits.clock;
        if (name == "wtime")
            clock[Color::White].remaining = read_time(name);
        else if (name == "btime")
            clock[Color::Black].remaining = read_time(name);
        else if (name == "winc")
            clock[Color::White].increment = read_time(name).value_or(milliseconds(0));
        else if (name == "binc")
            clock[Color::Black].increment = read_time(name).value_or(milliseconds(0));
        else if (name == "movestogo")
            read_moves_to_go(name);
        else
            return false;
        go_.by_clock = true;
        return true;
    }

    void read_moves_to_go(std::string_view name) {
        const auto number = read_number(name, 0, kMostMoves);
        // Some GUIs send 0 for sudden death.
        if (number && *number > 0) go_.limits.moves_to_go = static_cast<int>(*number);
    }

    bool read_limit(std::string_view name) {
        Limits& limits = go_.limits;
        if (name == "movetime")
            limits.move_time = read_time(name);
        else if (name == "nodes")
            assign(limits.nodes, read_number(name, 1, kMostNodes));
        else if (name == "depth")
            assign(limits.depth, read_number(name, 1, kMaxPly));
        else if (name == "mate")
            assign(limits.mate, read_number(name, 1, kMaxPly));
        else if (name == "perft")
            perft_ = static_cast<int>(read_number(name, 0, kMaxPly).value_or(1));
        else
            return false;
        return true;
    }

    template <typename T>
    static void assign(std::optional<T>& place, std::optional<std::int64_t> number) {
        if (number) place = static_cast<T>(*number);
    }

    WordReader words_;
    std::optional<std::string_view> word_{}; ///< the next one, not yet understood
    Go go_{};
    std::optional<int> perft_{};
    std::vector<std::string> remarks_{};
};

} // namespace

Parsed parse_go(std::string_view rest) { return GoReader(rest).read(); }

} // namespace rata::uci
