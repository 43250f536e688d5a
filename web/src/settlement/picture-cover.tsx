// The picture of a settlement, to be kept or sent in whatever way the device has.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../texts";
import { drawnSheet, pictureAddress, pictureFile } from "./picture";
import type { Scene } from "./words";

interface Props {
  scene: Scene;
  seat: number;
  onClose: () => void;
}

/** Whether the device can hand a file to other programs; it can only in a secure context. */
function canSend(file: File | null): file is File {
  if (file === null || typeof navigator.canShare !== "function") return false;
  return navigator.canShare({ files: [file] });
}

export function PictureCover({ scene, seat, onClose }: Props): JSX.Element {
  const [address, setAddress] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let wanted = true;
    void pictureAddress(drawnSheet(scene, seat)).then((found) => wanted && setAddress(found));
    return () => void (wanted = false);
  }, [scene, seat]);
  useEffect(() => {
    const before = document.activeElement;
    root.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const isPng = address?.startsWith("data:image/png") === true;
  const name = `qianma-${scene.number}.${isPng ? "png" : "svg"}`;
  const file = address !== null && isPng ? pictureFile(address, name) : null;
  return (
    <div
      class="sheet-picture"
      role="dialog"
      aria-label={t("sheet.picture")}
      tabIndex={-1}
      ref={root}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.code === "Escape") onClose();
      }}
    >
      <p class="note">{t("sheet.picture_note")}</p>
      <div class="sheet-picture-scroll">
        {address !== null && <img src={address} alt={t("sheet.picture")} />}
      </div>
      <div class="sheet-foot">
        <button type="button" class="button" onClick={onClose}>
          {t("sheet.close")}
        </button>
        {canSend(file) && (
          <button
            type="button"
            class="button"
            onClick={() => void navigator.share({ files: [file] }).catch(() => undefined)}
          >
            {t("sheet.send")}
          </button>
        )}
        {address !== null && (
          <a class="button claim" href={address} download={name}>
            {t("sheet.download")}
          </a>
        )}
      </div>
    </div>
  );
}
