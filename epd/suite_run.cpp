#include "epd/suite_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace rata {

namespace {

/// What may be in an id, but not in the name of a file on every system, is spelt out, so that
/// different ids stay different.
std::string file_name_of(std::string_view id) {
    constexpr std::string_view kUnfit = "%/\\:*?\"<>|";
    std::string name;
    for (const char c : id) {
        const bool fits = kUnfit.find(c) == std::string_view::npos;
        if (fits && static_cast<unsigned char>(c) >= ' ')
            name += c;
        else
            name += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return name;
}

} // namespace

std::size_t RunPlan::position_count() const {
    std::size_t count = 0;
    for (const TestSuite& suite : suites) count += suite.positions.size();
    return count;
}

std::size_t RunPlan::first_position(std::size_t suite) const {
    std::size_t first = 0;
    for (std::size_t i = 0; i < suite; ++i) first += suites[i].positions.size();
    return first;
}

std::size_t RunPlan::suite_of(std::size_t position) const {
    std::size_t suite = 0;
    for (; position >= suites[suite].positions.size(); ++suite)
        position -= suites[suite].positions.size();
    return suite;
}

const TestPosition& RunPlan::test(std::size_t position) const {
    const std::size_t suite = suite_of(position);
    return suites[suite].positions[position - first_position(suite)];
}

bool OutcomeTable::is_row_known(std::size_t position) const {
    for (std::size_t subject = 0; subject < subjects_; ++subject)
        if (!at(position, subject)) return false;
    return true;
}

std::size_t OutcomeTable::known() const {
    return static_cast<std::size_t>(std::count_if(
        outcomes_.begin(), outcomes_.end(), [](const auto& each) { return each.has_value(); }));
}

SuiteScore score_of(const RunPlan& plan, const OutcomeTable& outcomes, std::size_t suite,
                    std::size_t subject) {
    SuiteScorer scorer(plan.rules[suite]);
    const std::size_t first = plan.first_position(suite);
    const auto& positions = plan.suites[suite].positions;
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (const auto& outcome = outcomes.at(first + i, subject))
            scorer.add(positions[i], verdict_of(*outcome));
    return scorer.score();
}

std::optional<std::string> tree_file(const RunPlan& plan, std::size_t position,
                                     std::size_t subject) {
    const Subject& engine = plan.subjects[subject];
    if (plan.tree_folder.empty() || engine.spec.protocol != EngineProtocol::Builtin)
        return std::nullopt;
    std::string name = plan.test(position).id;
    if (plan.subjects.size() > 1) name += ' ' + engine.name;
    return plan.tree_folder + '/' + file_name_of(name) + ".gtf";
}

Result<void> SuiteRun::start_engines() {
    for (Subject& subject : plan_.subjects) {
        auto analyst = make_analyst(subject.spec);
        if (!analyst) return analyst.error();
        subject.own_name = (*analyst)->own_name();
        subject.complaints = (*analyst)->complaints();
        first_.push_back(*std::move(analyst));
    }
    return {};
}

void SuiteRun::run(std::stop_source& stop) {
    // What another run has left is told first, as far as it is without gaps.
    for (; next_row_ < outcomes_.positions() && outcomes_.is_row_known(next_row_); ++next_row_)
        listener_.on_row(next_row_);
    const std::size_t open = outcomes_.positions() * outcomes_.subjects() - outcomes_.known();
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < std::min(plan_.jobs, open); ++i)
        others.emplace_back([this, &stop] { work(Analysts(plan_.subjects.size()), stop); });
    work(std::exchange(first_, {}), stop);
}

void SuiteRun::work(Analysts analysts, std::stop_source& stop) {
    analysts.resize(plan_.subjects.size());
    const std::size_t subjects = outcomes_.subjects();
    for (;;) {
        std::size_t item = 0;
        {
            const std::scoped_lock lock(mutex_);
            const std::size_t end = outcomes_.positions() * subjects;
            while (next_ < end && outcomes_.at(next_ / subjects, next_ % subjects)) ++next_;
            if (next_ == end) return;
            item = next_++;
        }
        const std::size_t subject = item % subjects;
        Outcome outcome = search(item / subjects, subject, analysts[subject], stop.get_token());
        if (stop.stop_requested()) return;
        keep(item / subjects, subject, std::move(outcome), stop);
    }
}

Outcome SuiteRun::search(std::size_t position, std::size_t subject,
                         std::unique_ptr<Analyst>& analyst, const std::stop_token& stop) {
    const TestPosition& test = plan_.test(position);
    if (!analyst) {
        auto made = make_analyst(plan_.subjects[subject].spec);
        if (!made) return Fault{Fault::Kind::Silence, made.error().message, {}};
        analyst = *std::move(made);
    }
    std::vector<Sighting> sightings;
    std::optional<StabilityWatch> stability;
    if (plan_.stable) stability.emplace(test, *plan_.stable);
    bool enough = false;
    const auto watch = [&](const Sighting& sighting) {
        if (enough) return Wish::Enough; // the last words of a search that is being stopped
        sightings.push_back(sighting);
        enough = stability && stability->add(sighting);
        return enough ? Wish::Enough : Wish::GoOn;
    };
    std::size_t known = analyst->complaints().size();
    AnalysisReply reply = analyst->analyse({.position = test.position,
                                            .limit = plan_.limit,
                                            .patience = plan_.patience,
                                            .watch = watch,
                                            .stop = stop,
                                            .tree_log = tree_file(plan_, position, subject)});
    for (; known < analyst->complaints().size(); ++known) {
        const std::scoped_lock lock(mutex_);
        listener_.on_complaint(subject, analyst->complaints()[known]);
    }
    if (auto* fault = std::get_if<Fault>(&reply)) {
        analyst.reset(); // the next position gets a new one
        return std::move(*fault);
    }
    auto& analysis = std::get<Analysis>(reply);
    analysis.sightings = std::move(sightings);
    analysis.stopped_early = enough;
    return judge(test, analysis);
}

void SuiteRun::keep(std::size_t position, std::size_t subject, Outcome outcome,
                    std::stop_source& stop) {
    const std::scoped_lock lock(mutex_);
    auto& place = outcomes_.at(position, subject);
    place = std::move(outcome);
    if (!listener_.on_outcome(position, subject, *place)) stop.request_stop();
    for (; next_row_ < outcomes_.positions() && outcomes_.is_row_known(next_row_); ++next_row_)
        listener_.on_row(next_row_);
}

} // namespace rata
