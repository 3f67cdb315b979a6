import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SetupAnswers } from '@understudy/contract/setup';
import { modeFile, personaFile } from '@understudy/contract/twin';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseKnowledge } from '../twin/index.ts';
import { answersFrom, basicsOf, composeTwin, type PresentTexts } from './compose-twin.ts';

const BASICS = 'knowledge/basics.md';
const folder = path.resolve(import.meta.dirname, '../../../twin');
const files = ['.', 'modes', 'knowledge', 'demos', 'show'].flatMap((at) =>
  readdirSync(path.join(folder, at))
    .filter((name) => /\.(?:yaml|md|txt)$/.test(name) && name !== 'README.md')
    .map((name) => path.posix.join(at, name)),
);
const sample = new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
const present = (changes: Record<string, string | null> = {}): PresentTexts => {
  const texts = new Map(sample);
  for (const [file, text] of Object.entries(changes)) {
    if (text === null) texts.delete(file);
    else texts.set(file, text);
  }
  return { texts, fromFolder: new Set(files) };
};
const persona = personaFile.parse(parse(sample.get('persona.yaml') ?? ''));
const orla = answersFrom(persona, 'current', 'owner@example.com');
const dana: SetupAnswers = {
  ...answersFrom(null, 'scratch', 'dana@reyes.example'),
  name: 'Dana Reyes',
  title: 'Succession adviser',
  location: 'Lisbon, Portugal',
  does: 'I help family firms hand over to the next generation.',
  audience: 'Firms of 10 to 100 people.\n\nOwners who want to be out within five years.',
  about: 'Dana ran her parents’ bakery for ten years.',
  languages: 'English, Portuguese',
  services: [{ name: 'the Handover Plan', summary: 'A plan for five years.', price: '€9,000', duration: '' }],
  answers: [{ question: 'Do you work with couples?', answer: 'Yes, about half of my clients are couples.' }],
  call: 'A first call takes 20 minutes and costs nothing.',
  calendar: 'https://cal.example/dana',
};
/** The texts after composing. */
const composed = (answers: SetupAnswers, at = present(), before: SetupAnswers | null = null) => {
  const texts = new Map(at.texts);
  for (const { file, text } of composeTwin(answers, at, before)) {
    if (text === null) texts.delete(file);
    else texts.set(file, text);
  }
  return { texts, fromFolder: at.fromFolder };
};
const personaIn = ({ texts }: PresentTexts) => personaFile.parse(parse(texts.get('persona.yaml') ?? ''));

