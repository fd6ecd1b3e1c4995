// Commands about logs as files: what is in them, and making others of them.
#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/log_opening.hpp"

#include "logging/treelog/iterations.hpp"
#include "logging/treelog/log_copy.hpp"
#include "logging/treelog/log_repair.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace gtq {

namespace {

using treelog::TreeInfo;

std::string bytes_per_node(std::uint64_t bytes, std::uint64_t nodes) {
    return nodes == 0 ? "-"
                      : gtql::real_text(static_cast<double>(bytes) / static_cast<double>(nodes));
}

std::uint64_t node_count(const treelog::TreeSource& source) {
    std::uint64_t nodes = 0;
    for (const TreeInfo& tree : source.trees()) nodes += tree.nodes;
    return nodes;
}

std::string info_text(const std::string& path, const treelog::LogReader& reader) {
    const std::uint64_t nodes = node_count(reader);
    std::string text = fmt::format(
        "{}\n  nodes   {}\n  bytes   {} ({} a node)\n  chunks  {}\n", path, nodes,
        reader.file_size(), bytes_per_node(reader.file_size(), nodes), reader.chunks().size());
    for (const treelog::Note& note : reader.schema().notes)
        text += fmt::format("  {}: {}\n", note.name, note.text);
    rata::TableRows rows = {{"tree", "thread", "search", "iteration", "line", "nodes", "skipped",
                             "deepest", "state", "label"}};
    std::size_t number = 0;
    for (const TreeInfo& tree : reader.trees())
        rows.push_back({std::to_string(++number), std::to_string(tree.stream),
                        std::to_string(tree.mark.search), std::to_string(tree.mark.iteration),
                        std::to_string(tree.mark.line), std::to_string(tree.nodes),
                        std::to_string(tree.skipped), std::to_string(tree.max_level),
                        std::string(to_string(state_of(tree))), tree.mark.label});
    text += '\n' + table_text(rows);
    rows = {{"column", "bytes", "a node"}};
    for (const auto& size : reader.column_sizes())
        rows.push_back({name_of(reader.schema(), size.column), std::to_string(size.bytes),
                        bytes_per_node(size.bytes, nodes)});
    return text + '\n' + table_text(rows) + '\n';
}

nlohmann::ordered_json info_json(const std::string& path, const treelog::LogReader& reader) {
    nlohmann::ordered_json json = log_json(path, reader.damage());
    json["nodes"] = node_count(reader);
    json["bytes"] = reader.file_size();
    json["notes"] = nlohmann::ordered_json::object();
    for (const treelog::Note& note : reader.schema().notes) json["notes"][note.name] = note.text;
    json["trees"] = nlohmann::ordered_json::array();
    for (const TreeInfo& tree : reader.trees())
        json["trees"].push_back({{"thread", tree.stream},
                                 {"search", tree.mark.search},
                                 {"iteration", tree.mark.iteration},
                                 {"line", tree.mark.line},
                                 {"nodes", tree.nodes},
                                 {"skipped", tree.skipped},
                                 {"deepest", tree.max_level},
                                 {"state", to_string(state_of(tree))},
                                 {"label", tree.mark.label}});
    json["columns"] = nlohmann::ordered_json::object();
    for (const auto& size : reader.column_sizes())
        json["columns"][name_of(reader.schema(), size.column)] = size.bytes;
    return json;
}

std::string schema_text(const std::string& path, const treelog::Schema& schema) {
    rata::TableRows rows = {{"attribute", "type", "kind", "role", "null", "meaning"}};
    for (const treelog::Attribute& each : schema.attributes)
        rows.push_back({each.name, std::string(to_string(each.type)),
                        std::string(to_string(each.kind)), std::string(to_string(each.role)),
                        each.null_value ? std::to_string(*each.null_value) : "", each.help});
    std::string text = path + "\n" + table_text(rows);
    if (schema.constants.empty()) return text + '\n';
    rows = {{"constant", "value", "of"}};
    for (const treelog::Constant& each : schema.constants)
        rows.push_back({each.name, std::to_string(each.value), each.attribute});
    return text + '\n' + table_text(rows) + '\n';
}

nlohmann::ordered_json schema_json(const std::string& path, const treelog::LogReader& reader) {
    const treelog::Schema& schema = reader.schema();
    nlohmann::ordered_json json = log_json(path, reader.damage());
    json["attributes"] = nlohmann::ordered_json::array();
    for (const treelog::Attribute& each : schema.attributes) {
        nlohmann::ordered_json attribute = {{"name", each.name},
                                            {"type", to_string(each.type)},
                                            {"kind", to_string(each.kind)},
                                            {"role", to_string(each.role)}};
        if (each.null_value) attribute["null"] = *each.null_value;
        attribute["help"] = each.help;
        json["attributes"].push_back(std::move(attribute));
    }
    json["constants"] = nlohmann::ordered_json::array();
    for (const treelog::Constant& each : schema.constants)
        json["constants"].push_back(
            {{"name", each.name}, {"value", each.value}, {"attribute", each.attribute}});
    return json;
}

/// Prints something of each log, in a text of its own or in one JSON object.
template <typename Text, typename Json>
Exit describe(const Arguments& arguments, Output& output, Text text_of, Json json_of) {
    nlohmann::ordered_json json = report_json(arguments);
    json["logs"] = nlohmann::ordered_json::array();
    for (const std::string& path : arguments.files) {
        const auto reader = open_log(path, output);
        if (!reader) return Exit::InputOutput;
        if (arguments.format == OutputFormat::Json)
            json["logs"].push_back(json_of(path, *reader));
        else
            output.write(text_of(path, *reader));
    }
    if (arguments.format == OutputFormat::Json) output.write(json_line(json, 2));
    return Exit::Done;
}

Exit report(const rata::Result<void>& done, Output& output) {
    if (done) return Exit::Done;
    output.complain(done.error());
    return Exit::InputOutput;
}

std::string repair_text(const std::string& path, const treelog::RepairReport& done) {
    std::string text =
        path + ": " + (done.damage.is_complete() ? "whole" : damage_text(done.damage));
    if (done.mended_bytes != 0)
        text += fmt::format(", {} damaged {} put right", done.mended_bytes,
                            done.mended_bytes == 1 ? "byte was" : "bytes were");
    text += '\n';
    for (const auto& part : done.parts)
        text +=
            fmt::format("with the iteration in {}, which is not needed any more\n", part.string());
    return text;
}

} // namespace

