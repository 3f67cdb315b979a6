/**
 * Cuts text that is still being written into sentences, each as soon as it is certain, so that the first is spoken
 * while later ones are written. Pure; the sentences of a text are the same however the text arrived.
 */

/** A sentence without an end is cut at the last clause before so many characters, so that a voice begins in time. */
const LENGTH_MAX = 220;
/** The first sentence of a text is cut sooner: until it is spoken there is silence. */
const FIRST_LENGTH_MAX = 120;
/**
 * Where the first sentence is longer than this, its first clause is spoken by itself: it sounds while the rest is made.
 */
const FIRST_CLAUSE_MAX = 60;
/** A clause shorter than this is not spoken by itself. */
const CLAUSE_MIN = 24;
/**
 * Marks that one end may be made of; a longer row is no end at its first mark, so that rows are not read again and
 * again.
 */
const END_MARKS_MAX = 12;

/** What ends with a full stop in the middle of a sentence, in lower case and without its last stop. */
const ABBREVIATIONS = new Set(
  (
    'mr|mrs|ms|dr|prof|st|sr|jr|vs|approx|dept|est|fig|inc|ltd|co|corp|no|nr|vol|pp|ca|cf|al|e.g|i.e|eg|ie|gen|rev|hon' +
    '|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|min|max|tel'
  ).split('|'),
);
/** A sentence may end with these all the same, when a capital letter follows. */
const ENDING_ABBREVIATION = /(?:^|[\s(])(?:etc|[ap]\.m|inc|ltd|co|corp|jr|sr)$/iu;
/** Ends of sentences in scripts that leave no space behind them. */
const WIDE_END = /[。！？]/u;
const CLOSING = /["'”’»)\]]/u;

/** Takes a text piece by piece and gives its sentences. */
export class SentenceCutter {
  #waiting = '';
  #first = true;

  /** Takes the next stretch of text; gives the sentences that it completes. */
  push(text: string): string[] {
    this.#waiting = tidy(this.#waiting + text);
    const sentences: string[] = [];
    for (let end = this.#nextEnd(); end > 0; end = this.#nextEnd()) this.#cut(end, sentences);
    return sentences;
  }

  /** The text is over: gives what is left. */
  end(): string[] {
    // With a capital letter behind it, an end that waited for one is certain.
    const sentences = this.push('\nX');
    this.#waiting = this.#waiting.slice(0, -1);
    this.#cut(this.#waiting.length, sentences);
    this.#first = true;
    return sentences;
  }

  #cut(end: number, sentences: string[]): void {
    const sentence = this.#waiting.slice(0, end).trim();
    this.#waiting = this.#waiting.slice(end).trimStart();
    if (!/[\p{L}\p{N}]/u.test(sentence)) return;
    sentences.push(sentence);
    this.#first = false;
  }

  /** Where the first sentence ends, or 0 while that is not certain. */
  #nextEnd(): number {
    const text = this.#waiting;
    const longest = this.#first ? FIRST_LENGTH_MAX : LENGTH_MAX;
    const firstClause = this.#first && text.length > FIRST_CLAUSE_MAX ? lastClause(text.slice(0, FIRST_CLAUSE_MAX)) : 0;
    for (let at = 0; at < text.length && at < longest; at += 1) {
      const verdict = endsAt(text, at);
      if (verdict === 'unknown') return 0;
      if (verdict > 0) return verdict;
      if (at === FIRST_CLAUSE_MAX - 1 && firstClause >= CLAUSE_MIN) return firstClause;
    }
    return text.length > longest ? clauseEnd(text.slice(0, longest)) : 0;
  }
}

/** The sentences of a whole text. */
export function cutSentences(text: string): string[] {
  const cutter = new SentenceCutter();
  return [...cutter.push(text), ...cutter.end()];
}

/** One space for any run of white space, one line break where it held any; none at the beginning. */
function tidy(text: string): string {
  return text.replace(/\s+/gu, (run) => (run.includes('\n') ? '\n' : ' ')).replace(/^\s+/u, '');
}

/** Where the sentence that may end at this character ends, 0 when it does not, unknown while too little has come. */
function endsAt(text: string, at: number): number | 'unknown' {
  const char = text[at] ?? '';
  if (char === '\n') return at + 1;
  const isWide = WIDE_END.test(char);
  if (!isWide && !/[.!?…]/u.test(char)) return 0;
  const after = afterClosing(text, at + 1);
  const space = text[after];
  // A quote or another mark of this end may still come.
  if (space === undefined) return 'unknown';
  if (isWide) return after;
  if (!/\s/u.test(space)) return 0;
  if (space === '\n') return after;
  const next = text[after + 1];
  if (next === undefined) return 'unknown';
  const lower = /\p{Ll}/u.test(next);
  if (char === '!' || char === '?') return lower && CLOSING.test(text[after - 1] ?? '') ? 0 : after;
  if (lower) return 0;
  return isAbbreviation(text.slice(0, at), next) ? 0 : after;
}

/** Behind quotes and brackets that close, and further marks of the same end. */
function afterClosing(text: string, at: number): number {
  let end = at;
  while (end - at < END_MARKS_MAX && (/[.!?…]/u.test(text[end] ?? '') || CLOSING.test(text[end] ?? ''))) end += 1;
  return end;
}

/** Whether the stop behind this text belongs to its last word. */
function isAbbreviation(before: string, next: string): boolean {
  const word = /[^\s("'“‘]*$/u.exec(before)?.[0] ?? '';
  if (ENDING_ABBREVIATION.test(before) && /[\p{Lu}"'“‘(]/u.test(next)) return false;
  if (word.toLowerCase() === 'no' || word.toLowerCase() === 'nr') return /\d/u.test(next);
  // An initial: 'J. Smith'. 'I' ends a sentence more often than it begins a name.
  if (/^\p{Lu}$/u.test(word)) return word !== 'I';
  return ABBREVIATIONS.has(word.toLowerCase()) || /^(?:\p{L}\.)+\p{L}$/u.test(word);
}

/** Behind the last clause of a text; 0 where it has one clause only. */
function lastClause(text: string): number {
  return Math.max(...[', ', '; ', ': ', ' – ', ' — ', ') '].map((mark) => text.lastIndexOf(mark) + 1));
}

/** Whether a piece ends in the middle of its sentence. */
export function endsWithClause(piece: string): boolean {
  return !/[.!?…。！？]["'”’»)\]]*$/u.test(piece.trimEnd());
}

/** The best place to part an endless sentence: behind a clause, or between two words. */
function clauseEnd(text: string): number {
  const clause = lastClause(text);
  if (clause >= CLAUSE_MIN) return clause;
  const space = text.lastIndexOf(' ');
  if (space >= CLAUSE_MIN) return space;
  // Never between the halves of one character.
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}
