// Opening what the commands work on, with the complaints about it: what is damaged, and which trees
// were never finished.
#pragma once

#include "logging/treelog/log_reader.hpp"
#include "tools/gtq/gtq_program.hpp"

#include <nlohmann/json_fwd.hpp>

namespace gtq {

/// Null if it cannot be opened. Damage and unfinished trees are told on standard error, and what is
/// left is read.
[[nodiscard]] std::unique_ptr<treelog::LogReader> open_log(const std::string& path, Output& output);

/// A log, and the trees of it that the options choose.
struct OpenForest {
    std::string path{};
    std::unique_ptr<treelog::LogReader> reader{};
    std::optional<gtql::Forest> forest{}; ///< borrows from the reader

    [[nodiscard]] bool is_open() const { return forest.has_value(); }
    /// Whether answers are those of a whole log: it has no damage, and the chosen trees have their
    /// ends.
    [[nodiscard]] bool is_whole() const;
};

/// Not open if there is no log, or none of its trees is chosen. Complaints are made.
[[nodiscard]] OpenForest open_forest(const std::string& path, const Arguments& arguments,
                                     Output& output);

/// "3 chunks with 180000 nodes are lost, ...", "1 tree is unfinished", or both.
[[nodiscard]] std::string damage_text(const treelog::LogReader::Damage& damage);

/// The fields "file" and "damage", which every log has in JSON.
[[nodiscard]] nlohmann::ordered_json log_json(const std::string& path,
                                              const treelog::LogReader::Damage& damage);

} // namespace gtq