Exit run_info(const Arguments& arguments, Output& output) {
    return describe(arguments, output, info_text, info_json);
}

Exit run_schema(const Arguments& arguments, Output& output) {
    return describe(
        arguments, output,
        [](const std::string& path, const treelog::LogReader& reader) {
            return schema_text(path, reader.schema());
        },
        schema_json);
}

Exit run_verify(const Arguments& arguments, Output& output) {
    bool is_whole = true;
    const auto verify = [&is_whole](const treelog::LogReader& reader) {
        const auto damage = reader.verify();
        is_whole = is_whole && damage.is_complete();
        return damage;
    };
    const Exit exit = describe(
        arguments, output,
        [&](const std::string& path, const treelog::LogReader& reader) {
            const auto damage = verify(reader);
            return path + ": " + (damage.is_complete() ? "whole" : damage_text(damage)) + '\n';
        },
        [&](const std::string& path, const treelog::LogReader& reader) {
            const auto damage = verify(reader);
            nlohmann::ordered_json json = log_json(path, damage);
            json["whole"] = damage.is_complete();
            return json;
        });
    return exit == Exit::Done && !is_whole ? Exit::CheckFailed : exit;
}

Exit run_repair(const Arguments& arguments, Output& output) {
    treelog::RepairReport done;
    const auto repaired = output.watch([&](const Output::IsStopped& is_stopped) {
        auto found = treelog::repair_log(arguments.files[0], arguments.output, is_stopped);
        if (!found) return rata::Result<void>(std::move(found).error());
        done = *std::move(found);
        return rata::Result<void>{};
    });
    if (!repaired) return report(repaired, output);
    if (arguments.format == OutputFormat::Json) {
        nlohmann::ordered_json json = report_json(arguments);
        json.update(log_json(arguments.files[0], done.damage));
        json["whole"] = done.damage.is_complete();
        json["mended_bytes"] = done.mended_bytes;
        json["parts"] = nlohmann::ordered_json::array();
        for (const auto& part : done.parts) json["parts"].push_back(part.string());
        json["output"] = arguments.output;
        output.write(json_line(json, 2));
    } else {
        output.write(repair_text(arguments.output, done));
    }
    return Exit::Done;
}

Exit run_pack(const Arguments& arguments, Output& output) {
    const auto reader = open_log(arguments.files[0], output);
    if (!reader) return Exit::InputOutput;
    const auto profile =
        arguments.profile == "small" ? treelog::Profile::Small : treelog::Profile::Fast;
    const auto packed = output.watch([&](const Output::IsStopped& is_stopped) {
        return treelog::copy_log(*reader, arguments.output, profile, is_stopped);
    });
    if (!packed) return report(packed, output);
    const auto copy = open_log(arguments.output, output);
    if (!copy) return Exit::InputOutput;
    const std::uint64_t nodes = node_count(*reader);
    if (arguments.format == OutputFormat::Json) {
        nlohmann::ordered_json json = report_json(arguments);
        json.update(log_json(arguments.files[0], reader->damage()));
        json["output"] = arguments.output;
        json["profile"] = arguments.profile;
        json["nodes"] = nodes;
        json["bytes_before"] = reader->file_size();
        json["bytes_after"] = copy->file_size();
        output.write(json_line(json, 2));
    } else {
        output.write(fmt::format("{} to {} bytes, {} to {} a node\n", reader->file_size(),
                                 copy->file_size(), bytes_per_node(reader->file_size(), nodes),
                                 bytes_per_node(copy->file_size(), nodes)));
    }
    return Exit::Done;
}

} // namespace gtq
