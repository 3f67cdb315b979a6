import { describe, expect, it } from 'vitest';
import { dueMoves, readMoves, type State, type StateName } from './moves.ts';

const moves = readMoves();
/** Words that are only true when the conversation is kept. */
const PROMISES = new RegExp(
  [
    String.raw`\bnoted\b|\bI've (?:changed|told|passed)|\bI have \{fact\}|\bpass (?:it|that) on\b`,
    String.raw`\bI(?:'ll| will)? remember\b|\bis kept\b|“What I remember|\{data_how\}`,
    'ask for one below|a time below',
  ].join('|'),
  'i',
);

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

  // 'Noted', 'kept' and the like would be untrue there.
  it('promises nothing to whom nothing is kept', () => {
    const says = moves.filter(({ lines, slot }) => slot !== 'unprompted' && lines.some((line) => PROMISES.test(line)));
    expect(says.length).toBeGreaterThan(15);
    for (const { move, when, slot, lines } of says) {
      const { act, subject, request, flag, hint, state = [] } = when;
      const names: StateName[] = [...state, 'unkept'];
      // For each of its conditions.
      for (const wanted of request ?? [undefined]) {
        const told = {
          acts: act,
          subjects: subject,
          requests: wanted ? [wanted] : [],
          flags: flag,
          hints: hint,
          names,
        };
        const due = dueMoves(moves, stateOf(told)).filter((one) => one.slot === slot);
        expect(
          due.map((one) => one.move),
          `${move}: ${lines[0]}`,
        ).not.toContain(move);
      }
    }
  });

  it('holds at most one question a line', () => {
    for (const { lines } of moves) for (const line of lines) expect(line.split('?').length).toBeLessThanOrEqual(2);
  });

  it('a twin’s own line that begins with a gap is not taken for said', () => {
    const own = readMoves({ own_case: ['{first_name} has to look at that in a first call.'] });
    const told = stateOf({ flags: ['tax'], names: ['asks', 'unanswered', 'unrequested', 'own_field'] });
    const made = (said: string[]) => dueMoves(own, told, said).map(({ move }) => move);
    expect(made(['Something else.'])).toContain('own_case');
    expect(made(['Mathilde has to look at that in a first call.'])).not.toContain('own_case');
  });

  it('says what a twin says instead', () => {
    const [bye] = readMoves({ bye: ['Slán!'] }).filter(({ move }) => move === 'bye');
    expect(bye?.lines).toEqual(['Slán!']);
  });
});
