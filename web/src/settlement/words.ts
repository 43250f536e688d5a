// The words of a settlement. Figures are the server's; here they are only worded.
import type { Account, EntryObject, Row, Sheet, SheetNote, SheetSeat, SheetWinner } from "../protocol/messages";
import { family } from "../table/seats";
import { figure, t, tileName, told } from "../texts";

/** What a sheet is shown with: who the players are, and whose eyes it is for. */
export interface Scene {
  sheet: Sheet;
  names: readonly string[];
  /** One's own seat, null for a spectator. */
  viewer: number | null;
  ruleset: string;
  number: number;
}

export const OTHERS = [1, 2, 3] as const;

/** The other seats of an account in turn order. */
export function counterparts(seat: number): number[] {
  return OTHERS.map((step) => (seat + step) % 4);
}

export function nameAt(scene: Scene, seat: number): string {
  return scene.names[seat] ?? "";
}

export function seatOf(scene: Scene, seat: number): SheetSeat | undefined {
  return scene.sheet.seats[seat];
}

function patternText(winner: SheetWinner): string {
  const { pattern, as_pattern } = winner;
  return as_pattern === null
    ? t("account.win", { pattern })
    : t("account.win_as", { pattern, as_pattern });
}

/** What has come of the hand: a headline, and below it how. */
export interface Headline {
  title: string;
  /** The pattern and what it is worth, for a win. */
  worth: { pattern: string; fan: string } | null;
  note: string;
}

function winHeadline(scene: Scene, winner: SheetWinner): Headline {
  const name = nameAt(scene, winner.seat);
  const source = winner.source === null ? "" : nameAt(scene, winner.source);
  const { tile } = winner;
  const notes: string[] = [];
  if (winner.by === "self_draw") notes.push(t("sheet.drawn", { tile }));
  else if (winner.by === "discard") notes.push(t("sheet.dealt_in", { source, tile }));
  else notes.push(t("sheet.robbed_of", { source, tile }));
  if (winner.shares > 1) notes.push(t("sheet.shares", { source }));
  const sayings = [winner.seat, winner.source].filter((seat) => seat !== null);
  const declared = sayings.find((seat) => seatOf(scene, seat)?.declared);
  if (winner.as_pattern !== null && declared !== undefined) {
    const { pattern, as_pattern } = winner;
    notes.push(t("sheet.declared_as", { name: nameAt(scene, declared), pattern, as_pattern }));
  }
  const extras = Object.keys(winner.extras).filter(
    (extra) => extra !== "declared_ready" || winner.as_pattern === null,
  );
  const pattern = [told(`pattern.${winner.pattern}`), ...extras.map((extra) => told(`reason.${extra}`))];
  const by = { self_draw: "sheet.self_drawn", robbed_kong: "sheet.robbed" } as const;
  return {
    title: t(winner.by in by ? by[winner.by as keyof typeof by] : "sheet.won", { name }),
    worth: { pattern: pattern.join(t("account.plus")), fan: t("sheet.fan", { fan: winner.fan }) },
    note: notes.join(t("sheet.and")),
  };
}

/** The headlines of a hand: one a winner. */
export function headlines(scene: Scene): Headline[] {
  const { sheet } = scene;
  if (sheet.winners.length > 0) return sheet.winners.map((winner) => winHeadline(scene, winner));
  if (sheet.left !== null) {
    return [{ title: t("sheet.left", { name: nameAt(scene, sheet.left) }), worth: null, note: "" }];
  }
  const ready = sheet.seats.filter((seat) => seat.ready).length;
  const note = ready === 0 ? t("sheet.nobody_ready") : ready === 4 ? t("sheet.all_ready") : "";
  return [{ title: t("sheet.exhausted"), worth: null, note }];
}

/** What is peculiar about a settlement, as the server tells it. */
export function noteText(scene: Scene, note: SheetNote): string {
  const people = note.seats.map((seat) => nameAt(scene, seat)).join(t("sheet.list"));
  const facts: Record<string, unknown> = { name: people, names: people };
  if (note.tile !== null) facts.tile = note.tile;
  return told(note.key, facts);
}

/** The chickens in a river in words, such as 冲锋鸡、九筒 2 只. */
export function riverText(seat: SheetSeat): string {
  const parts: string[] = [];
  for (const { tile, river } of seat.chickens) {
    const plain = seat.charge && tile === "1s" ? river - 1 : river;
    if (plain < river) parts.push(t("sheet.charge"));
    if (plain === 1) parts.push(t("sheet.river_one", { tile }));
    if (plain > 1) parts.push(t("sheet.river_many", { tile, count: plain }));
  }
  return parts.length === 0 ? "" : t("sheet.river", { chickens: parts.join(t("sheet.list")) });
}

/** Whose something is, from the side of an account. */
function whose(scene: Scene, account: number, owner: number | null, what: string): string {
  if (owner === null) return what;
  if (owner !== account) return t("account.others", { name: nameAt(scene, owner), what });
  return account === scene.viewer ? t("account.mine", { what }) : t("account.own", { what });
}

function winLabel(scene: Scene, row: Row): string {
  const winner = scene.sheet.winners.find((one) => one.seat === row.seat);
  if (winner === undefined) return told(`reason.${row.reason}`);
  const extras = Object.keys(winner.extras).filter(
    (extra) => extra !== "declared_ready" || winner.as_pattern === null,
  );
  return [patternText(winner), ...extras.map((extra) => told(`reason.${extra}`))].join(t("account.plus"));
}

