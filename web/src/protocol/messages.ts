// Made from the types of qianma.server.protocol. Do not edit.

/**
 * The first message: who it is, which table, and how many lines have been seen already.
 *
 * `token` is the person's; spectators may do without. `watch` is the key of a link to watch.
 * With `seq` -1, or when too much has been missed, a snapshot comes, else an update.
 */
export type Join = { "type": "join"; "table": string; "token"?: string | null; "watch"?: string | null; "seq"?: number };

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
 * Be answered with `done`.
 */
export type Ping = { "type": "ping"; "id": string };

/**
 * All that a viewer may know of a table. `seq` counts the lines it stands for.
 *
 * `lines` are those of the hand in play, or of the last one, from its beginning; `match` is the
 * record's first line. `phase` is `waiting`, `playing` or `over`; when waiting, `number` is the
 * next hand's and `commitment` stands for its key.
 */
export type Snapshot = { "type": "snapshot"; "seq": number; "seat": number | null; "match": Record<string, unknown>; "phase": string; "number": number; "commitment": string | null; "points": [number, number, number, number]; "seats": Array<SeatState>; "votes": Array<number>; "end_reason": string | null; "lines": Array<Record<string, unknown>>; "coins_per_point": number; "prompt": Prompt | null; "refused_win": WinRefused | null };

/**
 * Whether a seat is played on for a player who has left, or on auto-play.
 */
export type SeatState = { "absent": boolean; "auto": boolean; "confirmed": boolean };

/**
 * What a seat is asked; only that seat gets to know of it.
 *
 * `codes` are stable action integers. The decision is due in `left` milliseconds, the part of
 * them that would come from the reserve is `reserve`. With one of the seat's own answers given
 * already and not yet settled, it stands in `answered`. `id` goes back with the answer.
 */
export type Prompt = { "id": number; "codes": Array<number>; "left": number; "reserve": number; "answered"?: number | null };

/**
 * Why a seat's complete hand may not win on the open or drawn tile.
 */
export type WinRefused = { "key": string; "facts": Record<string, string | number>; "clause": string | null };

/**
 * Lines `seq` and following, as this viewer may see them, and what it is asked now.
 */
export type Update = { "type": "update"; "seq": number; "lines": Array<MatchLine | HandLine | DrawLine | DiscardLine | PongLine | KongLine | WinLine | PassLine | PaymentLine | ExhaustedLine | LeaveLine | ResultLine | RevealLine | Committed | Confirmed | LeftTable | Returned | AutoSet | Voted | VoteLapsed | Ended>; "prompt"?: Prompt | null; "refused_win"?: WinRefused | null };

/**
 * The first line of a match. `hands` is the number planned, None for an open end.
 */
export type MatchLine = { "type": "match"; "at"?: string | null; "version": 1; "ruleset": string; "settings"?: Record<string, unknown>; "players": [Player, Player, Player, Player]; "hands"?: number | null; "rules_revision"?: unknown };

/**
 * Who sits at a seat: `kind` is `person`, or a built-in player's name and version.
 */
export type Player = { "name": string; "kind": string };

/**
 * The start of a hand: who deals, the dice, four deals by seat, the rest of the wall.
 */
export type HandLine = { "type": "hand"; "at"?: string | null; "ruleset"?: string | null; "settings"?: Record<string, unknown>; "number": number; "dealer": number; "repeats": number; "dice": [number, number]; "deal": [Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">, Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">, Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">, Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">]; "wall": Array<"1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?">; "generator"?: string | null; "commitment"?: string | null; "contributions"?: [string, string, string, string] | null };

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
 * The settlement of a hand.
 */
export type ResultLine = { "type": "result"; "at"?: string | null; "outcome": "exhausted" | "left" | "win"; "winners": Array<WinnerObject>; "chickens": ChickensObject; "ready": Array<number>; "ledger": Array<EntryObject>; "points": [number, number, number, number]; "next_dealer": number | null; "repeats": number | null };

/**
 * A winner in a result.
 */
export type WinnerObject = { "seat": number; "by": "discard" | "robbed_kong" | "self_draw"; "source": number | null; "tile": "1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?"; "pattern": string; "fan": number; "extras": Record<string, number> };

/**
 * The turned-over tile in a result, the kind it makes a chicken, whether yaoji are golden.
 */
export type ChickensObject = { "flipped": "1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?" | null; "kind": "1m" | "1p" | "1s" | "2m" | "2p" | "2s" | "3m" | "3p" | "3s" | "4m" | "4p" | "4s" | "5m" | "5p" | "5s" | "6m" | "6p" | "6s" | "7m" | "7p" | "7s" | "8m" | "8p" | "8s" | "9m" | "9p" | "9s" | "?" | null; "golden": boolean };

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
 * The match is over; points over its finished hands.
 */
export type Ended = { "type": "ended"; "reason": "broken_off" | "closed" | "deserted" | "left" | "played"; "points": [number, number, number, number] };

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
 * Whether the player of a seat is connected.
 */
export type Presence = { "type": "presence"; "seat": number; "connected": boolean };

/**
 * A player says something.
 */
export type Said = { "type": "said"; "seat": number; "phrase": string };

/**
 * Something about the connection, by a key of the message catalogue; it ends then.
 */
export type Notice = { "type": "notice"; "key": string };

export type ClientMessage = Join | Act | Next | Auto | Leave | Back | Vote | Say | Ping;

export type ServerMessage = Snapshot | Update | Done | Refused | Presence | Said | Notice;
