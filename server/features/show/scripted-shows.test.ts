/** Ten whole shows, each with the embedded performer and with a model that does as the engine orders. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type FakeCall, type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import { completion } from '../../testing/fake-replies.ts';
import type { ShowState } from './engine/show-state.ts';
import { readShow } from './show-store.ts';

interface ScriptedShow {
  name: string;
  setups: string[];
  lines: string[];
}
const SHOWS: ScriptedShow[] = parse(
  readFileSync(path.join(import.meta.dirname, 'testing/scripted-shows.yaml'), 'utf8'),
);
const BETWEEN_TURNS_MS = 20_000;

let now = Date.now();
let provider: FakeProvider;
let apps: Record<'embedded' | 'model', TestApp>;
beforeAll(async () => {
  provider = await startFakeProvider();
  provider.always((call) => completion(replyTo(call), 'stop', call.model));
  const options = { now: () => new Date(now) };
  const environment = { LLM_BASE_URL: provider.url, LLM_API_KEY: 'k', LLM_MODEL: 'fake-model' };
  apps = { embedded: await startTestApp({}, options), model: await startTestApp(environment, options) };
});
afterAll(async () => {
  for (const app of Object.values(apps)) await app.close();
  await provider.close();
});

/** A model's reply: it brings back what it is told to, pauses where it is told to, and says no sentence twice. */
function replyTo({ messages }: FakeCall): string {
  const prompt = messages[0]?.content ?? '';
  const callback = /what the audience said earlier: ("[^"]+")/.exec(prompt)?.[1];
  const pause = /\[pause:[\d.]+s\]/.exec(prompt)?.[0] ?? '';
  const lead = callback ? `Somewhere, ${JSON.parse(callback)} is listening.` : `Take ${provider.calls.length}.`;
  return `${lead} ${pause} That makes ${provider.calls.length} of us.`;
}

interface Turn {
  text: string;
  pauses: number[];
  state: ShowState;
  /** The callback that this reply used. */
  used: ShowState['callbacks'][number] | null;
}

/** Plays a show, the same one in every run. */
async function play(app: TestApp, show: ScriptedShow, seed: number): Promise<Turn[]> {
  const session = await app.session();
  const { session_id: id } = session;
  await app.parts.shows.command(id, { by: 'performer', message: { type: 'podcast-started', data: {} } });
  await app.pool.query(
    `UPDATE shows SET version = version + 1, state = jsonb_set(state, '{seed}', to_jsonb($2::int)) WHERE ` +
      'session_id = $1',
    [id, seed],
  );
  const turns: Turn[] = [];
  const lines = [...show.lines];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const user_message = line;
    now += BETWEEN_TURNS_MS;
    const { body } = await app.call('agent_reply', { ...session, user_message, is_performer_mode: true });
    const state = (await readShow(app.pool, id))?.show?.state;
    if (!state) throw new Error('there is no show');
    const before = turns.at(-1)?.state.callbacks ?? [];
    const isNew = (used: Turn['used']) => used?.used && !before.some((one) => one.id === used.id && one.used);
    turns.push({
      text: body.text,
      pauses: body.segments.map(({ pause_ms }: { pause_ms: number }) => pause_ms).filter((ms: number) => ms > 0),
      state,
      used: state.callbacks.find(isNew) ?? null,
    });
    // An audience laughs at what it said itself.
    if (turns.at(-1)?.used && lines.length > 0) lines.unshift('hahaha, that again');
  }
  return turns;
}

test.each(
  SHOWS.flatMap((show, seed) => (['embedded', 'model'] as const).map((by) => [show.name, by, show, seed + 1] as const)),
)(
  '%s, by the %s: callbacks land later than they were set up, modes change, pauses sound',
  { timeout: 120_000 },
  async (_, by, show, seed) => {
    const turns = await play(apps[by], show, seed);
    const last = turns.at(-1)?.state;
    expect(last?.turns).toBe(turns.length);
    expect(turns.length).toBeGreaterThanOrEqual(20);
    const known = last?.callbacks.map(({ setup }) => setup);
    for (const setup of show.setups) expect(known).toContain(setup);
    for (const { text, used, state } of turns) {
      if (!used) continue;
      expect(state.turns - used.turn).toBeGreaterThanOrEqual(3);
      expect(text.toLowerCase()).toContain(used.setup.toLowerCase());
    }
    expect(last?.callbacks.filter(({ outcome }) => outcome === 'landed').length).toBeGreaterThan(0);
    expect(new Set(last?.modes.map(({ mode }) => mode)).size).toBeGreaterThan(1);
    expect(last?.modes.slice(1).every((change) => change.by === 'engine')).toBe(true);
    expect(turns.flatMap(({ pauses }) => pauses).length).toBeGreaterThan(5);
    expect(turns.every(({ text }) => !/\[pause|\{\w+\}/.test(text))).toBe(true);
    const replies = turns.map(({ text }) => text);
    expect(replies.filter((text, at) => replies.indexOf(text) !== at)).toEqual([]);
    expect(last?.moments.some(({ type }) => type === 'laugh')).toBe(true);
  },
);
