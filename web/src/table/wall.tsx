import { t } from "../texts";
import { wallBreak } from "./extras";
import { names, shown } from "./live";
import { Die } from "./moments";
import { River } from "./river";
import { SEATS } from "./position";

/** The dice, and where they break the wall. */
export function Wall() {
  const position = shown.value;
  if (position === null) return null;
  const broken = wallBreak.value;
  return (
    <>
      <p class="table-dice">
        <Die pips={position.dice[0]} />
        <Die pips={position.dice[1]} />
      </p>
      {broken !== null && (
        <p>
          {t("wall.broken", { name: names.value[broken.seat] ?? "", stacks: broken.stacks })}
        </p>
      )}
      <p>{t("wall.left", { count: position.wall })}</p>
    </>
  );
}

/** All four rivers, one below the other. */
export function Rivers() {
  const position = shown.value;
  if (position === null) return null;
  return (
    <>
      {SEATS.map((seat) => (
        <section class="table-rivers" key={seat}>
          <h3>
            <bdi>{names.value[seat]}</bdi>
          </h3>
          <River
            table={position}
            seat={seat}
            side="own"
            columns={10}
            room={9}
            plain
            charge={-1}
          />
        </section>
      ))}
    </>
  );
}
