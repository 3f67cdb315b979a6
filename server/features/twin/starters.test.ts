/** What the landing page promises of the shipped twins: starter questions with an answer, an exchange as it happens. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { sharedEncoder } from '../../testing/encoder.ts';
import { SHIPPED_TWIN_DIRS, TEST_CACHE_DIR, TEST_TIMEOUT_MS } from '../../testing/sample-twin.ts';
import { plain, startTalk, talkingTwin } from '../../testing/talk.ts';
import { detachedTurn } from '../conversation/index.ts';
import { loadTwin } from './load-twin.ts';
import { NOTHING_KNOWN, recall } from './recall.ts';
import { createReplyGeneration } from './reply-generation.ts';

test.each(SHIPPED_TWIN_DIRS.map((dir) => [path.basename(dir), dir]))('%s answers its own', async (_, dir) => {
  const twin = await loadTwin(dir);
  const generation = createReplyGeneration([], () => twin, TEST_CACHE_DIR, TEST_TIMEOUT_MS, undefined, sharedEncoder());
  await generation.speaker().answers.warm();
  expect(twin.visitorPage.starters.length).toBeGreaterThan(3);
  const decisions = await Promise.all(
    twin.visitorPage.starters.map(async (words) => {
      const turn = detachedTurn({ words, modeId: 'mentor', model: 'embedded' });
      const { basis } = await recall(generation.speaker(), generation.understand, turn, [], NOTHING_KNOWN);
      return `${words} ${basis.found.map(({ decision }) => decision).join(' ')}`;
    }),
  );
  expect(decisions).toEqual(twin.visitorPage.starters.map((words) => `${words} answer`));
});

test.each(SHIPPED_TWIN_DIRS.map((dir) => [path.basename(dir), dir]))(
  '%s answers its demo word for word',
  async (_, dir) => {
    const { twin, model } = await talkingTwin(dir);
    const exchange = twin.demos[0]?.exchange;
    const { text } = await startTalk(model).say(exchange?.human ?? '');
    expect(text).toBe(plain(exchange?.reply ?? ''));
  },
);
