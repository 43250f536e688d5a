import type { JSX } from "preact";
import { Page } from "../parts/frame";
import { href } from "../router";
import { t } from "../texts";

/** An address that leads nowhere. */
export function LostPage(): JSX.Element {
  return (
    <Page title={t("lost.title")}>
      <p>{t("lost.text")}</p>
      <a class="button" href={href("/")}>
        {t("do.to_lobby")}
      </a>
    </Page>
  );
}
