#include "engine/base/man_source.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("text of a man page cannot be taken for a control line", "[base][man]") {
    CHECK(man_escaped("--json prints") == "\\-\\-json prints");
    CHECK(man_escaped("C:\\x") == "C:\\ex");
    CHECK(man_escaped(".gtf files") == "\\&.gtf files");
    CHECK(man_escaped("'quoted'") == "\\&'quoted'");
    CHECK(man_row("-o FILE", "write there") == ".TP\n.B \\-o FILE\nwrite there\n");
    CHECK(man_paragraph("x") == ".PP\nx\n");
    CHECK(man_section("NAME") == ".SH NAME\n");
    CHECK(man_section("EXIT STATUS") == ".SH \"EXIT STATUS\"\n");
}
