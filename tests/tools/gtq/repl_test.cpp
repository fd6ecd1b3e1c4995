// Queries of several lines, typed or pasted into the shell.
#include "tests/tools/gtq/support/gtq_run.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using rata::test::Gtq;
using rata::test::holds;

namespace {

/// What gtq repl prints, without the times.
std::string said(const Gtq& gtq, std::string_view typed) {
    const std::string output = gtq.run({"repl", "log5.gtf"}, typed).output;
    std::string kept;
    for (std::size_t begin = 0; begin < output.size();) {
        const std::size_t end = output.find('\n', begin) + 1;
        const std::string line = output.substr(begin, end - begin);
        if (!line.ends_with(" ms\n")) kept += line;
        begin = end;
    }
    return kept;
}

} // namespace

TEST_CASE("the shell takes a query of several lines as one", "[gtq][repl]") {
    const Gtq gtq;
    const std::string answer =
        "node: type = PVNode; child: count([]type = CUTNode) = 2; subtree: "
        "count(*) > 3\n  1 nodes\n  $id  last_move  $path\n    1          -\n\n";
    const std::string query = "node: type = PVNode;\nchild: count([]type = CUTNode) = 2;\n"
                              "subtree: count(*) > 3\n";
    CHECK(said(gtq, query) == answer);
    CHECK(said(gtq, query + query) == answer + answer);
    CHECK(said(gtq, query + "\n\n" + query + "quit\n") == answer + answer);
    CHECK(said(gtq, "node: count(*\n)\n") == "node: count(* )\n  6\n\n");
    CHECK(said(gtq, "@n\nnode: count(type = PVNode\nor type = ALLNode)\n") ==
          "@n  node: count(type = PVNode or type = ALLNode)\n  4\n\n");
    // Pasted, a line may go on with what could not begin a query.
    CHECK(said(gtq, "node: count(*)\nby type\n\n").find("PVNode       3") != std::string::npos);
}

TEST_CASE("an empty line, a command and another query end one in the shell", "[gtq][repl]") {
    const Gtq gtq;
    const std::string one = "node: count(type = PVNode);\n  3\n\n";
    CHECK(said(gtq, "node: count(type = PVNode);\n\n") == one);
    CHECK(said(gtq, "node: count(type = PVNode);\nquit\nnode: count(*)\n") == one);
    CHECK(said(gtq, "node: count(type = PVNode);\ncomplete PV\n") == one + "PVNode\n");
    CHECK(said(gtq, "node: count(type = PVNode);\nnode: count(*)\n") ==
          one + "node: count(*)\n  6\n\n");
    CHECK(said(gtq, "node: count(type = PVNode);\n") == one); // the end of the input
    CHECK(said(gtq, "# a comment\n\nquit\n").empty());
    const std::string twice =
        said(gtq, "node: type = ALLNode;\nchild: count(*) = 0\n!1\nhistory\n");
    const std::string answer = "node: type = ALLNode; child: count(*) = 0\n  1 nodes";
    CHECK(twice.find(answer, twice.find(answer) + 1) != std::string::npos);
    holds(twice, "   1  node: type = ALLNode;\n      child: count(*) = 0\n");
    const ProcessRun torn =
        gtq.run({"repl", "log5.gtf"}, "node: (type = PVNode\n\nnode: count(*)\n");
    holds(torn.errors, "found the end of the query, expected an operator or ')'");
    holds(torn.output, "node: count(*)\n  6\n");
}

TEST_CASE("at a terminal the shell asks for the rest of a query", "[gtq][repl]") {
    const Gtq gtq;
    const ProcessRun run = gtq.run_at_terminal(
        "repl log5.gtf", "node: type = PVNode;\rshow: $id\r\rnode: count(*);\r\rquit\r");
    CHECK(run.status.code == 0);
    holds(run.output, "...> show: $id");
    holds(run.output, "node: type = PVNode; show: $id\r\n  3 nodes\r\n");
    holds(run.output, "node: count(*);\r\n  6\r\n");
}
