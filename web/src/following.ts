// A room, a link to watch or the lobby, told by the server as it changes.
import { kept } from "./kept";
import type { Browse, Enter, LobbyNews, RoomNews, ServerMessage, WatchedNews } from "./protocol/messages";
import { socketAddress } from "./socket-address";

type News = RoomNews | WatchedNews | LobbyNews;

const PING_MS = 20_000;
const PONG_MS = 8_000;
const FIRST_DELAY_MS = 300;
const MOST_DELAY_MS = 5_000;
/** A new try would change nothing after these. */
const FINAL = new Set([4000, 4003, 4004, 4010]);

interface Following {
  /** Who asks for what; the token is added, and asked for again with every try. */
  first: Enter | Browse;
  onNews: (news: News) => void;
  /** Why there is nothing to follow, by a key of the catalogue. */
  onRefused?: (key: string, facts: Record<string, unknown>) => void;
  /** Whether there is a line, whenever one is lost or found again. */
  onLine?: (isThere: boolean) => void;
}

/** Follow until the returned function is called; a broken line is mended by itself. */
export function follow({ first, onNews, onRefused, onLine }: Following): () => void {
  let socket: WebSocket | null = null;
  let stopped = false;
  let attempts = 0;
  let retry = 0;
  let pinger = 0;
  let deadline = 0;
  let refused: { key: string; facts: Record<string, unknown> } | null = null;

  const drop = () => {
    clearTimeout(retry);
    clearTimeout(deadline);
    clearInterval(pinger);
    const old = socket;
    socket = null;
    old?.close();
  };
  const again = () => {
    drop();
    if (stopped) return;
    onLine?.(false);
    // Those whom a server has lost at the same time do not all come back at the same time.
    const delay = Math.min(MOST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempts) * (0.75 + Math.random() / 2);
    attempts += 1;
    retry = window.setTimeout(connect, delay);
  };
  const expect = () => {
    clearTimeout(deadline);
    deadline = window.setTimeout(again, PONG_MS);
  };
  const receive = (message: ServerMessage) => {
    clearTimeout(deadline);
    onLine?.(true);
    if (message.type === "room" || message.type === "watched" || message.type === "lobby") {
      attempts = 0;
      onNews(message);
    } else if (message.type === "refused" && message.id === null) {
      refused = { key: message.key, facts: message.facts ?? {} };
    }
  };
  const connect = () => {
    drop();
    refused = null;
    const opened = new WebSocket(socketAddress());
    socket = opened;
    opened.onopen = () => {
      const token = kept("token");
      opened.send(JSON.stringify(first.type === "enter" && !first.watch ? { ...first, token } : first));
      expect();
      pinger = window.setInterval(() => {
        opened.send(JSON.stringify({ type: "ping", id: "p" }));
        expect();
      }, PING_MS);
    };
    opened.onmessage = (event) => {
      if (socket === opened) receive(JSON.parse(String(event.data)) as ServerMessage);
    };
    opened.onclose = ({ code }) => {
      if (socket !== opened) return;
      if (!FINAL.has(code)) {
        again();
        return;
      }
      stop();
      onRefused?.(refused?.key ?? "live.not_allowed", refused?.facts ?? {});
    };
  };
  const online = () => {
    attempts = 0;
    connect();
  };
  const stop = () => {
    stopped = true;
    removeEventListener("offline", again);
    removeEventListener("online", online);
    drop();
  };

  addEventListener("offline", again);
  addEventListener("online", online);
  connect();
  return stop;
}
