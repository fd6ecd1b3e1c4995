// Unpacked blocks of table files, shared by all threads: many small drawers with a lock each, so
// that two threads rarely want the same one.
#pragma once

#include "tablebase/own/table_file.hpp"

#include <memory>
#include <mutex>

namespace rata {

class BlockCache {
public:
    /// One block of one file.
    struct Key {
        const TableFile* file = nullptr;
        TableGoal goal = TableGoal::Mate;
        Color turn = Color::White;
        std::size_t block = 0;

        bool operator==(const Key&) const = default;
    };

    explicit BlockCache(std::size_t blocks);

    /// The code at a place of a file. Nothing if its block is damaged.
    [[nodiscard]] std::optional<TableCode> code_at(const TableFile& file, TableGoal goal,
                                                   const TablePlace& place);

private:
    static constexpr std::size_t kSlots = 4;
    struct Slot {
        Key key{};
        std::uint64_t used = 0; ///< the drawer's count when it was last asked for
        TableBlock block{};
    };
    struct Drawer {
        std::mutex mutex{};
        std::uint64_t count = 0;
        std::array<Slot, kSlots> slots{};
    };

    [[nodiscard]] Drawer& drawer_of(const Key& key);

    std::vector<std::unique_ptr<Drawer>> drawers_{};
};

} // namespace rata
