// The queries that come with gtq are found by their names.
#include "engine/base/file.hpp"
#include "tests/support/test_data.hpp"
#include "tests/tools/gtq/support/gtq_run.hpp"
#include "tools/gtq/ready_queries.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace rata;
using rata::test::Gtq;
using rata::test::holds;

TEST_CASE("ready queries are found by name from any folder", "[gtq]") {
    const Gtq gtq;
    const auto folder = test::test_path("../logging/queries");
    const std::string whole = gtq.run({(folder / "shares.gtql").string(), "log5.gtf"}).output;
    CHECK(!whole.empty());
    for (const char* name : {"shares", "shares.gtql"}) {
        const ProcessRun run = gtq.run({name, "log5.gtf"});
        CHECK(run.status.code == 0);
        CHECK(run.output == whole);
    }
    gtq.write("shares", "node: depth < 0"); // a file of that name comes first
    CHECK(gtq.run({"shares", "log5.gtf"}).output != whole);
}

TEST_CASE("a wrong name of queries is told the right ones", "[gtq]") {
    const Gtq gtq;
    const ProcessRun run = gtq.run({"sharse", "log5.gtf"});
    CHECK(run.status.code == 3);
    holds(run.errors, "sharse: ");
    holds(run.errors, "the ready queries in ");
    holds(run.errors, " anomalies, ");
    holds(run.errors, " shares, ");
    holds(gtq.run({"--help"}).output, "the name of ready\nqueries");
    // Who gives a path means a file.
    const ProcessRun path = gtq.run({"./shares", "log5.gtf"});
    CHECK(path.status.code == 3);
    CHECK(path.errors.find("ready queries") == std::string::npos);
    CHECK(gtq::query_names("no such folder").empty());
}
