#include "tablebase/own/block_cache.hpp"

#include "engine/base/rng.hpp"

#include <algorithm>

namespace rata {

BlockCache::BlockCache(std::size_t blocks) {
    for (std::size_t i = 0; i < std::max(blocks / kSlots, std::size_t{1}); ++i)
        drawers_.push_back(std::make_unique<Drawer>());
}

BlockCache::Drawer& BlockCache::drawer_of(const Key& key) {
    std::uint64_t seed = reinterpret_cast<std::uintptr_t>(key.file) ^ key.block * 4 ^
                         static_cast<std::uint64_t>(key.goal) * 2 ^
                         static_cast<std::uint64_t>(key.turn);
    return *drawers_[splitmix64(seed) % drawers_.size()];
}

std::optional<TableCode> BlockCache::code_at(const TableFile& file, TableGoal goal,
                                             const TablePlace& place) {
    const Key key{&file, goal, place.turn, place.index / TableFile::kBlock};
    const std::size_t at = place.index % TableFile::kBlock;
    Drawer& drawer = drawer_of(key);
    {
        const std::scoped_lock lock(drawer.mutex);
        for (Slot& slot : drawer.slots)
            if (slot.key == key) {
                slot.used = ++drawer.count;
                return slot.block[at];
            }
    }
    // Unpacking takes long: others may use the drawer meanwhile.
    auto block = file.unpack(goal, key.turn, key.block);
    if (!block) return std::nullopt;
    const TableCode code = (*block)[at];
    const std::scoped_lock lock(drawer.mutex);
    Slot& oldest = *std::min_element(drawer.slots.begin(), drawer.slots.end(),
                                     [](const Slot& a, const Slot& b) { return a.used < b.used; });
    oldest = {key, ++drawer.count, std::move(*block)};
    return code;
}

} // namespace rata
