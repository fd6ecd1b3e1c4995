#include "tools/gtq/log_opening.hpp"

#include "logging/treelog/iterations.hpp"
#include "logging/treelog/log_parts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace gtq {

namespace {

/// What the last iteration is not: complete, where none is, or the newest, where that was cut off.
/// A search that was stopped in its newest iteration is as usual.
std::string last_iteration_text(const treelog::Iteration& last, const treelog::Iteration& newest) {
    if (!last.is_complete())
        return fmt::format(
            "no iteration of search {} by thread {} is complete; the newest, {}, is {}",
            last.search, last.stream, last.number, to_string(last.state));
    if (newest.state <= treelog::TreeState::Stopped) return {};
    return fmt::format("iteration {} of search {} by thread {} is {}; the last complete one is {}",
                       newest.number, last.search, last.stream, to_string(newest.state),
                       last.number);
}

void tell_last_iterations(const OpenForest& log, const Arguments& arguments, Output& output) {
    using Choice = treelog::IterationChoice;
    if (arguments.filter.of_search != Choice::Last) return;
    const auto trees = log.forest->source().trees();
    const auto last = chosen_iterations(trees, Choice::Last);
    const auto newest = chosen_iterations(trees, Choice::Newest);
    for (std::size_t i = 0; i < last.size(); ++i) {
        if (arguments.filter.thread.value_or(last[i].stream) != last[i].stream) continue;
        const std::string text = last_iteration_text(last[i], newest[i]);
        if (!text.empty()) output.complain(log.path + ": " + text);
    }
}

} // namespace

std::string damage_text(const treelog::LogReader::Damage& damage) {
    std::string text;
    if (damage.any()) {
        text = fmt::format("{} chunks with {} nodes are lost, {} bytes cannot be read",
                           damage.lost_chunks, damage.lost_nodes, damage.lost_bytes);
        if (damage.index_rebuilt) text += ", the index was rebuilt";
    }
    if (damage.unfinished_trees == 0) return text;
    return fmt::format("{}{}{} unfinished", text, text.empty() ? "" : ", ",
                       damage.unfinished_trees == 1
                           ? "1 tree is"
                           : fmt::format("{} trees are", damage.unfinished_trees));
}

bool OpenForest::is_whole() const {
    const auto& chosen = forest->trees();
    return !reader->damage().any() &&
           std::all_of(chosen.begin(), chosen.end(), [this](const gtql::TreeRows& tree) {
               return forest->source().trees()[tree.source_tree].is_whole();
           });
}

namespace {

/// What a reader has to know before the answers; empty if the log is complete.
std::string opening_text(const std::string& path, const treelog::LogReader& reader) {
    const treelog::LogReader::Damage& damage = reader.damage();
    if (reader.writer())
        return "process " + *reader.writer() + " is writing it; this is what there is so far";
    const auto parts = treelog::parts_of(path);
    if (damage.is_complete() && parts.empty()) return {};
    std::string text = damage.is_complete() ? "" : damage_text(damage);
    if (!parts.empty()) text += text.empty() ? "iterations are in" : ", iterations are in";
    for (const auto& part : parts) text += ' ' + part.string();
    const bool helps = damage.is_repairable() || !parts.empty();
    return text + (helps ? "; see gtq repair" : "");
}

} // namespace

std::unique_ptr<treelog::LogReader> open_log(const std::string& path, Output& output) {
    auto reader = treelog::LogReader::open(path);
    if (!reader) {
        output.complain(reader.error());
        return nullptr;
    }
    const std::string advice = opening_text(path, **reader);
    if (!advice.empty()) output.complain(path + ": " + advice);
    return std::move(*reader);
}

OpenForest open_forest(const std::string& path, const Arguments& arguments, Output& output) {
    OpenForest log{.path = path, .reader = open_log(path, output)};
    if (!log.reader) return log;
    auto forest = gtql::Forest::open(*log.reader, arguments.filter);
    if (!forest) {
        output.complain(forest.error());
    } else if (forest->trees().empty() && !log.reader->trees().empty()) {
        output.complain(path + ": the log has no such tree; gtq info lists them");
    } else {
        log.forest = std::move(*forest);
        tell_last_iterations(log, arguments, output);
    }
    return log;
}

nlohmann::ordered_json log_json(const std::string& path, const treelog::LogReader::Damage& damage) {
    return {{"file", path},
            {"damage",
             {{"index_rebuilt", damage.index_rebuilt},
              {"lost_chunks", damage.lost_chunks},
              {"lost_nodes", damage.lost_nodes},
              {"lost_bytes", damage.lost_bytes},
              {"unfinished_trees", damage.unfinished_trees}}}};
}

} // namespace gtq
