// Requests over HTTP. What is refused is thrown as a `Problem` of the server.
import type { Problem as Sent } from "./protocol/http";
import { kept } from "./kept";
import { inWords } from "./setting-words";
import { language, told } from "./texts";

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    readonly facts: Record<string, unknown> = {},
  ) {
    super(key);
  }

  /** The reason in words. */
  get text(): string {
    return told(this.key, this.key.startsWith("setting.") ? inWords(this.facts) : this.facts);
  }
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

const PATIENCE_MS = 15_000;

/** Ask the server. Throws `Problem`; without an answer its key is `net.unreachable`. */
export async function ask<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetched(method, path, body, headers);
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : undefined) as Answer;
  throw refused(response.status, text);
}

/** Ask for a text, such as a record. Throws `Problem`. */
export async function askText(path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetched("GET", path, undefined, headers);
  const text = await response.text();
  if (response.ok) return text;
  throw refused(response.status, text);
}

async function fetched(
  method: Method,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Response> {
  const token = kept("token");
  const given: Record<string, string> = { "Accept-Language": language.peek(), ...headers };
  if (token) given.Authorization = `Bearer ${token}`;
  if (body !== undefined) given["Content-Type"] = "application/json";
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    return await fetch(path, {
      method,
      headers: given,
      body: body === undefined ? null : JSON.stringify(body),
      signal: stop.signal,
    });
  } catch {
    throw new Problem(0, "net.unreachable");
  } finally {
    clearTimeout(timer);
  }
}

function refused(status: number, text: string): Problem {
  try {
    const sent = JSON.parse(text) as Sent;
    return new Problem(status, sent.key, sent.facts);
  } catch {
    return new Problem(status, "net.unreadable");
  }
}

/** What went wrong, in words. */
export function reason(error: unknown): string {
  return error instanceof Problem ? error.text : told("net.failed");
}
