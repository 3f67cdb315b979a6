import { CONTEXT_WINDOW_TOKENS } from '@understudy/contract/constants';
import { expect, test } from 'vitest';
import { replyRequest } from '../fake.ts';
import type { Line } from '../port.ts';
import { buildMessages } from './request-body.ts';

const visitor = (text: string): Line => ({ speaker: 'visitor', text });
const agent = (text: string): Line => ({ speaker: 'agent', text });

test('system prompt, history, this turn', () => {
  const history = [agent('Welcome'), visitor('Hi'), agent('How can I help?')];
  expect(buildMessages(replyRequest({ systemPrompt: 'Be brief.', history, userMessage: 'Price?' }))).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'assistant', content: 'Welcome' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'How can I help?' },
    { role: 'user', content: 'Price?' },
  ]);
});

test('lines of one speaker in a row become one message', () => {
  const history = [agent('One.'), agent('Two.'), visitor('Wait')];
  const roles = buildMessages(replyRequest({ history, userMessage: 'and?' })).map(({ role }) => role);
  expect(roles).toEqual(['system', 'assistant', 'user']);
});

test('of a long history the newest lines go, within the window', () => {
  const history = Array.from({ length: 5000 }, (_, index) =>
    (index % 2 ? agent : visitor)(`${index} `.padEnd(100, '.')),
  );
  const messages = buildMessages(replyRequest({ history }));
  const size = messages.slice(1).reduce((sum, { content }) => sum + content.length, 0);
  expect(size).toBeLessThanOrEqual(CONTEXT_WINDOW_TOKENS * 4);
  expect(size).toBeGreaterThan(CONTEXT_WINDOW_TOKENS * 4 - 200);
  expect(messages.at(-2)?.content).toMatch(/^4999 /);
});

test('a long history is not walked through', () => {
  let touched = 0;
  const history = new Proxy(
    Array.from({ length: 5000 }, () => visitor('x'.repeat(100))),
    {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) touched += 1;
        return Reflect.get(target, key, receiver);
      },
    },
  );
  buildMessages(replyRequest({ history }));
  expect(touched).toBeLessThan(400);
});

test.each([
  ['greeting', false, /you are an AI/],
  ['greeting', true, /show begins/],
  ['followup', false, /pick up the thread/],
] as const)('a %s (performer: %s) is asked for by an instruction', (kind, performer, words) => {
  const last = buildMessages(replyRequest({ kind, performer, userMessage: '' })).at(-1);
  expect(last?.role).toBe('user');
  expect(last?.content).toMatch(words);
});

test('a reply that was cut is continued after its own words', () => {
  const [, turn, kept, instruction] = buildMessages(replyRequest({ continueAfter: 'I would start with' }));
  expect(turn).toEqual({ role: 'user', content: 'Hello' });
  expect(kept).toEqual({ role: 'assistant', content: 'I would start with' });
  expect(instruction?.content).toMatch(/Go on right after the last/);
});
