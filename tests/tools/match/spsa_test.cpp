#include "tools/match/spsa/spsa_runner.hpp"

#include "engine/base/file.hpp"
#include "engine/base/rng.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace rata;
using rata::test::TemporaryFolder;

namespace {

SpsaSettings three_numbers() {
    SpsaSettings settings;
    settings.parameters = {{.name = "a", .start = 20, .min = 0, .max = 100, .step = 5},
                           {.name = "b", .start = 400, .min = 0, .max = 1000, .step = 50},
                           {.name = "idle", .start = 5, .min = 0, .max = 10, .step = 0.5}};
    settings.batches = 400;
    settings.pairs = 8;
    settings.seed = 5;
    return settings;
}

/// Elo by which these values fall short of the best ones, a = 45 and b = 250.
double weakness(const std::vector<int>& values) {
    const double a = (values[0] - 45) / 5.0;
    const double b = (values[1] - 250) / 50.0;
    return 4 * (a * a + b * b);
}

/// Two games between players of whom it is known how strong they are.
int play_known_pair(const SpsaTrial& trial, Rng& rng) {
    const double elo = weakness(trial.down) - weakness(trial.up);
    const double expected = 1 / (1 + std::pow(10, -elo / 400));
    int balance = 0;
    for (int game = 0; game < 2; ++game) balance += rng.fraction() < expected ? 1 : -1;
    return balance;
}

void play_known_batch(Spsa& spsa) {
    Rng rng(spsa.batches_done());
    std::vector<int> balances;
    for (std::size_t pair = 0; pair < spsa.settings().pairs; ++pair)
        balances.push_back(play_known_pair(spsa.trial(pair), rng));
    spsa.learn(balances);
}

/// The engine of this program against itself, in a few short games.
SpsaPlan short_plan(const std::string& file) {
    SpsaPlan plan;
    plan.settings.parameters = {
        {.name = "Contempt", .start = 0, .min = -100, .max = 100, .step = 40}};
    plan.settings.batches = 6;
    plan.settings.pairs = 2;
    MatchEngine engine;
    engine.spec = {.name = "up", .protocol = EngineProtocol::Builtin, .options = {{"Hash", "1"}}};
    engine.time.nodes = 200;
    plan.match.engines = {engine, engine};
    plan.match.engines[1].spec.name = "down";
    plan.match.adjudication.resign = ResignRule{};
    plan.match.adjudication.longest = 80;
    plan.match.state_file = file;
    return plan;
}

/// The same, but what is tuned is how strong it plays.
SpsaPlan strength_plan() {
    SpsaPlan plan = short_plan("");
    plan.settings.parameters = {
        {.name = "UCI_Elo", .start = 1300, .min = 800, .max = 2400, .step = 250}};
    for (MatchEngine& engine : plan.match.engines) {
        engine.spec.options.emplace_back("UCI_LimitStrength", "true");
        engine.time.nodes = 3000;
    }
    return plan;
}

/// Until it is done, or so many batches were played.
Spsa tune(const SpsaPlan& plan, Spsa state, SpsaLedger ledger, std::size_t most) {
    SpsaRunner* running = nullptr;
    std::size_t played = 0;
    SpsaRunner runner(plan, std::move(state), OpeningList::load(plan.match.openings).value(),
                      std::move(ledger), [&](const Spsa&, int balance) {
                          CHECK(std::abs(balance) <= 4);
                          if (++played == most) running->finish();
                      });
    running = &runner;
    const auto done = runner.run();
    REQUIRE(done);
    CHECK(*done == runner.state().is_done());
    return runner.state();
}

} // namespace

TEST_CASE("SPSA finds the best values by games alone", "[match][spsa]") {
    Spsa spsa(three_numbers());
    while (!spsa.is_done()) play_known_batch(spsa);
    CHECK(std::abs(spsa.values()[0] - 45) < 7.5);
    CHECK(std::abs(spsa.values()[1] - 250) < 75);
    CHECK(std::abs(spsa.values()[2] - 5) < 2); // nothing depends on it: four steps
    CHECK(spsa.rounded()[0] == std::lround(spsa.values()[0]));
}

TEST_CASE("the players of an SPSA trial differ in every number, and stay in range",
          "[match][spsa]") {
    SpsaSettings settings = three_numbers();
    settings.parameters[0].start = 0;
    Spsa spsa(settings);
    std::vector<int> ups(settings.parameters.size());
    for (int batch = 0; batch < 20; ++batch) {
        for (std::size_t pair = 0; pair < settings.pairs; ++pair) {
            const SpsaTrial trial = spsa.trial(pair);
            const SpsaTrial again = spsa.trial(pair);
            CHECK(trial.up == again.up);
            CHECK(trial.down == again.down);
            for (std::size_t i = 0; i < trial.up.size(); ++i) {
                const SpsaParameter& parameter = settings.parameters[i];
                CHECK((trial.up[i] - trial.down[i]) * trial.directions[i] > 0);
                CHECK(std::min(trial.up[i], trial.down[i]) >= parameter.min);
                CHECK(std::max(trial.up[i], trial.down[i]) <= parameter.max);
                ups[i] += trial.directions[i] > 0 ? 1 : 0;
            }
        }
        spsa.learn(std::vector<int>(settings.pairs, 0));
    }
    for (const int up : ups) CHECK(std::abs(up - 80) < 30);
    for (std::size_t i = 0; i < ups.size(); ++i) // nobody won, nothing was learnt
        CHECK(spsa.rounded()[i] == settings.parameters[i].start);
}

