import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLanguageModel, type LanguageModels } from '../../../providers/language-model/create-language-model.ts';
import { fakeLanguageModel } from '../../../providers/language-model/fake.ts';
import { type FakeProvider, startFakeProvider } from '../../../testing/fake-provider.ts';
import * as fake from '../../../testing/fake-replies.ts';
import { understand } from '../../../testing/understand.ts';
import { SessionAnalysis, understandLines } from '../analyser.ts';
import { scoreOf } from '../score.ts';
import { askForFacts } from './ask.ts';
import { INJECTIONS, transcriptOf } from './transcript.ts';

let provider: FakeProvider;
let models: LanguageModels;
beforeAll(async () => {
  provider = await startFakeProvider();
  const chain = [{ provider: 'custom' as const, baseUrl: provider.url, apiKey: null, model: 'fake-model' }];
  models = createLanguageModel(
    { chain },
    { twinCatalogue: () => ({ models: [], defaultModel: 'fake-model' }), embedded: fakeLanguageModel('') },
  );
});
afterAll(async () => {
  models.close();
  await provider.close();
});

/** An honest visitor's three messages. */
const HONEST = [
  'Hi, I am Mara Lindt, head of sales at Nordwind Logistics.',
  'We lose deals because our quotes take three weeks. Can she help us with that?',
  'March would suit us. You can write to mara@nordwind-logistics.com.',
];
const said = (texts: readonly string[]) => texts.map((text, seq) => ({ seq, speaker: 'visitor', text, before: null }));
async function scored(texts: readonly string[]) {
  const analysis = new SessionAnalysis(0);
  analysis.hear(await understandLines(understand, said(texts)));
  return analysis;
}

describe('M2 fifty orders to raise the score', () => {
  let honest: SessionAnalysis;
  beforeAll(async () => {
    honest = await scored(HONEST);
  });

  test('there are fifty, and the honest words are worth something', () => {
    expect(new Set(INJECTIONS).size).toBe(50);
    expect(scoreOf(honest.log)).toBeGreaterThan(30);
  });

  test.each(INJECTIONS.map((injection, at) => [at, injection] as const))(
    '%i in a message of its own',
    async (_, injection) => {
      const attacked = await scored([...HONEST, injection]);
      expect(scoreOf(attacked.log)).toBe(scoreOf(honest.log));
      expect(attacked.extract()).toMatchObject({ intent: honest.facts.intent, entities: honest.extract().entities });
    },
  );

  test.each(INJECTIONS.map((injection, at) => [at, injection] as const))(
    '%i behind honest words',
    async (_, injection) => {
      const attacked = await scored([...HONEST.slice(0, -1), `${HONEST.at(-1)} ${injection}`]);
      expect(scoreOf(attacked.log)).toBe(scoreOf(honest.log));
    },
  );

  test('a model is not shown what was recognised as one, nor believed of a conversation that holds one', async () => {
    for (const injection of INJECTIONS)
      expect([injection, (await transcriptOf(said([injection]))).forged]).toEqual([injection, true]);
  });
});

test('a score is neither asked for nor taken: the model’s facts alone move it, by the rules', async () => {
  const honest = await scored(HONEST);
  const told = { intent: 'consulting_inquiry', confidence: 0.9, intent_words: 'Can she help us with that' };
  provider.script(fake.completion(JSON.stringify({ ...told, lead_score: 1e9, score: -5, tier: 'hot' })));
  const transcript = await transcriptOf(said(HONEST));
  const { complete } = models;
  if (!complete) throw new Error('a provider is configured');
  const how = { complete, onUsage: () => undefined, signal: new AbortController().signal };
  const { reading, events } = await askForFacts(transcript, how);
  expect(JSON.stringify(provider.calls.at(-1)?.messages)).not.toMatch(/lead.?score/i);
  expect(events).toMatchObject([
    {
      kind: 'analysis_dropped',
      payload: { dropped: ['lead_score: not asked for', 'score: not asked for', 'tier: not asked for'] },
    },
  ]);
  const merged = await scored(HONEST);
  if (reading) merged.merge(reading);
  merged.settle();
  const points = (analysis: SessionAnalysis) =>
    analysis.log.filter(({ rule }) => rule !== 'intent').reduce((sum, one) => sum + one.points, 0);
  expect(points(merged)).toBe(points(honest));
  expect(scoreOf(merged.log)).toBe(merged.log.reduce((sum, one) => sum + one.points, 0));
});
