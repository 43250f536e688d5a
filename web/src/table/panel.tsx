import type { ComponentChildren } from "preact";
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icons";
import { t } from "../texts";

export type PanelName =
  | "beans"
  | "deck"
  | "help"
  | "leave"
  | "menu"
  | "phrases"
  | "rivers"
  | "scores"
  | "waits"
  | "wall";

/** The panel that lies over the table. */
export const panel = signal<PanelName | null>(null);

export function toggle(name: PanelName): void {
  panel.value = panel.value === name ? null : name;
}

export function closePanel(): void {
  panel.value = null;
}

const FOCUSABLE = "button:not([disabled]), a[href], input, [tabindex='0']";

interface PanelProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A sheet over the table; the focus stays in it until it is closed. */
export function Panel({ title, children }: PanelProps) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const keep = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      closePanel();
    }
    if (event.key !== "Tab" || sheet.current === null) return;
    const stops = [...sheet.current.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const first = stops[0];
    const last = stops[stops.length - 1];
    const at = document.activeElement;
    if (event.shiftKey && (at === first || at === sheet.current)) {
      event.preventDefault();
      last?.focus();
    } else if (!event.shiftKey && at === last) {
      event.preventDefault();
      first?.focus();
    }
  };
  return (
    <div class="table-cover" onClick={(event) => event.target === event.currentTarget && closePanel()}>
      <div
        class="table-panel"
        role="dialog"
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
        ref={sheet}
        onKeyDown={keep}
      >
        <header class="table-panel-head">
          <h2>{title}</h2>
          <button type="button" class="table-icon" aria-label={t("table.close")} onClick={closePanel}>
            <Icon name="close" />
          </button>
        </header>
        <div class="table-panel-body">{children}</div>
      </div>
    </div>
  );
}
