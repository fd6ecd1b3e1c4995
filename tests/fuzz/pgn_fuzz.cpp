// PGN of any bytes: no crash, the calls come in their order, and the text is heard the same whether
// it comes at once, in pieces, or in blocks that threads guess at. The first two bytes say how it
// is divided.
#include "engine/base/rng.hpp"
#include "tests/notation/support/reading.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace rata;

void require(bool law) {
    if (!law) std::abort();
}

/// Aborts when the calls do not come as PgnVisitor promises.
class Sentinel final : public PgnVisitor {
public:
    explicit Sentinel(std::size_t size) : size_(size) {}
    ~Sentinel() override { require(state_ == State::Between && depth_ == 0); }

    void begin_game() override { step(State::Between, State::Tags); }
    void tag(std::string_view name, std::string_view /*value*/) override {
        require(state_ == State::Tags && !name.empty());
    }
    PgnInterest begin_moves(const Position& start) override {
        step(State::Tags, State::Moves);
        require(start.is_consistent());
        return PgnInterest::Read;
    }
    void move(const Position& before, const PgnMove& move) override {
        require(state_ == State::Moves && move.depth == depth_);
        require(move.move == Move::null() ? !before.in_check() : before.is_legal(move.move));
    }
    void comment(std::string_view text) override {
        require(state_ == State::Moves && text.size() <= kMaxCommentPart);
    }
    void nag(int code) override { require(state_ == State::Moves && code >= 0 && code <= 255); }
    PgnInterest begin_variation(const Position& start) override {
        require(state_ == State::Moves && start.is_consistent());
        ++depth_;
        return PgnInterest::Read;
    }
    void end_variation() override {
        require(state_ == State::Moves && depth_ > 0);
        --depth_;
    }
    void problem(const PgnProblem& problem) override {
        require(state_ != State::Between && !problem.error.message.empty());
        require(problem.error.where.byte <= size_ && problem.error.where.line > 0);
    }
    void end_game(PgnResult /*result*/) override {
        require(state_ != State::Between && depth_ == 0);
        state_ = State::Between;
    }

private:
    enum class State { Between, Tags, Moves };

    void step(State from, State to) {
        require(state_ == from);
        state_ = to;
    }

    std::size_t size_;
    State state_ = State::Between;
    std::size_t depth_ = 0;
};

void check_order(const std::string& text) {
    Sentinel sentinel(text.size());
    PgnParser parser(sentinel, Where{"text", 1, 1, 0});
    require(parser.parse(text, PgnInput::Last) == text.size());
}

void check_skipping(const std::string& text, Rng& rng) {
    for (const test::Transcript::Wishes wishes :
         {test::Transcript::Wishes{PgnInterest::Skip, PgnInterest::Read},
          test::Transcript::Wishes{PgnInterest::Read, PgnInterest::Skip}}) {
        const std::uint64_t longest = 1 + rng.below(64);
        require(test::transcript_of(text, wishes) ==
                test::transcript_in_pieces(
                    text, [&] { return rng.below(longest + 1); }, wishes));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const unsigned seed = data[0] | static_cast<unsigned>(data[1]) << 8;
    const std::string text(reinterpret_cast<const char*>(data) + 2, size - 2);
    Rng rng(seed);
    const std::string whole = test::transcript_of(text);
    const std::uint64_t longest = 1 + rng.below(64);
    require(whole == test::transcript_in_pieces(text, [&] { return rng.below(longest + 1); }));
    check_order(text);
    // Starting threads is slow; every fourth input is enough to find a cut that matters.
    if (seed % 4 == 0) require(whole == test::transcript_in_parallel(text, 1 + rng.below(64), 1));
    if (seed % 4 == 1) check_skipping(text, rng);
    return 0;
}
