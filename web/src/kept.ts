// What the browser keeps for us. Where it keeps nothing, as in a private window, memory does.

const PREFIX = "qianma.";
const memory = new Map<string, string>();

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return memory.get(name) ?? null;
  }
}

export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    if (value === null) memory.delete(name);
    else memory.set(name, value);
  }
}

/** A kept JSON object; an empty one when nothing of use is kept. */
export function keptObject(name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(kept(name) ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
