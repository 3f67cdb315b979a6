import { copiedWords, MAX_PAIN_POINTS, type ModelAnswer, modelAnswer } from './schema.ts';

export interface ReadAnswer {
  /** Null when the text is no JSON object. */
  answer: ModelAnswer | null;
  /** Faults that the model should correct, one sentence each; empty when there are none. */
  faults: string[];
  /** Dropped fields, each with the reason: `lead_score: not asked for`. Never their content. */
  dropped: string[];
}

/** Longer texts are rejected: a complete answer has about 2,000 characters. */
const MAX_TEXT_CHARS = 65_536;
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

/** The JSON object in a text: the whole text, or from the first brace to the last. */
function objectIn(text: string): Record<string, unknown> | null {
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
