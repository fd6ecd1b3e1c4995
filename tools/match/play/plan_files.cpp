#include "tools/match/play/plan_files.hpp"

#include "engine/base/block_checksum.hpp"
#include "engine/base/file.hpp"
#include "engine/base/own_program.hpp"
#include "engine/base/parse.hpp"
#include "engine/base/program_file.hpp"
#include "tools/match/play/byte_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rata {

namespace {

Result<FileMark> mark_of(std::string what, const std::filesystem::path& path) {
    const auto file = MappedFile::open(path, AccessPattern::Sequential);
    if (!file) return file.error();
    return FileMark{std::move(what), file->bytes().size(), block_checksum(file->text())};
}

/// Read once in a process: the file of a program that runs does not change.
const Result<FileMark>& own_mark() {
    static const Result<FileMark> mark = mark_of("this program", own_program().value_or(""));
    return mark;
}

Error changed(const FileMark& wanted, const std::string& found) {
    return Error{.code = ErrorCode::Corrupt,
                 .message = fmt::format("{}: expected the file with which it was begun ({} bytes, "
                                        "checksum {:08x}), found {}",
                                        wanted.what, wanted.bytes, wanted.checksum, found),
                 .where = {}};
}

} // namespace

std::vector<FileUse> file_uses(const MatchPlan& plan) {
    std::vector<FileUse> uses{{"-openings", plan.openings.file, FileUse::Mode::Read},
                              {"-pgnout", plan.pgn_file, FileUse::Mode::Written},
                              {"-events", plan.events_file, FileUse::Mode::Written},
                              {"-epdout", plan.epd_file, FileUse::Mode::Written},
                              {"-config", plan.state_file, FileUse::Mode::Written}};
    for (const MatchEngine& engine : plan.engines)
        if (const auto program = find_program(engine.spec.command, engine.spec.folder))
            uses.push_back({"the program of " + in_quotes(engine.spec.name), *program});
    return uses;
}

Result<std::vector<FileMark>> marks_of(const MatchPlan& plan) {
    std::vector<FileMark> marks;
    // A pipe can be read only once, by the one who plays from it.
    if (std::error_code ignored; std::filesystem::is_regular_file(plan.openings.file, ignored)) {
        auto mark = mark_of("the openings", plan.openings.file);
        if (!mark) return mark.error();
        marks.push_back(*std::move(mark));
    }
    bool has_own = false;
    for (const MatchEngine& engine : plan.engines) {
        const EngineSpec& spec = engine.spec;
        if (spec.protocol == EngineProtocol::Builtin) {
            if (!has_own && own_mark()) marks.push_back(*own_mark());
            has_own = true;
        } else if (const auto program = find_program(spec.command, spec.folder)) {
            // One that may be run but not be read has no mark either.
            auto mark = mark_of("the program of " + in_quotes(spec.name), *program);
            if (mark) marks.push_back(*std::move(mark));
        }
    }
    return marks;
}

Result<void> check_marks(const std::vector<FileMark>& wanted, const MatchPlan& plan) {
    const auto present = marks_of(plan);
    if (!present) return present.error();
    for (const FileMark& each : wanted) {
        const auto found =
            std::find_if(present->begin(), present->end(),
                         [&each](const FileMark& mark) { return mark.what == each.what; });
        if (found == present->end()) return changed(each, "none");
        if (*found != each)
            return changed(each,
                           fmt::format("{} bytes, checksum {:08x}", found->bytes, found->checksum));
    }
    return {};
}

nlohmann::ordered_json to_json(const std::vector<FileMark>& marks) {
    auto json = nlohmann::ordered_json::array();
    for (const FileMark& mark : marks)
        json.push_back({{"what", text_json(mark.what)},
                        {"bytes", mark.bytes},
                        {"crc32c", fmt::format("{:08x}", mark.checksum)}});
    return json;
}

std::vector<FileMark> marks_from_json(const nlohmann::ordered_json& json) {
    std::vector<FileMark> marks;
    for (const auto& each : json)
        marks.push_back({.what = text_from(each.at("what")),
                         .bytes = each.at("bytes").get<std::uint64_t>(),
                         .checksum = static_cast<std::uint32_t>(
                             std::stoul(each.at("crc32c").get<std::string>(), nullptr, 16))});
    return marks;
}

} // namespace rata
