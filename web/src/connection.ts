// The WebSocket of a table: joining, coming back with what has been seen, and commands of which
// none is lost: what was not answered when the line broke is sent again with the same id.
import type { Browse, ClientMessage, Done, Enter, Join, Look, Refused, ServerMessage, Sight, Snapshot, Update } from "./protocol/messages";
import { kept } from "./kept";
import { type TableLine, answering, latency, latest, linkProblem, linkState, said, say, table } from "./store";
import { socketAddress } from "./socket-address";
import { told } from "./texts";

type Command = Exclude<ClientMessage, Join | Enter | Browse>;
type WithoutId<One> = One extends unknown ? Omit<One, "id"> : never;
export type Request = WithoutId<Command>;
type Answer = Done | Refused | Sight;

const PING_MS = 15_000;
const PONG_MS = 6_000;
const FIRST_DELAY_MS = 300;
const MOST_DELAY_MS = 5_000;
const TAKEN_OVER = 4001;
/** A new try would change nothing after these. */
const FINAL = new Set([4000, 4003, 4004, 4010]);

interface Waiting {
  command: Command;
  done: (answer: Answer) => void;
}

let socket: WebSocket | null = null;
let game = "";
let watch: string | undefined;
let attempts = 0;
let joined = false;
let retry = 0;
let pinger = 0;
let deadline = 0;
let refusedBy: string | null = null;
const waiting = new Map<string, Waiting>();

/** Sit at, or watch, a table; what has been seen of it is kept. */
export function openTable(id: string, watchKey?: string): void {
  if (game === id && watch === watchKey && socket !== null) return;
  closeTable();
  game = id;
  watch = watchKey;
  if (table.value?.game !== id) table.value = null;
  connect();
}

/** Leave the page of the table. The seat is kept. */
export function closeTable(): void {
  game = "";
  drop();
  clearTimeout(retry);
  for (const [id, one] of waiting) one.done({ type: "refused", id, key: "net.unreachable" });
  waiting.clear();
  answering.value = false;
  linkState.value = "off";
  linkProblem.value = null;
}

/** Take the seat over from where it has been opened since, or try once more. */
export function reopenTable(): void {
  clearTimeout(retry);
  attempts = 0;
  if (game) connect();
}

/** Send a command and learn what came of it, be the line broken in between or not.
 *
 * Without a line nothing is begun that would be done at a later moment, when it means something else.
 */
export function send(request: WithoutId<Look>): Promise<Sight | Refused>;
export function send(request: WithoutId<Exclude<Command, Look>>): Promise<Done | Refused>;
export function send(request: Request): Promise<Answer> {
  const command = { ...request, id: randomHex(16) } as Command;
  if (linkState.value === "lost" && request.type !== "look" && request.type !== "ping") {
    return Promise.resolve({ type: "refused", id: command.id, key: "net.unreachable" });
  }
  return new Promise((done) => {
    waiting.set(command.id, { command, done });
    if (joined) transmit(command);
  });
}

/** Answer the prompt with one of its codes. Nothing happens when there is none. */
export async function act(code: number): Promise<void> {
  const prompt = table.value?.prompt;
  if (!prompt || answering.value || linkState.value !== "open") return;
  answering.value = true;
  const answer = await send({ type: "act", prompt: prompt.id, code });
  if (answer.type === "refused") {
    answering.value = false;
    if (answer.key !== "net.unreachable") say(told(answer.key, answer.facts));
  } else {
    const model = table.value;
    if (model?.prompt?.id !== prompt.id) return;
    // Nothing comes of a claim before everybody has answered; nor can it be taken back.
    table.value = { ...model, prompt: { ...prompt, codes: [], answered: code } };
    answering.value = false;
  }
}

/** Random bytes in hex; works without a secure context. */
export function randomHex(bytes: number): string {
  const found = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(found, (one) => one.toString(16).padStart(2, "0")).join("");
}

