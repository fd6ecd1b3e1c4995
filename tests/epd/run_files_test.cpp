#include "engine/base/file.hpp"
#include "engine/notation/san.hpp"
#include "epd/run_csv.hpp"
#include "epd/run_journal.hpp"
#include "epd/run_json.hpp"
#include "epd/run_page.hpp"
#include "epd/run_table.hpp"
#include "epd/solution_plot.hpp"
#include "tests/epd/support/script_engine.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <sstream>

using namespace rata;
using namespace rata::test;

namespace {

Verdict verdict(const TestPosition& test, const char* move, int time, std::uint64_t nodes) {
    Analysis analysis;
    analysis.move = parse_san(move, test.position).value();
    analysis.cost = {milliseconds(1000), 9, 5000};
    analysis.score = Cp{-7};
    analysis.sightings.push_back({analysis.move, {milliseconds(time), 4, nodes}, Cp{1}});
    return judge(test, analysis);
}

Subject named(const std::string& name) {
    Subject subject{.name = name, .spec = {}, .own_name = name + " 1.0", .complaints = {}};
    subject.spec.command = name;
    return subject;
}

/// Three positions and two engines, with nothing known yet.
struct SmallRun {
    RunPlan plan =
        plan_of(suite_of({"4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; id \"rook\";",
                          "4k3/8/8/8/8/8/8/Q3K3 b - - bm Kd7; id \"queen, with <b>\";",
                          R"(4k3/8/8/8/8/8/P7/4K3 w - - am a3; id "pawn"; c0 "a4=10, Kd1=2";)"}),
                {named("first"), named("second")});
    OutcomeTable outcomes{3, 2};

    void know(std::size_t position, std::size_t subject, const char* move, int time,
              std::uint64_t nodes = 100) {
        outcomes.at(position, subject) = verdict(plan.test(position), move, time, nodes);
    }
    void know_all() {
        know(0, 0, "Ra8+", 10);
        know(0, 1, "Ra7", 10);
        know(1, 0, "Kd7", 200);
        outcomes.at(1, 1) = Fault{Fault::Kind::Crash, "ended, \"so\"", milliseconds(3)};
        know(2, 0, "a4", 30);
        know(2, 1, "a3", 30);
    }
};

/// The figures of the row of that name, one for each engine.
std::vector<std::string> figures_in(const std::string& summary, const std::string& name) {
    std::istringstream lines(summary);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        if (!(words >> word) || word != name) continue;
        std::vector<std::string> figures;
        while (words >> word) figures.push_back(word);
        return figures;
    }
    return {};
}

void check_equal(const OutcomeTable& one, const OutcomeTable& other, const RunPlan& plan) {
    CHECK(run_json({.plan = plan, .outcomes = one}) == run_json({.plan = plan, .outcomes = other}));
}

} // namespace

TEST_CASE("a journal gives back what was written", "[epd][run_journal]") {
    const TemporaryFolder folder;
    const std::string file = (folder / "journal").string();
    SmallRun run;
    {
        auto journal = RunJournal::open(file, run.plan, run.outcomes);
        REQUIRE(journal.ok());
        CHECK(run.outcomes.known() == 0);
        run.know_all();
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 2; ++k)
                REQUIRE(journal->add(run.plan, i, k, *run.outcomes.at(i, k)).ok());
    }
    OutcomeTable read(3, 2);
    REQUIRE(RunJournal::open(file, run.plan, read).ok());
    CHECK(read.known() == 5); // the one that failed is tried again
    CHECK_FALSE(read.at(1, 1).has_value());
    read.at(1, 1) = run.outcomes.at(1, 1);
    check_equal(read, run.outcomes, run.plan);
}

