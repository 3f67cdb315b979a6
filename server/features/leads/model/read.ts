import { fold } from '../../../platform/text/words.ts';
import { addressesIn, isOthersAddress } from '../../understanding/index.ts';
import { type Place, placeIn, squash } from './find-words.ts';
import { copiedWords, MAX_PAIN_POINTS, type ModelAnswer, modelAnswer } from './prompt.ts';
import type { PlacedLine, VisitorWords } from './transcript.ts';

interface ReadAnswer {
  /** Null when the text is no JSON object. */
  answer: ModelAnswer | null;
  /** Faults that the model should correct, one sentence each; empty when there are none. */
  faults: string[];
  /** Dropped fields, each with the reason: `lead_score: not asked for`. Never their content. */
  dropped: string[];
}

/** Characters of an answer that are read: a complete one has about 2,000. */
const MAX_TEXT_CHARS = 65_536;
/** Unknown fields to report. */
const MAX_UNKNOWN = 5;

const FIELDS = Object.keys(modelAnswer.shape) as (keyof ModelAnswer)[];

/**
 * Parses a model's answer field by field: valid fields are used, others are dropped and reported. Accepts an object
 * within a fence or between other words. Pure.
 */
export function readAnswer(text: string): ReadAnswer {
  const given = objectIn(text);
  if (!given) return { answer: null, faults: ['The answer is not one JSON object.'], dropped: [] };
  const answer: Record<string, unknown> = {};
  const faults: string[] = [];
  const dropped: string[] = [];
  for (const field of FIELDS) {
    const value = field === 'pain_points' ? fitPhrases(given[field], dropped) : emptyAsNull(given[field]);
    // A missing field means null; only the intent is required.
    if (value === undefined && field !== 'intent' && field !== 'confidence') continue;
    const parsed = modelAnswer.shape[field].safeParse(value);
    if (parsed.success) answer[field] = parsed.data;
    else {
      faults.push(`"${field}" does not fit: ${parsed.error.issues[0]?.message ?? 'wrong'}.`);
      dropped.push(`${field}: does not fit`);
    }
  }
  const unknown = Object.keys(given).filter((name) => !(name in modelAnswer.shape));
  for (const name of unknown.slice(0, MAX_UNKNOWN)) {
    // Report the name only when it looks like one; it may be any text.
    dropped.push(`${/^[\w-]{1,40}$/.test(name) ? name : 'a field'}: not asked for`);
  }
  return { answer: answer as ModelAnswer, faults, dropped };
}

/** Some models write a word for a missing value. */
function emptyAsNull(value: unknown): unknown {
  return typeof value === 'string' && /^\s*(?:null|none|n\/a|unknown)?\s*$/i.test(value) ? null : value;
}

/** The valid phrases of a list; an invalid one does not spoil the others. */
function fitPhrases(value: unknown, dropped: string[]): unknown {
  if (!Array.isArray(value)) return value === null ? undefined : value;
  const phrases = value.filter((phrase) => copiedWords.safeParse(phrase).success).slice(0, MAX_PAIN_POINTS);
  if (phrases.length < value.length) dropped.push(`pain_points: ${value.length - phrases.length} do not fit`);
  return phrases;
}

/** The JSON object in a text: the whole text, or from the first brace to the last; null when it is none. */
export function objectIn(text: string): Record<string, unknown> | null {
  const kept = text.slice(0, MAX_TEXT_CHARS);
  const [from, to] = [kept.indexOf('{'), kept.lastIndexOf('}')];
  for (const candidate of [kept.trim(), kept.slice(from, to + 1)]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    } catch {
      // Try the next candidate.
    }
  }
  return null;
}

type AddressDoubt = 'not in the visitor’s words' | 'told by the agent' | 'somebody else’s' | 'no address';

const ADDRESS = /^[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}$/u;
/** Spoken words for the punctuation of an address. */
const JOINTS =
  /\b(?:dot|point|period|punkt|punto|punt|underscore|dash|hyphen|minus|plus|at|arroba|arobase|apenstaartje)\b/giu;
const AT = /@|\b(?:at|arroba|arobase|apenstaartje)\b/iu;

/**
 * Finds a model's address in the visitor's own words, written or spoken; the newest occurrence. Addresses that the
 * embedded reader attributes to another person or considers outdated are not the visitor's, and neither are those that
 * the agent told.
 */
export function findOwnAddress(
  words: readonly VisitorWords[],
  shown: readonly PlacedLine[],
  given: string,
): { address: string; place: Place } | AddressDoubt {
  const address = given
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '');
  if (!ADDRESS.test(address)) return 'no address';
  let newest: Place | null = null;
  let first = Number.POSITIVE_INFINITY;
  for (const line of words.toReversed()) {
    const { text } = line.sanitized;
    const written = addressesIn(text).findLast((one) => one.address === address);
    if (!newest && written && isOthersAddress(text, written)) return 'somebody else’s';
    const place = written ? { line, from: written.from, to: written.to } : spokenAt(line, address);
    newest ??= place;
    if (place) first = line.seq;
  }
  if (!newest) return 'not in the visitor’s words';
  // The agent may repeat the visitor's address, but not say it first.
  const told = shown.some(
    ({ speaker, seq, text }) => speaker !== 'visitor' && seq < first && bare(text).includes(bare(address)),
  );
  return told ? 'told by the agent' : { address, place: newest };
}

/** Lower case without accents, punctuation or spaces. */
const bare = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '');

/** Where a line spells out an address: its letters in a row, with the words for its punctuation between them. */
function spokenAt(line: VisitorWords, address: string): Place | null {
  const { text } = line.sanitized;
  const joints = [...text.matchAll(JOINTS)].map(({ index, 0: word }) => [index, index + word.length] as const);
  if (joints.length === 0 && !text.includes('@')) return null;
  let next = 0;
  const inJoint = (place: number): boolean => {
    while (next < joints.length && (joints[next]?.[1] ?? 0) <= place) next += 1;
    return place >= (joints[next]?.[0] ?? Number.POSITIVE_INFINITY);
  };
  const place = placeIn(line, squash(text, inJoint), squash(address).text, true);
  return place && AT.test(text.slice(place.from, place.to)) ? place : null;
}
