#include "tests/epd/support/script_engine.hpp"

#include <catch2/catch.hpp>

namespace rata::test {

namespace {

Subject shell_subject(const std::string& script, EngineProtocol protocol) {
    Subject subject{.name = "script", .spec = {}, .own_name = {}, .complaints = {}};
    subject.spec.name = "script";
    subject.spec.protocol = protocol;
    subject.spec.command = "sh";
    subject.spec.arguments = {"-c", script};
    return subject;
}

} // namespace

Subject uci_script(const std::string& search) {
    return shell_subject("while read -r line; do case $line in\n"
                         "uci) echo id name A script; echo option name Hash type spin; "
                         "echo uciok;;\n"
                         "isready) echo readyok;;\n"
                         "position*) position=$line;;\n"
                         "go*) limit=${line#go }; " +
                             search + ";;\nquit) exit;; esac; done",
                         EngineProtocol::Uci);
}

Subject xboard_script(const std::string& search, const std::string& features) {
    return shell_subject("while read -r line; do case $line in\n"
                         "protover*) echo 'feature myname=\"A script\" " +
                             features +
                             "'; echo feature done=1;;\n"
                             "ping*) echo pong ${line#ping };;\n"
                             "setboard*) position=$line;;\n"
                             "go) " +
                             search + ";;\nquit) exit;; esac; done",
                         EngineProtocol::XBoard);
}

TestSuite suite_of(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    TestSuite suite = parse_test_suite(text, "suite");
    REQUIRE(suite.broken.empty());
    return suite;
}

RunPlan plan_of(TestSuite suite, std::vector<Subject> subjects) {
    RunPlan plan;
    plan.rules.push_back({natural_scoring(suite), 1});
    plan.suites.push_back(std::move(suite));
    plan.subjects = std::move(subjects);
    plan.limit.depth = 1;
    plan.patience = milliseconds(60'000);
    return plan;
}

OutcomeTable run_plan(RunPlan& plan) {
    OutcomeTable outcomes(plan.position_count(), plan.subjects.size());
    HearingListener listener;
    SuiteRun run(plan, outcomes, listener);
    const auto started = run.start_engines();
    INFO((started ? std::string() : started.error().to_string()));
    REQUIRE(started.ok());
    std::stop_source stop;
    run.run(stop);
    CHECK(outcomes.known() == outcomes.positions() * outcomes.subjects());
    CHECK(listener.rows.size() == outcomes.positions());
    return outcomes;
}

} // namespace rata::test
