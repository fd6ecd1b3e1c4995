#include "engine/notation/san.hpp"
#include "logging/treelog/log_reader.hpp"
#include "tests/epd/support/script_engine.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <numeric>
#include <set>

using namespace rata;
using namespace rata::test;

namespace {

const std::string kRook = "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; id \"rook\";";
const std::string kQueen = "4k3/8/8/8/8/8/8/Q3K3 w - - bm Qa8+; id \"queen\";";
const std::string kPawn = "4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"pawn\";";

const Fault& fault_of(const OutcomeTable& outcomes, std::size_t position) {
    const auto* fault = std::get_if<Fault>(&*outcomes.at(position, 0));
    REQUIRE(fault != nullptr);
    return *fault;
}

const Verdict& found(const OutcomeTable& outcomes, std::size_t position, std::size_t subject = 0) {
    const auto& outcome = *outcomes.at(position, subject);
    if (const auto* fault = std::get_if<Fault>(&outcome)) FAIL(fault->text);
    return std::get<Verdict>(outcome);
}

} // namespace

TEST_CASE("an engine solves, misses, and is told what is asked", "[epd][suite_run]") {
    const Subject engine =
        uci_script("echo info depth 1 score cp 10 nodes 20 pv a1b1;"
                   "echo info depth 2 score cp 30 upperbound nodes 30 pv a1c1;"
                   "echo info depth 2 multipv 2 score cp 9 nodes 35 pv a1d1;"
                   "echo info depth 2 score mate 3 nodes 40 pv a1a8 e8e7;"
                   "echo info depth 3 score cp 55 nodes 50 pv a1a8 e8e7;"
                   "case $position$limit in *Q*) echo bestmove a1b1;; *'depth 1') "
                   "echo bestmove a1a8;; esac");
    RunPlan plan = plan_of(suite_of({kRook, kQueen}), {engine});
    const OutcomeTable outcomes = run_plan(plan);
    CHECK(plan.subjects[0].own_name == "A script");
    const Verdict& rook = found(outcomes, 0);
    CHECK(rook.solved);
    CHECK(rook.solution->depth == 2);
    CHECK(rook.solution->nodes == 40);
    CHECK(rook.cost.depth == 3);
    CHECK(rook.score == SpelledScore(Cp{55}));
    CHECK_FALSE(found(outcomes, 1).solved);
}

TEST_CASE("an engine that fails is started again", "[epd][suite_run]") {
    const Subject engine = uci_script("case $position in *Q*) exit 3;; *P*) echo bestmove xyz;; "
                                      "*B*) echo bestmove a1h8;; *) echo bestmove a1a8;; esac");
    const std::string bishop = "4k3/8/8/8/8/8/8/B3K3 w - - bm Bb2; id \"bishop\";";
    RunPlan plan = plan_of(suite_of({kQueen, kPawn, bishop, kRook}), {engine});
    const OutcomeTable outcomes = run_plan(plan);
    CHECK(fault_of(outcomes, 0).kind == Fault::Kind::Crash);
    CHECK(fault_of(outcomes, 0).text.find("exit code 3") != std::string::npos);
    CHECK(fault_of(outcomes, 1).kind == Fault::Kind::BadReply);
    CHECK(found(outcomes, 3).solved);
    CHECK(score_of(plan, outcomes, 0, 0).failed == 2);
    CHECK(score_of(plan, outcomes, 0, 0).solved == 1);
}

TEST_CASE("an engine that hangs is given up", "[epd][suite_run][slow]") {
    for (const Subject& engine :
         {uci_script("case $position in *Q*) sleep 100;; *) echo bestmove a1a8;; esac"),
          uci_script("case $position in *Q*) while :; do echo info depth 1; done;; "
                     "*) echo bestmove a1a8;; esac"),
          xboard_script("case $position in *Q*) sleep 100;; *) echo move a1a8;; esac")}) {
        RunPlan plan = plan_of(suite_of({kQueen, kRook}), {engine});
        plan.patience = milliseconds(100);
        const OutcomeTable outcomes = run_plan(plan);
        CHECK(fault_of(outcomes, 0).kind == Fault::Kind::Hang);
        // The next one may be late on a busy machine, but it is asked.
        CHECK(outcomes.at(1, 0).has_value());
    }
}

