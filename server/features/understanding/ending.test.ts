import { beforeAll, describe, expect, it } from 'vitest';
import { endingOf } from './ending.ts';
import { createUnderstand } from './understand.ts';
import type { Understand } from './understanding.ts';

let understand: Understand;
beforeAll(() => {
  // Words alone decide here; a question is one by its words or its mark.
  understand = createUnderstand(null);
});

const ending = async (text: string, before: string | null = null) => endingOf(await understand(text, { before }));

describe('the words so far', () => {
  it.each([
    'What do you charge for a workshop?',
    'How are you?',
    'Do you work with small teams?',
    'How long does it take?',
    'What is it for?',
    'Wie lange dauert ein Workshop?',
    '¿Cuánto cuesta un taller?',
  ])("are complete after a question: '%s'", async (text) => {
    expect(await ending(text)).toBe('complete');
  });

  it('may be all where a question ends with a word that no question ends with', async () => {
    expect(await ending('Do you come to the?')).toBe('unsure');
  });

  it.each(['Thank you.', 'Hello', 'Goodbye'])("are complete after a courtesy: '%s'", async (text) => {
    expect(await ending(text)).toBe('complete');
  });

  it.each([
    'I would like to',
    'We need somebody who can help us with',
    'And then there is the',
    'We are forty people and',
    'My name is',
    'I was thinking, for example',
    'So we tried it because',
    'We would start in, um',
    'We have a team and uh...',
    'Well, the thing is',
    'Wir suchen jemanden für',
    'Wir brauchen das, weil',
    'Quisiera un taller para',
    'Nos gustaría empezar porque',
  ])("are open after '%s'", async (text) => {
    expect(await ending(text)).toBe('open');
  });

  it.each(['My number is 5 5 5', 'zero one seven', 'It is 0171 23', 'That is spelt M A R', 'double five three'])(
    "are open while something is dictated: '%s'",
    async (text) => {
      expect(await ending(text, 'What is your phone number?')).toBe('open');
    },
  );

  it('may be all once a whole number was dictated', async () => {
    expect(await ending('My number is 0171 2345678', 'What is your phone number?')).toBe('unsure');
  });

  it.each(['We need training, coaching', 'There is sales, support, finance'])(
    "are open within a list: '%s'",
    async (text) => {
      expect(await ending(text)).toBe('open');
    },
  );

  it.each(['There is sales, support and finance.', 'My name is Ana, by the way', 'We have forty people.'])(
    "may be all after '%s'",
    async (text) => {
      expect(await ending(text)).toBe('unsure');
    },
  );

  it.each(['If we started in March', 'When I came to the company.'])(
    "are open after a first clause: '%s'",
    async (text) => {
      expect(await ending(text)).toBe('open');
    },
  );

  it('may be all where a short answer ends with a word that binds elsewhere', async () => {
    expect(await ending('We do', 'Do you have a budget?')).not.toBe('open');
    expect(await ending('I think so', 'Do you have a budget?')).not.toBe('open');
    expect(await ending('We do')).toBe('open');
  });

  it('are open before there are any', async () => {
    expect(await ending('...')).toBe('open');
  });
});
