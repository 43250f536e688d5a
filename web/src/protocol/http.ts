// Made from the types of the HTTP routes of qianma.server. Do not edit.

/**
 * Why a request has changed nothing: a key of the message catalogue, with its parameters.
 *
 * `message` says it in the language that the request asks for (`Accept-Language`).
 */
export type Problem = { "key": string; "facts"?: Record<string, unknown>; "message"?: string };

/**
 * What somebody wants to be called.
 */
export type NameRequest = { "name": string };

/**
 * The login and password of an account.
 */
export type LoginRequest = { "login": string; "password": string };

/**
 * A recovery code, and a new password for the account if there is one.
 */
export type RecoveryRequest = { "code": string; "password"?: string | null };

/**
 * The password so far and the one from now on.
 */
export type PasswordRequest = { "old": string; "new": string };

/**
 * The password, for those who have an account.
 */
export type DeletionRequest = { "password"?: string | null };

/**
 * Who one is on this device. `token` and `recovery` are shown this once.
 *
 * `recovery` is null when the code from before stays.
 */
export type SignedInAnswer = { "person": string; "name": string; "token": string; "recovery": string | null };

/**
 * A new recovery code, shown this once.
 */
export type RecoveryAnswer = { "recovery": string };

/**
 * Who one is; `login` is null for a guest.
 */
export type PersonAnswer = { "person": string; "name": string; "login": string | null; "coins": number };

/**
 * What one has played, by ruleset.
 */
export type StatisticsAnswer = { "rulesets": Array<RulesetStatistics> };

/**
 * A person's numbers under one ruleset: hands in which something happened, and shares of them.
 *
 * A hand is `dealt_in` when somebody has won it off a tile of this person, a robbed kong included.
 * `points_per_hand` and the rates (0 to 1) are over all `hands`. Hands in which a built-in player
 * has acted in this person's stead, on auto-play or while the person was away, count in `matches`
 * and `played_for` and in nothing else.
 */
export type RulesetStatistics = { "ruleset": string; "matches": number; "hands": number; "played_for": number; "wins": number; "self_drawn": number; "dealt_in": number; "points": number; "win_rate": number; "self_drawn_rate": number; "deal_in_rate": number; "points_per_hand": number };

/**
 * Coins gained (or, below 0, paid) by entry `entry` of a hand's ledger.
 */
export type PostingAnswer = { "game": string; "hand": number; "entry": number; "coins": number; "reason": string; "clause": string; "at_ms": number };

/**
 * The coins one has, and the last postings, the newest first.
 */
export type CoinsAnswer = { "coins": number; "postings": Array<PostingAnswer> };

/**
 * Matches, the newest first; for more, ask again with `before` the last `created_ms`.
 */
export type MatchesAnswer = { "matches": Array<MatchSummary> };

/**
 * A match; `standings`, `reason` and `hands_played` are null as long as it is being played.
 *
 * `hands` is null for an open end, `seat` that of who asks, null for spectators.
 */
export type MatchSummary = { "game": string; "ruleset": string; "hands": number | null; "coins_per_point": number; "created_ms": number; "ended_ms": number | null; "seat": number | null; "reason"?: "broken_off" | "closed" | "deserted" | "left" | "played" | null; "hands_played"?: number | null; "standings"?: Array<Standing> | null };

/**
 * How a match has gone for a seat. Equal points share the better place.
 *
 * `player` is the built-in player's name, null for a person.
 */
export type Standing = { "seat": number; "name": string; "player": string | null; "points": number; "coins": number; "place": number };

/**
 * A room, by its code.
 */
export type RoomRequest = { "code": string };

/**
 * Where to sit; null for the first free seat.
 */
export type JoinRequest = { "code": string; "seat"?: number | null };

/**
 * What a room is to play from now on, or what one has seen that it is.
 */
export type SettingsRequest = { "code": string; "settings": RoomSettings };

/**
 * The settings of a room.
 *
 * `settings` are those that differ from the shipped `ruleset`; `hands` is null for an open end.
 * `watch` says who may watch: nobody, whoever has the link to watch, or anyone. A `public` room
 * stands in the lobby. Empty seats are filled at the start with the built-in player `fill`.
 */
export type RoomSettings = { "ruleset"?: string; "settings"?: Record<string, unknown>; "hands"?: 4 | 8 | 16 | null; "limits"?: TimeLimits; "watch"?: "anyone" | "link" | "nobody"; "public"?: boolean; "coins_per_point"?: number; "fill"?: string; "fill_pace"?: "fast" | "normal" | "slow" };

