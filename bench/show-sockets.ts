/**
 * The performers and directors of `bench/show.ts`, in a process of their own. Takes a {@link ShowLoad} as JSON in its
 * first argument, and prints a line of JSON at each step: `{connected}`, then, on a line of input, `{delivery}` as
 * sorted milliseconds. Ends with its input.
 */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** Shows to connect to. */
export interface ShowLoad {
  url: string;
  /** Each has a performer and a director. */
  shows: number;
  token: string;
  /** Messages of all performers together, a second, and for how long they are sent. */
  perSecond: number;
  forMs: number;
}

/** Connections that are opened at once. */
const AT_ONCE = 25;
const load = JSON.parse(process.argv[2] ?? '') as ShowLoad;
/** Milliseconds from a performer's message to its director. */
const delivery: number[] = [];
/** Each show goes from one mode to the other with each message. */
const performers: { socket: WebSocket; sent: number[]; mode: 'debate' | 'comedy' }[] = [];

/** Opens a connection, and waits for its first message. */
function open(sessionId: string, init: object, onMessage: (data: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(`${load.url.replace('http', 'ws')}/podcast/${sessionId}`);
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'init', data: init })));
    socket.addEventListener('message', ({ data }) => {
      resolve(socket);
      onMessage(String(data));
    });
    socket.addEventListener('close', ({ code }) => reject(new Error(`a connection was closed with ${code}`)));
  });
}

/** Messages of a show arrive in the order in which they were sent. @param sent when those on their way were */
function onDirector(data: string, sent: number[]): void {
  if (!data.startsWith('{"type":"mode-change"')) return;
  const sentAt = sent.shift();
  if (sentAt !== undefined) delivery.push(performance.now() - sentAt);
}

async function connect(): Promise<void> {
  const answer = await fetch(`${load.url}/functions/v1/create_session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ visitor_id: randomUUID(), consent: true }),
  });
  const { session_id: id, session_secret: secret } = (await answer.json()) as Record<string, string>;
  const performer = await open(id as string, { session_secret: secret }, () => undefined);
  performer.send(JSON.stringify({ type: 'podcast-started', data: {} }));
  const sent: number[] = [];
  performers.push({ socket: performer, sent, mode: 'comedy' });
  await open(id as string, { access_token: load.token }, (data) => onDirector(data, sent));
}

async function send(): Promise<void> {
  const began = performance.now();
  let sent = 0;
  while (performance.now() - began < load.forMs) {
    const due = ((performance.now() - began) / 1000) * load.perSecond;
    for (; sent < due; sent += 1) {
      const performer = performers[sent % performers.length];
      if (!performer) continue;
      performer.mode = performer.mode === 'debate' ? 'comedy' : 'debate';
      performer.sent.push(performance.now());
      performer.socket.send(JSON.stringify({ type: 'mode-change', data: { mode: performer.mode } }));
    }
    await wait(2);
  }
  const until = performance.now() + 10_000;
  while (delivery.length < sent && performance.now() < until) await wait(10);
  if (delivery.length < sent) throw new Error(`${sent - delivery.length} of ${sent} messages did not arrive`);
}

let left = load.shows;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (left > 0) {
      left -= 1;
      await connect();
    }
  }),
);
console.log(JSON.stringify({ connected: 2 * performers.length }));
for await (const _ of createInterface({ input: process.stdin })) {
  delivery.length = 0;
  await send();
  console.log(JSON.stringify({ delivery: delivery.toSorted((one, other) => one - other) }));
}
process.exit(0);
