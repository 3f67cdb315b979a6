/** A sentence's words and where they stand. */
export interface TextSpan {
  text: string;
  /** UTF-16 offsets. */
  from: number;
  to: number;
}

/** Sentences of a line that are looked at one by one; the rest is read as a whole only. */
const MAX_SENTENCES = 8;
const MAX_READ = 2_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/**
 * Where a sentence has two parts: a second question in one breath ('how much is it and do you come to Leeds'), and marks
 * that only machines write ('[INST]', '<|system|>').
 */
const NEXT_PART =
  /[,;]?\s+(?:and|also|plus|or|but)\s+(?=(?:what|how|who|when|where|why|which|do|does|is|are|can|could|will|would)\b)|\s+(?=\[{1,2}[A-Z]{3,}|<[|<]|#{3})/gu;
/** A part that is shorter names no subject of its own. */
const LEAST_WORDS = 3;

const wordsIn = (text: string): number => text.trim().split(/\s+/).length;

/** Splits a line into sentences, and those that ask twice into their questions. */
export function sentencesOf(line: string): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const { segment, index } of segmenter.segment(line.slice(0, MAX_READ))) {
    let from = 0;
    for (const { index: at, 0: joint } of segment.matchAll(NEXT_PART)) {
      const before = segment.slice(from, at);
      const after = segment.slice(at + joint.length);
      if (wordsIn(before) < LEAST_WORDS || wordsIn(after) < LEAST_WORDS) continue;
      push(spans, before, index + from);
      from = at + joint.length;
    }
    push(spans, segment.slice(from), index + from);
    if (spans.length >= MAX_SENTENCES) break;
  }
  return spans.slice(0, MAX_SENTENCES);
}

function push(spans: TextSpan[], raw: string, at: number): void {
  const text = raw.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return;
  const from = at + raw.indexOf(text);
  spans.push({ text, from, to: from + text.length });
}

/** Characters of what the twin said that are read with the answer to it. */
const LAST_WORDS_MAX = 140;

/**
 * The end of what the twin said, to which a line answers: its last sentence, with those before it as far as they are
 * short. Reading all of it would cost several times what the line itself costs.
 */
export function lastWordsOf(said: string): string {
  const sentences = [...segmenter.segment(said.slice(-MAX_READ).trim())].map(({ segment }) => segment);
  let words = sentences.pop() ?? '';
  while (sentences.length > 0 && words.length + (sentences.at(-1) as string).length <= LAST_WORDS_MAX)
    words = sentences.pop() + words;
  return words.slice(-LAST_WORDS_MAX).trim();
}
