/** The server's stable action integers. */

import { KINDS } from "../tiles";
import type { MeldKind } from "./position";

const DECLARE = 27;
const CONCEALED_KONG = 54;
const ADDED_KONG = 81;
export const PONG = 108;
export const DISCARD_KONG = 109;
export const WIN = 110;
export const PASS = 111;

/** A claim or an own kong that is offered. */
export interface Offer {
  readonly code: number;
  readonly name: "win" | "pong" | "pass" | Exclude<MeldKind, "pong">;
  /** The tile of one's own kong; null where it is the one that lies open. */
  readonly tile: string | null;
}

function kind(tile: string): number {
  return KINDS.indexOf(tile);
}

/** The code that discards a tile, declaring ready with it or not. */
export function discardCode(tile: string, declares: boolean): number {
  return kind(tile) + (declares ? DECLARE : 0);
}

/** Whether a tile may be discarded, by the codes that are offered. */
export function mayDiscard(codes: readonly number[], tile: string, declares: boolean): boolean {
  return codes.includes(discardCode(tile, declares));
}

/** Whether a code discards a tile and declares ready with it. */
export function isDeclaration(code: number): boolean {
  return code >= DECLARE && code < CONCEALED_KONG;
}

/** Whether ready may be declared with some discard. */
export function mayDeclare(codes: readonly number[]): boolean {
  return codes.some(isDeclaration);
}

/** Whether a tile of one's own is to be discarded. */
export function isOwnTurn(codes: readonly number[]): boolean {
  return codes.some((code) => code < CONCEALED_KONG);
}

function offer(code: number): Offer | null {
  if (code === WIN) return { code, name: "win", tile: null };
  if (code === PONG) return { code, name: "pong", tile: null };
  if (code === PASS) return { code, name: "pass", tile: null };
  if (code === DISCARD_KONG) return { code, name: "discard", tile: null };
  if (code >= ADDED_KONG) return { code, name: "added", tile: KINDS[code - ADDED_KONG] ?? null };
  if (code >= CONCEALED_KONG) {
    return { code, name: "concealed", tile: KINDS[code - CONCEALED_KONG] ?? null };
  }
  return null;
}

const PLACES: readonly Offer["name"][] = ["pass", "pong", "discard", "added", "concealed", "win"];

/** What is offered besides discards, from left to right: pass, pong, kongs, win. */
export function offers(codes: readonly number[]): Offer[] {
  return codes
    .map(offer)
    .filter((found): found is Offer => found !== null)
    .sort((one, other) => PLACES.indexOf(one.name) - PLACES.indexOf(other.name));
}
