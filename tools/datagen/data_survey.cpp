#include "tools/datagen/data_survey.hpp"

namespace rata {

DataSurvey survey_data(SelfplayReader& reader, const PositionFilter& filter) {
    DataSurvey survey;
    const auto add = [&](const SelfplayGame& game) {
        ++survey.results[static_cast<std::size_t>(game.result)];
        ++survey.ends[static_cast<std::size_t>(game.end)];
        for_each_kept(game, filter, [&survey](const auto&, const auto&) { ++survey.kept; });
    };
    while (const auto block = reader.next()) {
        if (const auto read = read_games(*block, add); !read)
            survey.problems.push_back("block " + std::to_string(reader.counts().blocks) + ": " +
                                      read.error().message);
    }
    survey.counts = reader.counts();
    return survey;
}

} // namespace rata
