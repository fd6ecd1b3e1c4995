// Opening what the commands work on, with the complaints about it.
#pragma once

#include "logging/treelog/log_reader.hpp"
#include "tools/gtq/gtq_program.hpp"

namespace gtq {

/// Null if it cannot be opened; damage is told on standard error and read around.
[[nodiscard]] std::unique_ptr<treelog::LogReader> open_log(const std::string& path, Output& output);

/// The trees that the options choose. Nothing chosen is a complaint.
[[nodiscard]] std::optional<gtql::Forest> open_forest(const treelog::TreeSource& source,
                                                      const Arguments& arguments, Output& output);

/// "3 chunks with 180000 nodes are lost, ...", "1 tree is unfinished", or both.
[[nodiscard]] std::string damage_text(const treelog::LogReader::Damage& damage);

} // namespace gtq
