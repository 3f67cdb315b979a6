import { windowRanges } from './reading-window.ts';

/** A sentence's text and place. */
export interface TextSpan {
  text: string;
  /** UTF-16 offsets. */
  from: number;
  to: number;
}

/** Maximum number of sentences of a line to read separately; beyond that, short neighbours are joined. */
const MAX_SENTENCES = 16;
/** Sentences at the beginning and the end that are never joined: there visitors say who they are and what they want. */
const KEPT_APART = 4;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/**
 * Where a sentence divides: before a second question ('how much is it and do you come to Leeds'), and at markers that
 * only machines write ('[INST]', '<|system|>').
 */
const NEXT_PART =
  /(?<![\s,;])[,;]?\s+(?:and|also|plus|or|but)\s+(?=(?:what|how|who|when|where|why|which|do|does|is|are|can|could|will|would)\b)|(?<!\s)\s+(?=\[{1,2}[A-Z]{3,}|<[|<]|#{3})/gu;
/** A shorter part has no subject of its own. */
const MIN_WORDS = 3;

const wordsIn = (text: string): number => text.trim().split(/\s+/).length;

/** Splits the part of a line that is read into sentences, and sentences with two questions into these questions. */
export function sentencesOf(line: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const stretches = windowRanges(line);
  for (const [begin, end] of stretches)
    for (const { segment, index } of segmenter.segment(line.slice(begin, end))) {
      let from = 0;
      for (const { index: at, 0: joint } of segment.matchAll(NEXT_PART)) {
        const before = segment.slice(from, at);
        const after = segment.slice(at + joint.length);
        if (wordsIn(before) < MIN_WORDS || wordsIn(after) < MIN_WORDS) continue;
        push(spans, before, begin + index + from);
        from = at + joint.length;
      }
      push(spans, segment.slice(from), begin + index + from);
    }
  return joined(spans, line, stretches[1]?.[0] ?? 0);
}

/**
 * Joins the shortest neighbours until there are no more than {@link MAX_SENTENCES} sentences.
 *
 * @param tail start of the second range; the text before it was skipped
 */
function joined(spans: TextSpan[], line: string, tail: number): TextSpan[] {
  while (spans.length > MAX_SENTENCES) {
    let shortest = KEPT_APART;
    let least = Number.POSITIVE_INFINITY;
    for (let at = KEPT_APART; at + 1 < spans.length - KEPT_APART; at += 1) {
      const [one, next] = [spans[at], spans[at + 1]] as [TextSpan, TextSpan];
      if (next.to - one.from >= least || (one.from < tail && next.from >= tail)) continue;
      shortest = at;
      least = next.to - one.from;
    }
    const [one, next] = spans.slice(shortest, shortest + 2) as [TextSpan, TextSpan];
    spans.splice(shortest, 2, { text: line.slice(one.from, next.to), from: one.from, to: next.to });
  }
  return spans;
}

function push(spans: TextSpan[], raw: string, at: number): void {
  const text = raw.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return;
  const from = at + raw.indexOf(text);
  spans.push({ text, from, to: from + text.length });
}

/** Characters at the end of the twin's words to search, and to read with the visitor's answer. */
const LAST_LOOKED_AT = 2_000;
const LAST_WORDS_MAX = 140;

/**
 * The end of what the twin said, which a line answers: its last sentence, and the ones before it while they are short.
 * Reading everything would cost several times as much as the line itself.
 */
export function lastWordsOf(said: string): string {
  const sentences = [...segmenter.segment(said.slice(-LAST_LOOKED_AT).trim())].map(({ segment }) => segment);
  let words = sentences.pop() ?? '';
  while (sentences.length > 0 && words.length + (sentences.at(-1) as string).length <= LAST_WORDS_MAX)
    words = sentences.pop() + words;
  return words.slice(-LAST_WORDS_MAX).trim();
}
