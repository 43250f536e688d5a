// A clause's text: plain words with *stress* and `code`, as the clause pages write them.
import type { JSX } from "preact";

export function Prose({ text }: { text: string }): JSX.Element {
  const parts = text.split(/(\*\*[^*]+\*\*|`[^`]+`)/);
  return (
    <>
      {parts.map((part, at) => {
        if (part.startsWith("**")) return <b key={at}>{part.slice(2, -2)}</b>;
        if (part.startsWith("`")) return <code key={at}>{part.slice(1, -1)}</code>;
        return part;
      })}
    </>
  );
}
