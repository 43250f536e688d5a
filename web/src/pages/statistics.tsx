// What one has played, by ruleset, and the last postings of coins.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask, reason } from "../api";
import { kept } from "../kept";
import { Card, Page } from "../parts/frame";
import type { CoinsAnswer, RulesetStatistics, StatisticsAnswer } from "../protocol/http";
import { href } from "../router";
import { say } from "../store";
import { figure, t, told } from "../texts";
import { rulesetTitle } from "./choosing";
import { HistoryTabs } from "./history-tabs";

export function StatisticsPage(): JSX.Element {
  const [rulesets, setRulesets] = useState<readonly RulesetStatistics[] | null>(null);
  const [coins, setCoins] = useState<CoinsAnswer | null>(null);
  useEffect(() => {
    const load = async () => {
      if (!kept("token")) {
        setRulesets([]);
        return;
      }
      try {
        setRulesets((await ask<StatisticsAnswer>("GET", "/api/people/me/statistics")).rulesets);
        setCoins(await ask<CoinsAnswer>("GET", "/api/people/me/coins"));
      } catch (error) {
        setRulesets([]);
        say(reason(error));
      }
    };
    void load();
  }, []);
  return (
    <Page title={t("stats.title")}>
      <HistoryTabs />
      {rulesets?.length === 0 && (
        <Card>
          <div class="stack">
            <p>{t("stats.empty")}</p>
            <a class="button win" href={href("/play")}>
              {t("lobby.start")}
            </a>
          </div>
        </Card>
      )}
      {rulesets?.map((one) => <Numbers numbers={one} key={one.ruleset} />)}
      {coins && coins.postings.length > 0 && <Postings coins={coins} />}
    </Page>
  );
}

function Numbers({ numbers }: { numbers: RulesetStatistics }): JSX.Element {
  const share = (rate: number) => t("stats.percent", { share: (100 * rate).toFixed(1) });
  const cells = [
    [t("stats.matches"), figure(numbers.matches), ""],
    [t("stats.hands"), figure(numbers.hands), ""],
    [t("stats.wins"), figure(numbers.wins), share(numbers.win_rate)],
    [t("stats.self_drawn"), figure(numbers.self_drawn), share(numbers.self_drawn_rate)],
    [t("stats.dealt_in"), figure(numbers.dealt_in), share(numbers.deal_in_rate)],
    [t("stats.points"), figure(numbers.points, true), ""],
    [t("stats.played_for"), figure(numbers.played_for), ""],
    [t("stats.points_per_hand"), figure(Number(numbers.points_per_hand.toFixed(2)), true), ""],
  ] as const;
  return (
    <Card title={rulesetTitle(numbers.ruleset)}>
      <dl class="numbers">
        {cells.map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {note && <span class="note">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {numbers.played_for > 0 && <p class="note">{t("stats.played_for_note")}</p>}
    </Card>
  );
}

function Postings({ coins }: { coins: CoinsAnswer }): JSX.Element {
  return (
    <Card title={t("stats.coins")} note={figure(coins.coins)}>
      <p class="note">{t("stats.postings")}</p>
      <ul class="postings">
        {coins.postings.map((one) => (
          <li key={`${one.game} ${one.hand} ${one.entry}`}>
            <a href={href(`/replay/${one.game}?hand=${one.hand}`)}>
              {t("stats.posting", { hand: one.hand, reason: told(`reason.${one.reason}`) })}
            </a>
            <b class={one.coins < 0 ? "loss" : "gain"}>{figure(one.coins, true)}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}