function connect(): void {
  drop();
  refusedBy = null;
  linkProblem.value = null;
  if (linkState.value !== "lost") linkState.value = "connecting";
  const opened = new WebSocket(socketAddress());
  socket = opened;
  opened.onopen = () => {
    const seen = table.value?.game === game ? table.value.seq : -1;
    const join: Join = { type: "join", table: game, token: kept("token"), seq: seen };
    if (watch) join.watch = watch;
    opened.send(JSON.stringify(join));
    expect(2 * PONG_MS);
  };
  opened.onmessage = (event) => {
    if (socket === opened) receive(JSON.parse(String(event.data)) as ServerMessage);
  };
  opened.onclose = (event) => {
    if (socket === opened) closed(event.code);
  };
}

/** Let go of the socket, whatever it still does. */
function drop(): void {
  clearTimeout(deadline);
  clearInterval(pinger);
  joined = false;
  const old = socket;
  socket = null;
  if (old) old.close();
}

function closed(code: number): void {
  drop();
  if (code === TAKEN_OVER) {
    linkState.value = "elsewhere";
    return;
  }
  if (FINAL.has(code)) {
    linkState.value = "refused";
    linkProblem.value = refusedBy ?? "live.not_allowed";
    return;
  }
  lost();
}

function lost(): void {
  drop();
  if (!game) return;
  linkState.value = "lost";
  latency.value = null;
  const delay = Math.min(MOST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempts) * (0.75 + Math.random() / 2);
  attempts += 1;
  clearTimeout(retry);
  retry = window.setTimeout(connect, delay);
}

/** The line counts as lost when nothing comes for so long. */
function expect(milliseconds: number): void {
  clearTimeout(deadline);
  deadline = window.setTimeout(lost, milliseconds);
}

function ping(): void {
  if (!joined) return;
  const since = performance.now();
  expect(PONG_MS);
  void send({ type: "ping" }).then((answer) => {
    if (answer.type === "done") latency.value = Math.round(performance.now() - since);
  });
}

function transmit(command: Command): void {
  socket?.send(JSON.stringify(command));
}

function receive(message: ServerMessage): void {
  clearTimeout(deadline);
  switch (message.type) {
    case "snapshot":
      replaced(message);
      nowJoined();
      break;
    case "update":
      updated(message);
      if (socket) nowJoined();
      break;
    case "done":
    case "refused":
    case "sight":
      answered(message);
      break;
    case "presence":
      present(message.seat, message.connected);
      break;
    case "said":
      said.value = { seat: message.seat, phrase: message.phrase, at: performance.now() };
      break;
    case "notice":
      refusedBy = message.key;
      break;
  }
}

function nowJoined(): void {
  if (joined) return;
  joined = true;
  // Who is there is told anew to whoever comes; others may have gone meanwhile.
  if (table.value !== null) table.value = { ...table.value, connected: [false, false, false, false] };
  if (linkState.value === "lost") say(told("net.back"), 2);
  linkState.value = "open";
  attempts = 0;
  for (const { command } of [...waiting.values()]) {
    if (command.type === "ping") waiting.delete(command.id);
    else transmit(command);
  }
  clearInterval(pinger);
  pinger = window.setInterval(ping, PING_MS);
  ping();
}

function answered(message: Answer): void {
  if (message.id === null) {
    refusedBy = (message as Refused).key;
    return;
  }
  const one = waiting.get(message.id);
  waiting.delete(message.id);
  one?.done(message);
}

