// The text of a clause: its bold words, its code, and tiles in notation as pictures.
import type { JSX } from "preact";
import { Tile } from "../tiles";

const PARTS = /(\*\*[^*]+\*\*|`[^`]+`)/;
const NOTATION = /^(?:[1-9]+[mps])+$/;

export function ClauseText({ text }: { text: string }): JSX.Element {
  return (
    <>
      {text.split(PARTS).map((part, index) => {
        if (part.startsWith("**")) return <b key={index}>{part.slice(2, -2)}</b>;
        if (!part.startsWith("`")) return part;
        const code = part.slice(1, -1);
        if (NOTATION.test(code)) return <Tiles notation={code} size={20} key={index} />;
        return <code key={index}>{code}</code>;
      })}
    </>
  );
}

/** Tiles in notation, such as "345m11p", one beside the other. */
export function Tiles({ notation, size }: { notation: string; size: number }): JSX.Element {
  return (
    <span class="tiles-shown">
      {codes(notation).map((tile, index) => (
        <Tile tile={tile} size={size} key={index} />
      ))}
    </span>
  );
}

function codes(notation: string): string[] {
  return [...notation.matchAll(/([1-9]+)([mps])/g)].flatMap(([, ranks = "", suit = ""]) =>
    [...ranks].map((rank) => rank + suit),
  );
}
