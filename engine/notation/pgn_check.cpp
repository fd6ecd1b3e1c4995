#include "engine/notation/pgn_check.hpp"

#include "engine/notation/pgn_parallel.hpp"
#include "engine/notation/pgn_reader.hpp"

#include <vector>

namespace rata {

namespace {

/// Counts, and hands on what is wrong.
class Checker : public PgnVisitor {
public:
    explicit Checker(PgnInterest variations) : variations_(variations) {}

    void begin_game() final {
        ++totals_.games;
        is_broken_ = false;
    }
    void move(const Position& /*before*/, const PgnMove& move) final {
        ++(move.depth == 0 ? totals_.plies : totals_.variation_plies);
    }
    PgnInterest begin_variation(const Position& /*start*/) final { return variations_; }
    void problem(const PgnProblem& problem) final {
        switch (problem.kind) {
        case PgnProblem::Kind::Remark: ++totals_.remarks; break;
        case PgnProblem::Kind::Variation: ++totals_.bad_variations; break;
        case PgnProblem::Kind::Broken:
            totals_.broken += !is_broken_;
            is_broken_ = true;
            break;
        }
        hand_on(problem);
    }

    [[nodiscard]] const PgnTotals& totals() const { return totals_; }

private:
    virtual void hand_on(const PgnProblem& problem) = 0;

    PgnInterest variations_;
    PgnTotals totals_{};
    bool is_broken_ = false;
};

class TellingChecker final : public Checker {
public:
    TellingChecker(PgnInterest variations, const PgnProblemSink& sink)
        : Checker(variations), sink_(sink) {}

private:
    void hand_on(const PgnProblem& problem) override { sink_(problem); }

    const PgnProblemSink& sink_;
};

/// For threads: what is wrong is told later, by whoever knows how many games came before.
class CollectingChecker final : public Checker {
public:
    using Checker::Checker;

    [[nodiscard]] std::vector<PgnProblem>& problems() { return problems_; }

private:
    void hand_on(const PgnProblem& problem) override { problems_.push_back(problem); }

    std::vector<PgnProblem> problems_{};
};

/// Counts the bytes that pass.
class MeteredSource final : public ByteSource {
public:
    explicit MeteredSource(ByteSource& source) : source_(source) {}

    [[nodiscard]] const std::string& name() const override { return source_.name(); }
    [[nodiscard]] Result<std::size_t> read(std::span<char> buffer) override {
        auto size = source_.read(buffer);
        if (size) bytes_ += *size;
        return size;
    }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    ByteSource& source_;
    std::uint64_t bytes_ = 0;
};

Result<PgnTotals> check_alone(ByteSource& source, const PgnCheckOptions& options,
                              const PgnProblemSink& sink) {
    TellingChecker checker(options.variations, sink);
    if (auto done = read_pgn(source, checker); !done) return done.error();
    return checker.totals();
}

Result<PgnTotals> check_together(ByteSource& source, const PgnCheckOptions& options,
                                 const PgnProblemSink& sink) {
    PgnTotals totals;
    const auto make = [&options] {
        return std::make_unique<CollectingChecker>(options.variations);
    };
    const auto take = [&totals, &sink](std::unique_ptr<PgnVisitor> visitor) {
        auto& checker = static_cast<CollectingChecker&>(*visitor); // as made above
        for (PgnProblem& problem : checker.problems()) {
            problem.game += totals.games;
            sink(problem);
        }
        totals += checker.totals();
    };
    PgnParallelOptions parallel;
    parallel.threads = options.threads;
    PgnParallelReader reader(parallel, make, take);
    if (auto done = reader.read(source); !done) return done.error();
    return totals;
}

} // namespace

PgnTotals& PgnTotals::operator+=(const PgnTotals& other) {
    games += other.games;
    broken += other.broken;
    plies += other.plies;
    variation_plies += other.variation_plies;
    bad_variations += other.bad_variations;
    remarks += other.remarks;
    bytes += other.bytes;
    return *this;
}

Result<PgnTotals> check_pgn(ByteSource& source, const PgnCheckOptions& options,
                            const PgnProblemSink& sink) {
    MeteredSource metered(source);
    auto totals = options.threads <= 1 ? check_alone(metered, options, sink)
                                       : check_together(metered, options, sink);
    if (totals) totals->bytes = metered.bytes();
    return totals;
}

} // namespace rata