function dealerLabel(sheet: Sheet): string {
  const { dealing, repeat } = sheet.dealer;
  const parts: string[] = [];
  if (dealing > 0) parts.push(t("account.dealing", { fan: dealing }));
  if (repeat > 0) parts.push(t("account.repeat", { fan: repeat }));
  return parts.join(t("account.plus"));
}

const KONGS: Readonly<Record<string, "concealed" | "added" | "discard">> = {
  concealed_kong: "concealed",
  added_kong: "added",
  discard_kong: "discard",
};

/** What a row is for. */
export function rowLabel(scene: Scene, account: number, row: Row): string {
  const { reason, seat, tile, count } = row;
  const kong = KONGS[reason];
  if (row.group === "win") return winLabel(scene, row);
  if (reason === "dealer_bonus") return dealerLabel(scene.sheet);
  if (kong !== undefined) {
    const kongName = t(`kong.${family(scene.ruleset)}_${kong}`);
    return whose(scene, account, seat, t("account.bean", { kong: kongName, tile: tile ?? "" }));
  }
  switch (reason) {
    case "chicken":
      if (tile === null) return t("account.others_chickens", { count: count ?? 0 });
      return whose(scene, account, seat, t("account.chicken", { tile, count: count ?? 0 }));
    case "bean_refund":
      return seat === account || seat === null
        ? t("account.my_refund")
        : t("account.bean_refund", { name: nameAt(scene, seat) });
    case "charge_chicken":
    case "responsible_chicken":
      return whose(scene, account, seat, t(`account.${reason}`));
    case "kong_transfer":
    case "ready_check":
    case "flower_pig":
    case "leaving":
      return t(`account.${reason}`);
    default:
      return told(`reason.${reason}`);
  }
}

/** One payment of the ledger in words. */
export function entryText(scene: Scene, entry: EntryObject): string {
  return t("account.entry", {
    payer: nameAt(scene, entry.from),
    payee: nameAt(scene, entry.to),
    reason: told(`reason.${entry.reason}`),
    fan: entry.fan,
    base: scene.sheet.base,
    points: entry.points,
  });
}

/** The clauses that a row rests on, each once. */
export function clausesOf(row: Row): string[] {
  return [...new Set([row.clause, ...row.entries.map((entry) => entry.clause)])];
}

/** The marks of a seat: what it did in this hand. */
export interface Mark {
  kind: "dealer" | "declared" | "win" | "dealt" | "plain";
  text: string;
}

export function marks(scene: Scene, seat: number): Mark[] {
  const { sheet } = scene;
  const found: Mark[] = [];
  const { dealer } = sheet;
  if (dealer.seat === seat) {
    const text =
      dealer.repeats > 0 ? t("sheet.dealer_again", { count: dealer.repeats }) : t("sheet.dealer");
    found.push({ kind: "dealer", text });
  }
  if (seatOf(scene, seat)?.declared) found.push({ kind: "declared", text: t("sheet.declared") });
  if (sheet.winners.some((one) => one.seat === seat)) found.push({ kind: "win", text: t("sheet.win") });
  const lost = sheet.winners.find((one) => one.source === seat);
  if (lost !== undefined) {
    const text = lost.by === "discard" ? t("sheet.dealt") : t("sheet.was_robbed");
    found.push({ kind: "dealt", text });
  }
  if (sheet.left === seat) found.push({ kind: "dealt", text: t("sheet.gone") });
  return found;
}

/** The tiles of a hand apart from the one it was won on. */
export function apart(scene: Scene, seat: number): { tiles: string[]; won: string | null } {
  const shown = seatOf(scene, seat);
  if (shown === undefined) return { tiles: [], won: null };
  const tiles = [...shown.tiles];
  const drawn = scene.sheet.winners.some((one) => one.seat === seat && one.by === "self_draw");
  if (drawn && shown.won !== null) tiles.splice(tiles.lastIndexOf(shown.won), 1);
  return { tiles, won: shown.won };
}

/** A hand to those who do not see it. */
export function spokenHand(scene: Scene, seat: number): string {
  const shown = seatOf(scene, seat);
  const { tiles, won } = apart(scene, seat);
  const all = won === null ? tiles : [...tiles, won];
  const melds = (shown?.melds ?? []).map((meld) => {
    const kind = meld.kind as "pong" | "concealed" | "added" | "discard";
    return `${t(`kong.${family(scene.ruleset)}_${kind}`)} ${tileName(meld.tile)}`;
  });
  const hand = t("sheet.hand", {
    name: nameAt(scene, seat),
    points: figure(shown?.points ?? 0, true),
    tiles: all.map(tileName).join(t("sheet.list")),
  });
  return melds.length === 0 ? hand : hand + t("sheet.melds", { melds: melds.join(t("sheet.list")) });
}

/** Who deals next, in words; empty when nobody does. */
export function nextText(scene: Scene): string {
  const next = scene.sheet.next;
  if (next === null) return "";
  const name = nameAt(scene, next.dealer);
  return next.repeats > 0
    ? t("sheet.next_again", { name, count: next.repeats })
    : t("sheet.next_dealer", { name });
}

export type { Account };
