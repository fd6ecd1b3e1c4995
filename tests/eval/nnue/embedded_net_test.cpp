#include "engine/base/file.hpp"
#include "eval/nnue/neural_net.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

namespace rata {

/// This very file, as tests/CMakeLists.txt asks for it.
[[nodiscard]] std::string_view embedded_test_source();
[[nodiscard]] std::string_view embedded_net_bytes();

} // namespace rata

using namespace rata;

TEST_CASE("a file is embedded byte by byte", "[eval][nnue]") {
    const auto source = read_file(test::test_path("eval/nnue/embedded_net_test.cpp"));
    REQUIRE(source.ok());
    CHECK(embedded_test_source() == *source);
}

TEST_CASE("the net inside the program can be used", "[eval][nnue]") {
    const auto numbers = parse_net(embedded_net_bytes());
    REQUIRE(numbers.ok());
    CHECK(NeuralNet::make(*numbers).ok());
    REQUIRE(embedded_net() != nullptr);
    CHECK(embedded_net()->shape() == numbers->shape);
}
