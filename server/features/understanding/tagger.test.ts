import { expect, test } from 'vitest';
import { beginOf, featuresOf, type Kind, parsedIn, spansOf, TAG_COUNT, transitionsOf } from './entities.ts';
import { fitNetwork, type LabelledText, rowsOf, scoresOf } from './network.ts';
import { tokensOf } from './sentences.ts';

/** Numbers that an encoder gives per word. */
const STATE_SIZE = 768;

/** Parses `I'm [person Ana Costa] of [company Northwind]` to a tagged line, without an encoder's numbers. */
function labelled(marked: string): { line: string; text: LabelledText } {
  const marks: { kind: Kind; text: string; at: number }[] = [];
  let line = '';
  for (const part of marked.split(/(\[\w+ [^\]]+\])/)) {
    const [, kind, text] = /^\[(\w+) ([^\]]+)\]$/.exec(part) ?? [];
    if (kind && text) marks.push({ kind: kind as Kind, text, at: line.length });
    line += text ?? part;
  }
  const tokens = tokensOf(line);
  const labels = tokens.map(({ from }) => {
    const mark = marks.find(({ at, text }) => from >= at && from < at + text.length);
    return mark ? beginOf(mark.kind) + (from === mark.at ? 0 : 1) : 0;
  });
  const rows = featuresOf(tokens, null, parsedIn(line)).map(rowsOf);
  return { line, text: { states: new Float32Array(tokens.length * STATE_SIZE), rows, labels } };
}

const LINES = [
  "I'm [person Ana Costa] of [company Northwind Bikes]",
  "I'm [person Piet Jansen] of [company Zuid Logistics]",
  "My name is [person Lee], I'm the [role CFO] of [company Bakkerij Stam]",
  'we can spend [budget 20,000 euros] and it should begin [timeline in May]',
  'we have about [budget 5,000 euros] set aside, to start [timeline in March]',
  'Please send the invoice to Petra Lind',
  'write to me at [email ana@northwind.example]',
  'What would the workshop cost?',
];
const TEXTS = LINES.map((line) => labelled(line).text);
/** Repeats each line, because a network learns little from few examples. */
const OFTEN = Array.from({ length: 40 }, () => TEXTS).flat();
const NETWORK = fitNetwork(OFTEN, TAG_COUNT);
const TRANSITIONS = transitionsOf(TEXTS.map(({ labels }) => labels));

const read = (line: string) => {
  const tokens = tokensOf(line);
  const parsed = parsedIn(line);
  const scores = scoresOf(NETWORK, null, featuresOf(tokens, null, parsed).map(rowsOf));
  return spansOf(tokens, scores, TRANSITIONS, parsed).map(({ kind, begins, ends }) => [kind, line.slice(begins, ends)]);
};

test('what was labelled is found again, sums and dates with all that belongs to them', () => {
  for (const marked of LINES) {
    const { line } = labelled(marked);
    const wanted = Array.from(marked.matchAll(/\[(\w+) ([^\]]+)\]/g), ([, kind, text]) => [
      kind,
      text === '5,000 euros' ? 'about 5,000 euros' : text,
    ]);
    expect(read(line), line).toEqual(wanted);
  }
});

test('a new line of the same kind is read alike, and somebody else is not the visitor', () => {
  expect(read("I'm Mara Oduya of Halden Freight")).toEqual([
    ['person', 'Mara Oduya'],
    ['company', 'Halden Freight'],
  ]);
  expect(read('we can spend 9,000 euros')).toContainEqual(['budget', '9,000 euros']);
  expect(read('And please send the invoice to Petra Lind')).toEqual([]);
});

test('the same lines make the same network', () => {
  expect(fitNetwork(TEXTS, TAG_COUNT).features).toEqual(fitNetwork(TEXTS, TAG_COUNT).features);
});

test('hostile lines end quickly and have no spans, or spans within them', () => {
  for (const line of ['', ' ', '((((((', '@'.repeat(4_000), 'a'.repeat(4_000), 'I am '.repeat(800), '\ud83d']) {
    expect(() => read(line)).not.toThrow();
  }
});

test('tokens keep addresses, sums and hyphenated names whole, and know where they stand', () => {
  const line = 'Lee-Ann O’Neil, lee@northwind.example: €20,000 by 3.5. or 1 200,50?';
  expect(tokensOf(line).map(({ text }) => text)).toEqual([
    'Lee-Ann',
    'O’Neil',
    ',',
    'lee@northwind.example',
    ':',
    '€',
    '20,000',
    'by',
    '3.5',
    '.',
    'or',
    '1 200,50',
    '?',
  ]);
  for (const { text, from, to } of tokensOf(line)) expect(line.slice(from, to)).toBe(text);
});
