import type { MemoryInfo } from '@understudy/contract/wire';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../platform/http.ts';
import { createMemories } from './memories.ts';

const SESSION = { session_id: 'one', session_secret: 'secret' };

const memory = (id: string, text: string): MemoryInfo => ({
  id,
  kind: 'fact',
  text,
  importance: 0.5,
  created_at: '2026-11-21T18:00:00.000Z',
  expires_at: '2027-11-21T18:00:00.000Z',
  corrected: false,
  from: 'I live in Lisbon',
});

const refused = (code: 'invalid_request' | 'not_found' | 'db_unavailable', message: string) =>
  new CallError(code, message, { status: 400, fromServer: true });

/** A list with a scripted server: its content first, then one entry per further call. */
async function scene(...script: (Error | object)[]) {
  const calls: [string, unknown][] = [];
  const reported: string[] = [];
  const answers = [{ memories: [memory('a', 'Lives in Lisbon'), memory('b', 'Likes figures')] }, ...script];
  const memories = createMemories(
    SESSION,
    async <Answer>(name: string, body: unknown) => {
      calls.push([name, body]);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer as Answer;
    },
    (_error, context) => void reported.push(context),
  );
  await memories.load();
  const list = () => {
    const state = memories.store.get();
    return state.is === 'there' ? state.memories.map(({ text }) => text) : state;
  };
  return { memories, calls, reported, list };
}

describe('what is remembered', () => {
  it('is put into the visitor’s own words', async () => {
    const { memories, calls, list } = await scene({ success: true });
    expect(await memories.correct('a', '  Lives in \n Porto ')).toBeNull();
    expect(calls.at(-1)).toEqual(['correct_memory', { ...SESSION, id: 'a', text: 'Lives in Porto' }]);
    expect(list()).toEqual(['Lives in Porto', 'Likes figures']);
    expect(memories.store.get()).toMatchObject({ memories: [{ corrected: true, from: null }, { corrected: false }] });
  });

  it('is forgotten, one or all', async () => {
    const one = await scene({ success: true, forgotten: 1 });
    expect(await one.memories.forget('a')).toBeNull();
    expect(one.list()).toEqual(['Likes figures']);
    const all = await scene({ success: true, forgotten: 2 });
    expect(await all.memories.forgetAll()).toBeNull();
    expect(all.calls.at(-1)).toEqual(['forget_memory', { ...SESSION, all: true }]);
    expect(all.list()).toEqual([]);
  });

  it('stays as it was when the server does not take the change, with the reason', async () => {
    const blank = await scene();
    expect(await blank.memories.correct('a', ' ')).toMatch(/^Please write/);
    expect(blank.calls).toHaveLength(1);
    const unfit = await scene(refused('invalid_request', 'The field "text" does not fit: links are not remembered.'));
    expect(await unfit.memories.correct('a', 'http://x')).toBe('This cannot be remembered: links are not remembered.');
    expect(unfit.list()).toEqual(['Lives in Lisbon', 'Likes figures']);
    const away = await scene(new CallError('network', 'No.'));
    expect(await away.memories.forgetAll()).toMatch(/^The server cannot be reached/);
    expect(away.list()).toHaveLength(2);
    expect(away.reported).toEqual(['Failed to forget all memories']);
  });

  it('goes from the list when it is not remembered any more', async () => {
    const gone = refused('not_found', 'This is not remembered any more.');
    const { memories, list, reported } = await scene(gone, gone);
    expect(await memories.forget('a')).toBeNull();
    expect(await memories.correct('b', 'Likes words')).toBeNull();
    expect(list()).toEqual([]);
    expect(reported).toEqual([]);
  });

  it('is asked for again after a failure', async () => {
    const { memories, list } = await scene(refused('db_unavailable', 'Please come back.'), { memories: [] });
    await memories.load();
    expect(list()).toEqual({ is: 'failed', sentence: 'Please come back.' });
    await memories.load();
    expect(list()).toEqual([]);
  });

  it('that was closed says nothing more', async () => {
    const { memories, reported } = await scene(new CallError('network', 'Left.'));
    memories.close();
    await memories.load();
    expect(memories.store.get()).toEqual({ is: 'loading' });
    expect(reported).toEqual([]);
  });
});