/**
 * The clocks of a table, in seconds.
 *
 * A decision may take `decision`, and more as long as the seat's `reserve` (anew for each hand)
 * lasts. After every discard and added kong the table waits `pause`. With `strict_window` set it
 * waits exactly that long instead, whoever can claim and however quickly it is answered.
 * `first_hand` and `between_hands` limit the wait for everybody's word to begin; a `vote` on
 * breaking off lapses after its time.
 */
export type TimeLimits = { "decision"?: number; "reserve"?: number; "pause"?: number; "strict_window"?: number | null; "first_hand"?: number; "between_hands"?: number; "vote"?: number };

/**
 * A seat of a room.
 */
export type SeatRequest = { "code": string; "seat": number };

/**
 * A built-in player for a seat.
 */
export type FillRequest = { "code": string; "seat": number; "player": string; "pace"?: "fast" | "normal" | "slow" };

/**
 * The key of a link to watch.
 */
export type WatchRequest = { "key": string };

/**
 * What somebody new wants to be called, and what to play.
 */
export type GuestPlayRequest = { "name": string; "settings"?: RoomSettings };

/**
 * Who one is from now on, and the match. `token` and `recovery` are shown this once.
 *
 * `table` is what the WebSocket is joined with, `seat` one's own at it.
 */
export type GuestPlayAnswer = { "person": string; "name": string; "token": string; "recovery": string; "table": string; "seat": number; "room": RoomAnswer };

/**
 * A room. `game` is the table that is being played, or the last one.
 *
 * Of two answers that with the higher `version` is the newer one. `seat` is one's own, null for
 * who does not sit there. Only the owner gets `watch_key` and `watch_link`, the link to watch
 * (null when it is withdrawn), and `same_address`, the groups of seats that play from one address.
 */
export type RoomAnswer = { "code": string; "version": number; "play_link": string; "status": string; "settings": RoomSettings; "seats": Array<RoomSeat>; "seat": number | null; "owner": boolean; "game": string | null; "watch_key": string | null; "watch_link": string | null; "same_address": Array<Array<number>> };

/**
 * A taken seat. `player` and `pace` are of a built-in player, null for a person.
 *
 * Whoever is `asked` has not agreed yet to what the owner has changed; `again` wants a rematch.
 */
export type RoomSeat = { "seat": number; "name": string; "player": string | null; "pace": string | null; "owner": boolean; "you": boolean; "again": boolean; "asked": boolean };

/**
 * A record as its file holds it, and from where it is to be seen: all open, or a seat.
 */
export type RecordRequest = { "record": string; "view"?: "0" | "1" | "2" | "3" | "open" };

/**
 * One thing to look at: a line of the record as the viewer sees it.
 *
 * `line` is its number in the record, from 1; with `derived` the record leaves this line out and
 * it follows from the rules. `points` are the scores after it, `paid` what of them belongs to the
 * hand. `charge` is the seat that has the charge chicken, as long as nobody claims it.
 */
export type ReplayStep = { "line": number; "event": Record<string, unknown>; "derived": boolean; "points": [number, number, number, number]; "paid": [number, number, number, number]; "charge": number | null };

/**
 * A hand from its first line on; without all tiles, or unfinished, it has no `sheet`.
 */
export type ReplayHand = { "number": number; "steps": Array<ReplayStep>; "sheet": Sheet | null };

/**
 * A settled hand, complete.
 *
 * `base` are the points of a fan, `left` who ended the game by leaving, if anybody has.
 */
export type Sheet = { "outcome": string; "base": number; "dealer": SheetDealer; "winners": Array<SheetWinner>; "turned_over": TurnedOver | null; "chicken_kinds": Array<SheetChicken>; "seats": Array<SheetSeat>; "accounts": Array<Account>; "notes": Array<SheetNote>; "left": number | null; "next": NextHand | null };

/**
 * The dealer of the hand, and the fan that its bonus has for dealing and for all repeats.
 */
export type SheetDealer = { "seat": number; "repeats": number; "dealing": number; "repeat": number };

/**
 * A winner. `fan` is that of one share: `pattern_fan` and `extras`, without dealer bonus.
 *
 * `shares` is how many of them `source` pays, where a robbed kong is paid for all. `as_pattern` is
 * what a declared hand is valued as (G-17), where that is another pattern than its own.
 */
export type SheetWinner = { "seat": number; "by": string; "source": number | null; "tile": string; "pattern": string; "pattern_fan": number; "as_pattern": string | null; "extras": Record<string, number>; "fan": number; "shares": number };

/**
 * The tile that is turned over, the kind it makes a chicken, and whether that is golden.
 */
export type TurnedOver = { "tile": string; "kind": string; "golden": boolean };