TEST_CASE("an engine that cannot be had ends the run before it begins", "[epd][suite_run]") {
    Subject missing = uci_script("");
    missing.spec.command = "there-is-no-such-engine";
    Subject silent = uci_script("");
    silent.spec.arguments = {"-c", "exit 1"};
    for (const Subject& subject : {missing, silent}) {
        RunPlan plan = plan_of(suite_of({kRook}), {subject});
        OutcomeTable outcomes(1, 1);
        HearingListener listener;
        SuiteRun run(plan, outcomes, listener);
        CHECK_FALSE(run.start_engines().ok());
    }
}

TEST_CASE("a stable solution ends a search", "[epd][suite_run]") {
    const Subject engine = uci_script("for depth in 1 2 3; do echo info depth $depth score cp 1 "
                                      "nodes $depth pv a1a8; done; read -r line; "
                                      "test $line = stop && echo bestmove a1a8");
    RunPlan plan = plan_of(suite_of({kRook}), {engine});
    plan.stable = 3;
    const OutcomeTable outcomes = run_plan(plan);
    CHECK(found(outcomes, 0).stopped_early);
    CHECK(found(outcomes, 0).solution->depth == 1);
}

TEST_CASE("XBoard engines", "[epd][suite_run]") {
    const std::string search = "echo '1 10 0 20 Rb1';"
                               "echo '2. 15 0 30 1. Ra8+ Kd7';"
                               "echo '# 3 10 0 40 a1b1';"
                               "case $position in *Q*) echo resign;; *P*) echo 'move a2a5';; "
                               "*) echo 'move a1a8';; esac";
    RunPlan plan = plan_of(suite_of({kRook, kQueen, kPawn, kRook}), {xboard_script(search)});
    plan.limit.depth = 2;
    const OutcomeTable outcomes = run_plan(plan);
    CHECK(plan.subjects[0].own_name == "A script");
    CHECK(found(outcomes, 0).solution->depth == 2);
    CHECK(found(outcomes, 0).solution->nodes == 30);
    CHECK(found(outcomes, 0).score == SpelledScore(Cp{15}));
    CHECK(fault_of(outcomes, 1).kind == Fault::Kind::Claim);
    CHECK(fault_of(outcomes, 2).kind == Fault::Kind::IllegalMove);
    CHECK(found(outcomes, 3).solved);

    RunPlan plain = plan_of(suite_of({kRook}), {xboard_script("echo 'My move is: Ra8'", "")});
    OutcomeTable table(1, 1);
    HearingListener listener;
    SuiteRun run(plain, table, listener);
    CHECK_FALSE(run.start_engines().ok()); // it cannot set up positions
    RunPlan single = plan_of(suite_of({kRook, kRook}),
                             {xboard_script("echo 'My move is: Ra8'", "setboard=1 reuse=0")});
    CHECK(found(run_plan(single), 1).solved);
}

TEST_CASE("an XBoard engine that does not know a limit of depth is told to move",
          "[epd][suite_run]") {
    const std::string search = "echo '2 15 0 30 1. Ra8+ Kd7'; echo '3 10 0 40 1. Rb1 Kd7';"
                               "read -r line; test \"$line\" = '?' && echo 'move a1a8'";
    RunPlan plan = plan_of(suite_of({kRook}), {xboard_script(search)});
    plan.limit.depth = 2;
    const OutcomeTable outcomes = run_plan(plan);
    // What it has seen beyond the limit does not count.
    CHECK(found(outcomes, 0).solution->depth == 2);
    CHECK(found(outcomes, 0).cost.depth == 2);
}

TEST_CASE("options that an engine lacks are complained about", "[epd][suite_run]") {
    Subject uci = uci_script("echo bestmove a1a8");
    uci.spec.options = {{"hash", "16"}, {"Threads", "2"}};
    Subject xboard = xboard_script("echo move a1a8", "setboard=1 memory=1");
    xboard.spec.options = uci.spec.options;
    RunPlan plan = plan_of(suite_of({kRook}), {uci, xboard});
    const OutcomeTable outcomes = run_plan(plan);
    for (const Subject& subject : plan.subjects) {
        REQUIRE(subject.complaints.size() == 1);
        CHECK(subject.complaints[0].find("Threads") != std::string::npos);
    }
    CHECK(found(outcomes, 0, 1).solved);
}

