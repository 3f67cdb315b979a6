import { copiedWords, MAX_PAIN_POINTS, type ModelAnswer, modelAnswer } from './schema.ts';

/** What became of a model's text. */
export interface ReadAnswer {
  /** Null when the text is no JSON object. */
  answer: ModelAnswer | null;
  /** What the model is to put right, a sentence each; empty when nothing is. */
  faults: string[];
  /** Fields that are left out, each with the reason: `lead_score: not asked for`. Never what stood in them. */
  dropped: string[];
}

/** Longer texts are no answer: a whole one has about 2,000 characters. */
const MAX_TEXT_CHARS = 65_536;
/** Unknown fields that are told. */
const MAX_UNKNOWN = 5;

const FIELDS = Object.keys(modelAnswer.shape) as (keyof ModelAnswer)[];

/**
 * Reads a model's answer, field by field: what fits is taken, what does not is left out and told. Accepts an object
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
    // A field that is left out says the same as null; only the intent must be said.
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
    // A name is told where it is one; anything may stand in its place.
    dropped.push(`${/^[\w-]{1,40}$/.test(name) ? name : 'a field'}: not asked for`);
  }
  return { answer: answer as ModelAnswer, faults, dropped };
}

/** Some models write the word for what is not there. */
function emptyAsNull(value: unknown): unknown {
  return typeof value === 'string' && /^\s*(?:null|none|n\/a|unknown)?\s*$/i.test(value) ? null : value;
}

/** The phrases of a list that fit; a bad one does not spoil the others. */
function fitPhrases(value: unknown, dropped: string[]): unknown {
  if (!Array.isArray(value)) return value === null ? undefined : value;
  const phrases = value.filter((phrase) => copiedWords.safeParse(phrase).success).slice(0, MAX_PAIN_POINTS);
  if (phrases.length < value.length) dropped.push(`pain_points: ${value.length - phrases.length} do not fit`);
  return phrases;
}

/** The JSON object in a text: the whole of it, or from the first brace to the last. */
function objectIn(text: string): Record<string, unknown> | null {
  const kept = text.slice(0, MAX_TEXT_CHARS);
  const [from, to] = [kept.indexOf('{'), kept.lastIndexOf('}')];
  for (const candidate of [kept.trim(), kept.slice(from, to + 1)]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    } catch {
      // The next candidate may be one.
    }
  }
  return null;
}
