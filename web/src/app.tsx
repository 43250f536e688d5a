// Which page is shown.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Later } from "./later";
import { LobbyPage } from "./pages/lobby";
import { LostPage } from "./pages/lost";
import { PlayPage } from "./pages/play";
import { Notice } from "./parts/frame";
import { closeTable } from "./connection";
import { type Route, route } from "./router";

const account = () => import("./pages/account").then((module) => module.AccountPage);
const history = () => import("./pages/history").then((module) => module.HistoryPage);
const match = () => import("./pages/match").then((module) => module.MatchPage);
const newRoom = () => import("./pages/new-room").then((module) => module.NewRoomPage);
const room = () => import("./pages/room").then((module) => module.RoomPage);
const rules = () => import("./pages/rules").then((module) => module.RulesPage);
const scan = () => import("./pages/scan").then((module) => module.ScanPage);
const settings = () => import("./pages/settings").then((module) => module.SettingsPage);
const statistics = () => import("./pages/statistics").then((module) => module.StatisticsPage);
const watch = () => import("./pages/watch").then((module) => module.WatchPage);
const table = () => import("./table/page").then((module) => module.TablePage);
const replay = () => import("./replay/page").then((module) => module.ReplayPage);
const quiz = () => import("./quiz/page").then((module) => module.QuizPage);

function shown({ path, query }: Route): JSX.Element {
  const [place = "", word = ""] = path;
  switch (place) {
    case "":
      return <LobbyPage />;
    case "play":
      return <PlayPage />;
    case "new":
      return <Later load={newRoom} props={{}} />;
    case "room":
      return <Later load={room} props={{ code: word }} key={word} />;
    case "watch":
      return <Later load={watch} props={{ watchKey: word }} key={word} />;
    case "scan":
      return <Later load={scan} props={{}} />;
    case "history":
      return <Later load={history} props={{}} />;
    case "match":
      return <Later load={match} props={{ game: word, watchKey: query.get("watch") }} key={word} />;
    case "statistics":
      return <Later load={statistics} props={{}} />;
    case "account":
      return <Later load={account} props={{}} />;
    case "settings":
      return <Later load={settings} props={{}} />;
    case "rules":
      return <Later load={rules} props={{ game: word, clause: query.get("clause") }} />;
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
