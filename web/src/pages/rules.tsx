// The rules of both games: hands to look at first, then every clause.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { PATTERNS, RULESETS } from "../../generated/choices";
import { Card, Page } from "../parts/frame";
import { href } from "../router";
import { type Key, clauseIds, clauseText, t, told } from "../texts";
import { Tile } from "../tiles";
import { ClauseText, Tiles } from "./clause-text";
import hands from "./rule-hands.json";

type Game = "guiyang" | "duyun";
const GAMES: readonly Game[] = ["guiyang", "duyun"];
const SECTIONS: Record<Game, readonly { prefix: RegExp; title: Key }[]> = {
  guiyang: [
    { prefix: /^G-\d/, title: "rules.guiyang" },
    { prefix: /^G-S/, title: "rules.street" },
    { prefix: /^C-/, title: "rules.common" },
  ],
  duyun: [
    { prefix: /^D-/, title: "rules.duyun" },
    { prefix: /^C-/, title: "rules.common" },
  ],
};
const KONGS = [
  { key: "rules.meld_discard", tiles: ["6p", "6p", "6p", "6p"] },
  { key: "rules.meld_added", tiles: ["3s", "3s", "3s", "3s"] },
  { key: "rules.meld_concealed", tiles: ["?", "8m", "8m", "?"] },
] as const;

export function RulesPage({ game, clause }: { game: string; clause: string | null }): JSX.Element {
  const shown: Game = game === "duyun" ? "duyun" : "guiyang";
  return (
    <Page
      title={t("rules.title")}
      aside={
        <a class="pill" href={href(`/quiz/${shown}`)}>
          {t("rules.quiz")}
        </a>
      }
    >
      <nav class="subtabs" aria-label={t("rules.title")}>
        {GAMES.map((one) => (
          <a href={href(`/rules/${one}`)} aria-current={one === shown ? "page" : undefined} key={one}>
            {t(`rules.${one}`)}
          </a>
        ))}
      </nav>
      <p class="note intro">{t("rules.intro")}</p>
      <Hands game={shown} />
      <Kongs />
      {SECTIONS[shown].map(({ prefix, title }) => (
        <Card title={t(title)} key={title}>
          <dl class="clauses">
            {clauseIds()
              .filter((id) => prefix.test(id))
              .map((id) => (
                <Clause id={id} isMeant={id === clause} key={id} />
              ))}
          </dl>
        </Card>
      ))}
    </Page>
  );
}

function Hands({ game }: { game: Game }): JSX.Element {
  const fan: Readonly<Record<string, number>> = RULESETS[game].patterns;
  return (
    <Card title={t("rules.hands")} note={t("rules.groups")}>
      <ul class="example-hands">
        {PATTERNS.filter((name) => name in fan && name in hands).map((name) => (
          <li key={name}>
            <div>
              <b>{told(`pattern.${name}`)}</b>
              <span class="note">{t("rules.fan", { fan: fan[name]! })}</span>
            </div>
            <Tiles notation={hands[name as keyof typeof hands]} size={22} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Kongs(): JSX.Element {
  return (
    <Card title={t("rules.kongs")}>
      <ul class="example-hands">
        {KONGS.map(({ key, tiles }) => (
          <li key={key}>
            <span class="note">{t(key)}</span>
            <span class="tiles-shown">
              {tiles.map((tile, index) => (
                <Tile tile={tile} size={30} key={index} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Clause({ id, isMeant }: { id: string; isMeant: boolean }): JSX.Element {
  useEffect(() => {
    if (isMeant) document.getElementById(`clause-${id}`)?.scrollIntoView({ block: "center" });
  }, [id, isMeant]);
  return (
    <div class={isMeant ? "meant" : ""} id={`clause-${id}`}>
      <dt>{id}</dt>
      <dd>
        <ClauseText text={clauseText(id)} />
      </dd>
    </div>
  );
}
