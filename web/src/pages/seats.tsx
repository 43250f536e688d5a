// The four seats of a room, in the order of play.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Segments } from "../parts/form";
import { Card } from "../parts/frame";
import type { RoomAnswer, RoomSeat } from "../protocol/http";
import { type Key, playerName, t } from "../texts";
import { STRENGTHS } from "./choosing";
import type { RoomCall } from "./room";

const SEATS = [0, 1, 2, 3];
const PACES = ["slow", "normal", "fast"] as const;

export function Seats({ room, call }: { room: RoomAnswer; call: RoomCall }): JSX.Element {
  const named = (seat: number) => {
    const taken = room.seats.find((one) => one.seat === seat);
    return taken ? seatName(taken) : "";
  };
  return (
    <Card title={t("rooms.seats")}>
      <ul class="seats">
        {SEATS.map((seat) => (
          <SeatRow
            key={seat}
            seat={seat}
            taken={room.seats.find((one) => one.seat === seat) ?? null}
            room={room}
            call={call}
          />
        ))}
      </ul>
      {room.same_address.map((seats) => (
        <p class="warning" key={seats.join()}>
          {t("rooms.same_address", { names: seats.map(named).join(t("rooms.names_join")) })}
        </p>
      ))}
    </Card>
  );
}

function seatName(taken: RoomSeat): string {
  return taken.player === null ? taken.name : playerName(taken.player);
}

function marks(taken: RoomSeat): string {
  const keys: Key[] = [];
  if (taken.you) keys.push("rooms.you");
  if (taken.owner) keys.push("rooms.owner");
  if (taken.player !== null) keys.push("rooms.builtin");
  if (taken.again) keys.push("rooms.again");
  if (taken.asked) keys.push("rooms.asked");
  const pace = PACES.find((one) => one === taken.pace);
  return [...keys.map((key) => t(key)), ...(pace ? [t(`rooms.pace_${pace}`)] : [])].join(" · ");
}

function SeatRow({
  seat,
  taken,
  room,
  call,
}: {
  seat: number;
  taken: RoomSeat | null;
  room: RoomAnswer;
  call: RoomCall;
}): JSX.Element {
  const [choosing, setChoosing] = useState(false);
  const free = room.status !== "playing";
  const label = taken
    ? t("rooms.seat_of", { seat: seat + 1, name: seatName(taken) })
    : t("rooms.seat", { seat: seat + 1 });
  const builtIn = taken?.player != null;
  return (
    <li aria-label={label}>
      <span class="seat-number" aria-hidden="true">
        {seat + 1}
      </span>
      <div class="seat-who">
        <bdi class={taken ? "name" : "name note"}>{taken ? seatName(taken) : t("rooms.empty")}</bdi>
        {taken && <span class="note">{marks(taken)}</span>}
      </div>
      {free && (
        <div class="seat-do">
          {(!taken || builtIn) && room.seat !== seat && (
            <button class="button small" onClick={() => void call("join", { seat })}>
              {t("rooms.sit")}
            </button>
          )}
          {room.owner && (!taken || builtIn) && (
            <button class="button small" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
              {t("rooms.fill_seat")}
            </button>
          )}
          {room.owner && taken && !taken.you && (
            <button class="button small" onClick={() => void call("remove", { seat })}>
              {builtIn ? t("rooms.remove_builtin") : t("rooms.remove")}
            </button>
          )}
        </div>
      )}
      {free && choosing && (
        <div class="seat-fill">
          <Segments
            label={t("lobby.strength")}
            options={STRENGTHS.map(({ player, key }) => ({ value: player, text: t(key) }))}
            value={taken?.player ?? ""}
            onChange={(player) => void call("fill", { seat, player, pace: taken?.pace ?? "normal" })}
          />
          {builtIn && (
            <Segments
              label={t("rooms.pace")}
              options={PACES.map((value) => ({ value, text: t(`rooms.pace_${value}`) }))}
              value={PACES.find((one) => one === taken?.pace) ?? "normal"}
              onChange={(pace) => void call("fill", { seat, player: taken?.player, pace })}
            />
          )}
        </div>
      )}
    </li>
  );
}
