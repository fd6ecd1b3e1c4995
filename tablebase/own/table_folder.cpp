#include "tablebase/own/table_folder.hpp"

#include "tablebase/own/retrograde.hpp"

#include <algorithm>
#include <set>

namespace rata {

namespace {

/// What one capture or promotion of a class leads to, bare kings left out.
std::vector<EndingClass> successors_of(const EndingClass& ending) {
    std::vector<EndingClass> found;
    const auto add = [&found](const std::vector<Man>& men) {
        if (men.size() > 2) found.push_back(Arrangement::of(men).ending);
    };
    const std::vector<Man> men(ending.men().begin(), ending.men().end());
    for (std::size_t i = 2; i < men.size(); ++i) {
        std::vector<Man> without = men;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        add(without);
        if (men[i].type != PieceType::Pawn) continue;
        for (const PieceType type :
             {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight}) {
            std::vector<Man> promoted = men;
            promoted[i].type = type;
            add(promoted);
        }
    }
    return found;
}

} // namespace

std::vector<EndingClass> with_successors(const std::vector<EndingClass>& endings) {
    std::vector<EndingClass> waiting = endings;
    std::set<std::string> needed;
    while (!waiting.empty()) {
        const EndingClass ending = waiting.back();
        waiting.pop_back();
        if (!needed.insert(ending.name()).second) continue;
        for (const EndingClass& next : successors_of(ending)) waiting.push_back(next);
    }
    std::vector<EndingClass> ordered;
    for (std::size_t men = 3; men <= kMostTableMen; ++men)
        for (const EndingClass& ending : EndingClass::all_of(men))
            if (needed.contains(ending.name())) ordered.push_back(ending);
    return ordered;
}

bool TableFolder::has(const EndingClass& ending) const {
    const auto file = TableFile::open(path_of(ending));
    return file && file->ending() == ending && file->verify();
}

std::uint64_t TableFolder::work_to_make(const EndingClass& ending) {
    return work_to_solve(ending) + TableFile::work_to_write(ending);
}

Result<void> TableFolder::make(const EndingClass& ending, const std::stop_token& stop,
                               const WorkSink& on_progress) {
    unpacked_.clear();
    std::uint64_t needed = memory_to_solve(ending);
    for (const EndingClass& next : successors_of(ending)) needed += memory_to_solve(next);
    if (needed > limits_.memory_bytes) {
        constexpr std::uint64_t kMebibyte = 1U << 20U;
        return Error{.code = ErrorCode::Range,
                     .message = ending.name() + " takes " + std::to_string(needed / kMebibyte + 1) +
                                " MiB of memory, and may take " +
                                std::to_string(limits_.memory_bytes / kMebibyte),
                     .where = {}};
    }
    const ParallelWork how{.threads = limits_.threads, .stop = stop, .on_progress = on_progress};
    const auto table = solve(ending, *this, how);
    if (!table) return table.error();
    if (stop.stop_requested()) return {};
    return TableFile::write(path_of(ending), **table, how);
}

Result<std::shared_ptr<const SolvedTable>> TableFolder::table_of(const EndingClass& ending) {
    auto& place = unpacked_[ending.name()];
    if (!place) {
        const auto file = TableFile::open(path_of(ending));
        if (!file) return file.error();
        auto table = file->unpack_all();
        if (!table) return table;
        place = std::move(*table);
    }
    return place;
}

Result<std::shared_ptr<const SolvedTable>> SmallTables::table_of(const EndingClass& ending) {
    auto& place = solved_[ending.name()];
    if (!place) {
        auto table = solve(ending, *this, {});
        if (!table) return table;
        place = std::move(*table);
    }
    return place;
}

} // namespace rata
