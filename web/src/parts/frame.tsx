// What pages are made of: the page itself, cards, tabs, and what is said for a moment.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { href, route } from "../router";
import { notice } from "../store";
import { type Key, t } from "../texts";
import { Icon, type IconName } from "./icons";

const TABS: readonly { path: string; icon: IconName; key: Key; also: readonly string[] }[] = [
  { path: "/", icon: "home", key: "tabs.lobby", also: ["new", "room", "watch"] },
  { path: "/history", icon: "records", key: "tabs.history", also: ["statistics", "replay", "match"] },
  { path: "/rules", icon: "book", key: "tabs.rules", also: [] },
  { path: "/quiz", icon: "question", key: "tabs.quiz", also: [] },
  { path: "/settings", icon: "gear", key: "tabs.settings", also: ["account"] },
];

export function Tabs(): JSX.Element {
  const here = route.value.path[0] ?? "";
  return (
    <nav class="tabs" aria-label={t("tabs.label")}>
      {TABS.map(({ path, icon, key, also }) => {
        const current = path === `/${here}` || also.includes(here);
        return (
          <a href={href(path)} aria-current={current ? "page" : undefined} key={path}>
            <Icon name={icon} />
            <span>{t(key)}</span>
          </a>
        );
      })}
    </nav>
  );
}

interface PageProps {
  title: string;
  /** Where the arrow in the header leads; without it there is none. */
  back?: string;
  aside?: ComponentChildren;
  /** A header of its own in place of the title's. */
  header?: ComponentChildren;
  tabs?: boolean;
  children: ComponentChildren;
}

/** A page with its header and the tabs. Its title is what a screen reader hears on arriving. */
export function Page({ title, back, aside, header, tabs = true, children }: PageProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t("app.title")}`;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [title]);
  return (
    <div class={tabs ? "page with-tabs" : "page"}>
      {header ?? (
        <header class="page-header">
          {back && (
            <a class="icon-button" href={href(back)} aria-label={t("do.back")}>
              <Icon name="back" />
            </a>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {aside}
        </header>
      )}
      <main class="page-main">{children}</main>
      {tabs && <Tabs />}
    </div>
  );
}

export function Card({
  title,
  note,
  aside,
  children,
}: {
  title?: string;
  note?: string | undefined;
  aside?: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="card">
      {title && (
        <div class="card-head">
          <h2>{title}</h2>
          {note && <span class="note">{note}</span>}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/** What is said for a moment, heard as well as seen. */
export function Notice(): JSX.Element {
  return (
    <div class="notice-place" role="status" aria-live="polite">
      {notice.value && <div class="notice">{notice.value}</div>}
    </div>
  );
}
