// A QR code, drawn as one path: black on white in every theme, so that every camera reads it.
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { encodeQR } from "qr";

export function QrCode({ text, label }: { text: string; label: string }): JSX.Element {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, "raw", { border: 2 });
    const squares = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
    return { size: rows.length, path: squares.join("") };
  }, [text]);
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
