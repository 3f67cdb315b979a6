import type { Twin } from '@understudy/contract/twin';
import { expect, test } from 'vitest';
import { sharedEncoder } from '../../testing/encoder.ts';
import { loadSampleTwin, TEST_TIMEOUT_MS } from '../../testing/sample-twin.ts';
import { detachedTurn } from '../conversation/turn.ts';
import { NOTHING_KNOWN, recall } from './recall.ts';
import { createReplyGeneration } from './reply-generation.ts';

const ASKED = 'What does it cost?';
const TURN = detachedTurn({ words: ASKED, modeId: 'professional', model: 'embedded' });

/** A twin that knows only its price, as this text: each of its texts is encoded anew. */
const saying = (twin: Twin, text: string): Twin => ({
  ...twin,
  persona: { ...twin.persona, services: [] },
  knowledge: twin.knowledge.filter(({ id }) => id === 'prices').map((prices) => ({ ...prices, asked: [ASKED], text })),
});

test('a turn that was recalled before a swap is answered by the twin of before, the next by the new one', async () => {
  const sample = await loadSampleTwin();
  let twin = saying(sample, 'It costs marmalade.');
  const { models, speaker, understand } = createReplyGeneration(
    [],
    () => twin,
    null,
    TEST_TIMEOUT_MS,
    undefined,
    sharedEncoder(),
  );
  const ask = async () => (await recall(speaker(), understand, TURN, [], NOTHING_KNOWN)).request;
  const answer = async (request: Awaited<ReturnType<typeof ask>>) => {
    let text = '';
    for await (const chunk of models.reply(request, new AbortController().signal))
      if (chunk.kind === 'delta') text += chunk.text;
    return text;
  };
  const begun = await ask();
  twin = saying(sample, 'It costs marzipan.');
  expect(await answer(begun)).toContain('marmalade');
  const next = await ask();
  expect(next.systemPrompt).toContain('marzipan');
  expect(await answer(next)).toContain('marzipan');
  models.close();
});