/**
 * A chicken kind and the fan of one of them.
 */
export type SheetChicken = { "tile": string; "fan": number };

/**
 * A hand laid open. `won` is the tile it has won on, which a self-draw has in `tiles` too.
 *
 * `waits` are those of a ready hand at an exhausted wall. `charge` says that it has the charge
 * chicken.
 */
export type SheetSeat = { "tiles": Array<string>; "won": string | null; "melds": Array<SheetMeld>; "declared": boolean; "ready": boolean; "waits": Array<string>; "chickens": Array<OwnChickens>; "charge": boolean; "points": number };

/**
 * A meld: `pong`, or the kind of a kong; `source` is where its claimed tile came from.
 */
export type SheetMeld = { "kind": string; "tile": string; "source": number | null };

/**
 * How many tiles of a chicken kind a seat has, in hand and melds, and in its river.
 */
export type OwnChickens = { "tile": string; "held": number; "river": number };

/**
 * The account of a seat: its rows, the sums of its columns, and of all that comes and goes.
 */
export type Account = { "rows": Array<Row>; "cells": [number, number, number, number]; "total": number; "received": number; "paid": number };

/**
 * What a seat gains (or, below 0, pays) for one reason: `cells` in points, by counterpart.
 *
 * `seat` is whose win, bean, chicken or readiness it is, None for those of several; `tile`
 * the tile of the win, kong or chicken, and `count` the number of chickens, where there is one.
 * `entries` are the payments that the row is made of, each with its clause.
 */
export type Row = { "group": string; "reason": string; "clause": string; "seat": number | null; "tile": string | null; "count": number | null; "cells": [number, number, number, number]; "total": number; "entries": Array<EntryObject> };

/**
 * A ledger entry.
 */
export type EntryObject = { "from": number; "to": number; "fan": number; "points": number; "reason": string; "clause": string };

/**
 * What no payment tells: a key of the message catalogue.
 *
 * Its text names the players of `seats` (as `name` or `names`), and `tile` if there is one.
 */
export type SheetNote = { "key": string; "seats": Array<number>; "tile": number | null };

/**
 * Who deals next, with how many repeats, and the clause that says so.
 */
export type NextHand = { "dealer": number; "repeats": number; "clause": string };

/**
 * What is wrong with a record: the line (from 1), the clause, the reason in words.
 *
 * The clause is `records` where the format itself is not kept.
 */
export type ReplayFault = { "line": number; "clause": string; "reason": string };

/**
 * A record made ready to be shown.
 *
 * `match` is its first line, or one made up for a record without (its players have no names).
 * `owner` is the seat whose tiles a masked record shows. With a `fault` the hands end before it.
 */
export type Replay = { "match": Record<string, unknown>; "owner": number; "lines": number; "masked": boolean; "unfinished": boolean; "fault": ReplayFault | null; "hands": Array<ReplayHand> };

/**
 * A round of questions, with their answers: nobody plays for anything here.
 */
export type QuizAnswer = { "seed": number; "questions": Array<Question> };

/**
 * A hand and one question about it.
 *
 * Seat 0 holds the hand and 1, 2, 3 follow in turn order. `tiles` are concealed and without the
 * `winning` one. `source` is the discarder or robbed seat, null for a self-draw. `options` are the
 * four answers and `right` the place of the right one. `value` is null for a hand that is not
 * complete, `account` for one that may not win so; then `refusal` is the key of the reason.
 * `clauses` are those that the answer rests on.
 */
export type Question = { "kind": "discard" | "fan" | "pattern" | "payment"; "ruleset": string; "base": number; "tiles": Array<string>; "winning": string; "melds": Array<SheetMeld>; "by": "discard" | "robbed_kong" | "self_draw"; "source": number | null; "dealer": SheetDealer; "declared": boolean; "from_declared": boolean; "after_kong": boolean; "first_draw": boolean; "options": Array<Option>; "right": number; "value": QuizValue | null; "account": Account | null; "refusal": string | null; "clauses": Array<string> };

/**
 * An answer: a pattern, a number of fan, why it may win or not, or what seats 1 to 3 pay.
 */
export type Option = { "pattern"?: string | null; "fan"?: number | null; "reason"?: "no_bean" | "no_complete" | "no_three_suits" | "yes_bean" | "yes_declared" | "yes_kong_shot" | "yes_pattern" | null; "pays"?: [number, number, number] | null };

/**
 * What a complete hand is worth: pattern and extras make up `fan`, dealer bonus apart.
 */
export type QuizValue = { "pattern": string; "as_pattern": string | null; "pattern_fan": number; "extras": Record<string, number>; "fan": number };
