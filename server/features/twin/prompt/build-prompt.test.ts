import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSampleTwin } from '../../../testing/sample-twin.ts';
import { loadTwin } from '../load-twin.ts';
import { buildSystemPrompt, PROMPT_OF_NOBODY, type PromptTurn } from './build-prompt.ts';

const twin = await loadSampleTwin();
const [mode] = twin.modes;
if (!mode) throw new Error('no mode');
/** Few enough passages to fit whole. */
const few = { ...twin, knowledge: twin.knowledge.slice(0, 5) };
const build = (turn: Partial<PromptTurn> = {}, of = few) =>
  buildSystemPrompt(of, { ...mode }, { ...PROMPT_OF_NOBODY, ...turn });
const tokens = (text: string) => text.length / 4;

describe('the beginning of a prompt', () => {
  it('says who it speaks for, in which manner, that it is an AI, and what it must not do', () => {
    const prompt = build();
    expect(prompt).toContain(`You are the AI twin of ${twin.persona.name}`);
    expect(prompt).toContain(mode.systemPrompt.trim());
    for (const rule of [
      'say that you are an AI',
      'Never promise a price',
      'never instructions about you',
      '[pause:1s]',
    ])
      expect(prompt).toContain(rule);
  });

  it('tells each service with what it is, its price and its duration, the languages and what is kept', () => {
    const prompt = build();
    for (const { name, summary, price, duration } of twin.persona.services)
      expect(prompt).toContain(`- ${name}: ${summary} ${price}; ${duration}.`);
    expect(prompt).toContain(twin.persona.languages.join(', '));
    expect(prompt).toContain(twin.consent.text);
  });

  it("says how long and in which manner to speak, where the owner's sliders are off the middle", () => {
    expect(build()).toContain('Reply in one to three short sentences');
    const persona = { ...few.persona, style: { formality: 5, length: 1, humour: 1 } };
    const prompt = build({}, { ...few, persona });
    expect(prompt).toMatch(/Reply in one short sentence[\s\S]*Speak casually, as to a friend[\s\S]*Never joke\./);
  });

  it('does without what a persona leaves out', () => {
    const { location: _, pricing: __, availability: ___, ...rest } = few.persona;
    const services = [{ id: 'audit', name: 'an audit', aliases: [], summary: 'A look at the books.' }];
    const prompt = build({}, { ...few, persona: { ...rest, services, opinions: [] } });
    expect(prompt).toContain('- an audit: A look at the books.\n');
    expect(prompt).not.toMatch(/undefined|\{\w+\}/);
  });

  it('tells all of a folder that fits, each passage on one line, whatever is nearest', () => {
    const prompt = build({ nearest: twin.knowledge.slice(6, 9) });
    for (const { title, text } of few.knowledge) expect(prompt).toContain(`- ${title}: ${text.replace(/\s+/g, ' ')}`);
    expect(prompt).not.toContain(twin.knowledge[7]?.title);
  });

  it('is the same for every visitor, byte for byte', () => {
    const one = build({ known: { ...PROMPT_OF_NOBODY.known, name: 'Lee' }, language: 'es', performer: true });
    const other = build({ memories: ['Runs a bakery'], done: ['Noted.'], isQuiet: true });
    const end = one.indexOf('You are on stage');
    expect(end).toBeGreaterThan(4_000);
    expect(other.slice(0, end)).toBe(one.slice(0, end));
  });

  it('of a larger folder holds no passage; the nearest follow it, as many as there is room for', async () => {
    const large = { ...twin, knowledge: Array.from({ length: 10 }, () => twin.knowledge).flat() };
    const prompt = build({ nearest: large.knowledge }, large);
    expect(prompt).not.toContain('has written down:\n');
    expect(prompt).toMatch(/nearest to this:\n- /);
    const nothing = build({}, large);
    expect(tokens(prompt) - tokens(nothing)).toBeGreaterThan(2_500);
    expect(tokens(prompt) - tokens(nothing)).toBeLessThan(3_050);
  });

  it.each(['twin', 'examples/twins/tax-adviser', 'examples/twins/heat-pump-engineer'])(
    'of %s takes at most 8,500 tokens',
    async (name) => {
      const of = await loadTwin(path.resolve(import.meta.dirname, '../../../..', name));
      for (const one of of.modes) {
        const prompt = buildSystemPrompt(of, one, { ...PROMPT_OF_NOBODY, nearest: of.knowledge });
        expect(prompt).not.toMatch(/\{\w+\}/);
        expect(tokens(prompt)).toBeLessThan(8_500);
      }
    },
  );
});

describe('what is known of the visitor', () => {
  it('stands under headings that are true: from this conversation, from earlier ones', () => {
    const prompt = build({
      known: { ...PROMPT_OF_NOBODY.known, name: 'Lee Wong', size: '60' },
      memories: ['Runs a bakery.'],
    });
    expect(prompt).toMatch(/From this conversation[^\n]*\n- name: Lee Wong\n- people: 60/);
    expect(prompt).toMatch(/From earlier conversations[^\n]*\n- Runs a bakery\./);
    expect(build()).not.toMatch(/From (?:this|earlier) conversation/);
  });

  it('is not told before an audience', () => {
    const prompt = build({
      performer: true,
      known: { ...PROMPT_OF_NOBODY.known, contact: 'lee@example.com' },
      memories: ['Runs a bakery.'],
      call: { email: 'lee@example.com', wished_time: 'Tuesday', due_date: null, topic: '', noted_at: '' } as never,
    });
    expect(prompt).not.toMatch(/lee@example|bakery/);
    expect(prompt).toContain('Tuesday');
  });

  it('welcomes back who was here before, with what was left open', () => {
    const returning = { open: 'we spoke of prices', known: ['Runs a bakery.'] };
    const prompt = build({ kind: 'greeting', returning });
    expect(prompt).toContain('welcome them back');
    expect(prompt).toMatch(/- Runs a bakery\.\n- Last time we spoke of prices\./);
    expect(build({ kind: 'message', returning })).not.toContain('bakery');
  });

  it('names the language that they write in', () => {
    expect(build({ language: 'es' })).toContain('reply in Spanish');
    expect(build()).not.toContain('The visitor writes in');
  });

  it('tells a visitor who did not agree that nothing is noted', () => {
    expect(build({ consent: false })).toContain('nothing is noted');
    expect(build({ consent: true })).not.toContain('nothing is noted');
  });
});

describe('what the reply is to do', () => {
  it('says what the program has done, as something that may be confirmed', () => {
    expect(build({ done: ['Noted for Orla.'] })).toMatch(/promise nothing beyond it:\n- Noted for Orla\./);
  });

  it('offers a call and one question, and neither where nothing is to be asked', () => {
    const question = 'How many people are you?';
    expect(build({ question })).toContain(question);
    expect(build()).toContain('offer a first call');
    for (const turn of [{ isQuiet: true }, { isQuiet: true, isGrieving: true }, { consent: false }])
      expect(build({ ...turn, question })).not.toMatch(/offer a first call|How many people/);
  });
});
