import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { PublicConfig } from '@understudy/contract/wire';
import { onTestFinished, vi } from 'vitest';
import { App, createAppRouter } from '../app/router.tsx';
import { sampleConfig } from './sample-config.ts';

// Without the whole document behind every failure.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message?.split('\n\n')[0]) });

// The document has the property without the thing; browsers that lack locks have neither.
Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'locks');

/** A request that the page sent. */
export interface Sent {
  /** The server function's name (`agent_reply`), or the path of anything else (`/api/profile`). */
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every kind.
  body: any;
  signal: AbortSignal | null;
}

type Scripted = object | Error | ((sent: Sent) => Scripted | Promise<Scripted>);

/**
 * The server's answers by the names of {@link Sent}. An object is sent as JSON, a `Response` as it is; an error breaks
 * the connection. Of a list, each request takes the next answer, and the last one stays.
 */
export type Answers = Record<string, Scripted | Scripted[]>;

/** A page of the app with a scripted server. */
export interface RenderedApp {
  user: UserEvent;
  /** Everything the page asked the server for, oldest first. */
  sent: Sent[];
  /** The requests of one name. */
  sentTo(name: string): Sent[];
  /** What was reported to the console as an error. */
  problems: string[];
}

/**
 * Renders the real app at a path. Below it only the wire is scripted: `fetch` answers as the test says, and storage is
 * empty. What no test scripted is answered with 404 and counts as a problem.
 */
export async function renderApp(
  path: string,
  { answers = {}, config = {} }: { answers?: Answers; config?: Partial<PublicConfig> } = {},
): Promise<RenderedApp> {
  const sent: Sent[] = [];
  const problems: string[] = [];
  const script = new Map(Object.entries({ '/api/config': { ...sampleConfig, ...config }, ...answers }));
  const isFollowed = script.has(FOLLOWING);
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input), 'http://page.test');
    const name = pathname.replace('/functions/v1/', '');
    const request = { name, body: parsed(init.body), signal: init.signal ?? null };
    if (name === FOLLOWING && !isFollowed) return nothingHappens();
    sent.push(request);
    const scripted = script.get(name);
    if (scripted === undefined) problems.push(`no answer to ${name}`);
    const next = Array.isArray(scripted) ? (scripted.length > 1 ? scripted.shift() : scripted[0]) : scripted;
    return answerOf(next ?? refusal(404, 'not_found', 'There is no such thing.'), request);
  });
  const log = vi.spyOn(console, 'error').mockImplementation((...words) => void problems.push(words.join(' ')));
  onTestFinished(() => {
    cleanup();
    log.mockRestore();
  });
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  render(<App config={{ ...sampleConfig, ...config }} router={router} />);
  return {
    user: userEvent.setup({ pointerEventsCheck: 0 }),
    sent,
    sentTo: (name) => sent.filter((one) => one.name === name),
    problems,
  };
}

/** What every running conversation asks for. Where no test scripts it, nobody joins, and it is not counted as sent. */
const FOLLOWING = 'follow_session';
const nothingHappens = () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });

/** The server's refusal. */
export const refusal = (status: number, code: string, error: string, headers: Record<string, string> = {}): Response =>
  Response.json({ error, code, request_id: 'r' }, { status, headers });

async function answerOf(scripted: Scripted, sent: Sent): Promise<Response> {
  const answer = typeof scripted === 'function' ? await scripted(sent) : scripted;
  if (answer instanceof Error) throw answer;
  // An answer may be given more than once.
  return answer instanceof Response ? answer.clone() : Response.json(answer);
}

function parsed(body: unknown): unknown {
  return typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : body;
}

/** The toasts' texts. */
export const toasts = (): string[] =>
  [...document.querySelectorAll('[aria-label^="Notifications"] li')].map(({ textContent }) => textContent);

/** The element with this role and name, as soon as it is there. */
export const find = (role: string, name?: string | RegExp): Promise<HTMLElement> => screen.findByRole(role, { name });
