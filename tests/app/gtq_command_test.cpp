// "ratatosk gtq" is the program gtq, to the last byte.
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/gtq/gtq_help.hpp"

#include <catch2/catch.hpp>

using namespace rata::test;

TEST_CASE("ratatosk gtq has the help of gtq", "[app][gtq]") {
    CHECK(run_ratatosk({"gtq", "--help"}).output == gtq::help_text(gtq::CommandId::Query));
    CHECK(run_ratatosk({"--help", "gtq"}).output == gtq::help_text(gtq::CommandId::Query));
    CHECK(run_ratatosk({"gtq", "-h"}).output == gtq::help_text(gtq::CommandId::Query));
    CHECK(run_ratatosk({"gtq", "check", "--help"}).output == gtq::help_text(gtq::CommandId::Check));
    CHECK(run_ratatosk({"gtq", "--version"}).output.starts_with("gtq of "));
    CHECK(run_ratatosk({"gtq", "--man"}).output.starts_with(".\\\" Printed by `gtq --man`"));
}

TEST_CASE("ratatosk gtq ends with the exit codes of gtq", "[app][gtq]") {
    const TemporaryFolder folder;
    const std::string log = (folder.path() / "run.gtf").string();
    REQUIRE(run_ratatosk({"tree", "log", "startpos", "--depth", "3", "--output", log}).exit_code ==
            0);
    CHECK(run_ratatosk({"gtq", "verify", log}).output == log + ": whole\n");
    CHECK(run_ratatosk({"gtq", "check", "-q", "node:; expect: > 0", log}).exit_code == 0);
    CHECK(run_ratatosk({"gtq", "check", "-q", "node:; expect: = 0", log}).exit_code == 1);
    const ProgramRun nothing = run_ratatosk({"gtq"});
    CHECK(nothing.exit_code == 2);
    CHECK(nothing.errors == "gtq: expected queries and a log\nTry 'gtq --help'.\n");
    CHECK(run_ratatosk({"gtq", "info", "missing.gtf"}).exit_code == 3);
    CHECK(run_ratatosk({"gtq", "-q", "node: tipe = 1", log}).exit_code == 3);
}