TEST_CASE("a tuning by SPSA that goes on is the one that never stopped", "[match][spsa]") {
    Spsa whole(three_numbers());
    Spsa first(three_numbers());
    for (int batch = 0; batch < 10; ++batch) play_known_batch(whole);
    for (int batch = 0; batch < 4; ++batch) play_known_batch(first);
    Spsa second(three_numbers());
    second.restore(first.batches_done(), first.values());
    for (int batch = 0; batch < 6; ++batch) play_known_batch(second);
    CHECK(second.values() == whole.values());
    CHECK(spsa_usual_rate(three_numbers()) == Approx(0.463 / std::sqrt(3200.0)).epsilon(0.01));
}

TEST_CASE("SPSA makes an engine stronger", "[match][spsa][slow]") {
    const SpsaPlan plan = strength_plan();
    const Spsa tuned =
        tune(plan, Spsa(plan.settings), SpsaLedger::create(plan).value(), plan.settings.batches);
    CHECK(tuned.is_done());
    CHECK(tuned.values()[0] > 1300);
}

TEST_CASE("a tuning by games can be interrupted", "[match][spsa]") {
    const TemporaryFolder folder;
    const SpsaPlan plan = short_plan("");
    const Spsa whole =
        tune(plan, Spsa(plan.settings), SpsaLedger::create(plan).value(), plan.settings.batches);

    const std::string file = (folder / "parts.spsa").string();
    SpsaPlan parts = short_plan(file);
    parts.match.concurrency = 2;
    CHECK(!SpsaLedger::resume(file));
    const Spsa part = tune(parts, Spsa(parts.settings), SpsaLedger::create(parts).value(), 2);
    CHECK(part.batches_done() == 2);
    CHECK(!SpsaLedger::create(parts)); // it may be all that is left of a tuning
    REQUIRE(write_file(file, read_file(file).value() + "{\"batch\":3,\"bal"));
    auto resumed = SpsaLedger::resume(file);
    REQUIRE(resumed);
    CHECK(resumed->plan == parts);
    CHECK(resumed->batches_done == 2);
    CHECK(resumed->values == part.values());
    Spsa state(resumed->plan.settings);
    state.restore(resumed->batches_done, resumed->values);
    const Spsa end = tune(resumed->plan, std::move(state), std::move(resumed->ledger), 100);
    CHECK(end.values() == whole.values());
    CHECK(SpsaLedger::resume(file).value().values == whole.values());
}

TEST_CASE("an engine that has no such option cannot be tuned", "[match][spsa]") {
    SpsaPlan plan = short_plan("");
    plan.settings.parameters[0].name = "UCI_Fame";
    SpsaRunner runner(plan, Spsa(plan.settings), OpeningList::load({}).value(),
                      SpsaLedger::create(plan).value(), [](const Spsa&, int) {});
    const auto done = runner.run();
    REQUIRE(!done);
    CHECK(done.error().message.find("UCI_Fame") != std::string::npos);
}

TEST_CASE("a tuning goes on with its openings, in one process", "[match][spsa]") {
    const TemporaryFolder folder;
    SpsaPlan plan = short_plan((folder / "state.spsa").string());
    plan.settings.parameters[0].name = "any \xff";
    plan.match.openings.file = folder / "openings.epd";
    REQUIRE(write_file(plan.match.openings.file, "8/8/8/8/8/5k2/5p2/5K2 b - -\n"));
    {
        const SpsaLedger running = SpsaLedger::create(plan).value();
        const auto second = SpsaLedger::resume(plan.match.state_file);
        REQUIRE(!second);
        CHECK(second.error().code == ErrorCode::InUse);
    }
    CHECK(SpsaLedger::resume(plan.match.state_file).value().plan == plan);
    REQUIRE(write_file(plan.match.openings.file, "8/8/8/8/8/5k2/5p2/6K1 b - -\n"));
    const auto changed = SpsaLedger::resume(plan.match.state_file);
    REQUIRE(!changed);
    CHECK_THAT(changed.error().message, Catch::StartsWith("the openings: expected the file"));
}

TEST_CASE("a damaged state of a tuning is refused", "[match][spsa]") {
    const TemporaryFolder folder;
    const std::string file = (folder / "state.spsa").string();
    const SpsaPlan plan = short_plan(file);
    REQUIRE(SpsaLedger::create(plan));
    const std::string begun = read_file(file).value();
    REQUIRE(SpsaLedger::resume(file));
    const auto changed = [&begun](std::string_view from, std::string_view to) {
        std::string text = begun;
        const std::size_t place = text.find(from);
        REQUIRE(place != std::string::npos);
        return text.replace(place, from.size(), to);
    };
    for (const std::string& damaged :
         {std::string(), std::string("{}\n"), begun + "{}\n",
          begun + "{\"batch\":2,\"balance\":0,\"values\":[1]}\n",
          begun + "{\"batch\":1,\"balance\":0,\"values\":[1,2]}\n",
          begun + "{\"batch\":1,\"balance\":0,\"values\":[101]}\n",
          changed("\"min\":-100", "\"min\":100"), changed("\"pairs\":2", "\"pairs\":0"),
          changed("\"name\":\"down\"", "\"name\":\"up\""), begun.substr(1)}) {
        REQUIRE(write_file(file, damaged));
        CHECK(!SpsaLedger::resume(file));
    }
}