TEST_CASE("a journal may be cut off anywhere", "[epd][run_journal]") {
    const TemporaryFolder folder;
    const std::string file = (folder / "journal").string();
    SmallRun run;
    {
        auto journal = RunJournal::open(file, run.plan, run.outcomes);
        REQUIRE(journal.ok());
        run.know_all();
        REQUIRE(journal->add(run.plan, 0, 0, *run.outcomes.at(0, 0)).ok());
        REQUIRE(journal->add(run.plan, 1, 0, *run.outcomes.at(1, 0)).ok());
    }
    const std::string whole = read_file(file).value();
    const std::size_t head = whole.find('\n') + 1;
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        REQUIRE(write_file(file, whole.substr(0, size)).ok());
        OutcomeTable read(3, 2);
        {
            auto journal = RunJournal::open(file, run.plan, read);
            REQUIRE(journal.ok());
            CHECK(read.known() == (size == whole.size()            ? 2U
                                   : whole.find('\n', head) < size ? 1U
                                                                   : 0U));
            REQUIRE(journal->add(run.plan, 2, 0, *run.outcomes.at(2, 0)).ok());
        }
        OutcomeTable again(3, 2);
        REQUIRE(RunJournal::open(file, run.plan, again).ok());
        CHECK(again.known() == read.known() + 1);
    }
}

TEST_CASE("a journal is of one run only", "[epd][run_journal]") {
    const TemporaryFolder folder;
    const std::string file = (folder / "journal").string();
    SmallRun run;
    REQUIRE(RunJournal::open(file, run.plan, run.outcomes).ok());
    const auto refused = [&](const RunPlan& plan, const char* word) {
        const auto opened = RunJournal::open(file, plan, run.outcomes);
        REQUIRE_FALSE(opened.ok());
        CHECK(opened.error().message.find(word) != std::string::npos);
    };
    RunPlan other = run.plan;
    other.limit.depth = 2;
    refused(other, "limit");
    other = run.plan;
    other.stable = 2;
    refused(other, "stable");
    other = run.plan;
    other.subjects[1].own_name = "second 1.1";
    refused(other, "subjects");
    for (const char* text : {"x\n", "{}\n", "[1]\n", "\n", "notes without a line end"}) {
        REQUIRE(write_file(file, text).ok());
        refused(run.plan, "no journal");
        CHECK(read_file(file).value() == text);
    }
    CHECK_FALSE(RunJournal::open((folder / "none/journal").string(), run.plan, run.outcomes).ok());
}

TEST_CASE("a journal has one writer", "[epd][run_journal]") {
    const TemporaryFolder folder;
    const std::string file = (folder / "journal").string();
    SmallRun run;
    {
        const auto journal = RunJournal::open(file, run.plan, run.outcomes);
        REQUIRE(journal.ok());
        const auto second = RunJournal::open(file, run.plan, run.outcomes);
        REQUIRE_FALSE(second.ok());
        CHECK(second.error().code == ErrorCode::InUse);
    }
    CHECK(RunJournal::open(file, run.plan, run.outcomes).ok());
}

TEST_CASE("results of positions that changed are searched again", "[epd][run_journal]") {
    const TemporaryFolder folder;
    const std::string file = (folder / "journal").string();
    SmallRun run;
    run.know_all();
    {
        OutcomeTable none(3, 2);
        auto journal = RunJournal::open(file, run.plan, none);
        REQUIRE(journal.ok());
        for (std::size_t i = 0; i < 3; ++i)
            REQUIRE(journal->add(run.plan, i, 0, *run.outcomes.at(i, 0)).ok());
    }
    RunPlan other = run.plan;
    auto& tests = other.suites[0].positions;
    tests[0].best = {parse_san("Ra7", tests[0].position).value()}; // another solution
    tests[1].id = "another";
    OutcomeTable read(3, 2);
    REQUIRE(RunJournal::open(file, other, read).ok());
    CHECK_FALSE(read.at(0, 0).has_value());
    CHECK_FALSE(read.at(1, 0).has_value());
    CHECK(read.at(2, 0).has_value());
}

