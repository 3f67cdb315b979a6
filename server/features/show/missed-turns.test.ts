import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Logger } from '../../platform/log.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { detachedTurn } from '../conversation/turn.ts';
import { readShow } from './show-store.ts';
import { Shows } from './shows.ts';

type Session = { session_id: string };

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

const stateOf = async ({ session_id }: Session) => (await readShow(scene.app.pool, session_id))?.show?.state;

describe('a turn whose show could not be saved', () => {
  /** What happens to a save: it fails with or without being done, somebody else is always quicker, or all is well. */
  type Fate = 'fails' | 'done unheard' | 'loses' | 'well';
  /** An instance whose saves meet with what is listed, then go well. */
  const instance = (fates: Fate[]) => {
    const { pool, parts } = scene.app;
    const query = async (asked: { name?: string }, values?: unknown[]) => {
      const fate = asked.name === 'show_save' ? (fates.shift() ?? 'well') : 'well';
      if (fate === 'loses') return { rows: [] };
      if (fate === 'fails') throw new Error('the database is gone');
      const answer = await pool.query(asked as never, values as never);
      if (fate === 'done unheard') throw new Error('the connection broke');
      return answer;
    };
    const silent = { warn: () => undefined, error: () => undefined } as unknown as Logger;
    return new Shows({
      ...{ pool: { query } as unknown as Pool, twin: parts.twin, encode: null, log: silent, now: Date.now },
      ...{ isSensitive: () => false, holdsSecret: () => false },
    });
  };
  const perform = async (shows: Shows, { session_id }: Session, words: string, turnId: string = randomUUID()) => {
    const turn = { ...detachedTurn({ words, modeId: 'mentor', model: '' }), sessionId: session_id };
    const line = await scene.app.parts.understand(words, { before: null });
    const begun = await shows.begin({ ...turn, turnId, performer: true, consent: true }, line, false);
    await begun?.finish({ raw: `Reply to: ${words}`, provider: 'custom' });
  };
  const wordsOf = async ({ session_id }: Session) =>
    (
      await scene.app.pool.query(
        `SELECT data ->> 'visitor' AS visitor FROM show_events WHERE session_id = $1 AND type = 'words' ORDER BY seq`,
        [session_id],
      )
    ).rows.map(({ visitor }) => visitor);
  const [FIRST, SECOND, THIRD] = ['A plant that nobody waters.', 'We have a marmalade cat.', 'And a broken lift.'];
  const ALL = [FIRST, SECOND, THIRD];

  test('brings back no words once consent is withdrawn, nor does a turn that was under way then', async () => {
    const session = await scene.app.session();
    const shows = instance(['well', 'fails']);
    await perform(shows, session, FIRST);
    await perform(shows, session, SECOND);
    await scene.app.call('withdraw_consent', session);
    await perform(shows, session, THIRD);
    expect(await wordsOf(session)).toEqual([]);
    expect(await stateOf(session)).toMatchObject({ turns: 3 });
  });

  test.each<[string, Fate[]]>([
    ['failed', ['well', 'fails']],
    ['lost to others too often', ['well', ...Array<Fate>(8).fill('loses')]],
    ['was done, though nobody heard of it', ['well', 'done unheard']],
    ['failed, after the one before it was done unheard', ['done unheard', 'fails']],
    ['failed, as did the one before it', ['fails', 'fails']],
  ])('is in the show with the next turn: its save %s', async (_, fates) => {
    const session = await scene.app.session();
    const shows = instance(fates);
    for (const line of ALL) await perform(shows, session, line);
    const state = await stateOf(session);
    expect(state).toMatchObject({ turns: 3, newestLine: `Reply to: ${THIRD}` });
    expect(state?.responses).toHaveLength(3);
    expect(state?.callbacks.map(({ setup }) => setup)).toEqual(
      expect.arrayContaining(['the plant that nobody waters', 'the marmalade cat']),
    );
    expect(await wordsOf(session)).toEqual(ALL);
  });

  test('is in the show with the next command, and at its end', async () => {
    for (const then of ['command', 'finish'] as const) {
      const session = await scene.app.session();
      const shows = instance(['well', 'fails']);
      for (const line of [FIRST, SECOND]) await perform(shows, session, line);
      expect(await stateOf(session)).toMatchObject({ turns: 1 });
      const message = { type: 'mode-change' as const, data: { mode: 'debate' as const } };
      if (then === 'command') await shows.command(session.session_id, { by: 'performer', message });
      else await shows.finish(session.session_id);
      expect(await stateOf(session), then).toMatchObject({ turns: 2 });
      expect(await wordsOf(session)).toEqual([FIRST, SECOND]);
    }
  });

  test('is counted once if it goes on after its first words', async () => {
    const session = await scene.app.session();
    const shows = instance(['fails']);
    const turnId = randomUUID();
    for (let times = 0; times < 2; times += 1) await perform(shows, session, FIRST, turnId);
    await perform(shows, session, SECOND);
    expect(await stateOf(session)).toMatchObject({ turns: 2, responses: [{}, {}] });
  });

  test('is left out as a whole once another instance has taken the next one', async () => {
    const session = await scene.app.session();
    const shows = instance(['well', 'fails']);
    for (const line of [FIRST, SECOND]) await perform(shows, session, line);
    await perform(instance([]), session, THIRD);
    await perform(shows, session, 'A third thing, and a red bicycle.');
    const state = await stateOf(session);
    expect(state).toMatchObject({ turns: 3 });
    expect(JSON.stringify(state)).not.toContain('marmalade');
    expect(await wordsOf(session)).toEqual([FIRST, THIRD, 'A third thing, and a red bicycle.']);
  });
});
