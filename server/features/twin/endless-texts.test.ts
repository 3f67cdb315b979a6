import { modeFile } from '@understudy/contract/twin';
import { describe, expect, test } from 'vitest';
import { parseKnowledge } from './parse-knowledge.ts';
import { parseYaml } from './parse-yaml.ts';

/** The longest text that the owner's pages send; each of these used to block the server for minutes. */
const LONG = 250_000;
const passage = (heading: string) => parseKnowledge(`---\ntopic: T\ntags: [t]\n---\n${heading}\n\nText.\n`, 'k.md');

describe('a text that was made to be read for ever', () => {
  test.each([
    ['spaces', `## a${' '.repeat(LONG)}x`],
    ['spaces and a brace', `## a${' '.repeat(LONG)}}`],
    ['brackets that open', `## ${'{#'.repeat(LONG / 2)}`],
    ['brackets that open and close', `## ${'{#}'.repeat(LONG / 3)}x`],
    ['number signs', '#'.repeat(LONG)],
  ])('is refused as a heading of %s, in a short sentence', (_name, heading) => {
    expect(() => passage(heading)).toThrow(/^k\.md:5: a heading needs an id of its own at its end.{0,300}$/s);
  });

  test.each([
    ['brackets', '['.repeat(LONG)],
    ['groups in groups', '{a: '.repeat(LONG / 4)],
    ['dashes', '- '.repeat(LONG / 2)],
    ['keys', Array.from({ length: LONG / 10 }, (_, at) => `k${at}: 1`).join('\n')],
    ['commas', `[${','.repeat(LONG)}`],
  ])('is refused as YAML of %s', (_name, text) => {
    expect(() => parseYaml(text, 'm.yaml', modeFile)).toThrow(
      'm.yaml:1: this is too much: YAML may have at most 15000',
    );
  });
});

describe('what nobody would listen to', () => {
  const words = (length: number) => 'word '.repeat(length / 5).trim();
  const knowledge = (text: string) =>
    parseKnowledge(`---\ntopic: T\ntags: [t]\n---\n## A {#a}\n\nText.\n\n${text}\n`, 'k.md');

  test('a paragraph of more than 2,000 characters is refused with the line on which it begins', () => {
    const problem = "k.md:9: a paragraph of 'a' has 2004 characters: the twin says it in one go, and 2000 are the most";
    expect(() => knowledge(`One\nmore.`)).not.toThrow();
    expect(() => knowledge(words(2_000))).not.toThrow();
    expect(() => knowledge(words(2_005))).toThrow(problem);
    expect(() => knowledge(words(2_005).replaceAll(' word word', '\nword word'))).toThrow(problem);
  });

  test('a passage of more than 20,000 characters is refused with the line of its heading', () => {
    const paragraphs = (count: number) => Array(count).fill(words(1_000)).join('\n\n');
    expect(() => knowledge(paragraphs(19))).not.toThrow();
    expect(() => knowledge(paragraphs(20))).toThrow(
      "k.md:5: passage 'a' has 20025 characters, and 20000 are the most: part it into several, each with a heading",
    );
  });
});

describe('a heading', () => {
  test.each([
    ['## Prices {#prices}', 'Prices', 'prices'],
    ['##   What of  it?\t{#what}  ', 'What of  it?', 'what'],
    ['## Prices{#prices}', 'Prices', 'prices'],
    ['## A {#b} C {#d}', 'A {#b} C', 'd'],
  ])('%s has its title and its id', (heading, title, id) => {
    expect(passage(heading)).toMatchObject([{ title, id }]);
  });

  test.each(['## {#id}', '## Prices', '##Prices {#prices}', '# Prices {#prices}', '## Prices {#prices} more'])(
    '%s is none',
    (heading) => expect(() => passage(heading)).toThrow('a heading needs an id of its own'),
  );
  test('whose id holds brackets has a bad id', () => {
    expect(() => passage('## A {#b {#c}')).toThrow("the id 'b {#c' must be");
  });
});
