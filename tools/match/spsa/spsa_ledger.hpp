// What of a tuning survives its process: the plan and the values after every batch, one JSON object
// a line; docs/match.md has the format. A batch counts once its line is whole. One process at a
// time writes the file.
#pragma once

#include "engine/base/append_file.hpp"
#include "engine/base/file_lock.hpp"
#include "tools/match/play/match_plan.hpp"
#include "tools/match/spsa/spsa.hpp"

namespace rata {

/// Everything that makes a tuning.
struct SpsaPlan {
    SpsaSettings settings{};
    /// The two players, alike but for what is tuned, their openings and how games end. The schedule
    /// in it means nothing here.
    MatchPlan match{};

    bool operator==(const SpsaPlan&) const = default;
};

class SpsaLedger {
public:
    /// A new tuning; without a file name nothing is kept. A file that is there already is an error.
    [[nodiscard]] static Result<SpsaLedger> create(const SpsaPlan& plan);

    struct Resumed;
    /// Refused if the openings or the programs are not those with which it was begun.
    [[nodiscard]] static Result<Resumed> resume(const std::string& file);

    /// A batch was learnt. `balance` is the sum of its pairs.
    [[nodiscard]] Result<void> add(const Spsa& spsa, int balance);

private:
    std::optional<FileLock> lock_{};
    std::optional<AppendFile> file_{};
};

struct SpsaLedger::Resumed {
    SpsaPlan plan{};
    std::size_t batches_done = 0;
    std::vector<double> values{};
    SpsaLedger ledger{};
};

} // namespace rata
