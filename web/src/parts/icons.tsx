// Icons, drawn on a grid of 24 with strokes of 2.
import type { JSX } from "preact";

const PATHS = {
  home: "M4 11.5 12 4l8 7.5M6 10v10h4.5v-5.5h3V20H18V10",
  records: "M7 3.5h10.5v17H6.5v-17H7M10 8.5h4M10 12h4",
  book: "M12 7C10 5.500 7 5 3.500 5.300v13.500c3.500-.3 6.500.2 8.500 1.700 2-1.500 5-2 8.500-1.700V5.300C17 5 14 5.500 12 7v13.500",
  question: "M9.300 9.400a2.700 2.700 0 1 1 3.900 2.400c-.9.5-1.200 1-1.200 2M12 17v.1",
  gear: "M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7M12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M5.300 18.700l2.100-2.100M16.600 7.400l2.100-2.100",
  check: "M6.500 12.500l3.700 3.700 7.300-8",
  back: "M14.500 5.500 8 12l6.500 6.500",
  close: "M6 6l12 12M18 6 6 18",
  share: "M12 15V4M8 7.500 12 3.500l4 4M5 12v8h14v-8",
  copy: "M8.500 8.500V4.500h11v11h-4M4.500 8.500h11v11h-11z",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.500 20.500c.8-4 3.700-6 7.500-6s6.700 2 7.500 6",
  scan: "M4 8.500V4h4.500M15.500 4H20v4.500M20 15.500V20h-4.500M8.500 20H4v-4.500M4 12h16",
  chart: "M4.500 20V11M9.500 20V4.500M14.500 20v-7M19.500 20V8",
  eye: "M2.500 12c2-4 5.500-6 9.500-6s7.500 2 9.500 6c-2 4-5.500 6-9.500 6s-7.500-2-9.500-6M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  down: "M6 9.500l6 6 6-6",
  menu: "M4 6.500h16M4 12h16M4 17.500h16",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 24 }: { name: IconName; size?: number }): JSX.Element {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {name === "question" && <circle cx="12" cy="12" r="9" />}
      <path d={PATHS[name]} />
    </svg>
  );
}
