import { expect, test } from 'vitest';
import { type Example, fitLinear, probabilitiesOf } from './linear-model.ts';

const OPTIONS = { rounds: 20, decay: 1e-3, emphasis: 1, leastExamples: 1 };
const LABELS = ['call', 'greet'];
const example = (text: string, ...labels: string[]): Example => ({
  dense: new Float32Array(0),
  sparse: text.split(' ').map((word) => [word, 1]),
  labels: new Set(labels),
});

test('examples of one label teach it and leave every other as it was', () => {
  const examples = [example('hello', 'greet'), example('call us', 'call'), example('hello us', 'greet'), example('no')];
  const beside = ['ring', 'ring me', 'phone'].map((text) => ({ ...example(text, 'call'), only: ['call'] }));
  const [plain, taught] = [
    fitLinear('independent', examples, LABELS, OPTIONS),
    fitLinear('independent', examples, LABELS, OPTIONS, beside),
  ];
  for (const text of ['hello', 'ring me', 'hello phone']) {
    const [before, after] = [plain, taught].map((model) => probabilitiesOf(model, example(text)));
    expect(after?.[1]).toBe(before?.[1]);
  }
  const [before, after] = [plain, taught].map((model) => probabilitiesOf(model, example('ring me'))[0]);
  expect(after).toBeGreaterThan((before as number) + 0.3);
});
