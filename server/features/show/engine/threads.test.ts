import { THREAD_BRANCH_PHRASES, THREAD_DEPTH_MAX } from '@understudy/contract/constants';
import { describe, expect, test } from 'vitest';
import { TestShow } from '../testing/audience-lines.ts';
import { startShow } from './show-state.ts';

const newShow = () => new TestShow(startShow(1_800_000_000_000, 1));
const told = (show: TestShow) => show.state.threads.map(({ topic, status, depth }) => [topic, status, depth] as const);

describe('a thread', () => {
  test('the first thing worth talking about begins one', () => {
    const show = newShow();
    show.hear();
    expect(show.state.threads).toEqual([]);
    show.hear({ setups: [{ text: 'your boat', quality: 5 }] });
    show.say();
    expect(show.state.threads).toEqual([
      {
        id: 'thread-2',
        topic: 'your boat',
        startedAt: show.now,
        messages: 2,
        status: 'active',
        depth: 0,
        branches: [],
        turn: 2,
      },
    ]);
  });

  test('pauses when a branch starts, which is one deeper', () => {
    const show = newShow();
    show.hear({ branch: 'the boat' });
    const { thread } = show.hear({ branch: 'the harbour' });
    expect(thread).toEqual({ move: 'branched', topic: 'the harbour', from: 'the boat' });
    expect(told(show)).toEqual([
      ['the boat', 'paused', 0],
      ['the harbour', 'active', 1],
    ]);
    expect(show.state.threads[0]?.branches).toEqual([show.state.threads[1]?.id]);
  });

  test('is at most 10 deep; a branch of the deepest begins at the top', () => {
    const show = newShow();
    for (let index = 0; index <= THREAD_DEPTH_MAX; index += 1) show.hear({ branch: `topic ${index}` });
    expect(show.state.threads.at(-1)?.depth).toBe(10);
    show.hear({ branch: 'one more' });
    expect(show.state.threads.at(-1)?.depth).toBe(0);
    for (let index = 0; index < 60; index += 1) show.hear({ branch: `more ${index}` });
    expect(show.state.threads).toHaveLength(40);
    expect(show.state.threads.filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  test("'where were we' resumes the one left last; a topic, the one that it names", () => {
    const show = newShow();
    for (const branch of ['the red boat', 'the harbour', 'the lift']) show.hear({ branch });
    expect(show.hear({ resume: '' }).thread).toEqual({ move: 'resumed', topic: 'the harbour', from: 'the lift' });
    expect(show.hear({ resume: 'that boat of yours' }).thread).toMatchObject({ topic: 'the red boat' });
    expect(show.hear({ resume: '' }).thread).toMatchObject({ topic: 'the harbour' });
    expect(show.hear({ resume: 'the opera' }).thread).toEqual({ move: 'resumed', topic: 'the opera', from: null });
    expect(show.state.threads.filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  test('without a topic gets the next one that is named, and is not returned to before', () => {
    const show = newShow();
    show.hear({ branch: '' });
    show.hear({ branch: 'the lift' });
    expect(show.hear({ resume: '' }).thread).toEqual({ move: 'nothing' });
    show.hear({ branch: '' });
    show.hear({ setups: [{ text: 'the boat', quality: 5 }] });
    expect(told(show).at(-1)).toEqual(['the boat', 'active', 2]);
    expect(show.state.themes.map(({ topic }) => topic)).toEqual(['the lift', 'the boat']);
  });

  test('nothing was left open', () => {
    expect(newShow().hear({ resume: '' }).thread).toEqual({ move: 'nothing' });
  });

  test('the phrases of the specification are those that branch', () => {
    expect(THREAD_BRANCH_PHRASES).toEqual([
      'but what about',
      'speaking of',
      'that reminds me',
      'on a different note',
      'changing topics',
    ]);
  });
});

test('a theme is a topic and how far it was followed, from 1 to 10', () => {
  const show = newShow();
  show.hear({ branch: 'the boat' });
  expect(show.state.themes).toEqual([{ topic: 'the boat', depth: 1 }]);
  for (let index = 0; index < 20; index += 1) {
    show.hear({ branch: 'the lift' });
    show.hear({ resume: 'the boat' });
  }
  expect(show.state.themes).toEqual([
    { topic: 'the boat', depth: 10 },
    { topic: 'the lift', depth: 10 },
  ]);
});
