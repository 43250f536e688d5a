// Made from the types of qianma.server.protocol. Do not edit.

/**
 * The first message: who it is, which table, and how many lines have been seen already.
 *
 * `token` is the person's; spectators may do without. `watch` is the key of a link to watch.
 * With `seq` -1, or when too much has been missed, a snapshot comes, else an update.
 */
export type Join = { "type": "join"; "table": string; "token"?: string | null; "watch"?: string | null; "seq"?: number };

/**
 * The first message of who follows a room: by its code, or by the key of its link to watch.
 *
 * The code needs a person's `token`. What comes is `room` or `watched`, at once and after every
 * change. Such a connection sends nothing else than `ping`.
 */
export type Enter = { "type": "enter"; "room"?: string | null; "token"?: string | null; "watch"?: string | null };

/**
 * The first message of who looks for a room: `lobby` comes, at once and after every change.
 */
export type Browse = { "type": "browse" };

/**
 * Answer a prompt with one of its actions. An answer to an older prompt is refused.
 */
export type Act = { "type": "act"; "id": string; "prompt": number; "code": number };

/**
 * Begin hand `number`, as far as this seat is concerned, with its own bytes for the wall.
 */
export type Next = { "type": "next"; "id": string; "number": number; "contribution"?: string };

/**
 * Switch auto-play on or off.
 */
export type Auto = { "type": "auto"; "id": string; "on": boolean };

/**
 * Leave the table. Without `confirmed` the answer is what that would cost.
 */
export type Leave = { "type": "leave"; "id": string; "confirmed"?: boolean };

/**
 * Take the seat again after leaving.
 */
export type Back = { "type": "back"; "id": string };

/**
 * Break off the match, or not; the first yes opens the vote, everybody has to agree.
 */
export type Vote = { "type": "vote"; "id": string; "yes": boolean };

/**
 * Say one of the phrases, or show an emote.
 */
export type Say = { "type": "say"; "id": string; "phrase": "angry" | "clap" | "cry" | "good_luck" | "goodbye" | "hello" | "hurry" | "laugh" | "nice_hand" | "one_more" | "smile" | "sorry" | "thanks" | "wait" | "well_played" };

/**
 * Be sent what a seat says no more, or again; for as long as this connection lasts.
 */
export type Mute = { "type": "mute"; "id": string; "seat": number; "on": boolean };

/**
 * Ask for one's own outlook, for what has been seen, and why some actions are not possible.
 */
export type Look = { "type": "look"; "id": string; "codes"?: Array<number> };

/**
 * Be answered with `done`.
 */
export type Ping = { "type": "ping"; "id": string };

/**
 * All that a viewer may know of a table. `seq` counts the lines it stands for.
 *
 * `lines` are those of the hand in play, or of the last one, from its beginning; `match` is the
 * record's first line, `board` what the lines have laid on the table. `phase` is `waiting`,
 * `playing` or `over`; when waiting, `number` is the next hand's and `commitment` stands for its
 * key. `closing` says that the hand in play is the last one. `base` are the points of a fan,
 * `room` is the code of the room, for those who play.
 */
export type Snapshot = { "type": "snapshot"; "seq": number; "seat": number | null; "match": MatchLine; "phase": string; "number": number; "commitment": string | null; "points": [number, number, number, number]; "seats": Array<SeatState>; "votes": Array<number>; "closing": boolean; "end_reason": string | null; "lines": Array<MatchLine | DealtLine | DrawLine | DiscardLine | PongLine | KongLine | WinLine | PassLine | PaymentLine | ExhaustedLine | LeaveLine | SettledLine | RevealLine | Committed | Confirmed | LeftTable | Returned | AutoSet | Voted | VoteLapsed | Closing | Ended>; "board": Board | null; "now": Now; "base": number; "coins_per_point": number; "room": string | null; "prompt": Prompt | null; "refused_win": WinRefused | null };

/**
 * The first line of a match. `hands` is the number planned, None for an open end.
 */
export type MatchLine = { "type": "match"; "at"?: string | null; "version": 1; "ruleset": string; "settings"?: Record<string, unknown>; "players": [Player, Player, Player, Player]; "hands"?: number | null; "rules_revision"?: unknown };

/**
 * Who sits at a seat: `kind` is `person`, or a built-in player's name and version.
 */
export type Player = { "name": string; "kind": string };

/**
 * Whether a seat is played on for a player who has left, or on auto-play.
 */
export type SeatState = { "absent": boolean; "auto": boolean; "confirmed": boolean };

/**
 * The start of a hand, and where its wall is broken.
 */