describe('a twin from nothing', () => {
  const made = composed(dana);

  it('has a persona of the answers, and nothing of the one before', () => {
    expect(personaIn(made)).toMatchObject({
      name: 'Dana Reyes',
      first_name: 'Dana',
      tagline: dana.does,
      location: 'Lisbon, Portugal',
      languages: ['English', 'Portuguese'],
      services: [{ id: 'the-handover-plan', name: 'the Handover Plan', price: '€9,000' }],
      contact: { email: 'dana@reyes.example', calendar: 'https://cal.example/dana' },
      opinions: [],
    });
    for (const [file, text] of made.texts)
      expect(text, file).not.toMatch(/Orla|Venstrom|Rotterdam|stage manager|Walkthrough/);
  });

  it('keeps voices and colours of the modes, and greets as an AI in all of them', () => {
    for (const id of ['core', 'mentor', 'futurist']) {
      const before = modeFile.parse(parse(sample.get(`modes/${id}.yaml`) ?? ''));
      const mode = modeFile.parse(parse(made.texts.get(`modes/${id}.yaml`) ?? ''));
      expect(mode).toMatchObject({ id, voiceId: before.voiceId, color: before.color });
      for (const line of [...mode.greeting, ...mode.performer_greeting]) expect(line).toContain('AI');
    }
  });

  it('knows what was answered, and no more', () => {
    const ids = parseKnowledge(made.texts.get(BASICS) ?? '', BASICS).map(({ id }) => id);
    expect(ids).toEqual([
      'what-i-do',
      'who-for',
      'background',
      'services',
      'prices',
      'where',
      'languages',
      'contact',
      'do-you-work-with-couples',
    ]);
    const empty = composed({ ...answersFrom(null, 'scratch', ''), languages: '' });
    expect(empty.texts.get(BASICS)).toBeUndefined();
    expect([...made.texts.keys()].filter((file) => file.startsWith('knowledge/'))).toEqual([BASICS]);
  });

  it('says words in the first person as a quotation, because an AI says them', () => {
    const [does] = basicsOf(dana);
    expect(does?.text).toBe(
      "In {first_name}'s words: “I help family firms hand over to the next generation.”\n\n" +
        'Who it is for: Firms of 10 to 100 people.\n\nOwners who want to be out within five years.',
    );
    expect(basicsOf(dana).find(({ id }) => id === 'background')?.text).toBe(
      'Dana ran her parents’ bakery for ten years.',
    );
  });

  it('performs with the product’s own lines, not with the sample’s jokes and demos', () => {
    expect(files).toContain('show/bits.yaml');
    expect([...made.texts.keys()].filter((file) => /^(?:show|demos)\//.test(file))).toEqual([
      'demos/first-exchange.txt',
    ]);
    const own = '- id: mine\n  modes: [comedy]\n  energy: low\n  text: Mine.\n';
    const { texts } = composed(dana, { ...present({ 'show/bits.yaml': own }), fromFolder: new Set(['persona.yaml']) });
    expect(texts.get('show/bits.yaml')).toBe(own);
  });

  it('keeps knowledge that the owner added', () => {
    const own = '---\ntopic: own\ntags: [own]\n---\n\n## Own {#own}\n\nMine.\n';
    const { texts } = composed(dana, { ...present({ 'knowledge/own.md': own }), fromFolder: new Set(files) });
    expect(texts.get('knowledge/own.md')).toBe(own);
  });

  it('greets and answers in the manner that was chosen', () => {
    const casual = composed({ ...dana, manner: { formality: 5, length: 2, humour: 3 } });
    const formal = composed({ ...dana, manner: { formality: 1, length: 4, humour: 5 } });
    expect(casual.texts.get('modes/mentor.yaml')).toContain('Hi, good to have you here');
    expect(formal.texts.get('modes/mentor.yaml')).toContain('Good day');
    expect(casual.texts.get('replies/replies.yaml')).toContain('Hey!');
    expect(formal.texts.get('replies/replies.yaml')).not.toContain('blush');
    expect(made.texts.has('replies/replies.yaml')).toBe(false);
    expect(personaIn(casual).style).toEqual({ formality: 5, length: 2, humour: 3 });
  });

  it('has ids that no imported passage has, and the same ones again', () => {
    const own = '---\ntopic: own\ntags: [own]\n---\n\n## Contact {#contact}\n\nRing twice.\n';
    const at = present({ 'knowledge/site.md': own });
    const first = composed(dana, at);
    const ids = parseKnowledge(first.texts.get(BASICS) ?? '', BASICS).map(({ id }) => id);
    expect(ids).toContain('contact-2');
    expect(composeTwin({ ...dana, base: 'current' }, first, { ...dana, base: 'current' })).toEqual([]);
  });

  it('keeps an address as it is, whatever names are in it', () => {
    const { contact } = personaIn(composed({ ...dana, name: 'dana reyes', email: 'dana-reyes@x.com' }));
    expect(contact.email).toBe('dana-reyes@x.com');
  });

  it('is the same when it is begun anew with the same answers', () => {
    const first = composed(dana);
    expect(composeTwin(dana, { ...first, fromFolder: new Set(first.texts.keys()) }, null)).toEqual([]);
  });

  it('takes hostile words for words', () => {
    const text = composed({
      ...dana,
      name: 'Ann: "O\'Hara" #1',
      about: '## Not a heading {#x}\n\nAsks: everything\n\n--- {name} [pause:9s]',
      services: [{ name: '- a: [b', summary: '{', price: ': ', duration: '&x' }],
    });
    expect(personaIn(text).name).toBe('Ann: "O\'Hara" #1');
    expect(personaIn(text).services[0]?.name).toBe('- a: [b');
    const passages = parseKnowledge(text.texts.get(BASICS) ?? '', BASICS);
    expect(passages.find(({ id }) => id === 'background')?.text).not.toMatch(/^#|\[pause/m);
    const odd = { name: '#', summary: '', price: '## 5', duration: 'Asks: x' };
    expect(() => parseKnowledge(composed({ ...dana, services: [odd] }).texts.get(BASICS) ?? '', BASICS)).not.toThrow();
  });
});

describe('a twin that is changed', () => {
  it('stays byte for byte as it is where the answers say what it says', () => {
    expect(composeTwin(orla, present(), orla)).toEqual([]);
  });

  it('changes what was answered, and nothing that its owner wrote', () => {
    const changes = composeTwin({ ...orla, work: 'care', location: 'Delft', color: '#226688' }, present(), orla);
    expect(changes.map(({ file }) => file)).toEqual(['persona.yaml']);
    const text = changes[0]?.text ?? '';
    expect(text).toContain('# Who the twin stands for.');
    expect(personaFile.parse(parse(text))).toEqual({ ...persona, work: 'care', location: 'Delft', color: '#226688' });
  });

  it('brings what the setup wrote up to date, and leaves what was changed by hand', () => {
    const first = composed(dana);
    const basics = (first.texts.get(BASICS) ?? '').replace(
      '{first_name} is based in Lisbon, Portugal.',
      'All over the place.',
    );
    const at = { ...first, texts: new Map([...first.texts, [BASICS, basics] as const]) };
    const next: SetupAnswers = {
      ...dana,
      base: 'current',
      location: 'Porto',
      call: 'It takes ten minutes.',
      answers: [{ question: 'Do you travel?', answer: 'Everywhere in Europe.' }],
    };
    const { texts } = composed(next, at, { ...dana, base: 'current' });
    const passages = parseKnowledge(texts.get(BASICS) ?? '', BASICS);
    const textOf = (id: string) => passages.find((one) => one.id === id)?.text;
    expect(textOf('where')).toContain('All over the place.');
    expect(textOf('contact')).toContain('It takes ten minutes.');
    expect(textOf('do-you-travel')).toBe('Everywhere in Europe.');
    expect(textOf('do-you-work-with-couples')).toBeUndefined();
    expect(personaIn({ ...at, texts }).location).toBe('Porto');
  });

  it('keeps the other names of a service that gets another name', () => {
    const [first, ...others] = orla.services;
    const renamed = [{ ...first, name: 'the Long Look' }, ...others] as SetupAnswers['services'];
    const { services } = personaIn(composed({ ...orla, services: renamed }, present(), orla));
    expect(services[0]).toMatchObject({ id: 'walkthrough', name: 'the Long Look' });
    expect(services[0]?.aliases).toEqual(expect.arrayContaining(['diagnosis', 'the Walkthrough']));
  });

  it('rewords what the setup wrote when the manner changes', () => {
    const first = composed(dana);
    const next: SetupAnswers = { ...dana, base: 'current', manner: { formality: 5, length: 3, humour: 3 } };
    const { texts } = composed(next, first, { ...dana, base: 'current' });
    expect(texts.get('modes/core.yaml')).toContain("What's on your mind?");
    expect(texts.get('replies/replies.yaml')).toContain('Hey!');
    expect(texts.get(BASICS)).toBe(first.texts.get(BASICS));
  });
});
