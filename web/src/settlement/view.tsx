// The settlement of a hand: result, chicken, four open hands, one player's account.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../parts/icons";
import { t } from "../texts";
import { Tile } from "../tiles";
import { AccountTable } from "./account";
import { OpenHand } from "./hands";
import { PictureCover } from "./picture-cover";
import { headlines, noteText, type Scene } from "./words";

const SEATS = [0, 1, 2, 3] as const;

function Result({ scene }: { scene: Scene }): JSX.Element {
  return (
    <div class="sheet-result">
      {headlines(scene).map((line) => (
        <div key={line.title}>
          <p class="sheet-headline">
            <b>
              <bdi>{line.title}</bdi>
              {line.worth !== null && ` · ${line.worth.pattern}`}
            </b>
            {line.worth !== null && <span>{line.worth.fan}</span>}
          </p>
          {line.note !== "" && (
            <p class="note">
              <bdi>{line.note}</bdi>
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

/** The tile that was turned over, and what the chickens are worth. */
function Chickens({ scene }: { scene: Scene }): JSX.Element | null {
  const { turned_over: turned, chicken_kinds: kinds } = scene.sheet;
  if (kinds.length === 0) return null;
  return (
    <div class="sheet-chickens">
      {turned !== null && (
        <span class="sheet-turned">
          <span class="note">{t("sheet.turned")}</span>
          <Tile tile={turned.tile} size={21} plain label />
          <span aria-hidden="true">→</span>
          <Tile tile={turned.kind} size={21} plain />
          <b>
            {turned.golden
              ? t("sheet.is_golden", { tile: turned.kind })
              : t("sheet.is_chicken", { tile: turned.kind })}
          </b>
        </span>
      )}
      {kinds
        .filter((kind) => kind.tile === "1s")
        .map((kind) => (
          <span class="sheet-worth" key={kind.tile}>
            <Tile tile={kind.tile} size={21} plain />
            <span class="note">{t("sheet.worth", { tile: kind.tile, fan: kind.fan })}</span>
          </span>
        ))}
    </div>
  );
}

function Notes({ scene }: { scene: Scene }): JSX.Element | null {
  const { notes } = scene.sheet;
  if (notes.length === 0) return null;
  return (
    <ul class="sheet-notes">
      {notes.map((note) => (
        <li key={`${note.key} ${note.seats.join()} ${note.tile}`}>
          <bdi>{noteText(scene, note)}</bdi>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  scene: Scene;
  /** The buttons at the foot. */
  foot: ComponentChildren;
  /** What the Escape key does, if anything. */
  onClose?: (() => void) | undefined;
  /** Somebody is looking at it: presses, scrolls or types. */
  onLook?: () => void;
}

export function SheetView({ scene, foot, onClose, onLook }: Props): JSX.Element {
  const [seat, setSeat] = useState(scene.viewer ?? scene.sheet.winners[0]?.seat ?? scene.sheet.dealer.seat);
  const [picture, setPicture] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    root.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const account = scene.sheet.accounts[seat];
  return (
    <div
      class="sheet"
      role="dialog"
      aria-label={t("sheet.label")}
      tabIndex={-1}
      ref={root}
      onPointerDown={onLook}
      onWheel={onLook}
      onKeyDown={(event) => {
        onLook?.();
        event.stopPropagation();
        if (event.code === "Escape" && !picture) onClose?.();
      }}
    >
      <div class="sheet-scroll">
        <header class="sheet-head">
          <Result scene={scene} />
          <Chickens scene={scene} />
          <button
            type="button"
            class="icon-button"
            aria-label={t("sheet.share")}
            onClick={() => setPicture(true)}
          >
            <Icon name="share" />
          </button>
        </header>
        <div class="sheet-columns">
          <div class="sheet-hands">
            {SEATS.map((_, step) => ((scene.viewer ?? 0) + step) % 4).map((one) => (
              <OpenHand
                key={one}
                scene={scene}
                seat={one}
                chosen={one === seat}
                onChoose={() => setSeat(one)}
              />
            ))}
            <Notes scene={scene} />
          </div>
          <div class="sheet-account">
            {account !== undefined && (
              <AccountTable key={seat} scene={scene} account={account} seat={seat} />
            )}
          </div>
        </div>
      </div>
      <footer class="sheet-foot">{foot}</footer>
      {picture && <PictureCover scene={scene} seat={seat} onClose={() => setPicture(false)} />}
    </div>
  );
}
