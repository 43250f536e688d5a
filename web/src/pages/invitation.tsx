// How others come into a room: its code, its link and a QR code; and the link to watch.
import type { JSX } from "preact";
import { copy } from "../parts/copying";
import { Card } from "../parts/frame";
import { Icon } from "../parts/icons";
import { QrCode } from "../parts/qr";
import type { RoomAnswer } from "../protocol/http";
import { t } from "../texts";
import type { RoomCall } from "./room";

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

export function Invitation({ room, call }: { room: RoomAnswer; call: RoomCall }): JSX.Element {
  const address = whole(room.play_link);
  return (
    <>
      <Card title={t("rooms.share")}>
        <div class="invitation">
          <QrCode text={address} label={t("rooms.qr")} />
          <div class="stack">
            <p class="note">{t("rooms.share_note")}</p>
            <p class="room-code">
              <span class="note">{t("rooms.code")}</span> <b>{`${room.code.slice(0, 3)} ${room.code.slice(3)}`}</b>
            </p>
            <CopyLink label={t("rooms.link")} address={address} />
          </div>
        </div>
        {LOOPBACK.test(new URL(address).hostname) && <p class="warning">{t("rooms.share_loopback")}</p>}
      </Card>
      {room.owner && room.settings.watch !== "nobody" && (
        <Card title={t("rooms.watch_link_title")}>
          <div class="stack">
            <p class="note">{room.watch_link ? t("rooms.watch_link_note") : t("rooms.watch_link_none")}</p>
            {room.watch_link && (
              <CopyLink label={t("rooms.watch_link_title")} address={whole(room.watch_link)} />
            )}
            <div class="buttons">
              <button class="button small" onClick={() => void call("link")}>
                {t("rooms.watch_link_new")}
              </button>
              {room.watch_link && (
                <button class="button small" onClick={() => void call("link/withdraw")}>
                  {t("rooms.watch_link_withdraw")}
                </button>
              )}
            </div>
          </div>
        </Card>
      )}
    </>
  );
}

/** A link of the server; it may begin at the root of whatever host this is. */
function whole(link: string): string {
  return new URL(link, location.href).href;
}

function CopyLink({ label, address }: { label: string; address: string }): JSX.Element {
  return (
    <div class="copy-link">
      <input aria-label={label} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <button class="button small" onClick={() => void copy(address)}>
        <span class="with-icon">
          <Icon name="copy" size={18} />
          {t("do.copy")}
        </span>
      </button>
    </div>
  );
}