TEST_CASE("runs are compared", "[epd][comparison]") {
    SmallRun before;
    before.know_all();
    const auto old =
        parse_old_run(run_json({.plan = before.plan, .outcomes = before.outcomes}), "old.json");
    REQUIRE(old.ok());

    SmallRun now;
    now.know_all();
    now.know(0, 0, "Ra7", 10);
    now.know(0, 1, "Ra8+", 10);
    now.know(1, 0, "Kd7", 100);
    now.know(1, 1, "Kd7", 5);
    const auto compared = compare(now.plan, now.outcomes, *old);
    REQUIRE(compared.size() == 2);
    CHECK(compared[0].common == 3);
    CHECK(compared[0].solved_before == 3);
    CHECK(compared[0].solved_now == 2);
    CHECK(compared[0].lost == std::vector<std::size_t>{0});
    CHECK(compared[0].gained.empty());
    CHECK(compared[0].faster.empty()); // both runs are limited by depth, and that is the same
    CHECK(compared[1].gained == std::vector<std::size_t>{0, 1});
    const std::string text = comparison_text(now.plan, *old, compared);
    CHECK(text.find("lost: rook\n") != std::string::npos);

    now.plan.limit = {.nodes = 1000};
    const auto by_time = compare(now.plan, now.outcomes, *old);
    CHECK(by_time[0].faster == std::vector<std::size_t>{1});
    CHECK(by_time[0].slower.empty());
    CHECK(comparison_text(now.plan, *old, by_time).find("limits") != std::string::npos);

    now.plan.subjects[0].name = "unknown";
    CHECK(compare(now.plan, now.outcomes, *old).size() == 1);
}

TEST_CASE("what is no run is refused", "[epd][comparison]") {
    SmallRun run;
    run.know_all();
    const std::string good = run_json({.plan = run.plan, .outcomes = run.outcomes});
    CHECK(parse_old_run(good, "f").ok());
    for (const char* bad : {"", "[]", "{}", R"({"command": "perft"})", "null", R"({"command": 1)"})
        CHECK_FALSE(parse_old_run(bad, "f").ok());
    auto json = nlohmann::ordered_json::parse(good);
    json["schema"] = 99;
    CHECK_FALSE(parse_old_run(json.dump(), "f").ok());
    json["schema"] = 1;
    json["positions"][0]["results"][0]["solution"]["seconds"] = 1e300;
    CHECK_FALSE(parse_old_run(json.dump(), "f").ok());
    json["positions"][0]["results"][0]["solution"] = "soon";
    CHECK_FALSE(parse_old_run(json.dump(), "f").ok());
}

TEST_CASE("JSON of a run", "[epd][run_json]") {
    SmallRun run;
    run.know_all();
    run.outcomes.at(2, 1).reset(); // not searched: it was interrupted
    const auto json = nlohmann::ordered_json::parse(
        run_json({.plan = run.plan, .outcomes = run.outcomes, .completed = false}));
    CHECK(json["schema"] == 1);
    CHECK(json["completed"] == false);
    CHECK(json["limit"]["depth"] == 1);
    CHECK(json["positions"].size() == 3);
    const auto& rook = json["positions"][0];
    CHECK(rook["best"][0] == "Ra8+");
    CHECK(rook["results"][0]["result"] == "solved");
    CHECK(rook["results"][0]["solution"]["seconds"] == 0.01);
    CHECK(rook["results"][0]["score"]["centipawns"] == -7);
    CHECK(rook["results"][1]["result"] == "missed");
    CHECK(rook["results"][1]["solution"].is_null());
    CHECK(json["positions"][1]["results"][1]["fault"] == "crash");
    CHECK(json["positions"][2]["results"].size() == 1);
    CHECK(json["suites"][0]["scores"][0]["solved"] == 3);
    CHECK(json["suites"][0]["scores"][1]["failed"] == 1);
}

TEST_CASE("a run as comma-separated values", "[epd][run_csv]") {
    SmallRun run;
    run.know_all();
    const std::string text = run_csv(run.plan, run.outcomes);
    std::vector<std::string> lines;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = text.find("\r\n", start);
        REQUIRE(end != std::string::npos);
        lines.push_back(text.substr(start, end - start));
        start = end + 2;
    }
    REQUIRE(lines.size() == 7);
    CHECK(lines[1] == "suite,1,rook,Ra8+,first,solved,Ra8+,-0.07,0.010000,4,100,1.000000,9,5000,,");
    CHECK(lines[2] == "suite,1,rook,Ra8+,second,missed,Ra7,-0.07,,,,1.000000,9,5000,,");
    CHECK(lines[4].find("second,failed,,,,,,,,,,\"crash: ended, \"\"so\"\"\"") !=
          std::string::npos);
    // Outside of quotation marks, every line has as many commas.
    for (const std::string& line : lines) {
        bool quoted = false;
        int commas = 0;
        for (const char c : line) {
            if (c == '"') quoted = !quoted;
            commas += c == ',' && !quoted ? 1 : 0;
        }
        INFO(line);
        CHECK(commas == 15);
    }
}