TEST_CASE("several jobs and engines give rows in order", "[epd][suite_run]") {
    std::vector<std::string> lines;
    for (int i = 0; i < 12; ++i) lines.push_back(i % 3 == 0 ? kQueen : kRook);
    Subject builtin{.name = "builtin", .spec = {}, .own_name = {}, .complaints = {}};
    builtin.spec.protocol = EngineProtocol::Builtin;
    RunPlan plan = plan_of(suite_of(lines), {uci_script("echo bestmove a1a8"), builtin});
    plan.jobs = 4;
    OutcomeTable outcomes(plan.position_count(), 2);
    HearingListener listener;
    SuiteRun run(plan, outcomes, listener);
    REQUIRE(run.start_engines().ok());
    std::stop_source stop;
    run.run(stop);
    CHECK(listener.outcomes == 24);
    std::vector<std::size_t> all(12);
    std::iota(all.begin(), all.end(), 0U);
    CHECK(listener.rows == all);
    for (std::size_t i = 0; i < 12; ++i) CHECK(found(outcomes, i).solved);
    CHECK(plan.subjects[1].own_name.starts_with("Ratatosk"));
}

TEST_CASE("a run ends when its results cannot be kept, and goes on later", "[epd][suite_run]") {
    RunPlan plan =
        plan_of(suite_of({kRook, kRook, kRook, kRook}), {uci_script("echo bestmove a1a8")});
    OutcomeTable outcomes(4, 1);
    HearingListener listener;
    listener.enough = 2;
    {
        SuiteRun run(plan, outcomes, listener);
        REQUIRE(run.start_engines().ok());
        std::stop_source stop;
        run.run(stop);
        CHECK(outcomes.known() == 2);
    }
    HearingListener rest;
    SuiteRun run(plan, outcomes, rest);
    REQUIRE(run.start_engines().ok());
    std::stop_source stop;
    run.run(stop);
    CHECK(rest.outcomes == 2);
    CHECK(rest.rows == std::vector<std::size_t>{0, 1, 2, 3});
}

TEST_CASE("trees are logged into a file for each position and iteration", "[epd][suite_run]") {
    const TemporaryFolder folder;
    const auto names_in_folder = [&folder] {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
            names.insert(entry.path().filename().string());
        return names;
    };
    Subject builtin{.name = "builtin", .spec = {}, .own_name = {}, .complaints = {}};
    builtin.spec.protocol = EngineProtocol::Builtin;
    // So many men that no endgame table answers in place of a search.
    const std::string board = "4k3/p6p/8/8/8/8/P6P/R3K3 w - - bm Rb1; id ";
    RunPlan plan = plan_of(suite_of({board + "\"rook\";", board + "\"a/b: c\";"}), {builtin});
    plan.tree_folder = folder.path().string();
    plan.limit.depth = 3;
    const OutcomeTable logged = run_plan(plan);
    CHECK(names_in_folder() == std::set<std::string>{"a%2Fb%3A c-01.gtf", "a%2Fb%3A c-02.gtf",
                                                     "a%2Fb%3A c-03.gtf", "rook-01.gtf",
                                                     "rook-02.gtf", "rook-03.gtf"});
    std::uint64_t nodes = 0;
    for (const std::uint32_t iteration : {1U, 2U, 3U}) {
        const std::string name = "rook-0" + std::to_string(iteration) + ".gtf";
        auto opened = treelog::LogReader::open(folder / name);
        REQUIRE(opened.ok());
        const auto log = std::move(opened).value();
        CHECK_FALSE(log->verify().any());
        REQUIRE(log->trees().size() == 1);
        CHECK(log->trees()[0].mark.iteration == iteration);
        nodes += log->trees()[0].nodes;
    }
    CHECK(nodes == found(logged, 0).cost.nodes);

    plan.limit.depth = 2; // of the run before, nothing stays that could be taken for this one's
    static_cast<void>(run_plan(plan));
    CHECK(names_in_folder().size() == 4);
    plan.limit.depth = 3;

    plan.tree_folder = (folder / "there/is/none").string();
    OutcomeTable outcomes(2, 1);
    HearingListener listener;
    SuiteRun run(plan, outcomes, listener);
    REQUIRE(run.start_engines().ok());
    std::stop_source stop;
    run.run(stop);
    CHECK(listener.complaints.size() == 2);
    CHECK(found(outcomes, 1).cost.depth == 3); // it was searched all the same
}
