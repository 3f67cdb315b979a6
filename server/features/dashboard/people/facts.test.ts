import { emptyExtract } from '@understudy/contract/leads';
import { describe, expect, test } from 'vitest';
import { type AnalysisOfPerson, type CorrectionOfPerson, factsOf } from './facts.ts';
import { type MergeRow, partsOf } from './person-links.ts';

const day = (n: number) => new Date(Date.UTC(2026, 10, n));

/** An analysis after a line. @param at the day on which it was said */
const analysis = (session: string, at: number, said: { name?: string; company?: string; pains?: string[] }) =>
  ({
    ...{ visitor_id: `visitor of ${session}`, session_id: session, started_at: day(at), said_at: day(at), seq: at },
    analyser: 'embedded',
    company: said.company ?? null,
    pain_points: said.pains ?? [],
    entities: { ...emptyExtract().entities, person_name: said.name ?? null },
  }) satisfies AnalysisOfPerson;
const named = (of: readonly AnalysisOfPerson[], corrections: readonly CorrectionOfPerson[] = []) =>
  factsOf(of, corrections, []).find(({ field }) => field === 'name');
const values = (fact: ReturnType<typeof named>) => fact?.history.map(({ value, replaced }) => [value, replaced]);

describe('the history of a fact', () => {
  test('has each change once, the newest first, over the conversations of several visitors', () => {
    const fact = named([
      analysis('a', 1, {}),
      analysis('a', 2, { name: 'Ana' }),
      analysis('a', 4, { name: 'Ana' }),
      analysis('b', 3, { name: 'A. Costa' }),
      analysis('c', 9, { name: 'a. costa' }),
      analysis('d', 10, {}),
    ]);
    expect(fact?.value).toBe('A. Costa');
    expect(values(fact)).toEqual([
      ['A. Costa', 'Ana'],
      ['Ana', null],
    ]);
    expect(fact?.history[0]).toMatchObject({ session_id: 'b', seq: 3, said_at: day(3).toISOString() });
  });

  test('knows what was taken back, unless something else was said meanwhile', () => {
    const taken = named([analysis('a', 1, { name: 'Ana' }), analysis('a', 2, {})]);
    expect([taken?.value, values(taken)]).toEqual([
      null,
      [
        [null, 'Ana'],
        ['Ana', null],
      ],
    ]);
    const other = named([analysis('a', 1, { name: 'Ana' }), analysis('b', 2, { name: 'Bo' }), analysis('a', 3, {})]);
    expect(other?.value).toBe('Bo');
  });

  test('takes the visitor’s own correction over what is read from conversations that began before it', () => {
    const correction = { visitor_id: 'visitor of a', field: 'name', value: 'Anna', corrected_at: day(2) } as const;
    const began = [analysis('a', 1, { name: 'Ana' }), { ...analysis('a', 3, { name: 'Hana' }), started_at: day(1) }];
    expect(named(began, [correction])?.value).toBe('Anna');
    expect(named([...began, analysis('a', 5, { name: 'Hanna' })], [correction])?.value).toBe('Hanna');
    // Another visitor's word is not touched by it.
    expect(named([analysis('b', 3, { name: 'Bo' })], [correction])?.value).toBe('Bo');
    const gone = named(began, [{ ...correction, value: null }]);
    expect([gone?.value, gone?.history[0]?.corrected]).toEqual([null, true]);
  });

  test('keeps problems side by side', () => {
    const facts = factsOf(
      [analysis('a', 1, { pains: ['no time'] }), analysis('b', 2, { pains: ['No time', 'no plan'] })],
      [],
      [],
    );
    expect(facts.map(({ field, value }) => [field, value])).toEqual([
      ['pain_point', 'no plan'],
      ['pain_point', 'no time'],
    ]);
  });
});

test('a merge of visitors who have left the same address since is no part', () => {
  const member = (visitor_id: string) => ({
    visitor_id,
    name: null,
    email: null,
    conversations: 1,
    last_seen_at: day(1),
  });
  const merge: MergeRow = { id: 'm', visitor_id: 'a', other_id: 'b', made_at: day(1), made_by: 'kim' };
  const ids = (parts: ReturnType<typeof partsOf>) => parts.map(({ by, visitor_id }) => `${by} ${visitor_id}`);
  expect(ids(partsOf(['a', 'b'].map(member), [merge], []))).toEqual(['merge b']);
  expect(ids(partsOf(['a', 'b'].map(member), [merge], [['a', 'b']]))).toEqual(['address a', 'address b']);
  // Whom the merged one brought along leaves with them.
  const [part] = partsOf(['a', 'b', 'c'].map(member), [merge], [['b', 'c']]);
  expect(part).toMatchObject({ by: 'merge', conversations: 2 });
});
