import { describe, expect, it } from 'vitest';
import { dueMoves, readMoves, type State, type StateName } from './moves.ts';

const moves = readMoves();

interface Told {
  acts?: string[];
  subjects?: string[];
  requests?: string[];
  flags?: string[];
  hints?: string[];
  names?: StateName[];
}

const stateOf = ({ acts, subjects, requests, flags, hints, names }: Told): State => ({
  acts: new Set(acts),
  subjects: new Set(subjects),
  requests: new Set(requests),
  flags: new Set(flags),
  hints: new Set(hints),
  names: new Set(names),
});

describe('the table of moves', () => {
  it.each<[string, Told, string[]]>([
    ['self-harm stands alone', { flags: ['selfharm'], acts: ['question'], names: ['asks', 'answered'] }, ['crisis']],
    ['an emergency stands alone', { flags: ['medical'], requests: ['call'] }, ['emergency']],
    ['grief is followed by no offer of its own', { flags: ['grief'], acts: ['inform', 'feeling'] }, ['grief']],
    [
      'a question without an answer is not known',
      { acts: ['question'], names: ['asks', 'unanswered', 'unrequested'] },
      ['not_known'],
    ],
    ['near topics are offered', { names: ['asks', 'unanswered', 'offered_topics', 'unrequested'] }, ['offer_topics']],
    ['a call is confirmed for what it is', { requests: ['call'], acts: ['question'] }, ['call']],
    ['a call and a contact', { requests: ['call'], names: ['known_contact', 'new_contact'] }, ['call_contact']],
    ['a decision brings the next step', { acts: ['decide'], requests: ['hire'] }, ['hire']],
    ['an answer and thanks', { acts: ['thank', 'question'], names: ['asks', 'answered'] }, []],
    ['a greeting alone', { acts: ['greet'] }, ['greet_back']],
    ['what nobody understands', {}, ['unsure']],
    ['who reads this', { acts: ['question'], subjects: ['ai'], hints: ['who-reads'] }, ['who_reads']],
    ['data is asked to be deleted', { requests: ['delete_data'] }, ['delete_data']],
    [
      'legal advice is left to a lawyer',
      { flags: ['legal'], names: ['asks', 'unanswered', 'unrelated', 'unrequested', 'other_field'] },
      ['legal', 'not_known'],
    ],
    ['unless the knowledge answers it', { flags: ['legal'], names: ['asks', 'answered'] }, []],
  ])('%s', (_, told, expected) => {
    expect(dueMoves(moves, stateOf(told)).map(({ move }) => move)).toEqual(expected);
  });

  it('names each move once', () => {
    expect(new Set(moves.map(({ move }) => move)).size).toBe(moves.length);
  });

  it('holds at most one question a line', () => {
    for (const { lines } of moves) for (const line of lines) expect(line.split('?').length).toBeLessThanOrEqual(2);
  });

  it('says what a twin says instead', () => {
    const [bye] = readMoves({ bye: ['Slán!'] }).filter(({ move }) => move === 'bye');
    expect(bye?.lines).toEqual(['Slán!']);
  });
});
