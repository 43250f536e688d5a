// Friends who come by a link have got a name by chance: here they say who they are, once.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { reason } from "../api";
import { Field } from "../parts/form";
import { isNamed, rename } from "../person";
import { person, say } from "../store";
import { t } from "../texts";

export function NameCard(): JSX.Element | null {
  const who = person.value;
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  if (who === null || who.login !== null || isNamed()) return null;
  const save = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await rename(name);
      say(t("me.renamed"));
    } catch (error) {
      say(reason(error), 6);
    }
    setBusy(false);
  };
  return (
    <form class="card stack name-card" onSubmit={(event) => void save(event)}>
      <Field label={t("rooms.your_name", { name: who.name })} value={name} onInput={setName} />
      <button class="button" disabled={busy || !name.trim()}>
        {t("do.save")}
      </button>
    </form>
  );
}
