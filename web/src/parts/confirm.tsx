// A button that asks once more before it does what cannot be undone.
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../texts";

export function Confirm({
  question,
  onYes,
  children,
  disabled = false,
}: {
  question: string;
  onYes: () => void;
  children: ComponentChildren;
  disabled?: boolean;
}): JSX.Element {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <button type="button" class="button danger small" disabled={disabled} onClick={() => setAsked(true)}>
        {children}
      </button>
    );
  }
  return (
    <div class="confirm" role="alertdialog" aria-label={question}>
      <p>{question}</p>
      <div class="buttons">
        <button type="button" class="button small" ref={(one) => one?.focus()} onClick={() => setAsked(false)}>
          {t("do.cancel")}
        </button>
        <button
          type="button"
          class="button danger small"
          onClick={() => {
            setAsked(false);
            onYes();
          }}
        >
          {children}
        </button>
      </div>
    </div>
  );
}