TEST_CASE("a run as a page", "[epd][run_page]") {
    SmallRun run;
    run.know_all();
    const std::string page = run_page({.plan = run.plan, .outcomes = run.outcomes});
    CHECK(page.find("Missed by second") != std::string::npos);
    CHECK(page.find("Missed by first") == std::string::npos);
    CHECK(page.find("<b>rook</b>") != std::string::npos);
    CHECK(page.find("with <b>") == std::string::npos);
    CHECK(page.find("with &lt;b&gt;") != std::string::npos);
    for (const char* outside : {"http:", "https:", "src=", "href=", "@import", "<script"})
        CHECK(page.find(outside) == std::string::npos);
    // Every tag that is opened is closed.
    for (const char* tag : {"head", "title", "body", "h1", "h2", "p", "table", "caption", "tr",
                            "th", "td", "span", "code", "svg", "text", "figure", "g", "div"}) {
        INFO(tag);
        const auto count = [&page](const std::string& word) {
            std::size_t found = 0;
            for (std::size_t at = page.find(word); at != std::string::npos;
                 at = page.find(word, at + 1))
                ++found;
            return found;
        };
        CHECK(count('<' + std::string(tag) + '>') + count('<' + std::string(tag) + ' ') ==
              count("</" + std::string(tag) + '>'));
    }
}

TEST_CASE("a plot has room for everything", "[epd][run_page]") {
    for (const bool logarithmic : {true, false}) {
        for (const std::vector<double>& costs :
             {std::vector<double>{}, {0}, {1}, {0.0001, 1e12}, {5, 5, 5}, {1e-9}}) {
            const std::string plot =
                solution_plot({{.color = "red", .costs = costs}},
                              {.unit = "seconds", .logarithmic = logarithmic, .positions = 3});
            CHECK(plot.find("nan") == std::string::npos);
            CHECK(plot.find("inf") == std::string::npos);
            CHECK(plot.size() < 20'000);
        }
    }
}

TEST_CASE("a run as a table", "[epd][run_table]") {
    SmallRun run;
    run.know_all();
    const RunTable table(run.plan);
    CHECK(table.head().find("first") != std::string::npos);
    CHECK(table.row(0, run.outcomes).find("+          4  Ra8+") != std::string::npos);
    CHECK(table.row(0, run.outcomes).find("-             Ra7") != std::string::npos);
    CHECK(table.row(1, run.outcomes).find("! crash") != std::string::npos);
    CHECK(table.row(2, run.outcomes).find("not a3") != std::string::npos);
    const std::string summary = table.summary(run.outcomes);
    CHECK(figures_in(summary, "positions") == std::vector<std::string>{"3", "3"});
    CHECK(figures_in(summary, "solved") == std::vector<std::string>{"3", "0"});
    CHECK(figures_in(summary, "failed") == std::vector<std::string>{"0", "1"});

    RunPlan timed = run.plan;
    timed.limit = {.time = milliseconds(10'000)};
    timed.rules[0] = {Scoring::Lct2, 60};
    CHECK(remarks_on(timed).size() == 2);
    timed.rules[0].lct2_scale = 30;
    CHECK(remarks_on(timed).size() == 3);
    timed.stable = 4;
    CHECK(remarks_on(timed).size() == 4);
    timed = run.plan;
    timed.limit = {.time = milliseconds(600'000)};
    timed.rules[0] = {Scoring::Lct2, 1};
    CHECK(remarks_on(timed).size() == 1); // the official test
}
