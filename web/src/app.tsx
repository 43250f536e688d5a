// Which page is shown.
import { type ComponentType, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LobbyPage } from "./pages/lobby";
import { LostPage } from "./pages/lost";
import { Notice } from "./parts/frame";
import { closeTable } from "./connection";
import { type Route, route } from "./router";

/** A page that is loaded when it is first shown. */
function Later<Props extends object>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}): JSX.Element | null {
  const [found, setFound] = useState<{ load: unknown; page: ComponentType<Props> } | null>(null);
  useEffect(() => {
    let wanted = true;
    void load().then((page) => wanted && setFound({ load, page }));
    return () => void (wanted = false);
  }, [load]);
  if (found?.load !== load) return null;
  const Shown = found.page;
  return <Shown {...props} />;
}

const table = () => import("./table/page").then((module) => module.TablePage);
const replay = () => import("./replay/page").then((module) => module.ReplayPage);
const quiz = () => import("./quiz/page").then((module) => module.QuizPage);

function shown({ path, query }: Route): JSX.Element {
  const [place = "", word = ""] = path;
  switch (place) {
    case "":
      return <LobbyPage />;
    case "table":
      return <Later load={table} props={{ game: word, watch: query.get("watch") }} key={word} />;
    case "replay":
      return <Later load={replay} props={{ game: word || null, query }} key={word} />;
    case "quiz":
      return <Later load={quiz} props={{ ruleset: word || null }} key={word} />;
    default:
      return <LostPage />;
  }
}

export function App(): JSX.Element {
  const here = route.value;
  const atTable = here.path[0] === "table";
  useEffect(() => {
    if (!atTable) closeTable();
  }, [atTable]);
  return (
    <>
      {shown(here)}
      <Notice />
    </>
  );
}
