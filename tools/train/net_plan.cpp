#include "tools/train/net_plan.hpp"

#include "engine/base/json_reading.hpp"
#include "engine/base/parse.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <map>

namespace rata {

namespace {

using Json = nlohmann::json;

Error bad_plan(const std::string& key, const std::string& message) {
    return Error{
        .code = ErrorCode::Syntax, .message = in_quotes(key) + ": " + message, .where = {}};
}

/// Each reads one value of the plan; nothing if it is of the right kind.
using Reader = std::function<std::optional<std::string>(const Json&)>;

Reader text_reader(std::string& place) {
    return [&place](const Json& value) -> std::optional<std::string> {
        if (!value.is_string()) return "expected a string";
        place = value.get<std::string>();
        return std::nullopt;
    };
}

Reader files_reader(std::vector<std::string>& place) {
    return [&place](const Json& value) -> std::optional<std::string> {
        if (!value.is_array() || value.empty()) return "expected a list of files";
        for (const Json& file : value) {
            if (!file.is_string()) return "expected names of files";
            place.push_back(file.get<std::string>());
        }
        return std::nullopt;
    };
}

template <std::integral T>
Reader integer_reader(T& place, T min, T max) {
    return [&place, min, max](const Json& value) -> std::optional<std::string> {
        const std::string range =
            "expected a whole number, " + std::to_string(min) + " to " + std::to_string(max);
        if (!value.is_number_integer()) return range;
        const auto number = parse_integer<T>(value.dump(), min, max);
        if (!number) return range;
        place = *number;
        return std::nullopt;
    };
}

Reader fraction_reader(double& place, double min, double max) {
    return [&place, min, max](const Json& value) -> std::optional<std::string> {
        const bool right =
            value.is_number() && value.get<double>() >= min && value.get<double>() <= max;
        if (!right) return "expected a number, " + Json(min).dump() + " to " + Json(max).dump();
        place = value.get<double>();
        return std::nullopt;
    };
}

Reader teacher_reader(NetTeacher& place) {
    return [&place](const Json& value) -> std::optional<std::string> {
        if (value == "search")
            place = NetTeacher::Search;
        else if (value == "evaluation")
            place = NetTeacher::Evaluation;
        else
            return R"(expected "search" or "evaluation")";
        return std::nullopt;
    };
}

std::map<std::string, Reader> readers_of(NetPlan& plan) {
    constexpr std::uint64_t kMany = std::uint64_t{1} << 40U;
    return {
        {"data", files_reader(plan.source.files)},
        {"positions", integer_reader(plan.source.most_positions, std::uint64_t{0}, kMany)},
        {"held_out_of", integer_reader(plan.source.held_out_of, std::uint64_t{2}, kMany)},
        {"teacher", teacher_reader(plan.source.teacher)},
        {"neighbours", integer_reader(plan.source.neighbours, 0, 1'000)},
        {"most_surprise", integer_reader(plan.source.most_surprise, 0, 1'000'000)},
        {"start", text_reader(plan.start)},
        {"net", text_reader(plan.net)},
        {"checkpoint", text_reader(plan.checkpoint)},
        {"curve", text_reader(plan.curve)},
        {"hidden", integer_reader(plan.shape.hidden, kLineNumbers, NetShape::kMostHidden)},
        {"buckets", integer_reader(plan.shape.buckets, std::size_t{1}, NetShape::kMostBuckets)},
        {"scale", integer_reader(plan.shape.scale, 1, 10'000)},
        {"epochs", integer_reader(plan.epochs, 1, 1'000'000)},
        {"batch", integer_reader(plan.batch, std::size_t{1}, std::size_t{1} << 24U)},
        {"rate", fraction_reader(plan.rate, 0, 1)},
        {"final_rate", fraction_reader(plan.final_rate, 0, 1)},
        {"weight_decay", fraction_reader(plan.weight_decay, 0, 1)},
        {"result_share", fraction_reader(plan.result_share, 0, 1)},
        {"seed", integer_reader(plan.seed, std::uint64_t{0}, kMany)},
        {"threads", integer_reader(plan.threads, 1, 512)},
        {"report_batches", integer_reader(plan.report_batches, 1, 1'000'000)},
    };
}

} // namespace

Result<NetPlan> parse_net_plan(std::string_view json) {
    const auto whole = parse_json<Json>(json);
    if (!whole) return whole.error();
    const Json& parsed = *whole;
    if (!parsed.is_object())
        return Error{.code = ErrorCode::Syntax, .message = "expected a JSON object", .where = {}};
    NetPlan plan;
    const auto readers = readers_of(plan);
    for (const auto& [key, value] : parsed.items()) {
        const auto reader = readers.find(key);
        if (reader == readers.end()) return bad_plan(key, "there is no such key");
        if (const auto complaint = reader->second(value)) return bad_plan(key, *complaint);
    }
    if (plan.source.files.empty()) return bad_plan("data", "missing");
    if (plan.net.empty()) return bad_plan("net", "missing");
    if (plan.shape.hidden % kLineNumbers != 0)
        return bad_plan("hidden", "expected a multiple of " + std::to_string(kLineNumbers));
    if (plan.source.teacher == NetTeacher::Evaluation && !parsed.contains("result_share"))
        plan.result_share = 0; // a position beside the game has no result
    if (plan.source.teacher == NetTeacher::Search && plan.source.neighbours != 0)
        return bad_plan("neighbours", R"(only the teacher "evaluation" can judge them)");
    if (plan.source.teacher == NetTeacher::Evaluation && plan.source.most_surprise != 0)
        return bad_plan("most_surprise", R"(only the teacher "search" can surprise)");
    return plan;
}

std::string fingerprint(const NetPlan& plan) {
    const bool by_search = plan.source.teacher == NetTeacher::Search;
    return Json{{"teacher", by_search ? "search" : "evaluation"},
                {"neighbours", plan.source.neighbours},
                {"most_surprise", plan.source.most_surprise},
                {"hidden", plan.shape.hidden},
                {"buckets", plan.shape.buckets},
                {"scale", plan.shape.scale},
                {"epochs", plan.epochs},
                {"batch", plan.batch},
                {"rate", plan.rate},
                {"final_rate", plan.final_rate},
                {"weight_decay", plan.weight_decay},
                {"result_share", plan.result_share},
                {"seed", plan.seed},
                {"threads", plan.threads},
                {"report_batches", plan.report_batches}}
        .dump();
}

} // namespace rata
