import { expect, test } from 'vitest';
import { decode, featuresOf, KINDS, type Kind, spansOf, type TagContext, type TaggedLine, train } from './tagger.ts';
import { tokensOf } from './tokens.ts';

const CONTEXT: TagContext = { before: null, spoken: false, addresses: [], classesOf: () => [] };

/** `I'm [person Ana Costa] of [company Northwind]` as a line with its tags. */
function labelled(marked: string): { line: string; tagged: TaggedLine } {
  const marks: { kind: Kind; text: string; at: number }[] = [];
  let line = '';
  for (const part of marked.split(/(\[\w+ [^\]]+\])/)) {
    const [, kind, text] = /^\[(\w+) ([^\]]+)\]$/.exec(part) ?? [];
    if (kind && text) marks.push({ kind: kind as Kind, text, at: line.length });
    line += text ?? part;
  }
  const tokens = tokensOf(line);
  const tags = tokens.map(({ from }) => {
    const mark = marks.find(({ at, text }) => from >= at && from < at + text.length);
    return mark ? 1 + 2 * KINDS.indexOf(mark.kind) + (from === mark.at ? 0 : 1) : 0;
  });
  return { line, tagged: { features: featuresOf(tokens, CONTEXT), tags } };
}

const LINES = [
  "I'm [person Ana Costa] of [company Northwind Bikes]",
  "I'm [person Piet Jansen] of [company Zuid Logistics]",
  "My name is [person Lee], I'm the [role CFO] of [company Bakkerij Stam]",
  'we can spend [budget 20,000 euros] and it should begin [timeline in May]',
  'we have about [budget 5,000 euros] set aside, to start [timeline in March]',
  'Please send the invoice to Petra Lind',
  'What would the workshop cost?',
];
const MODEL = train(
  LINES.map((line) => labelled(line).tagged),
  12,
);

const read = (line: string, lean = 0) => {
  const tokens = tokensOf(line);
  const { tags, scores } = decode(MODEL, featuresOf(tokens, CONTEXT), lean);
  return spansOf(tags, scores).map(({ kind, from, to }) => [kind, line.slice(tokens[from]?.from, tokens[to - 1]?.to)]);
};

test('what was labelled is found again', () => {
  for (const marked of LINES) {
    const { line } = labelled(marked);
    const wanted = Array.from(marked.matchAll(/\[(\w+) ([^\]]+)\]/g), ([, kind, text]) => [kind, text]);
    expect(read(line), line).toEqual(wanted);
  }
});

test('a new line of the same kind is read alike, and somebody else is not the visitor', () => {
  expect(read("I'm [Mara Oduya] of Halden Freight".replace(/[[\]]/g, ''))).toEqual([
    ['person', 'Mara Oduya'],
    ['company', 'Halden Freight'],
  ]);
  expect(read('we can spend 9,000 euros')).toEqual([['budget', '9,000 euros']]);
  expect(read('And please send the invoice to Petra Lind')).toEqual([]);
});

test('the same lines make the same model', () => {
  const again = train(
    LINES.map((line) => labelled(line).tagged),
    12,
  );
  expect([...again.rows]).toEqual([...MODEL.rows]);
});

test('hostile lines end quickly and have no spans, or spans within them', () => {
  for (const line of ['', ' ', '((((((', '@'.repeat(4_000), 'a'.repeat(4_000), 'I am '.repeat(800), '\ud83d']) {
    expect(() => read(line, 2)).not.toThrow();
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
