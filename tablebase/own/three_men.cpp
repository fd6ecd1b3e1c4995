#include "tablebase/own/three_men.hpp"

#include "tablebase/own/table_folder.hpp"

#include <mutex>

namespace rata {

namespace {

/// What sessions share: answers that are the same for ever, worked out late.
struct ThreeMen {
    std::mutex mutex{};
    SmallTables tables{};
};

ThreeMen& three_men() {
    static ThreeMen shared;
    return shared;
}

/// The mutex is held.
std::shared_ptr<const SolvedTable> take(const EndingClass& ending) {
    auto table = three_men().tables.table_of(ending);
    return table ? std::move(*table) : nullptr;
}

} // namespace

std::shared_ptr<const SolvedTable> three_men_table(const EndingClass& ending) {
    const std::scoped_lock lock(three_men().mutex);
    return take(ending);
}

std::shared_ptr<const SolvedTable> solved_three_men_table(const EndingClass& ending) {
    const std::unique_lock lock(three_men().mutex, std::try_to_lock);
    return lock && three_men().tables.has(ending) ? take(ending) : nullptr;
}

} // namespace rata