function replaced(snapshot: Snapshot): void {
  const before = table.value;
  const { lines } = snapshot;
  table.value = {
    game,
    seat: snapshot.seat,
    seq: snapshot.seq,
    match: snapshot.match,
    phase: snapshot.phase,
    number: snapshot.number,
    commitment: snapshot.commitment,
    points: snapshot.now.points,
    seats: snapshot.seats,
    votes: snapshot.votes,
    closing: snapshot.closing,
    endReason: snapshot.end_reason,
    base: snapshot.base,
    coinsPerPoint: snapshot.coins_per_point,
    room: snapshot.room,
    lines,
    board: snapshot.board,
    now: snapshot.now,
    nowAt: performance.now(),
    prompt: snapshot.prompt,
    promptAt: performance.now(),
    refusedWin: snapshot.refused_win,
    connected: before?.game === game ? before.connected : [false, false, false, false],
  };
  latest.value = { from: 0, lines: [], notices: [] };
  unlock(before?.prompt?.id);
}

function updated(update: Update): void {
  const before = table.value;
  if (!before || update.seq > before.seq) {
    // Something has been missed: everything anew.
    table.value = null;
    connect();
    return;
  }
  const fresh = update.lines.slice(before.seq - update.seq);
  let model: Model = { ...before, seq: before.seq + fresh.length };
  for (const line of fresh) model = advanced(model, line);
  model.now = update.now;
  model.points = update.now.points;
  model.nowAt = performance.now();
  model.prompt = update.prompt ?? null;
  model.promptAt = performance.now();
  model.refusedWin = update.refused_win ?? null;
  table.value = model;
  const shown = fresh.filter((line) => model.lines.includes(line));
  const notices = fresh.filter((line) => OWN.has(line.type));
  latest.value = { from: model.lines.length - shown.length, lines: shown, notices };
  unlock(before.prompt?.id);
}

/** The hand is locked until its answer has come to something: a new prompt, or none. */
function unlock(before: number | undefined): void {
  const prompt = table.value?.prompt;
  if (prompt?.id !== before || prompt?.answered != null) answering.value = false;
}

const OWN = new Set(["committed", "confirmed", "left", "returned", "auto", "vote", "vote_lapsed", "closing", "ended"]);

type Model = NonNullable<typeof table.value>;

/** The table after one more line. Lines of the table itself change its state, others the hand. */
function advanced(model: Model, line: TableLine): Model {
  if (!OWN.has(line.type)) {
    if (line.type === "match") return { ...model, match: line };
    if (line.type === "hand") {
      const seats = model.seats.map((one) => ({ ...one, confirmed: false }));
      return { ...model, lines: [line], phase: "playing", number: line.number, commitment: null, seats };
    }
    return { ...model, lines: [...model.lines, line] };
  }
  switch (line.type) {
    case "committed":
      return { ...model, phase: "waiting", number: line.number, commitment: line.commitment };
    case "confirmed":
      return seatChanged(model, line.seat, { confirmed: true });
    case "left":
      return seatChanged({ ...model, votes: model.votes.filter((one) => one !== line.seat) }, line.seat, { absent: true });
    case "returned":
      return seatChanged(model, line.seat, { absent: false });
    case "auto":
      return seatChanged(model, line.seat, { auto: line.on });
    case "vote":
      return { ...model, votes: line.yes ? [...model.votes.filter((one) => one !== line.seat), line.seat] : [] };
    case "vote_lapsed":
      return { ...model, votes: [] };
    case "closing":
      return { ...model, closing: true };
    case "ended":
      return { ...model, phase: "over", endReason: line.reason, points: line.points, votes: [] };
    default:
      return model;
  }
}

function seatChanged(model: Model, seat: number, change: Partial<Model["seats"][number]>): Model {
  return { ...model, seats: model.seats.map((one, index) => (index === seat ? { ...one, ...change } : one)) };
}

function present(seat: number, connected: boolean): void {
  const model = table.value;
  if (!model) return;
  table.value = { ...model, connected: model.connected.map((one, index) => (index === seat ? connected : one)) };
}

addEventListener("offline", () => {
  if (game && linkState.value === "open") lost();
});
addEventListener("online", () => {
  if (linkState.value === "lost") reopenTable();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  if (linkState.value === "lost") reopenTable();
  else ping();
});
