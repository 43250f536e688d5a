"""Properties of all play: hypothesis chooses every action of whole hands, in all four rulesets."""

import pickle

import hypothesis.strategies as st
from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from qianma import flow, ruleset_names, walls
from qianma.actions import ACTION_COUNT, ACTIONS
from qianma.check import check
from qianma.hand import Hand
from qianma.ledger import seat_points
from qianma.record import encode_line
from qianma.recording import event_lines, hand_line, result_line, result_object, ruleset_keys
from qianma.rules.beans import beans_paid_at_once
from qianma.state import CLAIM, DRAW, OVER, ROB, SEATS, TURN
from qianma.tiles import KINDS


class Play(RuleBasedStateMachine):
    """Random legal play, with leaving, copies and undo, checked after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.hand = Hand.from_key("guiyang", bytes(32))

    @initialize(
        ruleset=st.sampled_from(ruleset_names()),
        seed=st.integers(0, 10**6),
        dealer=st.integers(0, 3),
        repeats=st.integers(0, 6),
        skip=st.integers(0, 110),
    )
    def deal(self, ruleset: str, seed: int, dealer: int, repeats: int, skip: int) -> None:
        """A hand from its start, or after some quick discards, so that its end is reached too."""
        key = walls.seed_key(seed, 1)
        self.hand = Hand.from_key(ruleset, key, number=2, dealer=dealer, repeats=repeats)
        for _ in range(skip):
            if self.hand.phase == OVER:
                break
            if self.hand.phase == DRAW:
                flow.draw(self.hand)
            else:
                seat = self.hand.acting_seats()[0]
                codes = self.hand.legal_codes(seat)
                self.hand.play(seat, max(codes) if self.hand.phase == CLAIM else codes[0])

    @precondition(lambda self: self.hand.phase == DRAW)
    @rule()
    def draw(self) -> None:
        """The step that nobody decides."""
        before = self.hand.wall_left
        self.hand.draw()
        assert self.hand.is_over == (before == 0)

    @precondition(lambda self: self.hand.phase in (TURN, CLAIM, ROB))
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Any seat that may act, any of its actions; a copy made before is not touched."""
        seat = data.draw(st.sampled_from(self.hand.acting_seats()))
        code = data.draw(st.sampled_from(self.hand.legal_codes(seat)))
        before = self.hand.copy()
        again = self.hand.copy()
        assert before == self.hand
        assert hash(before) == hash(self.hand)
        self.hand.play(seat, ACTIONS[code])
        assert before != self.hand
        assert before == again
        again.play(seat, code)
        assert again == self.hand
        assert again.legal_codes(seat) == self.hand.legal_codes(seat)

    @precondition(lambda self: self.hand.phase != OVER)
    @rule(seat=st.integers(0, 3), chance=st.integers(0, 30))
    def leave(self, seat: int, chance: int) -> None:
        """Now and then somebody leaves."""
        if chance == 0:
            self.hand.leave(seat)

    @precondition(lambda self: self.hand.phase != OVER)
    @rule()
    def survive_pickling(self) -> None:
        """The hand goes on as its pickled self."""
        other = pickle.loads(pickle.dumps(self.hand))
        assert other == self.hand
        self.hand = other

    @precondition(lambda self: self.hand.phase == OVER)
    @rule()
    def look_back(self) -> None:
        """After the end nothing moves any more."""
        before = self.hand.copy()
        self.hand.leave(0)
        assert before == self.hand

    @invariant()
    def all_tiles_are_there(self) -> None:
        """108 tiles, four of each kind, in hands, melds, rivers and wall."""
        hand = self.hand
        counts = [0] * KINDS
        for seat in range(SEATS):
            concealed, melded = hand.hand_counts(seat), hand.melded_counts(seat)
            for kind in range(KINDS):
                counts[kind] += concealed[kind] + melded[kind]
            for kind in hand.discards(seat):
                counts[kind] += 1
        for kind in hand.wall[hand.head : hand.tail]:
            counts[kind] += 1
        robbed = hand.phase == ROB or (hand.is_over and hand.winners and hand.window == ROB)
        won = hand.is_over and bool(hand.winners) and hand.window == CLAIM
        if robbed or won:
            counts[hand.open_tile] += 1
        assert counts == [4] * KINDS

    @invariant()
    def sums_are_zero(self) -> None:
        """After every single event the payments so far add up to zero."""
        assert sum(seat_points(beans_paid_at_once(self.hand))) == 0

    @invariant()
    def somebody_can_act_or_a_tile_is_drawn(self) -> None:
        """Never a dead end, and no seat has an action when it may not act."""
        hand = self.hand
        acting = hand.acting_seats()
        assert bool(acting) == (hand.phase in (TURN, CLAIM, ROB))
        for seat in range(SEATS):
            codes = hand.legal_codes(seat)
            assert bool(codes) == (seat in acting)
            assert len(codes) == len(set(codes))

    @invariant()
    def refusals_and_legal_actions_agree(self) -> None:
        """For every action there is: either it is legal or a refusal names a clause."""
        for seat in range(SEATS):
            legal = set(self.hand.legal_codes(seat))
            for code in range(ACTION_COUNT):
                refusal = self.hand.why_not(seat, code)
                assert (refusal is None) == (code in legal), (seat, ACTIONS[code], refusal)
                if refusal is not None:
                    assert refusal.clause in refusal.text()

    def teardown(self) -> None:
        """What was played passes as a record, finished or not."""
        hand = self.hand
        lines = [hand_line(hand, 1, **ruleset_keys(hand.ruleset)), *event_lines(hand)]
        if hand.is_over:
            lines.append(result_line(hand))
        report = check(b"".join(encode_line(line) for line in lines))
        assert report.fault is None, report.fault
        assert report.unfinished == (not hand.is_over)
        if hand.is_over:
            assert result_object(report.results[0]) == result_object(hand.result())
            assert sum(hand.result().points) == 0


# Shrinking whole hands takes minutes and explains little: the failing history is short enough.
Play.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=60,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
TestPlay = Play.TestCase
