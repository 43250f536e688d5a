// A room's QR code out of a picture: that needs neither a secure page nor leave to use the camera.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Card, Page } from "../parts/frame";
import { go } from "../router";
import { t } from "../texts";

/** Larger pictures are made smaller before they are searched. */
const MOST_PIXELS = 1200;
const PLACE = /#\/(?:room|watch)\/[0-9A-Za-z-]+/;

export function ScanPage(): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  const search = async (file: File | undefined) => {
    if (!file) return;
    setProblem(null);
    const text = await codeIn(file).catch(() => null);
    if (text === null) {
      setProblem(t("scan.nothing"));
      return;
    }
    const place = PLACE.exec(text)?.[0];
    if (place) go(place.slice(1));
    else setProblem(t("scan.foreign"));
  };
  return (
    <Page title={t("scan.title")} back="/">
      <Card>
        <div class="stack">
          <p>{t("scan.text")}</p>
          <label class="button claim file-button">
            {t("scan.pick")}
            <input
              type="file"
              accept="image/*"
              onChange={(event) => {
                void search(event.currentTarget.files?.[0]);
                event.currentTarget.value = "";
              }}
            />
          </label>
          {problem && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          <p class="note">{t("scan.hint")}</p>
        </div>
      </Card>
    </Page>
  );
}

/** The text of the QR code in a picture. Rejects when there is none. */
async function codeIn(file: File): Promise<string | null> {
  const { decodeQR } = await import("qr/decode.js");
  const image = await loaded(file);
  const scale = Math.min(1, MOST_PIXELS / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
}

function loaded(file: File): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(new Error("unreadable"));
    reader.onload = () => {
      const image = new Image();
      image.onload = () => resolve(image);
      image.onerror = () => reject(new Error("no picture"));
      image.src = String(reader.result);
    };
    reader.readAsDataURL(file);
  });
}
