import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changes } from '../../features/dashboard/live-sessions.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

/** Reads a stream until a text has come. */
function reader(response: Response) {
  const stream = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async until(wanted: string): Promise<void> {
      while (!text.includes(wanted)) {
        const piece = await stream?.read();
        if (!piece || piece.done) throw new Error(`The stream ended before ${wanted}: ${text}`);
        text += piece.value;
      }
    },
    told: (words: string) => text.includes(words),
    async end(): Promise<void> {
      while (!(await stream?.read())?.done);
    },
  };
}

describe('GET /api/admin/events', () => {
  test('tells all listeners of a session that starts, changes and ends, and of a hot lead', async () => {
    const listen = () => fetch(`${scene.app.url}/api/admin/events`, { headers: scene.token('admin') });
    const before = await scene.keep({ minutes: null, lead_score: 10 });
    const responses = [await listen(), await listen()];
    expect(responses[0]?.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const [one, other] = responses.map(reader);
    if (!one || !other) throw new Error('There are two listeners.');
    await one.until(':\n\n');
    const { pool } = scene.app;
    // Only what differs from the first look is news, so that a change is made until it has been noticed.
    const nudging = setInterval(
      () => void pool.query('UPDATE sessions SET next_seq = next_seq + 1 WHERE id = $1', [before]),
      200,
    );
    const data = (id: string, change: string) => `event: session\ndata: ${JSON.stringify({ id, change })}\n\n`;
    await Promise.all([one.until(data(before, 'changed')), other.until(data(before, 'changed'))]);
    clearInterval(nudging);
    const unkept = await scene.keep({ minutes: null, consent: false, lead_score: 99 });
    const started = await scene.keep({ minutes: null, contact_name: 'Dana' });
    await one.until(data(started, 'started'));
    await pool.query('UPDATE sessions SET lead_score = 80 WHERE id = $1', [started]);
    await one.until(
      `event: notice\ndata: ${JSON.stringify({ id: started, contact_name: 'Dana', lead_score: 80 })}\n\n`,
    );
    await pool.query('UPDATE sessions SET ended_at = now() WHERE id = $1', [started]);
    await one.until(data(started, 'ended'));
    // What is found out after the end is news too.
    await pool.query("UPDATE sessions SET final_intent = 'spam' WHERE id = $1", [started]);
    await one.until(data(started, 'changed'));
    expect(one.told(unkept)).toBe(false);
    await Promise.all(responses.map((response) => response.body?.cancel().catch(() => undefined)));
  });
});

test('a stop ends the streams', async () => {
  const stopping = await ownerScene();
  const response = await fetch(`${stopping.app.url}/api/admin/events`, { headers: stopping.token('owner') });
  const stream = reader(response);
  await stream.until(':\n\n');
  await Promise.all([stopping.app.close(), stream.end()]);
});

describe('what is told of a session', () => {
  const seen = { id: 'a', lead_score: 50, contact_name: null, ended: false, print: '50' };

  test('is nothing where nothing changed', () => expect(changes(seen, seen, 70)).toEqual([]));

  test('is a notice once, when the score reaches the threshold', () => {
    const hot = { ...seen, lead_score: 70, print: '70' };
    expect(changes(seen, hot, 70).map(({ event }) => event)).toEqual(['session', 'notice']);
    expect(changes(hot, { ...hot, lead_score: 75, print: '75' }, 70).map(({ event }) => event)).toEqual(['session']);
  });
});
