// Where linked trees belong: the node behind whose children each of them follows.
#pragma once

#include "logging/treelog/tree_source.hpp"

#include <map>

namespace treelog {

/// The trees that follow the children of one node, in the order of the list.
struct LinkPlace {
    std::vector<std::size_t> trees{};
    std::uint16_t level = 0; ///< of the node
};

/// Of the trees that others are linked to: by the position of the node among the rows that are
/// there, from 0.
using LinkPlaces = std::map<std::uint64_t, LinkPlace>;

/// For each tree of the source; empty where nothing is linked to it. Every linked tree is in one
/// place at most, and no tree is linked to itself, however far the way. A tree with a chunk that
/// cannot be read has no places.
[[nodiscard]] std::vector<LinkPlaces> link_places(const TreeSource& source);

} // namespace treelog
