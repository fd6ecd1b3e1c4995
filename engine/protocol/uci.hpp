// UCI: lines of a GUI become calls of a session, and what the session reports becomes lines. What
// is supported and how commands during a search are treated is told in docs/uci.md.
#pragma once

#include "engine/notation/fen.hpp"
#include "engine/protocol/protocol.hpp"
#include "engine/protocol/side_work.hpp"
#include "engine/protocol/uci_command.hpp"
#include "engine/protocol/uci_reporter.hpp"
#include "engine/session/session.hpp"

#include <optional>
#include <stop_token>
#include <string>

namespace rata::uci {

class UciProtocol final : public Protocol {
public:
    /// The dialogue must outlive it. A request to stop ends what would otherwise block: wait. The
    /// options are those of the command line.
    UciProtocol(Session::RunnerFactory make_runner, Dialogue& dialogue, Options options,
                std::stop_token stop);

    Next handle(std::string_view line, TimePoint arrived) override;
    [[nodiscard]] bool close(milliseconds patience) override;

private:
    Next obey_line(std::string_view line);
    Next obey(const Nothing&);
    Next obey(const Uci&);
    Next obey(const Debug& debug);
    Next obey(const IsReady&);
    Next obey(const SetOption& option);
    Next obey(const Register&);
    Next obey(const NewGame&);
    Next obey(const SetPosition& command);
    Next obey(const Go& go);
    Next obey(const Stop&);
    Next obey(const PonderHit&);
    Next obey(const Quit&);
    Next obey(const GoPerft& perft);
    Next obey(const Display&);
    Next obey(const Evaluate&);
    Next obey(const Bench& bench);
    Next obey(const AskTree& question);
    Next obey(const Wait&);
    Next obey(const Compiler&);
    Next obey(const Help&);

    void say_string(std::string_view text);
    void say_lines(std::string_view text);
    void say_error(const Error& error);
    void say_refusal();
    void say_remarks(const std::vector<std::string>& remarks);
    void open_log();
    [[nodiscard]] Result<ForgivenFen> read_position(const SetPosition& command) const;
    void start_side_work(std::string_view name, SideWork::Work work);
    void count_leaves(Position position, int depth, const std::stop_token& stop);
    void go_without_position(const Limits& limits);
    void answer_without_position();
    void read_search_moves(const std::vector<std::string>& texts, std::vector<Move>& moves);

    Session::RunnerFactory make_runner_;
    Dialogue& dialogue_;
    std::stop_token stop_;
    Reporter reporter_;
    bool greeted_ = false; ///< before "uci" only what is asked for is said
    TimePoint arrived_{};  ///< of the line that is being obeyed
    /// Why the last position was refused. As long as it is there, nothing is searched.
    std::optional<std::string> refusal_{};
    /// A go for which there is no position, and which has no answer yet.
    enum class Unanswered : std::uint8_t { None, Now, UntilPonderHit, UntilStop };
    Unanswered unanswered_ = Unanswered::None;
    Session session_;      ///< it reports to the reporter until it is gone
    SideWork side_work_{}; ///< last: it uses what is above until it ends
};

} // namespace rata::uci
