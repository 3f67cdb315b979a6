import { setImmediate } from 'node:timers/promises';
import { hintsIn } from '../understanding/phrase-tables.ts';
import { addressWords } from './entities/address-words.ts';
import { budgetIn, noBudgetIn } from './entities/budget.ts';
import { companyIn } from './entities/company.ts';
import { emailIn } from './entities/email.ts';
import { learnLine } from './entities/learn-line.ts';
import { painsIn } from './entities/pains.ts';
import { personIn } from './entities/person.ts';
import { phoneIn } from './entities/phone.ts';
import { propersIn } from './entities/proper.ts';
import { roleIn } from './entities/role.ts';
import { spokenCompanyIn } from './entities/spoken-company.ts';
import { spokenPersonIn } from './entities/spoken-names.ts';
import { isSpoken } from './entities/spoken-words.ts';
import { authorityIn, standingIn } from './entities/standing.ts';
import { timelineIn } from './entities/timeline.ts';
import { useCaseIn } from './entities/use-case.ts';
import { requestIn, urgencyIn } from './entities/wishes.ts';
import { noFacts } from './facts.ts';
import { askedIn } from './reading/asked.ts';
import { clausesOf } from './reading/clauses.ts';
import { isCommon } from './reading/common-words.ts';
import { datesIn } from './reading/dates.ts';
import { sumsIn } from './reading/money.ts';
import { openingsOf, phrases } from './reading/phrase.ts';
import { readableOf } from './reading/readable.ts';
import { readStances } from './reading/stance.ts';
import { tokensOf } from './reading/tokens.ts';

/** One line as it is typed and one as it is spoken: between them they use every pattern. */
const LINES = [
  'Good morning, I am Jane Doe, managing director at Acme Labs Ltd. Every order waits for my signature. We have ' +
    'set aside about £12,000 and begin on 3 June. Please call me: +44 20 7946 0000, jane.doe@acme.test — Jane Doe',
  'so um my name is jane doe from blue river clinics we have twelve thousand euros for it before the summer and ' +
    'no budget after that is it jane dot doe at blue river clinics dot test',
];
const BEFORE = 'How may she reach you?';
/** A pattern is made ready in two steps, at its first use and at its second. */
const ROUNDS = 2;
/** Work that is done before others may have their turn. */
const SLICE_MS = 2;

let warmed: Promise<void> | null = null;

/**
 * Makes the analysis ready before the first visitor speaks, once: compiling its patterns takes some 200 ms, which would
 * otherwise hold up whoever is being answered when the first line is read. It is done in pieces of a few milliseconds.
 */
export function warmAnalysis(): Promise<void> {
  warmed ??= inPieces();
  return warmed;
}

async function inPieces(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const text of LINES) await letOthersIn(reading(text));
  }
  for (const text of LINES) await letOthersIn(whole(text));
}

async function letOthersIn(pieces: Iterable<unknown>): Promise<void> {
  let since = performance.now();
  for (const _ of pieces) {
    if (performance.now() - since < SLICE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** What reading a line consists of, piece by piece. */
function* reading(text: string): Generator<unknown> {
  yield isCommon('jane');
  const { text: read } = yield* pieceOf(() => readableOf(text));
  const tokens = yield* pieceOf(() => tokensOf(read));
  yield openingsOf(read);
  for (const { pattern } of phrases()) yield pattern.test(read);
  const clauses = yield* pieceOf(() => clausesOf(read));
  const readings = yield* pieceOf(() => readStances(clauses));
  const asked = yield* pieceOf(() => askedIn(BEFORE));
  yield isSpoken(read);
  const propers = yield* pieceOf(() => propersIn(read));
  const { own: at } = yield* pieceOf(() => emailIn(read, tokens, []));
  const address = at && addressWords(at.value);
  const context = { asked, address, at, strange: new Set<string>(), said: [] };
  const person = yield* pieceOf(() => personIn(read, propers, context));
  const role = yield* pieceOf(() => roleIn(read, tokens, asked, at ? [at] : []));
  yield companyIn(read, propers, { ...context, person, role });
  yield spokenPersonIn(read, tokens, asked, address);
  yield spokenCompanyIn(read, tokens, person, role, false);
  yield sumsIn(read);
  yield budgetIn(read, clauses, readings, asked);
  yield noBudgetIn(clauses, readings);
  yield datesIn(read);
  yield timelineIn(read, clauses, readings, asked);
  yield useCaseIn(clauses, readings);
  yield phoneIn(read, true);
  yield painsIn(clauses, readings, asked);
  yield requestIn(clauses, readings);
  yield authorityIn(clauses, readings);
  yield urgencyIn(clauses, readings);
  yield standingIn(clauses, readings, null);
}

/** The whole, with what only a conversation uses. */
function* whole(text: string): Generator<unknown> {
  yield learnLine(noFacts(), { seq: 0, text, before: BEFORE });
  yield hintsIn(text);
}

/** A piece whose outcome the next ones need. */
function* pieceOf<T>(work: () => T): Generator<T, T> {
  const outcome = work();
  yield outcome;
  return outcome;
}
