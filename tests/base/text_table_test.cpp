#include "engine/base/text_table.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("a table has its columns below one another", "[base][table]") {
    const TableRows rows = {
        {"name", "games", "share"}, {"Ägir", "7", "50.0 %"}, {"Ratatosk", "123", "-1.5 ± 2"}};
    CHECK(table_text(rows, RightColumns::None, "> ") == "> name      games  share\n"
                                                        "> Ägir      7      50.0 %\n"
                                                        "> Ratatosk  123    -1.5 ± 2\n");
    CHECK(table_text(rows, RightColumns::AllButFirst) == "name      games     share\n"
                                                         "Ägir          7    50.0 %\n"
                                                         "Ratatosk    123  -1.5 ± 2\n");
    CHECK(table_text(rows, RightColumns::Numbers) == "name      games  share\n"
                                                     "Ägir          7  50.0 %\n"
                                                     "Ratatosk    123  -1.5 ± 2\n");
}

TEST_CASE("a table may have short rows and empty cells", "[base][table]") {
    CHECK(table_text({}, RightColumns::Numbers).empty());
    CHECK(table_text({{"a", "b"}, {"1"}, {"22", ""}}, RightColumns::Numbers) == " a  b\n 1\n22\n");
}
