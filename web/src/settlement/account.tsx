// One player's account: a row a reason, a column a counterpart.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Account, Row } from "../protocol/messages";
import { clauseText, figure, t } from "../texts";
import { Prose } from "./prose";
import { clausesOf, counterparts, entryText, nameAt, rowLabel, type Scene } from "./words";


function groupText(group: string): string {
  switch (group) {
    case "win":
    case "dealer":
    case "beans":
    case "chickens":
    case "check":
    case "penalties":
      return t(`account.group_${group}`);
    default:
      return group;
  }
}

/** Points with their sign and colour; nothing paid is a dot. */
function Cell({ points, strong = false }: { points: number; strong?: boolean }): JSX.Element {
  const tone = points > 0 ? "gain" : points < 0 ? "loss" : "none";
  const shown = points === 0 ? (strong ? "0" : "·") : figure(points, true);
  const classes = ["account-cell", tone];
  if (strong) classes.push("is-sum");
  if (shown.length > 5) classes.push("is-long");
  return <td class={classes.join(" ")}>{shown}</td>;
}

function Why({ scene, row, id }: { scene: Scene; row: Row; id: string }): JSX.Element {
  const opened = useRef<HTMLTableRowElement>(null);
  // It opens below what was tapped, where it may be out of sight.
  useEffect(() => opened.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <tr class="account-why" id={id} ref={opened}>
      <td colSpan={6}>
        {clausesOf(row).map((clause) => (
          <p key={clause}>
            <b>{clause}</b> <Prose text={clauseText(clause)} />
          </p>
        ))}
        <ul>
          {row.entries.map((entry, at) => (
            <li key={at}>{entryText(scene, entry)}</li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

interface Props {
  scene: Scene;
  account: Account;
  seat: number;
  /** What it is called, if not after the player. */
  title?: string;
}

export function AccountTable({ scene, account, seat, title }: Props): JSX.Element {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const others = counterparts(seat);
  const toggle = (at: number) =>
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(at)) after.add(at);
      return after;
    });
  let group = "";
  return (
    <table class="account">
      <caption class="unseen">{title ?? t("account.title", { name: nameAt(scene, seat) })}</caption>
      <colgroup>
        <col class="account-group" />
        <col />
        <col class="account-other" span={3} />
        <col class="account-sum" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" colSpan={2} class="account-title">
            <bdi class="name">{title ?? t("account.title", { name: nameAt(scene, seat) })}</bdi>
            <span class="note">{t("account.base", { base: scene.sheet.base })}</span>
          </th>
          {others.map((other) => (
            <th scope="col" key={other} class="account-name">
              <bdi class="name">{nameAt(scene, other)}</bdi>
            </th>
          ))}
          <th scope="col" class="account-name">
            {t("account.total")}
          </th>
        </tr>
      </thead>
      <tbody>
        {account.rows.length === 0 && (
          <tr>
            <td colSpan={6} class="account-nothing">
              {t("account.nothing")}
            </td>
          </tr>
        )}
        {account.rows.map((row, at) => {
          const isFirst = row.group !== group;
          group = row.group;
          const isOpen = open.has(at);
          const id = `account-${seat}-${at}`;
          return [
            <tr key={at} class={isOpen ? "account-row is-open" : "account-row"} onClick={() => toggle(at)}>
              <td class="account-group">{isFirst && <span>{groupText(row.group)}</span>}</td>
              <th scope="row">
                <button
                  type="button"
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? id : undefined}
                  onClick={(event) => {
                    event.stopPropagation();
                    toggle(at);
                  }}
                >
                  <bdi>{rowLabel(scene, seat, row)}</bdi>
                </button>
              </th>
              {others.map((other) => (
                <Cell key={other} points={row.cells[other] ?? 0} />
              ))}
              <Cell points={row.total} strong />
            </tr>,
            isOpen && <Why key={`why ${at}`} scene={scene} row={row} id={id} />,
          ];
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t("account.total")}
          </th>
          {others.map((other) => (
            <Cell key={other} points={account.cells[other] ?? 0} strong />
          ))}
          <Cell points={account.total} strong />
        </tr>
      </tfoot>
    </table>
  );
}
