#include "engine/session/net_settings.hpp"

#include "engine/base/file.hpp"
#include "engine/session/bench.hpp"
#include "engine/session/session.hpp"
#include "tests/eval/support/random_net.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

/// A session that really searches, and what it says.
struct NetStage final : SessionListener {
    std::vector<std::string> texts{};
    Session session{make_silent_runner, *this};

    void on_text(const std::string& text) override { texts.push_back(text); }
    void on_result(const SearchResult&) override {}

    void set(std::string_view name, const std::string& value) {
        REQUIRE(session.set_option(name, value).ok());
    }
    std::uint64_t nodes_to_depth(Depth depth) {
        Limits limits;
        limits.depth = depth;
        session.go(limits, Clock::now());
        session.wait();
        return session.nodes();
    }
};

struct NetFile {
    TemporaryFolder folder{};
    std::string path = (folder.path() / "random.rnet").string();

    NetFile() {
        const NetNumbers net = random_net({32, 2, 400}, WeightKind::Small, 12);
        REQUIRE(write_file(path, net_bytes(net)).ok());
    }
};

} // namespace

TEST_CASE("a session plays with the net it is given, and without it again", "[session][nnue]") {
    constexpr Depth kDepth = 6;
    const NetFile file;
    NetStage stage;
    stage.set("Use NNUE", "false");
    const std::uint64_t by_hand = stage.nodes_to_depth(kDepth);
    stage.set("EvalFile", file.path);
    stage.session.new_game();
    CHECK(stage.nodes_to_depth(kDepth) == by_hand); // at hand, but not used
    stage.set("Use NNUE", "true");
    const std::uint64_t by_net = stage.nodes_to_depth(kDepth); // the table is forgotten by itself
    CHECK(by_net != by_hand);
    stage.session.new_game();
    CHECK(stage.nodes_to_depth(kDepth) == by_net);
    stage.set("Use NNUE", "false");
    CHECK(stage.nodes_to_depth(kDepth) == by_hand);
    CHECK(stage.texts.empty());
}

TEST_CASE("a net that cannot be had is refused, and play goes on", "[session][nnue]") {
    const NetFile file;
    NetStage stage;
    stage.set("EvalFile", file.path);
    stage.session.settle();
    const SharedNet in_use = stage.session.net().net;
    REQUIRE(in_use);
    const std::string broken = (file.folder.path() / "broken.rnet").string();
    REQUIRE(write_file(broken, "RATANNUE and nothing else, which is too short").ok());
    for (const std::string& path : {broken, std::string("no/such/file")}) {
        stage.texts.clear();
        stage.set("EvalFile", path);
        CHECK(stage.nodes_to_depth(3) > 0);
        REQUIRE(stage.texts.size() == 1);
        CHECK(stage.texts[0].find("no such net: " + path) == 0);
        CHECK(stage.session.net().net == in_use);
        CHECK(stage.session.options().eval_file == file.path);
    }
}

TEST_CASE("bench is the same on every kernel", "[session][nnue]") {
    const NetFile file;
    std::vector<std::uint64_t> nodes;
    for (const NetKernels& kernels : net_kernels()) {
        BenchPlan plan;
        plan.limits.depth = 5;
        plan.positions = bench_positions();
        plan.options.net = choose_net({file.path, std::string(kernels.name)}).value();
        CHECK(plan.options.net.kernels->name == kernels.name);
        nodes.push_back(run_bench(plan, make_silent_runner, [](auto, const auto&) {}, {})->nodes);
        INFO(kernels.name);
        CHECK(nodes.back() == nodes.front());
    }
    CHECK_FALSE(choose_net({file.path, "mmx"}).ok());
    CHECK(require_net({file.path, "scalar"}).ok());
    CHECK(require_net({}).ok() == (embedded_net() != nullptr));
}
