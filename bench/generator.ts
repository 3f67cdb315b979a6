/**
 * The load generator, a separate process: runs concurrent conversations, each sending its next turn when the last is
 * answered. Takes a {@link Load} as JSON in its first argument; prints `measuring` when the warm-up is over and then
 * one line of JSON, a {@link LoadResult}.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { visitorLine } from './visitor-lines.ts';

/** The load and its target. */
export interface Load {
  target: 'product' | 'bare' | 'provider';
  url: string;
  /** Number of concurrent conversations. */
  atOnce: number;
  warmUpMs: number;
  measureMs: number;
  stream: boolean;
  /** Turns after which a conversation ends and a new one begins. */
  turnsPerSession: number;
  /** Existing sessions, one for each conversation. */
  sessions?: { session_id: string; session_secret: string }[];
}

/** Times of the turns that ended in the measured period, in milliseconds, sorted. */
export interface LoadResult {
  turns: number;
  seconds: number;
  failed: number;
  /** The first failure, for debugging. */
  failure: string | null;
  /** From the request to the end of the response. */
  whole: number[];
  /** From the request to the first word; for streams only. */
  firstWord: number[];
}

const load = JSON.parse(process.argv[2] ?? '') as Load;
/** What a first word looks like in each target's stream. */
const FIRST_WORD = { product: 'event: delta', bare: '"content":"G', provider: '"content":"G' }[load.target];
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const begin = performance.now();
const measureFrom = begin + load.warmUpMs;
const measureTo = measureFrom + load.measureMs;
const result: LoadResult = {
  turns: 0,
  seconds: load.measureMs / 1000,
  failed: 0,
  failure: null,
  whole: [],
  firstWord: [],
};

let visitors = load.atOnce;
setTimeout(() => console.log('measuring'), load.warmUpMs);
await Promise.all(Array.from({ length: load.atOnce }, (_, index) => converse(index)));
result.whole.sort((a, b) => a - b);
result.firstWord.sort((a, b) => a - b);
// A pipe takes a long line in parts; exiting before the last would truncate the result.
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));

async function converse(index: number): Promise<void> {
  for (let turn = 0, visitor = index, session = load.sessions?.[index]; performance.now() < measureTo; turn += 1) {
    if (!session || (turn > 0 && turn % load.turnsPerSession === 0)) {
      session = await startSession();
      visitor = visitors;
      visitors += 1;
    }
    const started = performance.now();
    // Each conversation starts at another line.
    const outcome = await say(session, visitorLine(index + turn, visitor));
    const ended = performance.now();
    if (outcome.failure) {
      result.failed += 1;
      result.failure ??= outcome.failure;
    }
    if (ended < measureFrom || ended > measureTo) continue;
    result.turns += 1;
    result.whole.push(ended - started);
    if (outcome.firstWordAt) result.firstWord.push(outcome.firstWordAt - started);
  }
}

async function startSession(): Promise<{ session_id: string; session_secret: string }> {
  if (load.target !== 'product') return { session_id: randomUUID(), session_secret: '' };
  const { text } = await post('/functions/v1/create_session', { visitor_id: randomUUID(), consent: true });
  return JSON.parse(text);
}

async function say(
  session: { session_id: string; session_secret: string },
  words: string,
): Promise<{ failure: string | null; firstWordAt: number }> {
  const path = { product: '/functions/v1/agent_reply', bare: '/', provider: '/chat/completions' }[load.target];
  const turn = { ...session, user_message: words };
  const payload = {
    product: { ...turn, turn_id: randomUUID() },
    bare: { ...turn, stream: load.stream },
    provider: { model: 'fake-model', stream: load.stream, messages: [{ role: 'user', content: words }] },
  }[load.target];
  const answer = await post(path, payload);
  const whole = load.stream ? answer.text.includes(load.target === 'provider' ? '[DONE]' : 'event: done') : true;
  const ok = answer.status === 200 && whole;
  return { failure: ok ? null : `${answer.status} ${answer.text.slice(0, 300)}`, firstWordAt: answer.firstWordAt };
}

/** Sends one request. Searches only the beginning of a stream and keeps only its end, to save CPU. */
function post(path: string, payload: object): Promise<{ status: number; text: string; firstWordAt: number }> {
  const body = JSON.stringify(payload);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(load.stream ? { accept: 'text/event-stream' } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(load.url + path, { method: 'POST', agent, headers }, (response) => {
      let firstWordAt = 0;
      let pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        if (!load.stream || firstWordAt > 0) {
          if (load.stream && pieces.length > 4) pieces = pieces.slice(-2);
          return;
        }
        if (Buffer.concat(pieces).includes(FIRST_WORD)) firstWordAt = performance.now();
      });
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString(), firstWordAt }),
      );
      response.once('error', reject);
    });
    request.once('error', reject);
    request.end(body);
  });
}
