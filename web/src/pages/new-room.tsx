import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask, reason } from "../api";
import { keep, keptObject } from "../kept";
import { Page } from "../parts/frame";
import { bePerson } from "../person";
import type { RoomAnswer, RoomSettings } from "../protocol/http";
import { go } from "../router";
import { say } from "../store";
import { t } from "../texts";
import { FIRST_SETTINGS, RoomForm } from "./room-form";

/** Make a room. It begins with the settings of the room before. */
export function NewRoomPage(): JSX.Element {
  const [settings, setSettings] = useState<RoomSettings>({ ...FIRST_SETTINGS, ...keptObject("room-settings") });
  const [busy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    try {
      await bePerson();
      const room = await ask<RoomAnswer>("POST", "/api/rooms", settings);
      keep("room-settings", JSON.stringify(settings));
      go(`/room/${room.code}`, true);
    } catch (error) {
      say(reason(error), 8);
      setBusy(false);
    }
  };
  return (
    <Page title={t("rooms.new")} back="/">
      <RoomForm settings={settings} onChange={setSettings} />
      <div class="foot">
        <button class="button claim wide" disabled={busy} onClick={() => void create()}>
          {t("rooms.create")}
        </button>
      </div>
    </Page>
  );
}