export type DealtLine = { "type": "hand"; "at"?: string | null; "ruleset"?: string | null; "settings"?: Record<string, unknown>; "number": number; "dealer": number; "repeats": number; "dice": [number, number]; "deal": [Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">, Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">, Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">, Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">]; "wall": Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">; "generator"?: string | null; "commitment"?: string | null; "contributions"?: [string, string, string, string] | null; "wall_break": WallBreak };

/**
 * Where the wall is broken (C-3).
 *
 * It is the side before `seat`, of which `stacks` stacks, counted from its right end, stay behind
 * the break. `stack` is the first one drawn, of all 54 counted clockwise from the right end of
 * the dealer's side.
 */
export type WallBreak = { "seat": number; "stacks": number; "stack": number };

/**
 * A draw from the head or the tail of the wall.
 */
export type DrawLine = { "type": "draw"; "at"?: string | null; "seat": number; "tile": "1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?"; "end": "head" | "tail" };

/**
 * A discard, with `ready` when ready is declared with it.
 */
export type DiscardLine = { "type": "discard"; "at"?: string | null; "seat": number; "tile": "1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?"; "ready"?: boolean };

/**
 * A pong of the discard of `source`.
 */
export type PongLine = { "type": "pong"; "at"?: string | null; "seat": number; "source": number; "tile": "1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?" };

/**
 * A kong; `source` is the discarder of a discard kong.
 */
export type KongLine = { "type": "kong"; "at"?: string | null; "seat": number; "kind": "added" | "concealed" | "discard"; "tile": "1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?"; "source"?: number | null };

/**
 * A win; `source` is the discarder or the robbed player.
 */
export type WinLine = { "type": "win"; "at"?: string | null; "seat": number; "by": "discard" | "robbed_kong" | "self_draw"; "tile": "1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?"; "source"?: number | null };

/**
 * Claims that a seat was offered and did not take.
 */
export type PassLine = { "type": "pass"; "at"?: string | null; "seat": number; "declined": Array<"kong" | "pong" | "win"> };

/**
 * Ledger entries paid at once.
 */
export type PaymentLine = { "type": "payment"; "at"?: string | null; "entries": Array<EntryObject> };

/**
 * A ledger entry.
 */
export type EntryObject = { "from": number; "to": number; "fan": number; "points": number; "reason": string; "clause": string };

/**
 * The wall has run out.
 */
export type ExhaustedLine = { "type": "exhausted"; "at"?: string | null };

/**
 * A player leaves the table.
 */
export type LeaveLine = { "type": "leave"; "at"?: string | null; "seat": number };

/**
 * The settlement of a hand, the hands laid open, and the sheet that explains all of it.
 */
export type SettledLine = { "type": "result"; "at"?: string | null; "outcome": "exhausted" | "left" | "win"; "winners": Array<WinnerObject>; "chickens": ChickensObject; "ready": Array<number>; "ledger": Array<EntryObject>; "points": [number, number, number, number]; "next_dealer": number | null; "repeats": number | null; "hands": [Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">, Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">, Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">, Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">]; "sheet": Sheet };

/**
 * A winner in a result.
 */
export type WinnerObject = { "seat": number; "by": "discard" | "robbed_kong" | "self_draw"; "source": number | null; "tile": "1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?"; "pattern": string; "fan": number; "extras": Record<string, number> };

/**
 * The turned-over tile in a result, the kind it makes a chicken, whether yaoji are golden.
 */
export type ChickensObject = { "flipped": "1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?" | null; "kind": "1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?" | null; "golden": boolean };

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
 * The key of the hand before, once nothing is secret any more.
 */
export type RevealLine = { "type": "reveal"; "at"?: string | null; "key": string };

/**
 * The next hand's key is chosen; `commitment` as in records.
 */
export type Committed = { "type": "committed"; "number": number; "commitment": string };

/**
 * A seat wants the next hand to begin.
 */
export type Confirmed = { "type": "confirmed"; "seat": number; "number": number };

/**
 * A player has left; what that ends shows in the lines of the hand.
 */
export type LeftTable = { "type": "left"; "seat": number };

/**
 * A player who had left is back.
 */
export type Returned = { "type": "returned"; "seat": number };

/**
 * Auto-play of a seat is on or off.
 */
export type AutoSet = { "type": "auto"; "seat": number; "on": boolean };

/**
 * A seat wants to break off the match, or does not.
 */
export type Voted = { "type": "vote"; "seat": number; "yes": boolean };

/**
 * Not all agreed in time to break off the match.
 */
export type VoteLapsed = { "type": "vote_lapsed" };

/**
 * The owner has closed the room: the match ends with the hand in play.
 */
export type Closing = { "type": "closing" };

/**
 * The match is over; points over its finished hands.
 */
export type Ended = { "type": "ended"; "reason": "broken_off" | "closed" | "deserted" | "left" | "played"; "points": [number, number, number, number] };

/**
 * The hand in play, or the last one, as it lies on the table.
 *
 * `wall` is how many tiles are left, `turn` who drew or claimed last. `last` is the seat whose
 * discard, still lying there, came last; `open` the one whose discard or added kong nobody has
 * taken yet, with no draw since. `payments` are those made within the hand.
 */
export type Board = { "number": number; "dealer": number; "repeats": number; "dice": [number, number]; "wall_break": WallBreak; "wall": number; "turn": number | null; "last": number | null; "open": number | null; "seats": Array<BoardSeat>; "payments": Array<EntryObject> };

/**
 * What lies before a seat. Tiles that the viewer does not see are `"?"`.
 *
 * `drawn` is the tile just drawn, which is in `hand` too; `won` the tile won on by a claim.
 * `points` hold what has been paid in the hand so far, which is `paid`.
 */
export type BoardSeat = { "hand": Array<string>; "drawn": string | null; "won": string | null; "melds": Array<SheetMeld>; "river": Array<RiverTile>; "declared": boolean; "points": number; "paid": number };

/**
 * A discard; `ready` when ready was declared with it, `claimed_by` who has taken it.
 */
export type RiverTile = { "tile": string; "ready": boolean; "claimed_by": number | null };

/**
 * What the table waits for, as everybody may know.
 *
 * `turn` is the seat whose turn it is, None while a tile lies open and between hands. `left` is
 * for how many milliseconds at most: of a turn with the reserve; of an open tile for its pause,
 * and 0 as long as anybody thinks beyond that, or nobody; between hands until the next begins.
 * It is None for a built-in player's turn and once the match is over. `reserve` is what is left
 * of the reserves: one's own exactly, others' without what they have used for claims. `points` are
 * the sums so far, what has been paid in the hand in play included.
 *
 * `charge` is the seat that has the charge chicken as long as nobody claims it; `responsible` are
 * the discarder and the claimer of the first yaoji (G-15).
 */
export type Now = { "turn": number | null; "left": number | null; "reserve": [number, number, number, number]; "points": [number, number, number, number]; "charge"?: number | null; "responsible"?: [number, number] | null };

/**
 * What a seat is asked; only that seat gets to know of it.
 *
 * `codes` are stable action integers. The decision is due in `left` milliseconds, the part of
 * them that would come from the reserve is `reserve`. With one of the seat's own answers given
 * already and not yet settled, it stands in `answered`. `id` goes back with the answer. `win`
 * is there when a win is among the codes, `offers` say what follows of the others that are no
 * discards, and of declining them.
 */
export type Prompt = { "id": number; "codes": Array<number>; "left": number; "reserve": number; "answered"?: number | null; "win"?: WinOffer | null; "offers"?: Array<Offer> };

/**
 * What a win that is offered would be worth.
 *
 * `fan` is that of the pattern and `extras` together; `dealer_bonus` the fan that payments of or
 * to the dealer have beside it. `entries` is who would pay how much, `points` all of it together;
 * what beans and chickens bring is not among it.
 */
export type WinOffer = { "by": string; "tile": string; "pattern": string; "fan": number; "extras": Record<string, number>; "dealer_bonus": number; "entries": Array<EntryObject>; "points": number };

/**
 * What follows if a seat takes what it is offered, in words.
 *
 * `code` is one of the prompt's that is neither a discard nor a win; of those that declare ready
 * only the first. 111 stands for declining all of it, in one's own turn too, where that is no
 * answer but simply a discard. `key` (of the message catalogue, with `facts`) says it in a few
 * words, `clause` is what it rests on, if it rests on one.
 */
export type Offer = { "code": number; "key": string; "facts": Record<string, number>; "clause": string | null };

/**
 * Why a seat's complete hand may not win on the open or drawn tile.
 */
export type WinRefused = { "key": string; "facts": Record<string, string | number>; "clause": string | null };

/**
 * Lines `seq` and following, as this viewer may see them, and what it is asked now.
 */
export type Update = { "type": "update"; "seq": number; "lines": Array<MatchLine | DealtLine | DrawLine | DiscardLine | PongLine | KongLine | WinLine | PassLine | PaymentLine | ExhaustedLine | LeaveLine | SettledLine | RevealLine | Committed | Confirmed | LeftTable | Returned | AutoSet | Voted | VoteLapsed | Closing | Ended>; "now": Now; "prompt"?: Prompt | null; "refused_win"?: WinRefused | null };

/**
 * The message of this id is carried out and stored; `repeated` when it was before.
 */
export type Done = { "type": "done"; "id": string; "repeated"?: boolean };

/**
 * The message of this id (null: it could not be read) has changed nothing, and why.
 *
 * `key` and `facts` are of the message catalogue; `clause` is a clause of the rules.
 */
export type Refused = { "type": "refused"; "id": string | null; "key": string; "facts"?: Record<string, unknown>; "clause"?: string | null };

/**
 * The answer to `look`; it changes nothing.
 *
 * `unseen` are the copies of each of the 27 kinds (1m to 9m, 1p to 9p, 1s to 9s) that lie neither
 * open nor in one's own hand. `waits` are those of one's hand, or `discards` those that would
 * leave it ready; spectators have none. `refused` are those of the codes asked after that are not
 * possible.
 */
export type Sight = { "type": "sight"; "id": string; "unseen": Array<number>; "waits": Array<Wait>; "discards": Array<ReadyDiscard>; "refused": Array<CodeRefused> };

/**
 * A tile that would complete the hand, and how many copies of it the seat has not seen.
 *
 * `fan` is that of the pattern and of the seat's own declaration, without dealer bonus and kongs.
 * With `on_discard` the tile may be won on when somebody who has not declared ready discards it;
 * otherwise `key` (of the message catalogue) and `clause` say why it can only be drawn.
 */
export type Wait = { "tile": string; "unseen": number; "pattern": string; "fan": number; "on_discard": boolean; "key"?: string | null; "clause"?: string | null };

/**
 * A discard that leaves the hand ready, and for what.
 *
 * `declared` are the waits as they would be with ready declared on it; none when that may not be.
 */
export type ReadyDiscard = { "tile": string; "waits": Array<Wait>; "declared"?: Array<Wait> };

/**
 * Why an action is not possible now: a key of the message catalogue, its facts, the clause.
 */
export type CodeRefused = { "code": number; "key": string; "facts": Record<string, string | number>; "clause": string | null };

/**
 * Whether the player of a seat is connected.
 */
export type Presence = { "type": "presence"; "seat": number; "connected": boolean };

/**
 * A player says something.
 */
export type Said = { "type": "said"; "seat": number; "phrase": string };

/**
 * A room as it is now; who has left, what is settled, which match is on, all stands in it.
 */
export type RoomNews = { "type": "room"; "room": RoomAnswer };

/**
 * A room. `game` is the table that is being played, or the last one.
 *
 * Of two answers that with the higher `version` is the newer one. `seat` is one's own, null for
 * who does not sit there. Only the owner gets `watch_key` and `watch_link`, the link to watch
 * (null when it is withdrawn), and `same_address`, the groups of seats that play from one address.
 */
export type RoomAnswer = { "code": string; "version": number; "play_link": string; "status": string; "settings": RoomSettings; "seats": Array<RoomSeat>; "seat": number | null; "owner": boolean; "game": string | null; "watch_key": string | null; "watch_link": string | null; "same_address": Array<Array<number>> };

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
 * A taken seat. `player` and `pace` are of a built-in player, null for a person.
 *
 * Whoever is `asked` has not agreed yet to what the owner has changed; `again` wants a rematch.
 */
export type RoomSeat = { "seat": number; "name": string; "player": string | null; "pace": string | null; "owner": boolean; "you": boolean; "again": boolean; "asked": boolean };

/**
 * The same for who has come by a link to watch.
 */
export type WatchedNews = { "type": "watched"; "room": WatchAnswer };

/**
 * What a link to watch leads to; the way to play is not in it.
 *
 * Of two answers that with the higher `version` is the newer one.
 */
export type WatchAnswer = { "version": number; "status": string; "settings": RoomSettings; "seats": Array<RoomSeat>; "game": string | null };

/**
 * The public rooms as they are now, the newest first.
 */
export type LobbyNews = { "type": "lobby"; "rooms": Array<LobbyRoom> };

/**
 * A public room; `game` is the table that anyone may watch now, null for none.
 */
export type LobbyRoom = { "code": string; "play_link": string; "status": string; "settings": RoomSettings; "seats": Array<RoomSeat>; "game": string | null };

/**
 * Something about the connection, by a key of the message catalogue; it ends then.
 */
export type Notice = { "type": "notice"; "key": string };

export type ClientMessage = Join | Enter | Browse | Act | Next | Auto | Leave | Back | Vote | Say | Mute | Look | Ping;

export type ServerMessage = Snapshot | Update | Done | Refused | Sight | Presence | Said | RoomNews | WatchedNews | LobbyNews | Notice;
