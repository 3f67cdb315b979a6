import type { EntityName, Intent } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { saysOffRecord } from '../../understanding/index.ts';
import type { Disqualifier, Finding, Quote } from '../facts.ts';
import { IN_READING_WINDOW } from '../lines.ts';
import type { AssertionStatus } from './clauses.ts';
import { findWords, type Place, quoteAt, wordsAt } from './find-words.ts';
import type { ModelAnswer } from './prompt.ts';
import { findOwnAddress } from './read.ts';
import type { PlacedLine, Transcript, VisitorWords } from './transcript.ts';

/** What a model pointed at and where it was found, all of it in the visitor's own words. Plain JSON. */
export interface ModelReading {
  /** The visitor's newest utterance that the model had read. */
  seq: number;
  intent: { value: Intent; confidence: number; quote: Quote } | null;
  entities: Partial<Record<EntityName, Finding>>;
  phone: Finding | null;
  painPoints: Finding[];
  authority: Finding | null;
  request: Finding | null;
  noBudget: Finding | null;
  urgency: Finding | null;
  disqualified: { kind: Disqualifier; quote: Quote } | null;
}

/** An assertion status that invalidates a value. */
type Unmeant = keyof AssertionStatus;
const UNREAL: readonly Unmeant[] = ['hypothetical', 'sarcastic', 'third'];

/** Checks per field, in addition to the words being the visitor's. */
const CHECKS: Partial<Record<keyof ModelAnswer, readonly Unmeant[]>> = {
  intent_words: [],
  // People give their own name in the same breath as a friend's, so other statuses do not invalidate it.
  person_name: ['hypothetical'],
  org_name: ['hypothetical'],
  role: ['hypothetical', 'sarcastic'],
  budget_range: [...UNREAL, 'denied', 'past'],
  timeline: [...UNREAL, 'denied'],
  use_case: UNREAL,
  pain_points: UNREAL,
  authority: [...UNREAL, 'denied'],
  urgency: [...UNREAL, 'denied'],
  request: [...UNREAL, 'denied'],
  // Having no money, or not wanting something, is a denial in itself.
  no_budget: ['hypothetical', 'sarcastic', 'third'],
  disqualified: [],
};

/** Characters of a value; anything longer is a sentence that a model did not cut. */
const MAX_VALUE_CHARS = 160;
const PHONE = /^\+?[\d\s()./-]{6,24}$/;

/**
 * Locates what a model pointed at in the visitor's own words. Drops and reports what does not stand there or is not
 * meant: `budget_range: denied`. Pure.
 */
export function locate(answer: ModelAnswer, transcript: Transcript): { reading: ModelReading; dropped: string[] } {
  const dropped: string[] = [];
  const { words } = transcript;
  const find = (field: keyof ModelAnswer, said: string | null | undefined, value?: string): Finding | null => {
    if (!said) return null;
    const place = meant(words, said, CHECKS[field] ?? []);
    if (typeof place === 'string') {
      dropped.push(`${field}: ${place}`);
      return null;
    }
    return { value: value ?? told(field, said, place), quote: quoteAt(place) };
  };
  const entities: ModelReading['entities'] = {};
  for (const field of ['person_name', 'org_name', 'role', 'budget_range', 'timeline', 'use_case'] as const) {
    const finding = find(field, answer[field]);
    if (finding) entities[field] = finding;
  }
  const address = answer.contact_email ? findOwnAddress(words, transcript.shown, answer.contact_email) : null;
  if (typeof address === 'string') dropped.push(`contact_email: ${address}`);
  else if (address) entities.contact_email = { value: address.address, quote: quoteAt(address.place) };
  const shown = find('intent_words', answer.intent_words);
  const { intent, confidence } = answer;
  if (intent && !shown && !answer.intent_words) dropped.push('intent: no words show it');
  const against = answer.disqualified && find('disqualified', answer.disqualified.words);
  const reading: ModelReading = {
    seq: transcript.seq,
    intent: intent && confidence !== undefined && shown ? { value: intent, confidence, quote: shown.quote } : null,
    entities,
    phone: answer.phone && !PHONE.test(answer.phone) ? null : find('phone', answer.phone),
    painPoints: (answer.pain_points ?? [])
      .flatMap((pain) => find('pain_points', pain) ?? [])
      .filter(({ quote }) => !saysOffRecord(words.find(({ seq }) => seq === quote.seq)?.text ?? '')),
    authority: find('authority', answer.authority),
    request: answer.request ? find('request', answer.request.words, answer.request.kind) : null,
    noBudget: find('no_budget', answer.no_budget),
    urgency: find('urgency', answer.urgency),
    disqualified: answer.disqualified && against ? { kind: answer.disqualified.kind, quote: against.quote } : null,
  };
  return { reading, dropped };
}

/** The place of the words if they are meant; otherwise the reason why they do not count. */
function meant(words: readonly VisitorWords[], said: string, unmeant: readonly Unmeant[]): Place | string {
  if (said.length > MAX_VALUE_CHARS) return 'too long';
  const place = findWords(words, said);
  if (!place) return 'not in the visitor’s words';
  const status = place.line.statusAt(place.from);
  return unmeant.find((kind) => status?.[kind]) ?? place;
}

/** A name spelt letter by letter is returned as it is written; everything else in the visitor's exact words. */
function told(field: keyof ModelAnswer, said: string, place: Place): string {
  const asSaid = wordsAt(place);
  const spelt = (field === 'person_name' || field === 'org_name') && /(?:^|\s)\p{L}(?:[\s.-]\p{L}){2,}/u.test(asSaid);
  return spelt ? said.replace(/\s+/g, ' ').trim() : asSaid;
}

/** Reads a session's newest saved reading; null when there is none. */
export async function readModelReading(pool: Pool, sessionId: string): Promise<ModelReading | null> {
  const { rows } = await pool.query<{ reading: ModelReading }>({
    name: 'newest_reading',
    text: `SELECT reading FROM extracts WHERE session_id = $1 AND reading IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    values: [sessionId],
  });
  return rows[0]?.reading ?? null;
}

/**
 * Reads the lines of a running session ({@link IN_READING_WINDOW}), oldest first, and how often messages of it were
 * erased; null when it has ended or is gone.
 */
export async function readRunningLines(
  pool: Pool,
  sessionId: string,
): Promise<{ lines: PlacedLine[]; erasures: number } | null> {
  const erasures = await readErasures(pool, sessionId);
  if (erasures === null) return null;
  const { rows } = await pool.query<PlacedLine>({
    name: 'lines_to_analyse',
    text: `SELECT seq, speaker, text FROM utterances WHERE session_id = $1 AND ${IN_READING_WINDOW} ORDER BY seq`,
    values: [sessionId],
  });
  return { lines: rows, erasures };
}

/** Reads how often messages of a running session were erased; null when it has ended or is gone. */
export async function readErasures(pool: Pool, sessionId: string): Promise<number | null> {
  const { rows } = await pool.query<{ erasures: number }>({
    name: 'erasures_of_running',
    text: 'SELECT erasures FROM sessions WHERE id = $1 AND ended_at IS NULL',
    values: [sessionId],
  });
  return rows[0]?.erasures ?? null;
}
