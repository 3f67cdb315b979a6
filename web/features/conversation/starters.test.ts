import { expect, test } from 'vitest';
import { startersFor } from './starters.ts';
import { type AgentReply, offersOf, type TalkEntry, type TalkState, type VisitorLine } from './talk.ts';

const STARTERS = ['One?', 'Two?', 'Three?', 'Four?', 'Five?'];
const request = (text: string) => ({ turnId: text, kind: 'message' as const, text, mode: 'mentor', model: '' });
const said = (text: string): VisitorLine => ({
  ...{ kind: 'visitor', request: request(text), at: 0, delivery: 'kept', failure: null },
});
const replied = (more: Partial<AgentReply> = {}): AgentReply => ({
  ...{ kind: 'agent', request: request(''), at: 0, status: 'done', spoken: false, shown: 1, pausingSince: 0 },
  ...{ script: [{ text: 'Hello.', pauseMs: 0, at: 0 }], floor: [], final: true, offers: [], ...more },
});
const shown = (entries: TalkEntry[], phase: TalkState['phase'] = 'live', person: string | null = null) =>
  startersFor(STARTERS, { phase, entries, person });

test('three at first, and the next ones after each reply', () => {
  expect(shown([replied()])).toEqual(['One?', 'Two?', 'Three?']);
  expect(shown([replied(), said('One?'), replied()])).toEqual(['Four?', 'Five?']);
  expect(shown([replied(), said('One?'), replied(), said('Hm.'), replied()])).toEqual([]);
});

test('none that was asked already, in whatever spelling', () => {
  expect(shown([replied(), said('four'), replied()])).toEqual(['Five?']);
});

test('none before the first message, while a reply is written, where it has buttons, is cut, or all is over', () => {
  expect(shown([])).toEqual([]);
  expect(shown([replied(), said('Hm.')])).toEqual([]);
  expect(shown([replied({ status: 'writing' })])).toEqual([]);
  expect(shown([replied({ offers: [{ kind: 'call', label: 'Call', payload: '' }] })])).toEqual([]);
  expect(shown([replied({ status: 'cut', final: false })])).toEqual([]);
  expect(shown([replied()], 'ended')).toEqual([]);
  expect(startersFor([], { phase: 'live', entries: [replied()], person: null })).toEqual([]);
});

test('there are none while a person answers', () => {
  expect(shown([replied()], 'live', 'Orla')).toEqual([]);
});

test('a reply has no buttons while a person answers, and asks for none while one is awaited', () => {
  const reply = replied({
    offers: [
      { kind: 'person', label: 'A person', payload: '' },
      { kind: 'call', label: 'Call', payload: '' },
    ],
  });
  const kinds = (person: string | null, isPersonAwaited: boolean) =>
    offersOf({ person, isPersonAwaited }, reply).map(({ kind }) => kind);
  expect(kinds(null, false)).toEqual(['person', 'call']);
  expect(kinds(null, true)).toEqual(['call']);
  expect(kinds('Orla', false)).toEqual([]);
});
